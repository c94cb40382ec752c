import AccordJSON

/// Which keywords of a schema a set of instances exercised: those that they kept to, and those that they broke.
public struct SchemaCoverage: Sendable {
    /// A keyword that can refuse values, and how often it was asked.
    public struct Entry: Sendable, Hashable, CustomStringConvertible {
        /// The keyword, such as `maxLength`.
        public let keyword: String
        /// The keyword's value; its pointer and position say where it stands.
        public let schemaValue: JSONValue
        /// How many values kept to it.
        public fileprivate(set) var valid: Int = 0
        /// How many values broke it.
        public fileprivate(set) var invalid: Int = 0

        /// Where the keyword stands in its document.
        public var keywordLocation: JSONPointer { schemaValue.pointer }

        /// The keyword's pointer with both counts.
        public var description: String { "\(keywordLocation): \(valid) valid, \(invalid) invalid" }
    }

    private let schemas: ExampleSchemas
    private var entryBySchema: [UInt32: [(keyword: Keyword, index: Int)]] = [:]
    /// The keywords of all schemas that can be reached, in the order of the text.
    public private(set) var entries: [Entry] = []
    /// The instances that were recorded.
    public private(set) var instanceCount: Int = 0

    /// The most values that are looked at of one instance.
    private static let mostVisits: Int = 100_000

    /// Starts with no instance.
    public init(_ schema: Schema) {
        schemas = ExampleSchemas(program: schema.program)
        let sources = schemas.program.sources
        let order = sources.indices.sorted { left, right in
            (sources[left].document, sources[left].node) < (sources[right].document, sources[right].node)
        }
        for index in order {
            let number = UInt32(index)
            let words = schemas.words(number)
            var own: [(keyword: Keyword, index: Int)] = []
            for member in schemas.source(number).members {
                guard let keyword = schemas.dialect(number).keyword(member.key), words[keyword] == member.value,
                    Self.canRefuse(keyword, member.value, words)
                else { continue }
                own.append((keyword, entries.count))
                entries.append(Entry(keyword: keyword.name, schemaValue: member.value))
            }
            entryBySchema[number] = own
        }
    }

    /// The keywords that no instance kept to.
    public var neverValid: [Entry] { entries.filter { $0.valid == 0 } }
    /// The keywords that no instance broke.
    public var neverInvalid: [Entry] { entries.filter { $0.invalid == 0 } }
    /// How much of both sides of all keywords was exercised, from 0 to 1.
    public var share: Double {
        if entries.isEmpty { return 1 }
        return 1 - Double(neverValid.count + neverInvalid.count) / Double(2 * entries.count)
    }

    /// Notes which keywords an instance keeps to and which it breaks, at every depth and in every branch.
    public mutating func record(_ instance: JSONValue) {
        instanceCount += 1
        var visits: Set<Visit> = []
        var stack: [Visit] = [Visit(clause: schemas.root, value: instance)]
        while let visit = stack.popLast(), visits.count < Self.mostVisits {
            guard visits.insert(visit).inserted else { continue }
            count(visit)
            stack += inner(visit)
        }
    }

    /// Notes an instance that was built in memory.
    public mutating func record(_ instance: JSON) { record(JSONDocument(instance, file: "<instance>").root) }

    private struct Visit: Hashable {
        var clause: ExampleClause
        var value: JSONValue

        static func == (left: Self, right: Self) -> Bool {
            left.clause == right.clause && left.value.node == right.value.node
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(clause)
            hasher.combine(value.node)
        }
    }

    private mutating func count(_ visit: Visit) {
        let own = entryBySchema[visit.clause.schema, default: []]
        if own.isEmpty { return }
        var broken: [SchemaViolation] = []
        if !schemas.accepts(visit.value, visit.clause) {
            broken = schemas.violations(of: visit.value, visit.clause)
        }
        for (keyword, index) in own where Self.speaks(keyword, of: visit.value) {
            let limit = entries[index].schemaValue
            // What is wrong deeper down is counted where it is; only an unknown member is named by its own pointer.
            let depth = keyword == .propertyNames || limit.bool == false ? 1 : 0
            let isBroken = broken.contains { violation in
                violation.instancePointer.tokens.count <= depth && violation.schemaValue.document === limit.document
                    && limit.byteRange.contains(violation.schemaValue.byteRange.lowerBound)
            }
            if isBroken { entries[index].invalid += 1 } else { entries[index].valid += 1 }
        }
    }

    /// The schemas that one holds against the same value, and those for what is in it.
    private func inner(_ visit: Visit) -> [Visit] {
        let (clause, value) = (visit.clause, visit.value)
        let words = schemas.words(clause.schema)
        var found: [Visit] = schemas.parts(of: clause, for: value).map { Visit(clause: $0, value: value) }
        // Branches that refuse the value were asked too.
        for keyword in [Keyword.anyOf, .oneOf] {
            for branch in words[keyword].map({ schemas.children($0, of: clause) }) ?? [] {
                found.append(Visit(clause: branch, value: value))
            }
        }
        for keyword in [Keyword.not, .if] {
            if let child = words[keyword].flatMap({ schemas.child($0, of: clause) }) {
                found.append(Visit(clause: child, value: value))
            }
        }
        let applied = schemas.hasRest(clause) ? schemas.applied([clause], to: value) : []
        for member in value.distinctMembers {
            for child in schemas.clauses(ofUnevaluatedMember: member.key, in: clause, applied) {
                found.append(Visit(clause: child, value: member.value))
            }
            for child in schemas.clauses(ofMember: member.key, in: clause) {
                found.append(Visit(clause: child, value: member.value))
            }
            if let child = words[.propertyNames].flatMap({ schemas.child($0, of: clause) }) {
                // A key is a string on the tape, right in front of its value.
                let key = JSONValue(document: value.document, node: member.value.node - 1)
                found.append(Visit(clause: child, value: key))
            }
        }
        let contained = words[.contains].flatMap { schemas.child($0, of: clause) }
        for (index, element) in value.elements.enumerated() {
            for child in schemas.clauses(ofUnevaluatedElement: index, in: clause, applied, element) {
                found.append(Visit(clause: child, value: element))
            }
            for child in schemas.clauses(ofElement: index, in: clause, element) + [contained].compactMap(\.self) {
                found.append(Visit(clause: child, value: element))
            }
        }
        return found
    }
}
