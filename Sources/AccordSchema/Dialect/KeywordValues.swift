// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// The keywords of one schema with the nodes of their values.
struct KeywordValues {
    private var document: JSONDocument?
    /// The value's node for each keyword, or -1 if the schema lacks the keyword. The array is reused for the next
    /// schema.
    private var nodes: [Int32] = [Int32](repeating: -1, count: Keyword.count)
    private(set) var present: [Keyword] = []

    init() {}

    /// Reads the keywords of a schema. Ignores keywords that the dialect doesn't define.
    init(_ schema: JSONValue, _ dialect: SchemaDialect) {
        begin(schema.document)
        if dialect.refHidesSiblings, let reference = schema["$ref"] {
            add(.ref, reference.node)
            return
        }
        for member in schema.members {
            if let keyword = dialect.keyword(member.key) { add(keyword, member.value.node) }
        }
    }

    /// The index of a keyword among the schema's keywords.
    func position(of keyword: Keyword) -> Int { present.firstIndex(of: keyword) ?? 0 }

    /// Removes the keywords of the previous schema and sets the document of the next one.
    mutating func begin(_ document: JSONDocument) {
        if self.document !== document { self.document = document }
        removeAll()
    }

    mutating func removeAll() {
        for keyword in present { nodes[Int(keyword.rawValue)] = -1 }
        present.removeAll(keepingCapacity: true)
    }

    /// Adds a keyword. If a keyword occurs more than once, its last value counts.
    mutating func add(_ keyword: Keyword, _ node: Int) {
        if nodes[Int(keyword.rawValue)] < 0 { present.append(keyword) }
        nodes[Int(keyword.rawValue)] = Int32(node)
    }

    /// The value of a keyword, or `nil` if the schema lacks it.
    subscript(keyword: Keyword) -> JSONValue? {
        let node = nodes[Int(keyword.rawValue)]
        guard node >= 0, let document else { return nil }
        return JSONValue(document: document, node: Int(node))
    }

    /// Whether the example generator knows only some of the ways to violate the schema.
    var isNegatedInPart: Bool { present.contains(where: \.facts.isNegatedInPart) }

    /// Whether a keyword other than a reference can reject a value.
    var hasAssertion: Bool { present.contains(where: \.isAssertion) }

    /// Returns whether the schema has at least one of the keywords.
    func hasAny(_ keywords: Keyword...) -> Bool { keywords.contains(where: has) }

    func has(_ keyword: Keyword) -> Bool { nodes[Int(keyword.rawValue)] >= 0 }
}
