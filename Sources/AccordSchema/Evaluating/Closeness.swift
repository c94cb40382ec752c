import AccordJSON

/// How near a value comes to a schema that it doesn't satisfy; the greater the nearer.
struct Closeness: Comparable {
    /// Whether a discriminator names the schema.
    var isChosen: Bool = false
    /// The properties with fixed values that agree, less those that don't.
    var agreement: Int = 0
    /// How far below the value the first thing is that is wrong.
    var depth: Int = 0
    /// The number of things that are wrong, at most.
    var violations: Int = 0

    static func < (left: Closeness, right: Closeness) -> Bool {
        if left.isChosen != right.isChosen { return right.isChosen }
        if left.agreement != right.agreement { return left.agreement < right.agreement }
        if left.depth != right.depth { return left.depth < right.depth }
        return left.violations > right.violations
    }
}

extension Evaluator {
    /// How near a value comes to a schema, given what is wrong with it.
    mutating func closeness(
        of schema: UInt32, _ node: Int, _ causes: [SchemaViolation], depth: Int
    ) -> Closeness {
        var closeness = Closeness()
        closeness.violations = causes.count
        closeness.depth = (causes.map { $0.instancePointer.tokens.count }.min() ?? depth) - depth
        if causes.contains(where: { $0.keyword == "type" && $0.instancePointer.tokens.count == depth }) {
            closeness.depth -= 1
        }
        closeness.agreement = agreement(of: schema, node, 0)
        return closeness
    }

    /// Counts the properties whose schema has a `const` or `enum`: those that agree up, the others down.
    private mutating func agreement(of schema: UInt32, _ node: Int, _ level: Int) -> Int {
        guard level < 6, report.continues(), tables.nodes[node].kindBit.meets(.object) else { return 0 }
        let program = tables.program
        let source = program.sources[Int(schema)]
        let document = program.documents[Int(source.document)]
        func child(_ value: JSONValue) -> UInt32? {
            program.schemaByPlace[SchemaPlace(document: Int(source.document), node: value.node)]
        }
        let written = JSONValue(document: document, node: Int(source.node))
        var sum = 0
        let object = value(node)
        for member in (written["properties"]?.members).map({ Array($0.prefix(100)) }) ?? [] {
            guard let fixed = member.value["const"] ?? member.value["enum"], fixed.kind != .null,
                let given = object[member.key], let child = child(member.value)
            else { continue }
            sum += check(child, given.node, false) ? 1 : -1
        }
        if let target = written["$ref"].flatMap(child) { sum += agreement(of: target, node, level + 1) }
        for branch in (written["allOf"]?.elements).map({ Array($0.prefix(20)) }) ?? [] {
            if let child = child(branch) { sum += agreement(of: child, node, level + 1) }
        }
        return sum
    }
}
