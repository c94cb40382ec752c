// SPDX-License-Identifier: Apache-2.0
import AccordCore

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
        var union: SchemaIdentity?
        var textForm: TextForm?

        init(_ witness: Witness, _ claim: Claim) {
            (sender, reader) = (witness.inner.identity, witness.outer.identity)
            (direction, self.claim, textForm) = (witness.direction, claim, witness.textForm)
            union = witness.union?.identity
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
    ///   - textForm: the form of values that are sent as text, or `nil` if values have types.
    mutating func compare(_ old: Schema, _ new: Schema, _ direction: MessageDirection, textForm: TextForm? = nil)
        -> [Verdict]
    {
        guard let comparison else { return [] }
        // Many operations use the same named schema.
        let question = Question(
            Witness(comparison.flat(old).schema, comparison.flat(new).schema, direction, textForm), .whole)
        if let known = compared[question] { return known }
        let whole = Witness(old, new, direction, textForm)
        let breaking: SchemaChange.Effect = direction == .response ? .widens : .narrows
        var verdicts = comparison.changes(old, new, direction).map { change in
            var verdict = Verdict(change: change, impact: change.least, isUndecided: change.isUndecided)
            if change.effect == breaking || change.effect == .both { judge(&verdict, whole) }
            return verdict
        }
        excuse(&verdicts)
        if !verdicts.contains(where: { $0.isUndecided || $0.impact >= .strict }) { addWhole(whole, &verdicts) }
        compared[question] = verdicts
        return verdicts
    }

    // MARK: Single changes

    /// Decides whether a change breaks a client. The search finds a value that shows the change at its place, then
    /// builds the message around it.
    private mutating func judge(_ verdict: inout Verdict, _ whole: Witness) {
        let (change, pair, isResponse) = (verdict.change, verdict.change.alternative, whole.direction == .response)
        let isInUnion = change.ownerPath.count == pair?.path.count
        let owners = Witness(
            change.owners.old, change.owners.new, whole.direction, whole.textForm, at: change.ownerPath,
            in: isInUnion ? pair?.unions : nil)
        let frame =
            pair.map { Witness($0.old, $0.new, whole.direction, whole.textForm, at: $0.path, in: $0.unions) } ?? whole
        // The reader's union accepts the value if a different alternative describes it. The sender's `oneOf` rejects it.
        var others = pair.map { isResponse ? $0.others.old : $0.others.new } ?? []
        if let pair, pair.isExclusive { others += isResponse ? pair.others.new : pair.others.old }
        guard let proof = proof(answer(change, owners), &verdict) else { return }
        let part = telling(proof, change, owners)
        let inner = change.ownerPath.dropFirst(pair?.path.count ?? 0)
        let message = enclosed(part, inner, frame, isProof: owners.proves(part))
        guard let shown = self.proof(message, &verdict) else { return }
        if others.contains(where: { frame.accepts($0, shown) && describes($0, shown, in: frame.union) }) { return }
        // An open alternative may accept the values of a removed alternative.
        verdict.witness = pair == nil && !whole.proves(shown) ? nil : shown
        verdict.place = JSONPointer(tokens: inner.map(\.instanceToken))
        verdict.impact = isResponse ? severity(of: change, part, in: shown, frame) : .breaking
        guard let pair else { return }
        verdict.alternative = pair.name
        guard case .some(.some(let value, _)) = decider?.value(holding: shown, at: pair.path[...], whole),
            whole.proves(value)
        else { return }
        (verdict.witness, verdict.alternative) = (value, nil)
        verdict.place = JSONPointer(tokens: change.ownerPath.map(\.instanceToken))
    }

    /// Returns a value with elements or members in place of an empty value that shows a change of the type.
    private func telling(_ value: JSON, _ change: SchemaChange, _ owners: Witness) -> JSON {
        guard case .violates(["type"]) = change.claim, value == [] || value == [:] else { return value }
        let others = owners.inner.samples(owners.direction).filter { $0.kind == value.kind && $0 != value }
        return others.first(where: owners.proves).map { owners.shrunk($0) { $0 != value } } ?? value
    }

    /// Returns whether a response breaks every client or only strict clients.
    ///
    /// - Parameters:
    ///   - part: the value of the schemas that contain the change.
    ///   - value: the message that contains the part.
    private func severity(of change: SchemaChange, _ part: JSON, in value: JSON, _ frame: Witness) -> Change.Impact {
        // No client knows a value of a new type, even if an enumeration implied the earlier type.
        if !change.allows.isDisjoint(with: Dependence.Variation.types) { return .breaking }
        if case .misses = change.claim, let alternative = change.part {
            return alternative.validate(part).contains(where: Witness.isFatal) ? .breaking : .strict
        }
        let offset = change.alternative?.path.count ?? 0
        let broken = frame.outer.validate(value)
        // Consider only violations that this change may cause. Other changes cause the remaining violations.
        let related = broken.filter { change.concerns($0, after: offset) }
        // A different constant in an alternative is an unknown kind of value, which tolerant clients ignore.
        return (related.isEmpty ? broken : related).contains(where: Witness.isFatal) ? .breaking : .strict
    }

    /// Returns the value in an answer, if there is one. An undecided answer makes the verdict undecided.
    private func proof(_ answer: Inclusion, _ verdict: inout Verdict) -> JSON? {
        if case .undecided = answer { (verdict.isUndecided, verdict.impact) = (true, .warning) }
        return if case .excluded(let value) = answer { value } else { nil }
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
        case .violates, .lacks, .has, .meets, .misses, .matchesSeveral, .violatesPart: break
        }
        let result = decider?.value(showing: change.claim, change.part, owners)
        switch result {
        case .some(.none): return .included
        case .some(.some(let value, _)):
            if owners.proves(value) { return .excluded(value) }
            guard case .meets = change.claim, owners.accepts(owners.inner, value) else { return decide(owners) }
            // An open alternative accepts every object. It describes only objects with its own properties.
            let alternatives = comparison.flat(owners.outer, opensUnions: false).alternatives
            guard !alternatives.isEmpty else { return decide(owners) }
            let isSelected = comparison.flat(owners.outer, opensUnions: false)["discriminator"] != nil
            return !isSelected && alternatives.contains { owners.accepts($0, value) && describes($0, value) }
                ? .included : .excluded(value)
        case .some(.unknown), nil: return decide(owners)
        }
    }

    /// Returns a value of the sender that contains `part` at a path, and that the reader's schema rejects.
    ///
    /// - Parameter isProof: whether the reader's schema rejects `part`. An open alternative may accept it.
    private mutating func enclosed(_ part: JSON, _ path: ArraySlice<PathStep>, _ witness: Witness, isProof: Bool)
        -> Inclusion
    {
        if path.isEmpty { return .excluded(part) }
        func isShown(_ value: JSON) -> Bool {
            isProof ? witness.proves(value) : witness.isSent(JSONDocument(value, file: "<instance>").root)
        }
        let pointer = JSONPointer(tokens: path.map(\.instanceToken))
        let question = Question(witness, .whole)
        if let last = enclosing, last.question == question, last.pointer == pointer {
            var value = last.value
            if value.set(part, at: pointer), isShown(value) { return .excluded(value) }
        }
        let result = decider?.value(holding: part, at: path, witness)
        switch result {
        case .some(.none): return .included
        case .some(.some(let value, _)) where isShown(value):
            enclosing = (question, pointer, value)
            return .excluded(value)
        case .some, nil:
            // Examples contain all properties, so a complete example may contain the place.
            let options = ExampleOptions(includesOptional: true, omits: witness.direction.hidden)
            if var value = try? witness.inner.example(options), value.set(part, at: pointer), isShown(value) {
                return .excluded(value)
            }
            if isProof, case .included = decide(witness) { return .included }
            return .undecided
        }
    }

    /// Returns whether an alternative names the properties of a value. An open alternative accepts other properties,
    /// too, but doesn't describe them.
    private func describes(_ alternative: Schema, _ value: JSON, in union: Schema? = nil, depth: Int = 0) -> Bool {
        guard let comparison, let object = value.object, depth < 5 else { return true }
        let flat = comparison.flat(alternative)
        let isInside = flat.alternatives.contains {
            describes($0, value, in: union, depth: depth + 1) && $0.isValid(value)
        }
        if isInside { return true }
        let shared = union.map { comparison.flat($0, opensUnions: false).map("properties") } ?? []
        let names = Set((flat.map("properties") + shared).map(\.name))
        if names.isEmpty || flat["additionalProperties"] != nil || flat["patternProperties"] != nil { return true }
        return object.allSatisfy { names.contains($0.key) }
    }

    /// Marks a change as compatible if a different change already reports the same difference. A change of the type
    /// explains the changes with the same value. All other changes explain the changes of `allOf`.
    private func excuse(_ verdicts: inout [Verdict]) {
        func isPart(_ verdict: Verdict) -> Bool { verdict.change.id.hasPrefix("all-of-") }
        let breaking = verdicts.filter { $0.impact >= .strict && !isPart($0) }
        let types = breaking.filter(\.change.isAboutTypes)
        for (index, verdict) in verdicts.enumerated() where verdict.impact >= .strict {
            let isExplained = types.contains { $0.change.path == verdict.change.path && $0.witness == verdict.witness }
            guard isExplained && !verdict.change.isAboutTypes || isPart(verdict) && !breaking.isEmpty else { continue }
            verdicts[index].impact = .compatible
            verdicts[index].witness = nil
        }
    }

    // MARK: Whole schemas

    /// Adds a change of the whole schema if the schemas accept different values, but no change of a keyword explains
    /// the difference. The change names the keyword that rejects the value. If there is no change at all, and Accord
    /// can't decide whether the schemas accept the same values, the change is undecided.
    private mutating func addWhole(_ witness: Witness, _ verdicts: inout [Verdict]) {
        let isResponse = witness.direction == .response
        let owners = isResponse ? (witness.outer, witness.inner) : (witness.inner, witness.outer)
        var change = SchemaChange(
            id: isResponse ? "schema-widened" : "schema-narrowed", effect: .both, text: "", owners: owners,
            claim: .whole)
        let answer = decide(witness)
        if case .undecided = answer, verdicts.isEmpty {
            change.text =
                "the schemas differ in a keyword that Accord can't compare, such as $dynamicRef, or at a depth of more "
                + "than \(SchemaComparison.greatestDepth) values"
            verdicts.append(Verdict(change: change, impact: .warning, isUndecided: true))
        }
        guard case .excluded(let value) = answer else { return }
        let violations = witness.outer.validate(value)
        guard var cause = violations.first else { return }
        while let inner = cause.causes.first { cause = inner }
        let verb = isResponse ? "the schema allows more values now" : "the schema accepts fewer values now"
        change.text = "\(verb): \(cause.keyword) of \(cause.keywordLocation) rejects them"
        (change.old, change.new) = isResponse ? (cause.schemaValue, nil) : (nil, cause.schemaValue)
        let isBreaking = !isResponse || violations.contains(where: Witness.isFatal)
        verdicts.append(
            Verdict(
                change: change, impact: isBreaking ? .breaking : .strict, witness: value, place: cause.instancePointer))
    }

    private mutating func decide(_ witness: Witness) -> Inclusion {
        let result = decider?.decide(witness.inner, within: witness.outer, witness.direction, isSender: true)
        if witness.union != nil, case .excluded(let value) = result, !witness.proves(value) { return .undecided }
        guard let result, let form = witness.textForm, case .excluded(let value) = result,
            TextValue.isAccepted(value, by: witness.outer, form)
        else { return result ?? .undecided }
        let samples = witness.inner.samples(witness.direction)
        return TextValue.decide(witness.inner, within: witness.outer, form, samples)
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
        case "required", "type", "dependentRequired", "format": return true
        case "anyOf", "oneOf":
            // A violation of `oneOf` has no causes if several alternatives match. A client doesn't notice this.
            guard !violation.causes.isEmpty else { return false }
            let isUnknownKind = violation.causes.contains { ["const", "enum"].contains($0.keyword) }
            return !isUnknownKind && violation.causes.contains(where: isFatal)
        default: return false
        }
    }
}
