// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordSchema

/// Finds the differences between two schemas, and decides which differences break a client.
struct SchemaVerdicts {
    /// A difference between two schemas, with its impact on clients and a value that proves the impact.
    struct Verdict {
        var change: SchemaChange
        var impact: Change.Impact
        var witness: JSON?
        var isUndecided = false
    }

    private var graph = SchemaGraph()
    private var decider: InclusionDecider?
    private var comparison: SchemaComparison?
    /// The number of proofs that may still be shrunk. Accord shrinks a proof by removing the members that the proof
    /// doesn't need.
    private var embedsLeft = 200
    /// A cache of validation results: for each schema and each value, the reasons why the schema rejects the value.
    private var violations: [SchemaIdentity: [JSON: [SchemaViolation]]] = [:]
    /// The number of searches that may still run for a value that violates only the changed keyword.
    private var searchesLeft = 30

    mutating func add(_ schema: Schema, _ direction: MessageDirection) { graph.add(schema, direction) }

    /// Prepares the comparisons. Call this function after adding all schemas.
    mutating func merge() {
        graph.merge()
        decider = InclusionDecider(graph)
        comparison = SchemaComparison(graph)
    }

    /// Returns the differences between the old and the new schema of a parameter, header field or body.
    ///
    /// - Parameter isText: whether scalars are sent as text. If so, `1` and `"1"` are the same value.
    mutating func compare(
        _ old: Schema, _ new: Schema, _ direction: MessageDirection, isText: Bool = false
    ) -> [Verdict] {
        guard let comparison else { return [] }
        let changes = comparison.changes(old, new, direction)
        let inclusion = decide(old, new, direction, isText: isText)
        let breaking: SchemaChange.Effect = direction == .response ? .widens : .narrows
        var verdicts: [Verdict] = []
        var isExplained = false
        for change in changes {
            var verdict = Verdict(change: change, impact: change.isWarning ? .warning : .compatible)
            defer { verdicts.append(verdict) }
            guard change.effect == breaking || change.effect == .both else { continue }
            switch inclusion {
            case .included: continue
            case .undecided:
                verdict.isUndecided = true
                verdict.impact = .warning
                isExplained = true
            case .excluded(let value):
                let witness = Witness(old, new, direction, isText: isText)
                let local = decide(change.owners.old, change.owners.new, direction, isText: isText)
                if case .included = local { continue }
                isExplained = true
                var proof: JSON?
                if case .excluded(let inner) = local {
                    embedsLeft -= 1
                    let isShared = changes.contains {
                        $0.id != change.id && $0.effect != .none && $0.owners.new === change.owners.new
                    }
                    let boundaryValue = isShared ? boundaryProof(change, direction, isText: isText) : nil
                    proof =
                        boundaryValue.flatMap { witness.embed($0, at: change.ownerPointer, isShrunk: embedsLeft > 0) }
                        ?? witness.embed(inner, at: change.ownerPointer, isShrunk: embedsLeft > 0)
                }
                verdict.witness = proof ?? value
                let broken = violations(of: proof ?? value, witness)
                // Consider only violations that this change may cause. Other changes cause the remaining violations.
                let related = broken.filter(change.concerns)
                let isBreaking = Witness.isFatal(proof == nil || related.isEmpty ? broken : related)
                verdict.impact = broken.isEmpty || isBreaking ? .breaking : .strict
            }
        }
        excuseParts(&verdicts)
        if !isExplained { addWhole(inclusion, old, new, direction, isText, &verdicts) }
        return verdicts
    }

    /// Returns the reasons why the old schema rejects a response that the new schema allows.
    private mutating func violations(of value: JSON, _ witness: Witness) -> [SchemaViolation] {
        guard witness.direction == .response else { return [] }
        if let known = violations[witness.outer.identity]?[value] { return known }
        let reasons = witness.outer.validate(value)
        violations[witness.outer.identity, default: [:]][value] = reasons
        return reasons
    }

    /// Returns a value that violates only the keyword of this change. The value proves that this change, and no other
    /// change, makes the schema reject the value.
    private mutating func boundaryProof(_ change: SchemaChange, _ direction: MessageDirection, isText: Bool) -> JSON? {
        let (outer, keyword) =
            direction == .response ? (change.owners.old, change.old) : (change.owners.new, change.new)
        // Search only scalars, because their keywords are independent of each other. A search of objects and arrays
        // takes too long.
        let types = SchemaView(outer.source).types
        guard let keyword, searchesLeft > 0, !types.isEmpty, types.isDisjoint(with: [.object, .array]) else {
            return nil
        }
        searchesLeft -= 1
        let witness = Witness(change.owners.old, change.owners.new, direction, isText: isText)
        return outer.boundaryValues(limit: 60).first { value in
            !value.isValid && value.schemaValue.document === keyword.document && value.schemaValue.node == keyword.node
                && value.place.tokens.isEmpty && witness.proves(value.instance)
        }?.instance
    }

    /// Marks all changes of `allOf` as compatible if a change of a different keyword already breaks clients.
    private func excuseParts(_ verdicts: inout [Verdict]) {
        func isPart(_ verdict: Verdict) -> Bool { verdict.change.id.hasPrefix("all-of-") }
        guard verdicts.contains(where: { !isPart($0) && $0.impact >= .strict }) else { return }
        for index in verdicts.indices where isPart(verdicts[index]) && verdicts[index].impact >= .strict {
            verdicts[index].impact = .compatible
            verdicts[index].witness = nil
        }
    }

    /// Adds a change of the whole schema if the schemas accept different values, but no change of a keyword explains
    /// the difference.
    private mutating func addWhole(
        _ inclusion: Inclusion, _ old: Schema, _ new: Schema, _ direction: MessageDirection, _ isText: Bool,
        _ verdicts: inout [Verdict]
    ) {
        let id = direction == .response ? "schema-widened" : "schema-narrowed"
        let text = direction == .response ? "the schema allows more values now" : "the schema accepts fewer values now"
        let effect: SchemaChange.Effect = direction == .response ? .widens : .narrows
        let change = SchemaChange(
            id: id, effect: effect, text: text, old: old.source, new: new.source, owners: (old, new))
        switch inclusion {
        case .included: return
        case .undecided:
            // If the search couldn't decide, report a change only if a keyword changed.
            if verdicts.isEmpty { return }
            verdicts.append(Verdict(change: change, impact: .warning, isUndecided: true))
        case .excluded(let value):
            let reasons = violations(of: value, Witness(old, new, direction, isText: isText))
            let isBreaking = reasons.isEmpty || Witness.isFatal(reasons)
            verdicts.append(Verdict(change: change, impact: isBreaking ? .breaking : .strict, witness: value))
        }
    }

    private mutating func decide(
        _ old: Schema, _ new: Schema, _ direction: MessageDirection, isText: Bool
    ) -> Inclusion {
        let (inner, outer) = direction == .response ? (new, old) : (old, new)
        guard let result = decider?.decide(inner, within: outer, direction, isSender: true) else { return .undecided }
        guard isText, case .excluded(let value) = result else { return result }
        return TextValue.isAccepted(value, by: outer) ? TextValue.decide(inner, within: outer) : result
    }
}

extension SchemaChange {
    /// Whether the change adds, removes or requires a property. If so, `owners` contains the schemas of the object with
    /// the property.
    private var isAboutProperty: Bool {
        isWhole || id.hasPrefix("became-required") || id.hasPrefix("became-optional")
    }

    /// The path of the changed value. For a change of a property, the path of the object with the property.
    fileprivate var ownerPointer: [String] { isAboutProperty ? Array(pointer.dropLast()) : pointer }

    /// Returns whether the change may cause a violation. A change may cause violations at the changed value and inside
    /// this value. A change may also cause a violation of `oneOf` or `anyOf` at an enclosing value.
    fileprivate func concerns(_ violation: SchemaViolation) -> Bool {
        let (mine, other) = (ownerPointer, violation.instancePointer.tokens)
        guard zip(mine, other).allSatisfy({ $0 == "*" || $0 == $1 }) else { return false }
        if other.count < mine.count { return !violation.causes.isEmpty }
        guard isAboutProperty, let name = pointer.last else { return true }
        if other.count > mine.count { return other[mine.count] == name }
        return violation.missingProperties.isEmpty || violation.missingProperties.contains(name)
    }
}

extension Witness {
    /// Creates the check for a change. In a request, a value proves the change if only the old schema accepts it. In a
    /// response, a value proves the change if only the new schema accepts it.
    ///
    /// - Parameters:
    ///   - old: the schema of the old document.
    ///   - new: the schema of the new document.
    init(_ old: Schema, _ new: Schema, _ direction: MessageDirection, isText: Bool) {
        let isResponse = direction == .response
        self.init(inner: isResponse ? new : old, outer: isResponse ? old : new, direction: direction)
        self.isText = isText
    }

    /// Returns a value that is valid under the whole schema and has the value `part` at `path`. Returns `nil` if the
    /// value doesn't prove a change.
    ///
    /// - Parameter isShrunk: whether to remove members that the proof doesn't need.
    func embed(_ part: JSON, at path: [String], isShrunk: Bool) -> JSON? {
        if path.isEmpty { return proves(part) ? part : nil }
        let options = ExampleOptions(includesOptional: true)
        guard let base = try? inner.example(options) else { return nil }
        let pointer = JSONPointer(tokens: path.map { $0 == "*" ? "0" : $0 })
        var value = base
        guard value.set(part, at: pointer), proves(value) else { return nil }
        guard isShrunk else { return value }
        guard let restored = parts(at: pointer, in: base).first(where: { accepts(outer, $0(base)) }) else {
            // The outer schema rejects `base` even without `part`, because of a different change. A smaller value
            // proves this change only if the smaller value still contains `part`.
            return shrunk(value) { $0.value(at: pointer) == part }
        }
        // The outer schema must reject the smaller value only because of `part`. It must therefore accept the smaller
        // value after `restored` replaces `part` with a valid value.
        return shrunk(value) { accepts(outer, restored($0)) }
    }

    /// Returns two functions that replace the part of a value at a pointer. The first function inserts the part of
    /// `base`, and the second function inserts the part of an example of the outer schema. The outer schema may accept
    /// the results.
    private func parts(at pointer: JSONPointer, in base: JSON) -> [(JSON) -> JSON] {
        let other = try? outer.example(ExampleOptions(includesOptional: true))
        return [base.value(at: pointer), other?.value(at: pointer)].map { part in
            { value in
                var changed = value
                if let part { changed.set(part, at: pointer) } else { changed.remove(at: pointer) }
                return changed
            }
        }
    }

    /// Returns whether a response with these violations breaks a client that ignores unknown properties and values.
    static func isFatal(_ violations: [SchemaViolation]) -> Bool { violations.contains(where: isFatal) }

    /// Returns whether a violation is a missing property or an unexpected type.
    private static func isFatal(_ violation: SchemaViolation) -> Bool {
        switch violation.keyword {
        case "required", "type", "dependentRequired", "const": return true
        case "anyOf", "oneOf":
            // A violation of `oneOf` has no causes if several alternatives match. A client doesn't notice this.
            guard !violation.causes.isEmpty else { return false }
            let isUnknownKind = violation.causes.contains { ["const", "enum"].contains($0.keyword) }
            return !isUnknownKind && violation.causes.contains(where: isFatal)
        default: return false
        }
    }
}
