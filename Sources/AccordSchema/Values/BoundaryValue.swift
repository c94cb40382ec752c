// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A value that just satisfies or just violates a keyword, such as the longest allowed string for `maxLength`.
public struct BoundaryValue: Sendable, Hashable, CustomStringConvertible {
    /// The keyword, such as `maxLength`.
    public let keyword: String
    /// The keyword's value, with its position in the document.
    public let schemaValue: JSONValue
    /// The location of the keyword in its document.
    public var keywordLocation: JSONPointer { schemaValue.pointer }
    /// A short name that distinguishes the values for a keyword, such as `exactly`, `one more` or `without “id”`.
    public let variant: String
    /// The location of the value in the instance.
    public let place: JSONPointer
    /// The value.
    public let value: JSON
    /// A complete instance that contains the value. The rest of the instance is valid.
    public let instance: JSON
    /// Whether the instance satisfies the schema. If not, it violates ``keyword``, and perhaps other keywords too.
    public let isValid: Bool
    /// The violation of ``keyword`` by an invalid instance.
    package let violation: SchemaViolation?
    /// Whether an invalid instance violates no other keyword.
    let isAlone: Bool

    /// Whether the keyword is a limit for values of a type, such as `maxLength` for strings.
    package var isLimit: Bool {
        Keyword.byName[keyword].map { $0.facts.isLimit || [.pattern, .multipleOf, .uniqueItems].contains($0) } ?? false
    }

    /// The keyword with its value, the variant, and whether the instance is valid.
    public var description: String {
        let limit = schemaValue.text.utf8.count > 40 ? "" : " \(schemaValue.text)"
        return "\(keyword)\(limit), \(variant): \(isValid ? "valid" : "invalid")"
    }
}

extension Schema {
    /// Returns values that just satisfy or just violate each keyword of the schema, in a fixed order.
    ///
    /// Each value is part of an example instance. The validator has confirmed whether the instance is valid. Keywords
    /// for which no value was confirmed are left out. If possible, an invalid instance violates only one keyword.
    ///
    /// - Parameter limit: The maximum number of values to return.
    public func boundaryValues(limit: Int = 1_000) -> [BoundaryValue] {
        var values: [BoundaryValue] = []
        // The values that also violate a different keyword.
        var others: [BoundaryValue] = []
        var known: [NodeID: Set<String>] = [:]
        let schemas = ExampleSchemas(self, mostWork: 10_000_000)
        var bases = bases(schemas)
        let mostBases = bases.count + Self.mostBranches
        var at = 0
        while at < bases.count, values.count < limit, !schemas.areExhausted {
            let base = bases[at]
            at += 1
            let document = JSONDocument(base)
            var probes = BoundaryProbes(schemas, MutationPlaces(schemas, root: document.root).places)
            for probe in probes.all() where values.count < limit {
                // A different value of the instance may violate the same keyword in the same way.
                let keyword = NodeID(probe.keywordValue)
                guard known[keyword]?.contains(probe.variant) != true,
                    let value = confirmed(probe, in: base, schemas)
                else { continue }
                guard value.isAlone else {
                    others.append(value)
                    continue
                }
                known[keyword, default: []].insert(probe.variant)
                values.append(value)
                // If the instance satisfies a branch, visit the instance later, to test the keywords in the branch.
                let isBranch = probe.isInside && [.anyOf, .oneOf, .if].contains(probe.keyword)
                if isBranch, bases.count < mostBases { bases.append(value.instance) }
            }
        }
        for value in others where values.count < limit {
            if known[NodeID(value.schemaValue), default: []].insert(value.variant).inserted { values.append(value) }
        }
        return values
    }

    /// Returns examples, then valid boundary values. If the schema lacks an example, returns no further values: in
    /// Intercom's document, the search for them took most of the time.
    ///
    /// - Parameters:
    ///   - omission: The properties to leave out of the examples.
    ///   - limit: The maximum number of boundary values.
    package func samples(omitting omission: OmittedProperties = .nothing, limit: Int = 60) -> some Sequence<JSON> {
        let options = (UInt64(0)..<4).flatMap { seed in
            [false, true].map { ExampleOptions(seed: seed, includesOptional: $0, omits: omission) }
        }
        let examples = options.map { options in { (try? self.example(options)).map { [$0] } } }
        let limits = { () -> [JSON]? in self.boundaryValues(limit: limit).filter(\.isValid).map(\.instance) }
        return (examples + [limits]).lazy.map { $0() }.prefix { $0 != nil }.flatMap { $0 ?? [] }
    }

    /// The maximum number of instances to visit for the branches of `anyOf`, `oneOf` and `if`.
    private static let mostBranches: Int = 8

    /// Returns examples with many different members and elements: several random examples, and one for each type of the
    /// root.
    private func bases(_ schemas: ExampleSchemas) -> [JSON] {
        var instances: [JSON] = []
        for seed in UInt64(0)..<4 {
            guard let base = base(schemas, seed, .all) ?? (try? example(seed: seed)) else { break }
            instances.append(base)
        }
        if instances.isEmpty { return [] }
        for type in [TypeSet.number, .string, .array, .object] {
            if let base = base(schemas, 0, type), !instances.contains(base) { instances.append(base) }
        }
        return instances
    }

    private func base(_ schemas: ExampleSchemas, _ seed: UInt64, _ types: TypeSet) -> JSON? {
        var builder = ExampleBuilder(schemas, options: ExampleOptions(seed: seed))
        builder.showsRest = true
        builder.rootTypes = types
        guard let value = try? builder.build([schemas.root]), isValid(value) else { return nil }
        return value
    }

    /// Inserts a probe's value into an instance, and validates the instance. If the instance then violates a second
    /// keyword, adds the value to the end of its list instead, because the list may need the element. Returns `nil` if
    /// the validator doesn't confirm the probe's expectation.
    private func confirmed(_ probe: BoundaryProbe, in base: JSON, _ schemas: ExampleSchemas) -> BoundaryValue? {
        guard let value = confirmed(probe, at: probe.place, in: base, schemas) else { return nil }
        guard !value.isAlone, let list = probe.place.parent, let elements = base.value(at: list)?.array,
            let longer = base.setting(.array(elements + [probe.value]), at: list),
            let added = confirmed(probe, at: list.appending(elements.count), in: longer, schemas), added.isAlone
        else { return value }
        return added
    }

    private func confirmed(
        _ probe: BoundaryProbe, at place: JSONPointer, in base: JSON, _ schemas: ExampleSchemas
    ) -> BoundaryValue? {
        var instance = base
        guard !schemas.areExhausted, instance.set(probe.value, at: place) else { return nil }
        let root = JSONDocument(instance).root
        let cause = ViolationCause(probe.keywordValue, probe.keyword.name, probe.value, at: place)
        let violations = probe.isInside ? [] : schemas.violations(of: root, seeking: cause)
        let violation = cause.violation(in: violations)
        guard probe.isInside ? schemas.admits(root, along: place) : violation != nil else { return nil }
        return BoundaryValue(
            keyword: probe.keyword.name, schemaValue: probe.keywordValue, variant: probe.variant, place: place,
            value: probe.value, instance: instance, isValid: probe.isInside, violation: violation,
            isAlone: probe.isInside || cause.explains(violations))
    }

    /// Returns whether a changed instance violates the keyword of a boundary value. If possible, it must not violate a
    /// different keyword. This is impossible if the unchanged instance is invalid, for example because of a template.
    package func hasViolation(of value: BoundaryValue, in changed: JSON, unchanged: JSON) -> Bool {
        let cause = ViolationCause(value.schemaValue, value.keyword, value.value, at: value.place)
        let violations = ExampleSchemas(self).violations(of: JSONDocument(changed).root, seeking: cause)
        return value.isAlone && isValid(unchanged)
            ? cause.explains(violations) : cause.violation(in: violations) != nil
    }

    /// Returns the keywords that apply to each value of an instance. In a union, only the branches that the instance
    /// satisfies apply.
    package func keywords(applyingTo instance: JSON) -> [JSONPointer: Set<NodeID>] {
        let schemas = ExampleSchemas(self, mostWork: 1_000_000)
        let places = MutationPlaces(schemas, root: JSONDocument(instance).root, samplesElements: false).places
        return places.reduce(into: [:]) { keywords, place in
            for words in place.clauses.map({ schemas.words($0.schema) }) {
                keywords[place.pointer, default: []].formUnion(
                    words.present.compactMap { words[$0].map { NodeID($0) } })
            }
        }
    }

    /// Returns how an instance violates the schema at a place. If the place itself satisfies the schema, returns the
    /// first violation.
    package func violation(at place: JSONPointer?, in instance: JSONValue) -> SchemaViolation? {
        let violations = validate(instance)
        return violations.firstWithCauses { $0.instancePointer == place } ?? violations.first
    }
}

/// A value that is expected to satisfy or violate a keyword. The validator hasn't confirmed the expectation yet.
struct BoundaryProbe {
    var keyword: Keyword
    var keywordValue: JSONValue
    var variant: String
    var place: JSONPointer
    var value: JSON
    var isInside: Bool
}

/// Generates boundary values for each value in an instance. A boundary value just satisfies or just violates a keyword
/// of a schema that applies to the value.
struct BoundaryProbes {
    let schemas: ExampleSchemas
    let places: [MutationPlace]
    private(set) var probes: [BoundaryProbe] = []
    private var builder: ExampleBuilder
    /// The combined constraints of all schemas that apply to the current value of the instance.
    private(set) var expansion: ExampleExpansion
    private(set) var place: MutationPlace

    /// The maximum number of characters or elements to generate.
    static let longest: Int = 100_000
    static let mostElements: Int = 1_000

    init(_ schemas: ExampleSchemas, _ places: [MutationPlace]) {
        self.schemas = schemas
        self.places = places
        builder = ExampleBuilder(schemas, options: ExampleOptions())
        place = places[0]
        expansion = ExampleExpansion(schemas, random: SeededRandom(seed: 0))
    }

    /// Returns the probes for all values of the instance: in the order of the values, then in the order of the
    /// keywords.
    mutating func all(includingBranches: Bool = true) -> [BoundaryProbe] {
        for place in places {
            self.place = place
            expansion = ExampleExpansion(schemas, random: SeededRandom(seed: 0))
            expansion.followsLogic = false
            for clause in place.clauses { try? expansion.add(clause) }
            builder.path = place.pointer.tokens
            for clause in place.clauses {
                let words = schemas.words(clause.schema)
                addTypes(words)
                switch place.value.kind {
                case .number: addNumbers(words)
                case .string: addStrings(words)
                case .array: addArrays(words, clause)
                case .object:
                    addObjects(words, clause)
                    addDependencies(words, clause)
                case .null, .bool: break
                }
                if includingBranches { addLogic(words, clause) }
            }
        }
        return probes
    }

    /// Adds values at and just beyond the limits of a count, such as `minItems` and `maxItems`.
    mutating func addCounts(
        _ words: KeywordValues, _ minimum: Keyword, _ maximum: Keyword, most: Int
    ) {
        if let value = words[minimum], let count = CountLimits.count(value), count <= most {
            inside(minimum, value, "exactly", make { $0.count.fix(count) })
            if count > 0 { outside(minimum, value, "one less", make { $0.count.fix(count - 1) }) }
        }
        if let value = words[maximum], let count = CountLimits.count(value), count < most {
            inside(maximum, value, "exactly", make { $0.count.fix(count) })
            outside(maximum, value, "one more", make { $0.count.fix(count + 1) })
        }
    }

    mutating func inside(_ keyword: Keyword, _ limit: JSONValue, _ variant: String, _ value: JSON?) {
        add(keyword, limit, variant, value, isInside: true)
    }

    mutating func outside(_ keyword: Keyword, _ limit: JSONValue, _ variant: String, _ value: JSON?) {
        add(keyword, limit, variant, value, isInside: false)
    }

    private mutating func add(
        _ keyword: Keyword, _ limit: JSONValue, _ variant: String, _ value: JSON?, isInside: Bool
    ) {
        guard let value else { return }
        probes.append(
            BoundaryProbe(
                keyword: keyword, keywordValue: limit, variant: variant, place: place.pointer, value: value,
                isInside: isInside))
    }

    /// Builds a value of the current value's type from the current constraints after a change. Changes only a copy of
    /// the constraints.
    mutating func make(_ change: (inout ConstraintState) -> Void) -> JSON? {
        var state = expansion.state(place.value.kind)
        change(&state)
        builder.budget = 2_000
        return try? builder.make(state, [], index: 0, verifies: false)
    }

    /// Builds a value that satisfies all clauses.
    mutating func build(_ clauses: [Literal]) -> JSON? {
        builder.budget = 2_000
        return try? builder.build(clauses)
    }
}
