// SPDX-License-Identifier: Apache-2.0
import AccordJSON

extension ExampleBuilder {
    /// The maximum number of members to generate for `required` and `minProperties`.
    static let mostMembers: Int = 5_000

    /// Builds an object. Adds required members first, then optional members, then members that `minProperties`
    /// requires.
    mutating func makeObject(_ constraints: ExampleConstraints, index: Int) throws(ExampleFailure) -> JSON {
        let required = try requiredNames(constraints)
        var places: [String: JSONValue] = [:]
        for name in required { places[name.name] = name.place }
        let declared = declaredNames(constraints)
        let known = Set(declared)
        var object = JSONObject()
        var missing: Set<String> = []
        var left = constraints.members.maximum - required.count
        for name in declared + required.map(\.name).filter({ !known.contains($0) }) {
            let place = places[name]
            if place == nil {
                if isBare || left <= 0 { continue }
                left -= 1
            }
            do throws(ExampleFailure) {
                try refuseName(name, constraints, place)
                object[name] = try makeMember(name, constraints, index: index)
            } catch {
                if case .exhausted = error { throw error }
                if let place { throw error.explained("property “\(name)” is required and forbidden", at: place) }
                missing.insert(name)
            }
        }
        removeDependents(of: missing, from: &object, constraints)
        try fill(&object, constraints, index: index)
        return .object(object)
    }

    /// Returns the names of required members and of the members that they depend on.
    private func requiredNames(_ constraints: ExampleConstraints) throws(ExampleFailure) -> [ExampleConstraints.Name] {
        var names = constraints.required
        var known = Set(names.map(\.name))
        let dependents = Dictionary(grouping: constraints.dependents, by: \.name)
        var at = 0
        while at < names.count {
            for other in dependents[names[at].name, default: []].flatMap(\.others)
            where known.insert(other.name).inserted { names.append(other) }
            at += 1
        }
        guard names.count <= Self.mostMembers else { throw .exhausted }
        if let first = names.first(where: { constraints.forbids($0.name) }) {
            let other = constraints.forbidden.first { $0.name == first.name }?.place
            let reason = "property “\(first.name)” is required and forbidden"
            throw .contradiction(ExampleContradiction(reason, at: first.place, and: other))
        }
        if names.count > constraints.members.maximum, let place = constraints.members.maximumPlace {
            let (maximum, count) = (constraints.members.maximum, names.count)
            let reason = "maxProperties \(maximum) is below \(count), the number of required properties"
            throw .contradiction(ExampleContradiction(reason, at: place, and: names.last?.place))
        }
        return names
    }

    /// Returns the names in `properties` that the object can have, in the order of the schema's text.
    private func declaredNames(_ constraints: ExampleConstraints) -> [String] {
        var names: [String] = []
        var seen: Set<String> = Set(constraints.forbidden.map(\.name))
        for properties in constraints.owners.compactMap({ schemas.words($0.schema)[.properties] }) {
            for member in properties.members where seen.insert(member.key).inserted { names.append(member.key) }
        }
        // A member can be present only if all members that it depends on are present.
        let lacking = constraints.dependents.filter { $0.others.contains { constraints.forbids($0.name) } }
        return names.filter { name in !lacking.contains { $0.name == name } }
    }

    private func refuseName(
        _ name: String, _ constraints: ExampleConstraints, _ place: JSONValue?
    ) throws(ExampleFailure) {
        guard let clause = constraints.names.first(where: { !schemas.accepts(.string(name), $0) }) else { return }
        let reason = "propertyNames doesn't allow the name “\(name)”"
        throw .contradiction(ExampleContradiction(reason, at: schemas.source(clause.schema), and: place))
    }

    /// Builds the value of a member from all schemas that apply to its name.
    private mutating func makeMember(
        _ name: String, _ constraints: ExampleConstraints, index: Int
    ) throws(ExampleFailure) -> JSON {
        let clauses = memberClauses(name, constraints)
        path.append(name)
        defer { path.removeLast() }
        let hint = constraints.discriminators.first { $0.name == name }
        if let hint, schemas.accepts(.string(hint.value), clauses) { return .string(hint.value) }
        return try build(clauses, index: index)
    }

    /// Returns the schemas that apply to a member.
    func memberClauses(_ name: String, _ constraints: ExampleConstraints) -> [ExampleClause] {
        var clauses: [ExampleClause] = []
        func append(_ clause: ExampleClause) { if !clauses.contains(clause) { clauses.append(clause) } }
        schemas.spend(constraints.owners.count)
        for owner in constraints.owners {
            for clause in schemas.clauses(ofMember: name, in: owner) { append(clause) }
        }
        if clauses.isEmpty { constraints.unevaluatedMembers.forEach(append) }
        return clauses
    }

    /// Removes optional members that depend on missing members.
    private func removeDependents(
        of missing: Set<String>, from object: inout JSONObject, _ constraints: ExampleConstraints
    ) {
        var changes = !missing.isEmpty && !constraints.dependents.isEmpty
        while changes {
            changes = false
            for dependent in constraints.dependents where object[dependent.name] != nil {
                if dependent.others.allSatisfy({ object[$0.name] != nil }) { continue }
                if constraints.requires(dependent.name) { continue }
                object.remove(dependent.name)
                changes = true
            }
        }
    }

    /// Adds members until the object satisfies `minProperties`. Also adds a member to an empty map, such as an object
    /// with `additionalProperties` only. If `isBare` is true, the map stays empty.
    private mutating func fill(
        _ object: inout JSONObject, _ constraints: ExampleConstraints, index: Int
    ) throws(ExampleFailure) {
        let minimum = constraints.members.minimum
        var unnamed = constraints.owners.flatMap { owner in
            let patterns = schemas.words(owner.schema).members(.patternProperties)
            return patterns.map { schemas.child($0.value, of: owner) } + [
                schemas.child(.additionalProperties, of: owner)
            ]
        }.compactMap(\.self)
        if showsRest { unnamed += constraints.names + constraints.unevaluatedMembers }
        unnamed.removeAll { schemas.source($0.schema).kind != .object }
        let isMap = !unnamed.isEmpty && !isBare
        let extras = isMap ? (showsRest ? unnamed.count : object.isEmpty ? 1 : 0) : 0
        let targetCount = max(minimum, min(object.count + extras, constraints.members.maximum))
        guard object.count < targetCount else { return }
        guard targetCount <= Self.mostMembers else { throw .exhausted }
        var last: ExampleFailure?
        for name in spareNames(constraints, count: targetCount) where object.count < targetCount && object[name] == nil
        {
            do throws(ExampleFailure) {
                try refuseName(name, constraints, nil)
                object[name] = try makeMember(name, constraints, index: index)
            } catch {
                if case .exhausted = error { throw error }
                last = error
            }
        }
        guard object.count < minimum, let place = constraints.members.minimumPlace else { return }
        if case .contradiction(let reason)? = last {
            let text = "minProperties \(minimum) requires more than the \(object.count) allowed properties"
            throw .contradiction(ExampleContradiction(text, at: place, and: reason.place))
        }
        throw last ?? .unverified(place)
    }

    /// Returns names for additional members, including names that match `patternProperties`.
    private mutating func spareNames(_ constraints: ExampleConstraints, count: Int) -> [String] {
        var names = declaredNames(constraints)
        let targetCount = min(count, 10_000)
        for owner in constraints.owners {
            let patterns = schemas.words(owner.schema).members(.patternProperties)
            for pattern in patterns.compactMap({ schemas.program.pattern($0.key) }) {
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
        }
        if !constraints.names.isEmpty {
            for index in 0..<min(targetCount, 200) * 2 {
                path.append("keyword")
                defer { path.removeLast() }
                if case .string(let name)? = try? build(constraints.names, index: index) { names.append(name) }
            }
        }
        let plain = ExampleWords.plain
        for index in 0..<targetCount * 2 + 8 {
            let round = index / plain.count
            names.append(plain[index % plain.count] + (round == 0 ? "" : "\(round + 1)"))
        }
        return names.filter { !constraints.forbids($0) }
    }
}
