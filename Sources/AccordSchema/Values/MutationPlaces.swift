// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A value within an instance, with the schemas that apply to it.
struct MutationPlace {
    var value: JSONValue
    var pointer: JSONPointer
    /// The schemas that apply to the value, including the targets of references and the branches that the value
    /// satisfies.
    var clauses: [Literal]
    /// The schemas that decide whether the document stays valid if only this value changes. It is `nil` if the result
    /// also depends on the enclosing value, for example in a branch of `oneOf`.
    var deciding: [Literal]?
    /// The index of the enclosing object or array in ``MutationPlaces/places``, or `nil` for the root.
    var container: Int?
    /// Whether a schema requires this member.
    var isRequired: Bool = false
    /// Whether a schema names this member in `properties`. The keys of a map aren't named.
    var isNamed: Bool = false

    /// The name of the member, or `nil` for an element or the root.
    var key: String?
}

/// The values of an instance that mutations change: the root, all members, and one array element for each combination
/// of schemas.
struct MutationPlaces {
    let schemas: ExampleSchemas
    private(set) var places: [MutationPlace] = []
    private var room = StackRoom()

    /// Whether to skip an array element if the same schemas apply to an earlier element.
    private let samplesElements: Bool
    /// The maximum number of values to visit.
    private let mostPlaces: Int
    /// The only value to visit, with the values that enclose it and those inside it, or `nil` to visit all values.
    private let path: JSONPointer?

    init(
        _ schemas: ExampleSchemas, root: JSONValue, samplesElements: Bool = true, mostPlaces: Int = 2_000,
        along path: JSONPointer? = nil
    ) {
        self.schemas = schemas
        self.path = path
        self.samplesElements = samplesElements
        self.mostPlaces = mostPlaces
        let clauses = [schemas.root]
        visit(MutationPlace(value: root, pointer: .root, clauses: clauses, deciding: clauses))
    }

    /// Adds a place, with all schemas that apply because of its clauses, and the places inside it.
    private mutating func visit(_ place: MutationPlace) {
        // Skip values that are nested too deeply for the remaining stack.
        guard places.count < mostPlaces, room.isLeft(144 << 10),
            zip(path?.tokens ?? [], place.pointer.tokens).allSatisfy(==)
        else { return }
        let (value, pointer, index) = (place.value, place.pointer, places.count)
        let applied = schemas.applied(place.clauses, to: value)
        places.append(place)
        places[index].clauses = applied
        let isSeparable = place.deciding != nil && applied.allSatisfy { schemas.isSeparable($0) }
        switch value.kind {
        case .object:
            let required = requiredNames(applied, value)
            for member in value.distinctMembers {
                let key = member.key
                var inner = applied.flatMap { schemas.clauses(ofMember: key, in: $0) }
                if inner.isEmpty { inner = schemas.clauses(of: .unevaluatedProperties, in: applied) }
                let isNamed = applied.contains { schemas.words($0.schema)[.properties]?[key] != nil }
                visit(
                    MutationPlace(
                        value: member.value, pointer: pointer.appending(key), clauses: inner,
                        deciding: isSeparable ? inner : nil, container: index, isRequired: required.contains(key),
                        isNamed: isNamed, key: key))
            }
        case .array:
            var seen: Set<[Literal]> = []
            for (at, element) in value.elements.enumerated() {
                if samplesElements, at >= 1_000 { break }
                var inner = applied.flatMap { schemas.clauses(ofElement: at, in: $0, element) }
                if inner.isEmpty { inner = schemas.clauses(of: .unevaluatedItems, in: applied) }
                // Skip the element if the same schemas apply to an earlier element.
                let isNew = !samplesElements || seen.insert(schemas.applied(inner, to: element)).inserted
                guard isNew else { continue }
                visit(
                    MutationPlace(
                        value: element, pointer: pointer.appending(at), clauses: inner,
                        deciding: isSeparable ? inner : nil, container: index))
            }
        default: break
        }
    }

    private func requiredNames(_ clauses: [Literal], _ value: JSONValue) -> Set<String> {
        clauses.reduce(into: []) { names, clause in
            let rule = schemas.rule(clause.schema)
            let dependents = rule.dependents.filter { value[$0.name] != nil }.map { schemas.rule($0.schema) }
            for rule in [rule] + dependents { names.formUnion(rule.required) }
        }
    }
}

extension ExampleSchemas {
    /// Returns the schemas that apply to a valid value: the clauses, the targets of their references, and the branches
    /// that the value satisfies.
    func applied(_ clauses: [Literal], to value: JSONValue) -> [Literal] {
        var applied: [Literal] = []
        var stack: [Literal] = clauses.reversed()
        while let clause = stack.popLast() {
            if applied.contains(clause) { continue }
            applied.append(clause)
            stack += parts(of: clause, for: value).reversed()
        }
        return applied
    }

    /// Returns the subschemas that a schema applies to the value itself, such as the schemas in `allOf`.
    func parts(of clause: Literal, for value: JSONValue) -> [Literal] {
        let words = words(clause.schema)
        let dependents = rule(clause.schema).dependents.filter { $0.schema >= 0 && value[$0.name] != nil }
        return referenceTargets(words, clause) + branches(words, of: clause, for: value)
            + dependents.map { entered(clause.same($0.schema)) }
    }

    /// Returns whether a schema checks each member and element by itself. A keyword such as `oneOf` or `uniqueItems`
    /// depends on several members or elements.
    func isSeparable(_ clause: Literal) -> Bool {
        !program.followsDynamicScope && !clause.isNegated
            && !words(clause.schema).hasAny(
                .anyOf, .oneOf, .not, .if, .dependentSchemas, .dependencies, .unevaluatedItems, .unevaluatedProperties,
                .contains, .uniqueItems, .const, .enum)
    }

    /// Returns the subschemas in a keyword such as `unevaluatedItems`, one for each clause that has the keyword.
    func clauses(of keyword: Keyword, in clauses: [Literal]) -> [Literal] {
        clauses.compactMap { child(keyword, of: $0) }
    }
}
