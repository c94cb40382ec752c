// SPDX-License-Identifier: Apache-2.0
/// Writes JSON values as text.
///
/// Numbers keep their source text, and members keep their order. Only characters that JSON requires to be escaped are
/// escaped. A value of a document keeps its duplicate keys. The output is deterministic.
public struct JSONWriter: Sendable {
    /// Returns a value as JSON without white space.
    public static func compact(_ value: JSON) -> String { String(decoding: compactBytes(value), as: UTF8.self) }

    /// Returns a value of a document as JSON without white space.
    public static func compact(_ value: JSONValue) -> String { String(decoding: compactBytes(value), as: UTF8.self) }

    /// Returns a value as UTF-8 JSON without white space.
    public static func compactBytes(_ value: JSON) -> [UInt8] { write(value, layout: .compact) }

    /// Returns a value of a document as UTF-8 JSON without white space.
    public static func compactBytes(_ value: JSONValue) -> [UInt8] {
        var writer = TextWriter(layout: .compact)
        writer.write(value)
        return writer.bytes
    }

    /// Returns a value as indented JSON.
    ///
    /// - Parameters:
    ///   - value: The value to write.
    ///   - indent: The number of spaces per level.
    ///   - sortedKeys: Whether to sort the keys by Unicode scalars.
    public static func pretty(_ value: JSON, indent: Int = 2, sortedKeys: Bool = false) -> String {
        String(decoding: prettyBytes(value, indent: indent, sortedKeys: sortedKeys), as: UTF8.self)
    }

    /// Returns a value of a document as indented JSON.
    public static func pretty(_ value: JSONValue, indent: Int = 2, sortedKeys: Bool = false) -> String {
        String(decoding: prettyBytes(value, indent: indent, sortedKeys: sortedKeys), as: UTF8.self)
    }

    /// Returns a value as indented UTF-8 JSON.
    public static func prettyBytes(_ value: JSON, indent: Int = 2, sortedKeys: Bool = false) -> [UInt8] {
        write(value, layout: Layout(indent: indent, sortedKeys: sortedKeys))
    }

    /// Returns a value of a document as indented UTF-8 JSON.
    public static func prettyBytes(_ value: JSONValue, indent: Int = 2, sortedKeys: Bool = false) -> [UInt8] {
        var writer = TextWriter(layout: Layout(indent: indent, sortedKeys: sortedKeys))
        writer.write(value)
        return writer.bytes
    }

    /// Appends a string with quotes and escapes.
    package static func append(_ string: String, to bytes: inout [UInt8]) { TextWriter.write(string, to: &bytes) }

    private static func write(_ value: JSON, layout: Layout) -> [UInt8] {
        var writer = TextWriter(layout: layout)
        writer.write(value)
        return writer.bytes
    }
}

extension JSON: CustomStringConvertible {
    /// The value as JSON without white space.
    public var compact: String { JSONWriter.compact(self) }
    /// The value as JSON with two spaces of indentation per level.
    public var pretty: String { JSONWriter.pretty(self) }
    /// The value as JSON without white space.
    public var description: String { compact }
}

extension JSONValue {
    /// The value as JSON without white space.
    public var compact: String { JSONWriter.compact(self) }
    /// The value as JSON with two spaces of indentation per level.
    public var pretty: String { JSONWriter.pretty(self) }
}

struct Layout {
    /// The number of spaces per level, or `nil` for a single line.
    var indent: Int?
    var sortedKeys = false

    static let compact = Layout()
}

/// Writes the JSON text of a value to an array of bytes.
struct TextWriter {
    let layout: Layout
    private(set) var bytes: [UInt8] = []

    init(layout: Layout) { self.layout = layout }

    /// Writes a value without recursion, since deep nesting would overflow the stack.
    mutating func write(_ value: JSON) {
        var open: [OpenValue] = []
        begin(value, &open)
        while let last = open.indices.last {
            guard open[last].at < open[last].count else {
                end(open.removeLast(), level: open.count)
                continue
            }
            let at = open[last].at
            open[last].at += 1
            separate(isFirst: at == 0, level: open.count)
            switch open[last] {
            case let container where container.isObject:
                write(container.members[at].key)
                writeColon()
                begin(container.members[at].value, &open)
            case let container: begin(container.elements[at], &open)
            }
        }
    }

    private mutating func begin(_ value: JSON, _ open: inout [OpenValue]) {
        switch value {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .number(let value): bytes += value.lexeme.utf8
        case .string(let value): write(value)
        case .array(let elements):
            bytes.append(0x5B)
            open.append(OpenValue(elements: elements))
        case .object(let object):
            bytes.append(0x7B)
            let isSorted = layout.sortedKeys
            open.append(
                OpenValue(members: isSorted ? object.sorted { $0.key.precedes($1.key) } : Array(object)))
        }
    }

    private mutating func end(_ value: OpenValue, level: Int) {
        if value.count > 0 { breakLine(level) }
        bytes.append(value.isObject ? 0x7D : 0x5D)
    }

    /// Writes a value of a document in the order of the document's tape.
    mutating func write(_ value: JSONValue) {
        var open: [OpenNode] = []
        let document = value.document
        begin(document, value.node, &open)
        while let last = open.indices.last {
            guard let node = open[last].next(in: document) else {
                let node = open.removeLast()
                if !node.isEmpty { breakLine(open.count) }
                bytes.append(node.isObject ? 0x7D : 0x5D)
                continue
            }
            separate(isFirst: open[last].isFirst, level: open.count)
            open[last].isFirst = false
            if open[last].isObject {
                writeString(document, node)
                writeColon()
                begin(document, node + 1, &open)
            } else {
                begin(document, node, &open)
            }
        }
    }

    private mutating func begin(_ document: JSONDocument, _ node: Int, _ open: inout [OpenNode]) {
        let tapeNode = document.nodes[node]
        switch tapeNode.kind {
        case .null, .no, .yes, .number: copy(document, node)
        case .string, .escapedString: writeString(document, node)
        case .array:
            bytes.append(0x5B)
            open.append(OpenNode(node, end: tapeNode.next, isObject: false))
        case .object, .indexedObject:
            bytes.append(0x7B)
            var object = OpenNode(node, end: tapeNode.next, isObject: true)
            if layout.sortedKeys {
                // The sort is stable, so that members with the same key keep their order.
                let members = JSONValue(document: document, node: node).members
                object.sorted = members.sorted { $0.key.precedes($1.key) }.map { $0.value.node - 1 }[...]
            }
            open.append(object)
        }
    }

    private mutating func separate(isFirst: Bool, level: Int) {
        if !isFirst { bytes.append(0x2C) }
        breakLine(level)
    }

    private mutating func writeColon() {
        bytes.append(0x3A)
        if layout.indent != nil { bytes.append(0x20) }
    }

    private mutating func breakLine(_ level: Int) {
        guard let indent = layout.indent else { return }
        bytes.append(0x0A)
        bytes.append(contentsOf: repeatElement(0x20, count: max(0, indent) * level))
    }

    /// Writes a string or a key. Copies the source text if the string has no escapes.
    private mutating func writeString(_ document: JSONDocument, _ node: Int) {
        if document.nodes[node].kind == .string {
            copy(document, node)
        } else {
            write(document.string(ofNode: node))
        }
    }

    private mutating func copy(_ document: JSONDocument, _ node: Int) {
        bytes += document.bytes[Int(document.nodes[node].start)..<Int(document.nodes[node].end)]
    }

    private mutating func write(_ string: String) { Self.write(string, to: &bytes) }

    /// Writes a string in quotes, with escapes. Text that needs no escapes is copied as a block.
    static func write(_ string: String, to bytes: inout [UInt8]) {
        bytes.append(0x22)
        // Reads a pointer, because each step of an iterator is slow in debug builds.
        string.utf8Buffer { text, count in
            var copied = 0
            var index = 0
            while index < count {
                let byte = text[index]
                index += 1
                guard byte < 0x20 || byte == 0x22 || byte == 0x5C else { continue }
                bytes.append(contentsOf: UnsafeBufferPointer(start: text + copied, count: index - 1 - copied))
                bytes.append(0x5C)
                switch byte {
                case 0x08: bytes.append(0x62)
                case 0x09: bytes.append(0x74)
                case 0x0A: bytes.append(0x6E)
                case 0x0C: bytes.append(0x66)
                case 0x0D: bytes.append(0x72)
                case 0..<0x20: bytes += [0x75, 0x30, 0x30, 0x30 + byte >> 4, HexDigit.lower(byte & 15)]
                default: bytes.append(byte)
                }
                copied = index
            }
            bytes.append(contentsOf: UnsafeBufferPointer(start: text + copied, count: count - copied))
        }
        bytes.append(0x22)
    }
}

/// An array or object that is being written.
private struct OpenValue {
    var elements: [JSON] = []
    var members: [JSONObject.Element] = []
    let isObject: Bool
    var at = 0

    init(elements: [JSON]) {
        self.elements = elements
        isObject = false
    }

    init(members: [JSONObject.Element]) {
        self.members = members
        isObject = true
    }

    var count: Int { isObject ? members.count : elements.count }
}

/// A document's array or object that is being written, and the position of the next element or key.
private struct OpenNode {
    private var at: Int
    private let end: Int
    let isObject: Bool
    let isEmpty: Bool
    var isFirst = true
    /// The remaining keys in sorted order, or `nil` if the keys aren't sorted.
    var sorted: ArraySlice<Int>?

    init(_ node: Int, end: Int, isObject: Bool) {
        at = node + 1
        self.end = end
        self.isObject = isObject
        isEmpty = at == end
    }

    mutating func next(in document: JSONDocument) -> Int? {
        if sorted != nil { return sorted?.popFirst() }
        guard at < end else { return nil }
        defer { at = document.nodes[isObject ? at + 1 : at].next }
        return at
    }
}
