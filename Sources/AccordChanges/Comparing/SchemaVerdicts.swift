// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// Finds the differences between two schemas, and decides which differences break a client.
struct SchemaVerdicts {
    /// A difference between two schemas, with its impact on clients and a value that proves the impact.
    struct Verdict {
        var change: SchemaChange
        var impact: Change.Impact
        var witness: JSON?
        /// The alternative of which the witness is a value, if the whole message doesn't show the change.
        var alternative: String?
        /// The place in the witness that shows the change.
        var place: JSONPointer = .root
        var isUndecided = false
    }

    private struct Question: Hashable {
        var sender: SchemaIdentity
        var reader: SchemaIdentity
        var direction: MessageDirection
        var claim: Claim
        var isText: Bool

        init(_ witness: Witness, _ claim: Claim) {
            (sender, reader) = (witness.inner.identity, witness.outer.identity)
            (direction, self.claim, isText) = (witness.direction, claim, witness.isText)
        }
    }

    private var graph = SchemaGraph()
    private var decider: InclusionDecider?
    private var comparison: SchemaComparison?
    private var answers: [Question: Inclusion] = [:]
    private var compared: [Question: [Verdict]] = [:]
    /// The last witness of a part at a place. The next part often fits there, too: another value of an enumeration.
    private var enclosing: (question: Question, pointer: JSONPointer, value: JSON)?

    mutating func add(_ schema: Schema, _ direction: MessageDirection) { graph.add(schema, direction) }

    /// Prepares the comparisons. Call this function after adding all schemas.
    mutating func merge() {
        graph.merge()
        decider = InclusionDecider(graph)
        comparison = SchemaComparison(graph)
    }

    /// Returns the differences between the old and the new schema of a parameter, header field or body.
    ///
    /// - Parameters:
    ///   - direction: `request` if the client sends the message, `response` if the server sends it.
    ///   - isText: whether scalars are sent as text. If so, `1` and `"1"` are the same value.
    mutating func compare(
        _ old: Schema, _ new: Schema, _ direction: MessageDirection, isText: Bool = false
    ) -> [Verdict] {
        guard let comparison else { return [] }
        // Many operations use the same named schema.
        let question = Question(
            Witness(comparison.flat(old).schema, comparison.flat(new).schema, direction, isText: isText), .whole)
        if let known = compared[question] { return known }
        let whole = Witness(old, new, direction, isText: isText)
        let breaking: SchemaChange.Effect = direction == .response ? .widens : .narrows
        var verdicts = comparison.changes(old, new, direction).map { change in
            var verdict = Verdict(change: change, impact: change.least, isUndecided: change.isUndecided)
            if change.effect == breaking || change.effect == .both { judge(&verdict, whole) }
            return verdict
        }
        excuseParts(&verdicts)
        if !verdicts.contains(where: { $0.isUndecided || $0.impact >= .strict }) { addWhole(whole, &verdicts) }
        compared[question] = verdicts
        return verdicts
    }

    // MARK: Single changes

    /// Decides whether a change breaks a client. The search finds a value that shows the change at its place, then
    /// builds the message around it.
    private mutating func judge(_ verdict: inout Verdict, _ whole: Witness) {
        let change = verdict.change
        let owners = Witness(change.owners.old, change.owners.new, whole.direction, isText: whole.isText)
        let pair = change.alternative
        let frame = pair.map { Witness($0.old, $0.new, whole.direction, isText: false) } ?? whole
        let others = pair.map { whole.direction == .response ? $0.others.old : $0.others.new } ?? []
        var shown: JSON
        switch answer(change, owners) {
        case .included: return
        case .undecided: return leaveUndecided(&verdict)
        case .excluded(let value): shown = value
        }
        let inner = change.ownerPath.dropFirst(pair?.path.count ?? 0)
        switch enclosed(shown, inner, frame) {
        case .included: return
        case .undecided: return leaveUndecided(&verdict)
        case .excluded(let value): shown = value
        }
        // The union accepts the value if a different alternative describes it.
        if others.contains(where: { frame.accepts($0, shown) && describes($0, shown) }) { return }
        verdict.witness = shown
        verdict.place = JSONPointer(tokens: inner.map(\.instanceToken))
        verdict.impact = whole.direction == .response ? severity(of: change, in: shown, frame) : .breaking
        guard let pair else { return }
        verdict.alternative = pair.name
        guard
            case .some(.some(let value, _)) = decider?.value(
                holding: shown, at: pair.path[...], sender: whole.inner, reader: whole.outer, whole.direction),
            whole.proves(value)
        else { return }
        (verdict.witness, verdict.alternative) = (value, nil)
        verdict.place = JSONPointer(tokens: change.ownerPath.map(\.instanceToken))
    }

    /// Returns whether a response breaks every client or only strict clients.
    private func severity(of change: SchemaChange, in value: JSON, _ frame: Witness) -> Change.Impact {
        let offset = change.alternative?.path.count ?? 0
        let broken = frame.outer.validate(value)
        // Consider only violations that this change may cause. Other changes cause the remaining violations.
        let related = broken.filter { change.concerns($0, after: offset) }
        // A different constant in an alternative is an unknown kind of value, which tolerant clients ignore.
        let violations = (related.isEmpty ? broken : related).filter {
            change.alternative == nil || $0.keyword != "const"
        }
        return violations.contains(where: Witness.isFatal) ? .breaking : .strict
    }

    private func leaveUndecided(_ verdict: inout Verdict) {
        verdict.isUndecided = true
        verdict.impact = .warning
    }

    /// Returns a value that the sender's schema accepts and the reader's schema rejects because of the change.
    private mutating func answer(_ change: SchemaChange, _ owners: Witness) -> Inclusion {
        let question = Question(owners, change.claim)
        if let known = answers[question] { return known }
        let answer = findAnswer(change, owners)
        answers[question] = answer
        return answer
    }

    private mutating func findAnswer(_ change: SchemaChange, _ owners: Witness) -> Inclusion {
        guard let comparison else { return .undecided }
        switch change.claim {
        case .equals(let value): return owners.proves(value) ? .excluded(value) : .included
        case .whole: return decide(owners)
        case .violates(let words):
            let sender = comparison.flat(owners.inner)
            if let values = sender["const"].map({ [JSON($0)] }) ?? sender["enum"]?.elements.map({ JSON($0) }) {
                let value = values.first { value in
                    owners.proves(value) && owners.outer.validate(value).contains { words.contains($0.keyword) }
                }
                return value.map { .excluded($0) } ?? .included
            }
        case .lacks, .has, .meets, .matchesSeveral, .violatesPart: break
        }
        let result = decider?.value(
            showing: change.claim, change.part, sender: owners.inner, reader: owners.outer, owners.direction)
        switch result {
        case .some(.none): return .included
        case .some(.some(let value, _)):
            if owners.proves(value) { return .excluded(value) }
            guard case .meets = change.claim, owners.accepts(owners.inner, value) else { return decide(owners) }
            // An open alternative accepts every object. It describes only objects with its own properties.
            let alternatives = comparison.flat(owners.outer, opensUnions: false).alternatives
            guard !alternatives.isEmpty else { return decide(owners) }
            let isDescribed = alternatives.contains { owners.accepts($0, value) && describes($0, value) }
            return isDescribed ? .included : .excluded(value)
        case .some(.unknown), nil: return decide(owners)
        }
    }

    /// Returns a value of the sender that contains `part` at a path, and that the reader's schema rejects.
    private mutating func enclosed(_ part: JSON, _ path: ArraySlice<PathStep>, _ witness: Witness) -> Inclusion {
        if path.isEmpty { return .excluded(part) }
        let pointer = JSONPointer(tokens: path.map(\.instanceToken))
        let question = Question(witness, .whole)
        if let last = enclosing, last.question == question, last.pointer == pointer {
            var value = last.value
            if value.set(part, at: pointer), witness.proves(value) { return .excluded(value) }
        }
        let result = decider?.value(
            holding: part, at: path, sender: witness.inner, reader: witness.outer, witness.direction)
        switch result {
        case .some(.none): return .included
        case .some(.some(let value, _)) where witness.proves(value):
            enclosing = (question, pointer, value)
            return .excluded(value)
        case .some, nil:
            // Examples contain all properties, so a complete example may contain the place.
            if var value = try? witness.inner.example(ExampleOptions(includesOptional: true)),
                value.set(part, at: pointer), witness.proves(value)
            {
                return .excluded(value)
            }
            if case .included = decide(witness) { return .included }
            return .undecided
        }
    }

    /// Returns whether an alternative names the properties of a value. An open alternative accepts other properties,
    /// too, but doesn't describe them.
    private func describes(_ alternative: Schema, _ value: JSON, depth: Int = 0) -> Bool {
        guard let comparison, let object = value.object, depth < 5 else { return true }
        let flat = comparison.flat(alternative)
        let isInside = flat.alternatives.contains { describes($0, value, depth: depth + 1) && $0.isValid(value) }
        if isInside { return true }
        let names = Set(flat.map("properties").map(\.name))
        if names.isEmpty || flat["additionalProperties"] != nil || flat["patternProperties"] != nil { return true }
        return object.allSatisfy { names.contains($0.key) }
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

    // MARK: Whole schemas

    /// Adds a change of the whole schema if the schemas accept different values, but no change of a keyword explains
    /// the difference. The change names the keyword that rejects the value.
    private mutating func addWhole(_ witness: Witness, _ verdicts: inout [Verdict]) {
        guard case .excluded(let value) = decide(witness) else { return }
        var violations = witness.outer.validate(value)
        // Several alternatives of a `oneOf` match. Readers of a union take one of them.
        let isUnion = comparison.map { !$0.flat(witness.inner).list("oneOf").isEmpty } ?? false
        violations.removeAll { isUnion && $0.keyword == "oneOf" && $0.causes.isEmpty }
        guard var cause = violations.first else { return }
        while let inner = cause.causes.first { cause = inner }
        let isResponse = witness.direction == .response
        let verb = isResponse ? "the schema allows more values now" : "the schema accepts fewer values now"
        let text = "\(verb): \(cause.keyword) of \(cause.keywordLocation) rejects them"
        let (old, new) =
            isResponse ? (cause.schemaValue, witness.inner.source) : (witness.inner.source, cause.schemaValue)
        let change = SchemaChange(
            id: isResponse ? "schema-widened" : "schema-narrowed", effect: .both, text: text, old: old, new: new,
            owners: isResponse ? (witness.outer, witness.inner) : (witness.inner, witness.outer), claim: .whole)
        let isBreaking = !isResponse || violations.contains(where: Witness.isFatal)
        verdicts.append(
            Verdict(
                change: change, impact: isBreaking ? .breaking : .strict, witness: value, place: cause.instancePointer))
    }

    private mutating func decide(_ witness: Witness) -> Inclusion {
        let result = decider?.decide(witness.inner, within: witness.outer, witness.direction, isSender: true)
        guard let result, witness.isText, case .excluded(let value) = result else { return result ?? .undecided }
        return TextValue.isAccepted(value, by: witness.outer)
            ? TextValue.decide(witness.inner, within: witness.outer) : result
    }
}

extension PathStep {
    /// The step in a value: the property's name or the element's index.
    fileprivate var instanceToken: String { name ?? String(index) }
}

extension SchemaChange {
    /// Returns whether the change may cause a violation. A change may cause violations at the changed value and inside
    /// this value. A change may also cause a violation of `oneOf` or `anyOf` at an enclosing value.
    ///
    /// - Parameter offset: the number of steps from the message to the value that was validated.
    fileprivate func concerns(_ violation: SchemaViolation, after offset: Int) -> Bool {
        let mine = ownerPath.dropFirst(offset).map(\.instanceToken)
        let other = violation.instancePointer.tokens
        guard zip(mine, other).allSatisfy({ $0 == $1 }) else { return false }
        if other.count < mine.count { return !violation.causes.isEmpty }
        guard isAboutProperty, let name = path.last?.token else { return true }
        if other.count > mine.count { return other[mine.count] == name }
        return violation.missingProperties.isEmpty || violation.missingProperties.contains(name)
    }
}

extension Witness {
    /// Returns whether a violation is a missing property or an unexpected type. Such a response breaks a client that
    /// ignores unknown properties and values.
    fileprivate static func isFatal(_ violation: SchemaViolation) -> Bool {
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
