// SPDX-License-Identifier: Apache-2.0
import AccordJSON

extension ExampleBuilder {
    /// The maximum number of members to generate for `required` and `minProperties`.
    static let mostMembers: Int = 5_000

    /// Builds an object. Adds required members first, then optional members, then members that `minProperties`
    /// requires.
    mutating func makeObject(_ state: ConstraintState, index: Int) throws(ExampleFailure) -> JSON {
        let required = try requiredNames(state)
        let declared = declaredNames(state)
        var object = JSONObject()
        var left = state.count.maximum - required.count
        let names = Set(required)
        for name in (declared + required).distinct {
            let isRequired = names.contains(name)
            if !isRequired {
                if isBare || left <= 0 { continue }
                left -= 1
            }
            do throws(ExampleFailure) {
                try refuseName(name, state)
                object[name] = try makeMember(name, state, index: index)
            } catch {
                if case .exhausted = error { throw error }
                guard isRequired else { continue }
                throw error.explained("property “\(name)” is required and forbidden", at: place(of: name, state))
            }
        }
        try fill(&object, state, index: index)
        return .object(object)
    }

    /// Returns the names of required members.
    private func requiredNames(_ state: ConstraintState) throws(ExampleFailure) -> [String] {
        let names = state.required.distinct
        guard names.count <= Self.mostMembers else { throw .exhausted }
        if let name = names.first(where: state.forbidden.contains) {
            let reason = "property “\(name)” is required and forbidden"
            throw .contradiction(ExampleContradiction(reason, at: place(of: name, state) ?? place(of: state.members)))
        }
        if names.count > state.count.maximum, let place = state.count.maximumPlace {
            let (maximum, count) = (state.count.maximum, names.count)
            let reason = "maxProperties \(maximum) is below \(count), the number of required properties"
            let other = names.last.flatMap { self.place(of: $0, state) }
            throw .contradiction(ExampleContradiction(reason, at: place, and: other))
        }
        return names
    }

    /// Returns the first place that requires a member.
    private func place(of name: String, _ state: ConstraintState) -> JSONValue? {
        state.members.lazy.flatMap { schemas.source($0.schema)["required"]?.elements.map(\.self) ?? [] }
            .first { $0.string == name }
    }

    /// Returns the names in `properties` that the object can have, in the order of the schema's text.
    private func declaredNames(_ state: ConstraintState) -> [String] {
        var names: [String] = []
        var seen = state.forbidden
        for properties in state.members.compactMap({ schemas.words($0.schema)[.properties] }) {
            for member in properties.members where seen.insert(member.key).inserted { names.append(member.key) }
        }
        return names
    }

    private func refuseName(_ name: String, _ state: ConstraintState) throws(ExampleFailure) {
        guard let clause = state.names.first(where: { !schemas.accepts(.string(name), $0) }) else { return }
        let reason = "propertyNames doesn't allow the name “\(name)”"
        let required = place(of: name, state)
        throw .contradiction(ExampleContradiction(reason, at: schemas.source(clause.schema), and: required))
    }

    /// Builds the value of a member from all schemas that apply to its name.
    private mutating func makeMember(
        _ name: String, _ state: ConstraintState, index: Int
    ) throws(ExampleFailure) -> JSON {
        let clauses = memberClauses(name, state)
        path.append(name)
        defer { path.removeLast() }
        let hint = state.discriminators[name].map { JSON.string($0) }
        if let hint, schemas.accepts(hint, clauses) { return hint }
        return try build(clauses, index: index)
    }

    /// Returns the schemas that apply to a member.
    private func memberClauses(_ name: String, _ state: ConstraintState) -> [Literal] {
        schemas.spend(state.members.count)
        let clauses = state.members.flatMap { schemas.clauses(ofMember: name, in: $0) }
        return (clauses.isEmpty ? schemas.clauses(of: .unevaluatedProperties, in: state.members) : clauses).distinct
    }

    /// Adds members until the object satisfies `minProperties`. Also adds a member to an empty map, such as an object
    /// with `additionalProperties` only. If `isBare` is true, the map stays empty.
    private mutating func fill(
        _ object: inout JSONObject, _ state: ConstraintState, index: Int
    ) throws(ExampleFailure) {
        let minimum = state.count.minimum
        let rules = state.members.map { ($0, schemas.rule($0.schema)) }
        var unnamed = rules.flatMap { owner, rule in
            (rule.patterns.map(\.schema) + [rule.additional].compactMap(\.self)).map(owner.same)
        }
        if showsRest { unnamed += state.names + schemas.clauses(of: .unevaluatedProperties, in: state.members) }
        unnamed.removeAll { schemas.source($0.schema).kind != .object }
        let isMap = !unnamed.isEmpty && !isBare
        let extras = isMap ? (showsRest ? unnamed.count : object.isEmpty ? 1 : 0) : 0
        let targetCount = max(minimum, min(object.count + extras, state.count.maximum))
        guard object.count < targetCount else { return }
        guard targetCount <= Self.mostMembers else { throw .exhausted }
        var last: ExampleFailure?
        for name in spareNames(state, count: targetCount) where object.count < targetCount && object[name] == nil {
            do throws(ExampleFailure) {
                try refuseName(name, state)
                object[name] = try makeMember(name, state, index: index)
            } catch {
                if case .exhausted = error { throw error }
                last = error
            }
        }
        guard object.count < minimum, let place = state.count.minimumPlace else { return }
        if case .contradiction(let reason)? = last {
            let text = "minProperties \(minimum) requires more than the \(object.count) allowed properties"
            throw .contradiction(ExampleContradiction(text, at: place, and: reason.place))
        }
        throw last ?? .unverified(place)
    }

    /// Returns names for additional members, including names that match `patternProperties`.
    private mutating func spareNames(_ state: ConstraintState, count: Int) -> [String] {
        var names = declaredNames(state)
        let targetCount = min(count, 10_000)
        for pattern in state.members.flatMap({ schemas.rule($0.schema).patterns.map(\.pattern) }) {
            var writer = ExamplePattern(pattern, random: random(3), maximum: 1_000)
            // If `showsRest` is true, the object needs only one member for each pattern.
            var left = showsRest ? 1 : targetCount
            for attempt in 0..<targetCount * 2 + 4 where left > 0 {
                guard let name = writer?.text(attempt: attempt, minimum: 0) else { continue }
                guard pattern.matches(in: name), !names.contains(name) else { continue }
                names.append(name)
                left -= 1
            }
        }
        if !state.names.isEmpty {
            for index in 0..<min(targetCount, 200) * 2 {
                path.append("keyword")
                defer { path.removeLast() }
                if case .string(let name)? = try? build(state.names, index: index) { names.append(name) }
            }
        }
        let plain = ExampleWords.plain
        for index in 0..<targetCount * 2 + 8 {
            let round = index / plain.count
            names.append(plain[index % plain.count] + (round == 0 ? "" : "\(round + 1)"))
        }
        return names.filter { !state.forbidden.contains($0) }
    }
}
