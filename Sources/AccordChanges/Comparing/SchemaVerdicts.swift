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

    private var search: InclusionSearch
    private let comparison: SchemaComparison
    private var answers: [Witness: [Claim: SearchResult]] = [:]
    private var compared: [Witness: [Verdict]] = [:]
    /// The last value with a part at each place. The next part often fits there, too: another value of an enumeration.
    private var enclosing: [Witness: [JSONPointer: JSON]] = [:]

    /// Prepares the comparisons of the schemas in a graph.
    init(_ graph: SchemaGraph) {
        var graph = graph
        graph.merge()
        search = InclusionSearch(graph)
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
        // Many operations use the same named schema.
        let named = Witness(comparison.flat(old).annotated, comparison.flat(new).annotated, direction, textForm)
        if let known = compared[named] { return known }
        let whole = Witness(old, new, direction, textForm)
        let breaking: SchemaChange.Effect = direction == .response ? .widens : .narrows
        var verdicts = comparison.changes(old, new, direction).map { change in
            var verdict = Verdict(change: change, impact: change.least, isUndecided: change.isUndecided)
            if change.effect == breaking || change.effect == .both { judge(&verdict, whole) }
            return verdict
        }
        removeRewrites(&verdicts, direction)
        excuse(&verdicts)
        if !verdicts.contains(where: { $0.isUndecided || $0.impact >= .strict }) { addWhole(whole, &verdicts) }
        compared[named] = verdicts
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
        guard let part = proof(answer(change.claim, owners), &verdict) else { return }
        let inner = change.ownerPath.dropFirst(pair?.path.count ?? 0)
        let message = enclosed(part, inner, frame, isProof: owners.proves(part), owners.outer)
        if message.isNone, search.value(holding: nil, at: inner, frame).isNone { return judge(&verdict, of: owners) }
        guard var shown = self.proof(message, &verdict) else { return }
        let union = frame.union.map { comparison.flat($0, opensUnions: false) }
        if let tag = union?.tag(of: frame.inner), var object = shown.object {
            object[tag.name] = .string(tag.value)
            if frame.proves(.object(object)) { shown = .object(object) }
        }
        func isOfOther(_ value: JSON) -> Bool {
            others.contains { frame.accepts($0, value) && describes($0, value, in: frame.union) }
        }
        if isOfOther(shown) {
            shown = tagged(shown, frame.inner)
            guard frame.proves(shown), !isOfOther(shown) else { return }
        }
        // An open alternative may accept the values of a removed alternative.
        verdict.witness = pair == nil && !whole.proves(shown) ? nil : shown
        verdict.place = JSONPointer(tokens: inner.map(\.instanceToken))
        verdict.impact = isResponse ? severity(of: change, part, in: shown, frame) : .breaking
        guard let pair else { return }
        verdict.alternative = pair.name
        guard let value = holding(shown, at: pair.path[...], whole, whole.proves).value, whole.proves(value) else {
            return
        }
        (verdict.witness, verdict.alternative) = (value, nil)
        verdict.place = JSONPointer(tokens: change.ownerPath.map(\.instanceToken))
    }

    /// Decides whether a change breaks a client if no valid message contains the changed value, for example because
    /// `additionalProperties: false` stands beside `allOf`. Messages then contain the value in spite of the document.
    private mutating func judge(_ verdict: inout Verdict, of owners: Witness) {
        let path = verdict.change.ownerPath
        var part = verdict
        part.change.path.removeFirst(path.count)
        part.change.alternative = nil
        judge(&part, owners)
        (verdict.impact, verdict.isUndecided, verdict.witness) = (part.impact, part.isUndecided, part.witness)
        verdict.alternative = path.map { "/\($0.token)" }.joined()
    }

    /// Returns a message with the constants of its alternative, such as a `type` that no other alternative has.
    private func tagged(_ message: JSON, _ alternative: Schema) -> JSON {
        guard var object = message.object else { return message }
        for (name, schema) in comparison.flat(alternative).map("properties") where object[name] == nil {
            if let value = comparison.flat(schema).listed?.first { object[name] = JSON(value) }
        }
        return .object(object)
    }

    /// Returns whether a response breaks every client or only strict clients.
    ///
    /// - Parameters:
    ///   - part: the value of the schemas that contain the change.
    ///   - value: the message that contains the part.
    private func severity(of change: SchemaChange, _ part: JSON, in value: JSON, _ frame: Witness) -> Change.Impact {
        // No client knows a value of a new type, even if an enumeration implied the earlier type.
        if !change.allows.isDisjoint(with: Dependence.Variation.types.union([.null])) { return .breaking }
        // The discriminator tells a new alternative from those that a client knows.
        if case .meets = change.claim, change.effect == .widens,
            comparison.flat(change.owners.old, opensUnions: false)["discriminator"] != nil
        {
            return .strict
        }
        if case .misses(let alternative) = change.claim {
            return alternative.validate(part).contains(where: Witness.isFatal) ? .breaking : .strict
        }
        let offset = change.alternative?.path.count ?? 0
        var broken = frame.outer.validate(value)
        if broken.isEmpty {
            // An open alternative accepts the value, but doesn't describe it.
            let union = comparison.flat(change.owners.old, opensUnions: false)
            broken = union.alternatives.filter { !$0.isOpen }.flatMap { $0.validate(part) }
        }
        // Consider only violations that this change may cause. Other changes cause the remaining violations.
        let related = broken.filter { change.concerns($0, after: offset) }
        // A different constant in an alternative is an unknown kind of value, which tolerant clients ignore.
        return (related.isEmpty ? broken : related).contains(where: Witness.isFatal) ? .breaking : .strict
    }

    /// Returns the value in an answer, if there is one. An undecided answer makes the verdict undecided.
    private func proof(_ answer: SearchResult, _ verdict: inout Verdict) -> JSON? {
        if case .unknown = answer, verdict.impact < .strict { (verdict.isUndecided, verdict.impact) = (true, .warning) }
        return answer.value
    }

    /// Searches for a value that the sender's schema accepts and the reader's schema rejects because of the change.
    private mutating func answer(_ claim: Claim, _ owners: Witness) -> SearchResult {
        if let known = answers[owners]?[claim] { return known }
        var answer = findAnswer(claim, owners)
        // If no value is valid, authors mean something else.
        let isVoid =
            answer.isNone && owners.inner.source.bool == nil && search.value(holding: nil, at: [], owners).isNone
        if isVoid { answer = .unknown }
        answers[owners, default: [:]][claim] = answer
        return answer
    }

    private mutating func findAnswer(_ claim: Claim, _ owners: Witness) -> SearchResult {
        switch claim {
        case .equals(let value): return owners.proves(value) ? .some(value) : .none
        case .whole: return decide(owners)
        case .violates, .lacks, .has, .meets, .misses, .matchesSeveral, .violatesPart: break
        }
        let result = search.value(showing: claim, owners)
        if result.isNone { return .none }
        guard let value = result.value else { return decide(owners) }
        if owners.proves(value) { return result }
        guard case .meets = claim, owners.accepts(owners.inner, value) else { return decide(owners) }
        // An open alternative accepts every object. It describes only objects with its own properties.
        let union = comparison.flat(owners.outer, opensUnions: false)
        let alternatives = union.alternatives
        guard !alternatives.isEmpty else { return decide(owners) }
        let isDescribed = alternatives.contains { owners.accepts($0, value) && describes($0, value) }
        return union["discriminator"] == nil && isDescribed ? .none : result
    }

    /// Returns a value of the sender that contains `part` at a path, and that the reader's schema rejects.
    ///
    /// - Parameters:
    ///   - isProof: whether the reader's schema rejects `part`. An open alternative may accept it.
    ///   - owner: the reader's schema for `part`.
    private mutating func enclosed(
        _ part: JSON, _ path: ArraySlice<PathStep>, _ witness: Witness, isProof: Bool, _ owner: Schema
    ) -> SearchResult {
        if path.isEmpty { return .some(part) }
        let place = owner.source.pointer.tokens
        func isShown(_ value: JSON) -> Bool {
            guard isProof else { return witness.isSent(JSONDocument(value).root) }
            guard witness.proves(value) else { return false }
            // The other branch of an `if` may reject the part for a different reason.
            let branches = witness.outer.validate(value).filter {
                !Set($0.evaluationPath.tokens).isDisjoint(with: ["then", "else"])
            }
            return branches.isEmpty || branches.contains { $0.keywordLocation.tokens.starts(with: place) }
        }
        let result = holding(part, at: path, witness, isShown)
        if result.isNone { return .none }
        let pointer = JSONPointer(tokens: path.map(\.instanceToken))
        if let value = result.value {
            if isShown(value) { return result }
            // A different text at a different place may select the other branch of an `if`, as `kind` does in the document
            // “sub_schema_traversal” of oasdiff.
            for other in JSONParts.pointers(in: value) where other != pointer && value.value(at: other)?.string != nil {
                var changed = value
                if changed.set("other-value", at: other), isShown(changed) { return .some(changed) }
            }
        }
        // Examples contain all properties, so a complete example may contain the place.
        let options = ExampleOptions(includesOptional: true, omits: witness.direction.hidden)
        if var value = try? witness.inner.example(options), value.set(part, at: pointer), isShown(value) {
            return .some(value)
        }
        return isProof && decide(witness).isNone ? .none : .unknown
    }

    /// Searches for a value of the sender that contains `part` at a path. First tries the last value with a part there.
    private mutating func holding(
        _ part: JSON, at path: ArraySlice<PathStep>, _ witness: Witness, _ isShown: (JSON) -> Bool
    ) -> SearchResult {
        let pointer = JSONPointer(tokens: path.map(\.instanceToken))
        if var value = enclosing[witness]?[pointer], value.set(part, at: pointer), isShown(value) {
            return .some(value)
        }
        let result = search.value(holding: part, at: path, witness)
        if let value = result.value, isShown(value) { enclosing[witness, default: [:]][pointer] = value }
        return result
    }

    /// Returns whether an alternative names the properties of a value. An open alternative accepts other properties,
    /// too, but doesn't describe them.
    private func describes(_ alternative: Schema, _ value: JSON, in union: Schema? = nil, depth: Int = 0) -> Bool {
        if alternative.isOpen { return value.isNull }
        guard let object = value.object, depth < 5 else { return true }
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

    /// Removes the changes of keywords that express the same values differently, such as `minimum: 1` of an integer in
    /// place of `exclusiveMinimum: 0`.
    private mutating func removeRewrites(_ verdicts: inout [Verdict], _ direction: MessageDirection) {
        func mayBeEqual(_ verdict: Verdict) -> Bool {
            guard case .keyword = verdict.change.name else { return false }
            return verdict.impact <= .warning && verdict.change.effect != .none && !verdict.change.isUndecided
        }
        let changes = verdicts.filter(mayBeEqual).map(\.change)
        for pair in changes.map({ [$0.owners.old, $0.owners.new] }).distinct {
            let (old, new) = (pair[0], pair[1])
            let effects = changes.filter { $0.owners == (old, new) }.map(\.effect)
            guard effects.count > 1, effects.contains(where: { $0 != .widens }),
                effects.contains(where: { $0 != .narrows }),
                search.counterexample(of: old, within: new, direction, isSender: false).isNone,
                search.counterexample(of: new, within: old, direction, isSender: false).isNone
            else { continue }
            verdicts.removeAll { mayBeEqual($0) && $0.change.owners == (old, new) }
        }
    }

    /// Marks a change as compatible if a different change already reports the same difference. A change of the type
    /// explains the changes with the same value, and the change of a pattern for the property. A change of a keyword
    /// explains a change of all values with the same value. All other changes explain the changes of `allOf`.
    private func excuse(_ verdicts: inout [Verdict]) {
        func isPart(_ verdict: Verdict) -> Bool { verdict.change.topic == .part }
        func isGeneral(_ change: SchemaChange) -> Bool {
            change.claim == .whole || change.claim == .violates(["additionalProperties"])
        }
        let others = verdicts.filter { $0.impact >= .warning && !isPart($0) }
        let types = others.filter { $0.change.topic == .type && $0.impact >= .strict }
        for (index, verdict) in verdicts.enumerated() where verdict.impact >= .warning {
            let isPattern = verdict.change.topic == .pattern
            let isTyped = types.contains { type in
                let path = isPattern ? type.change.path.dropLast() : type.change.path[...]
                return path == verdict.change.path[...] && type.witness == verdict.witness
            }
            let isShown =
                verdict.witness != nil && isGeneral(verdict.change)
                && others.contains { !isGeneral($0.change) && $0.witness == verdict.witness }
            let isExplained = (isTyped || isShown) && verdict.change.topic != .type && verdict.impact >= .strict
            let isNamed =
                isPart(verdict) && !verdict.isUndecided
                && others.contains { $0.impact >= min(verdict.impact, .strict) }
            guard isExplained || isNamed else { continue }
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
            name: isResponse ? "schema-widened" : "schema-narrowed", effect: .both, text: "", owners: owners,
            claim: .whole)
        let answer = decide(witness)
        if case .unknown = answer, verdicts.isEmpty {
            change.text =
                "the schemas differ in a keyword that Accord can't compare, such as $dynamicRef, or at a depth of more "
                + "than \(SchemaComparison.greatestDepth) values"
            verdicts.append(Verdict(change: change, impact: .warning, isUndecided: true))
        }
        guard let value = answer.value else { return }
        let violations = witness.outer.validate(value)
        guard var cause = violations.first else { return }
        while let inner = cause.causes.first { cause = inner }
        let verb = isResponse ? "the schema allows more values now" : "the schema accepts fewer values now"
        let place = cause.instancePointer == .root ? "" : " at \(cause.instancePointer)"
        change.text = "\(verb): “\(cause.keyword)” rejects values\(place)"
        (change.old, change.new) = isResponse ? (cause.schemaValue, nil) : (nil, cause.schemaValue)
        let isBreaking = !isResponse || violations.contains(where: Witness.isFatal)
        verdicts.append(
            Verdict(
                change: change, impact: isBreaking ? .breaking : .strict, witness: value, place: cause.instancePointer))
    }

    private mutating func decide(_ witness: Witness) -> SearchResult {
        let (inner, outer) = (witness.inner, witness.outer)
        let result = search.counterexample(of: inner, within: outer, witness.direction, isSender: true)
        guard let value = result.value else { return result }
        if witness.union != nil, !witness.proves(value) { return .unknown }
        guard let form = witness.textForm, form.isAccepted(value, by: outer) else { return result }
        return form.counterexample(of: inner, within: outer, inner.samples(omitting: witness.direction.hidden))
    }
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
