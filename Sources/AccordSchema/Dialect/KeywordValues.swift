// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// The keywords of one schema with the nodes of their values.
struct KeywordValues {
    private let document: JSONDocument
    /// The value's node for each keyword, or -1 if the schema lacks the keyword.
    private var nodes: [Int32] = [Int32](repeating: -1, count: Keyword.count)
    private(set) var present: [Keyword] = []

    /// Reads the keywords of a schema. Ignores keywords that the dialect doesn't define. If a keyword occurs more than
    /// once, its last value counts.
    init(_ schema: JSONValue, _ dialect: SchemaDialect) {
        document = schema.document
        if dialect.refHidesSiblings, let reference = schema["$ref"] {
            add(.ref, reference.node)
            return
        }
        for member in schema.members {
            if let keyword = dialect.keyword(member.key) { add(keyword, member.value.node) }
        }
    }

    private mutating func add(_ keyword: Keyword, _ node: Int) {
        if nodes[Int(keyword.rawValue)] < 0 { present.append(keyword) }
        nodes[Int(keyword.rawValue)] = Int32(node)
    }

    /// The index of a keyword among the schema's keywords.
    func position(of keyword: Keyword) -> Int { present.firstIndex(of: keyword) ?? 0 }

    /// The value of a keyword, or `nil` if the schema lacks it.
    subscript(keyword: Keyword) -> JSONValue? {
        let node = nodes[Int(keyword.rawValue)]
        return node < 0 ? nil : JSONValue(document: document, node: Int(node))
    }

    /// Returns the keywords that the schema has, each with its value.
    func values(_ keywords: Keyword...) -> [(keyword: Keyword, value: JSONValue)] {
        keywords.compactMap { keyword in self[keyword].map { (keyword, $0) } }
    }

    /// Returns the members in the values of keywords such as `properties`.
    func members(_ keywords: Keyword...) -> [JSONMember] {
        keywords.flatMap { self[$0].map { Array($0.members) } ?? [] }
    }

    /// The types of the values that the keywords constrain.
    var types: TypeSet { present.reduce(into: []) { $0.formUnion($1.facts.types) } }

    /// The name of the property in `discriminator`. In Swagger 2.0, the discriminator is the name.
    var discriminatorName: String? { self[.discriminator].flatMap { ($0["propertyName"] ?? $0).string } }

    /// Whether a keyword other than a reference can reject a value.
    var hasAssertion: Bool { present.contains(where: \.isAssertion) }

    /// Returns whether the schema has at least one of the keywords.
    func hasAny(_ keywords: Keyword...) -> Bool { keywords.contains(where: has) }

    func has(_ keyword: Keyword) -> Bool { nodes[Int(keyword.rawValue)] >= 0 }
}
