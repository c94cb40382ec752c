import AccordJSON

/// The keywords of one schema with the nodes of their values.
package struct KeywordValues {
    private var document: JSONDocument?
    /// A node for each keyword, or -1; kept from schema to schema.
    private var nodes: [Int32] = [Int32](repeating: -1, count: Keyword.count)
    private var present: [Keyword] = []

    /// Contains no keyword.
    package init() {}

    /// Reads the keywords of a schema that have a meaning in its dialect.
    init(_ schema: JSONValue, _ dialect: SchemaDialect) {
        begin(schema.document)
        if dialect.refHidesSiblings, let reference = schema["$ref"] {
            add(.ref, reference.node)
            return
        }
        for key in MemberNodes(schema.document, object: schema.node) {
            let keyword = KeywordTable.shared.keyword(schema.document, key: key)
            if let keyword, dialect.has(keyword) { add(keyword, key + 1) }
        }
    }

    /// The position of a keyword among those of the schema.
    func position(of keyword: Keyword) -> Int { present.firstIndex(of: keyword) ?? 0 }

    /// Starts with another schema.
    mutating func begin(_ document: JSONDocument) {
        if self.document !== document { self.document = document }
        removeAll()
    }

    mutating func removeAll() {
        for keyword in present { nodes[Int(keyword.rawValue)] = -1 }
        present.removeAll(keepingCapacity: true)
    }

    /// Notes a keyword; of one that comes twice the last one counts.
    mutating func add(_ keyword: Keyword, _ node: Int) {
        if nodes[Int(keyword.rawValue)] < 0 { present.append(keyword) }
        nodes[Int(keyword.rawValue)] = Int32(node)
    }

    /// Notes a keyword with its value; all values are of one document.
    package mutating func add(_ keyword: Keyword, _ value: JSONValue) {
        document = value.document
        add(keyword, value.node)
    }

    /// nil where the schema lacks the keyword.
    package subscript(keyword: Keyword) -> JSONValue? {
        let node = nodes[Int(keyword.rawValue)]
        guard node >= 0, let document else { return nil }
        return JSONValue(document: document, node: Int(node))
    }

    /// True where one of the keywords is there, whatever its value.
    package func hasAny(_ keywords: Keyword...) -> Bool { keywords.contains(where: has) }

    @inline(__always)
    func has(_ keyword: Keyword) -> Bool { nodes[Int(keyword.rawValue)] >= 0 }
}
