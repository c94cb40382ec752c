// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Builds values that satisfy several schemas at once, in a limited number of steps. Nested values are built
/// recursively.
struct ExampleBuilder {
    let schemas: ExampleSchemas
    let options: ExampleOptions
    /// The number of values that may still be built, including repeated attempts.
    var budget: Int
    /// If `budget` falls below this value, the builder leaves out optional members.
    let reserve: Int
    /// The maximum number of values to build for optional members.
    private static let optionalBudget: Int = 2_000
    /// Whether to include members and elements for `patternProperties`, `additionalProperties` and similar keywords.
    var showsRest: Bool = false
    /// The types that the root may have.
    var rootTypes: TypeSet = .all
    var path: [String] = []
    /// The values that are being built, outermost first. Each entry contains the schemas that the value must satisfy,
    /// and whether the value must be as small as possible.
    private(set) var open: [(clauses: [Literal], isBare: Bool)] = []
    /// The lists of clauses that no value can satisfy, with their contradictions.
    private var impossible: [[Literal]: ExampleContradiction] = [:]
    private var attempt: Int = 0
    private var room = StackRoom()
    /// The minimum number of free bytes on the stack to build one more value. Large enough for a debug build.
    private static let stackReserve: UInt = 192 << 10

    /// The depth beyond which values contain only required members.
    private static let fullDepth: Int = 6
    private static let deepest: Int = 100
    private static let mostAttempts: Int = 16
    /// The number of members of a rejected object that are left out, one after the other.
    private static let mostOmissions: Int = 100

    init(_ schemas: ExampleSchemas, options: ExampleOptions, budget: Int = 5_000) {
        self.schemas = schemas
        self.options = options
        self.budget = budget
        if let name = options.name { path = [name] }
        reserve = max(budget - Self.optionalBudget, budget / 2)
    }

    /// Whether optional members are left out of the current value.
    var isBare: Bool { !options.includesOptional || open.last?.isBare == true || budget < reserve }

    /// Returns a generator of random numbers for the value that is being built.
    func random(_ salt: Int) -> SeededRandom {
        SeededRandom(seed: options.seed, path: path, salt: salt &* 64 &+ attempt)
    }

    /// Builds a value that satisfies all clauses. For a different `index`, the value is different if possible.
    ///
    /// - Parameter taken: The values that the value must differ from.
    mutating func build(
        _ clauses: [Literal], index: Int = 0, excluding taken: Set<JSON> = []
    ) throws(ExampleFailure) -> JSON {
        if let known = impossible[clauses] { throw .contradiction(known) }
        let core = clauses.map { schemas.canonical($0) }
        let isNested = open.contains { outer in
            outer.clauses.contains { clause in core.contains { $0.schema == clause.schema } }
        }
        let place = place(of: clauses)
        let repeats = open.contains { $0.isBare && $0.clauses == core }
        if repeats || open.count >= Self.deepest {
            if schemas.accepts(.null, clauses) { return .null }
            throw .recursion(place)
        }
        if !room.isLeft(Self.stackReserve) { throw .exhausted }
        let isBare = isNested || open.last?.isBare == true || open.count > Self.fullDepth
        let outerAttempt = attempt
        open.append((core, isBare))
        defer {
            open.removeLast()
            attempt = outerAttempt
        }
        var contradictions: [ExampleContradiction] = []
        var other: ExampleFailure?
        var rejected: [JSONObject] = []
        var isProven = false
        for round in 0..<Self.mostAttempts {
            budget -= 1
            if budget <= 0 || schemas.areExhausted { throw .exhausted }
            attempt = outerAttempt &* 7 &+ round
            // A value without optional members may be valid if the validator rejects the complete value.
            open[open.count - 1].isBare = isBare || round % 2 == 1
            var hasChoices = false
            do throws(ExampleFailure) {
                return try buildOnce(clauses, round, &hasChoices, &rejected, index: index, excluding: taken)
            } catch {
                switch error {
                case .exhausted: throw error
                case .contradiction(let reason): if !contradictions.contains(reason) { contradictions.append(reason) }
                default: other = other ?? error
                }
            }
            if hasChoices { continue }
            if case .unverified? = other { continue }
            // Without a choice, the same contradiction would occur again.
            isProven = other == nil
            break
        }
        if !isProven, open.count > 1 || rootTypes == .all {
            let result = schemas.value(satisfying: clauses, excluding: taken)
            if let value = result.value { return completed(value, with: rejected, clauses) }
            isProven = other == nil && result.isNone && taken.isEmpty
        }
        guard isProven, let reason = Self.join(contradictions) else { throw other ?? .unverified(place) }
        impossible[clauses] = reason
        throw .contradiction(reason)
    }

    /// Returns a realistic object with the members of a small value. If no such object is valid, returns the small value.
    private func completed(_ small: JSON, with rejected: [JSONObject], _ clauses: [Literal]) -> JSON {
        guard let members = small.object else { return small }
        let objects = rejected.lazy.map { object in
            JSON.object(members.reduce(into: object) { $0[$1.key] = $1.value })
        }
        return objects.first { schemas.accepts($0, clauses) } ?? small
    }

    private static func join(_ reasons: [ExampleContradiction]) -> ExampleContradiction? {
        guard var joined = reasons.first else { return nil }
        // Join descriptions instead of reasons, because descriptions also contain the locations of the constraints.
        for reason in reasons.dropFirst().prefix(2) { joined.also.append(reason.description) }
        return joined
    }

    private mutating func buildOnce(
        _ clauses: [Literal], _ round: Int, _ hasChoices: inout Bool, _ rejected: inout [JSONObject], index: Int,
        excluding taken: Set<JSON>
    ) throws(ExampleFailure) -> JSON {
        var expansion = ExampleExpansion(
            schemas, random: SeededRandom(seed: options.seed, path: path), round: round, shuffles: options.seed != 0,
            isBare: isBare)
        expansion.taken = taken
        defer { hasChoices = expansion.hasChoices }
        do throws(ExampleContradiction) {
            for clause in clauses { try expansion.add(clause) }
            try expansion.dropImpossibleTypes()
        } catch {
            throw .contradiction(error)
        }
        schemas.spend(100 + 20 * expansion.literals.count)
        if open.count == 1 {
            expansion.types.formIntersection(rootTypes)
            if expansion.types.isEmpty { throw .unverified(place(of: clauses)) }
        }
        if let value = try candidate(clauses, expansion, index: index) { return value }
        let order = expansion.types.ordered(hints: expansion.hints)
        let type = order[expansion.pick(order.count)]
        var state = expansion.state(type.kind)
        if type == .fraction { state.excludedDivisors = [JSONNumber(1)] }
        let value = try make(state, clauses, index: index, verifies: true)
        if !expansion.needsCheck || schemas.accepts(value, clauses) { return value }
        if let object = value.object, !isBare {
            rejected.append(object)
            // Without one of its members, the object may satisfy `not`, or match only one branch of `oneOf`.
            for name in object.keys.suffix(Self.mostOmissions).reversed() {
                var smaller = object
                smaller.remove(name)
                if schemas.accepts(.object(smaller), clauses) { return .object(smaller) }
            }
        }
        throw .unverified(place(of: clauses))
    }

    /// Returns the schema that an error refers to: the schema of the first clause.
    func place(of clauses: [Literal]) -> JSONValue {
        schemas.source(clauses.first?.schema ?? schemas.root.schema)
    }

    /// Builds a value that satisfies the constraints.
    mutating func make(
        _ state: ConstraintState, _ clauses: [Literal], index: Int, verifies: Bool
    ) throws(ExampleFailure) -> JSON {
        switch state.type {
        case .null: return .null
        case .bool:
            var random = random(0)
            return .bool((random.below(2) + index) % 2 == 0)
        case .string:
            var text = ExampleText(
                state, name: names.last ?? "", owner: names.dropLast().last ?? "", random: random(0), index: index)
            let schemas = schemas
            let string = text.value { !verifies || schemas.accepts(.string($0), clauses) }
            // A step takes about as long as building a small part of a value.
            schemas.spend(15 * text.searchedSteps)
            if let string { return .string(string) }
            guard text.isImpossible else { throw .unverified(place(of: clauses)) }
            let patterns =
                state.tests.compactMap(\.pattern).map { "“\(Wording.clip($0.source))”" }
                + state.excludedTests.compactMap(\.pattern).map { "not “\(Wording.clip($0.source))”" }
            let reason = "no text of a permitted length matches \(Wording.list(patterns, "and"))"
            throw .contradiction(ExampleContradiction(reason, at: place(of: clauses)))
        case .array: return try makeArray(state, index: index)
        case .object: return try makeObject(state, index: index)
        case .number: return try makeNumber(state, clauses, index: index)
        }
    }

    /// The names of the properties that contain the current value, without array indexes.
    var names: [String] { path.filter { JSONPointer.arrayIndex($0) == nil } }

    private func makeNumber(
        _ state: ConstraintState, _ clauses: [Literal], index: Int
    ) throws(ExampleFailure) -> JSON {
        var random = random(0)
        let named = ExampleWords.numbers(for: names.last ?? "").compactMap { JSONNumber($0) }
        var preferred = random.pick(named.filter(state.number.allows)) ?? JSONNumber(1 + random.below(100))
        if !state.excludedDivisors.isEmpty { preferred = JSONNumber("\(random.below(50)).5") ?? preferred }
        for step in index..<index + 20 + state.excluded.count {
            guard let number = state.number.value(near: preferred, index: step) else { break }
            if state.allows(number) { return .number(number) }
        }
        throw .unverified(place(of: clauses))
    }
}

extension ExampleBuilder {
    /// Returns a value that the schemas contain, or `nil` if there is none: an example, a default or an enumerated
    /// value.
    ///
    /// - Throws: A contradiction if no enumerated value satisfies all other constraints.
    func candidate(
        _ clauses: [Literal], _ expansion: ExampleExpansion, index: Int
    ) throws(ExampleFailure) -> JSON? {
        var written: [JSON] = []
        var defaults: [JSON] = []
        let sources = expansion.literals.filter { $0.schema >= 0 }.map { schemas.source($0.schema) }
        let isVaried =
            options.ignoresExamples || options.variesPatterns && sources.contains { $0["pattern"]?.string != nil }
        for source in sources where !isVaried {
            // OpenAPI's `example` comes before `examples`.
            if let value = source["example"] { written.append(JSON(value)) }
            if let value = source["examples"] { written += value.elements.map { JSON($0) } }
            if let value = source["default"] { defaults.append(JSON(value)) }
        }
        var random = random(2)
        for values in [written, defaults] where !values.isEmpty {
            let first = options.seed == 0 ? index : random.below(values.count) + index
            if let value = values.cycled(from: first).first(where: { schemas.accepts($0, clauses) }) { return value }
        }
        guard let allowed = expansion.allowed else { return nil }
        let first = random.below(allowed.values.count) + index
        let values = allowed.values.cycled(from: first)
        if let value = values.first(where: { schemas.accepts($0, clauses) }) { return value }
        let reason = "no value of \(JSON.array(allowed.values).compact.prefix(60)) satisfies the other keywords"
        throw .contradiction(ExampleContradiction(reason, at: allowed.place))
    }
}

extension Array {
    /// Returns all elements, rotated so that the element at index `first` comes first.
    fileprivate func cycled(from first: Int) -> [Element] {
        if isEmpty { return [] }
        let start = first % count
        return Array(self[start...] + self[..<start])
    }
}
