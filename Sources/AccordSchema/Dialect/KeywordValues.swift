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
            if let keyword = KeywordTable.shared.keyword(of: member), dialect.has(keyword) {
                add(keyword, member.value.node)
            }
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

/// Finds keywords by the bytes of a key, without creating a string.
struct KeywordTable: Sendable {
    private let table: KeyTable
    private let slots: FlatTable<KeySlot>
    private let bytes: FlatTable<UInt8>
    private let seed: UInt64 = Bytes.seed

    static let shared: KeywordTable = KeywordTable()

    private init() {
        var builder = KeyTableBuilder()
        let table = builder.begin(count: Keyword.count)
        for keyword in Keyword.allCases {
            keyword.name.utf8Buffer {
                builder.insert($0, count: $1, UInt32(keyword.rawValue), isRequired: false, into: table)
            }
        }
        self.table = table
        slots = FlatTable(builder.slots)
        bytes = FlatTable(builder.bytes)
    }

    /// Returns the keyword for a member's key, such as `maxLength`. The keyword can belong to any dialect.
    func keyword(of member: JSONMember) -> Keyword? {
        let (document, node) = (member.value.document, member.value.node - 1)
        let key = document.nodes[node]
        guard key.kindBit == .plainString else { return Keyword.byName[document.string(ofNode: node)] }
        // The pointers are valid only within their closures, and are used only there.
        return document.bytes.withUnsafeBufferPointer { text in
            guard let text = text.baseAddress else { return nil }
            let (start, count) = (text + (Int(key.start) + 1), Int(key.end - key.start) - 2)
            let slot = table.slot(of: start, count: count, in: slots.base, keys: bytes.base, seed: seed)
            return slot.flatMap { Keyword(rawValue: UInt8(truncatingIfNeeded: $0.pointee.schema)) }
        }
    }
}
