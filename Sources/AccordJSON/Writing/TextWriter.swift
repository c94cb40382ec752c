/// How a value is laid out.
struct Layout {
    /// The spaces a level; `nil` for everything in one line.
    var indent: Int?
    var sortedKeys = false

    static let compact = Layout()
}

/// Collects the text of a value.
struct TextWriter {
    let layout: Layout
    private(set) var bytes: [UInt8] = []

    init(layout: Layout) { self.layout = layout }

    mutating func write(_ value: JSON, level: Int) {
        switch value {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .number(let value): bytes += value.lexeme.utf8
        case .string(let value): write(value)
        case .array(let elements):
            writeList(elements, between: (0x5B, 0x5D), level: level) { $0.write($1, level: level + 1) }
        case .object(let object):
            let members = layout.sortedKeys ? object.sorted { $0.key.precedes($1.key) } : Array(object)
            writeList(members, between: (0x7B, 0x7D), level: level) { writer, member in
                writer.write(member.key)
                writer.writeColon()
                writer.write(member.value, level: level + 1)
            }
        }
    }

    mutating func write(_ value: JSONValue, level: Int) {
        switch value.tapeNode.kind {
        case .null, .no, .yes, .number: copy(value.document, value.node)
        case .string, .escapedString: writeString(value.document, value.node)
        case .array:
            writeList(value.elements, between: (0x5B, 0x5D), level: level) { $0.write($1, level: level + 1) }
        case .object, .indexedObject:
            if layout.sortedKeys {
                // A stable sort: members with the same key stay in their order.
                writeMembers(value.members.sorted { $0.key.precedes($1.key) }, level: level)
            } else {
                writeMembers(value.members, level: level)
            }
        }
    }

    private mutating func writeMembers(_ members: some Sequence<JSONMember>, level: Int) {
        writeList(members, between: (0x7B, 0x7D), level: level) { writer, member in
            writer.writeString(member.value.document, member.value.node - 1)
            writer.writeColon()
            writer.write(member.value, level: level + 1)
        }
    }

    private mutating func writeList<List: Sequence>(
        _ list: List, between brackets: (UInt8, UInt8), level: Int,
        _ write: (inout TextWriter, List.Element) -> Void
    ) {
        bytes.append(brackets.0)
        var isFirst = true
        for item in list {
            if !isFirst { bytes.append(0x2C) }
            isFirst = false
            breakLine(level + 1)
            write(&self, item)
        }
        if !isFirst { breakLine(level) }
        bytes.append(brackets.1)
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

    /// Writes a string or key; one without escapes is written as it was read.
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

    private mutating func write(_ string: String) {
        bytes.append(0x22)
        for byte in string.utf8 {
            switch byte {
            case 0x22, 0x5C: bytes += [0x5C, byte]
            case 0x08: bytes += [0x5C, 0x62]
            case 0x09: bytes += [0x5C, 0x74]
            case 0x0A: bytes += [0x5C, 0x6E]
            case 0x0C: bytes += [0x5C, 0x66]
            case 0x0D: bytes += [0x5C, 0x72]
            case 0..<0x20: bytes += [0x5C, 0x75, 0x30, 0x30, 0x30 + byte >> 4, HexDigit.lower(byte & 15)]
            default: bytes.append(byte)
            }
        }
        bytes.append(0x22)
    }
}
