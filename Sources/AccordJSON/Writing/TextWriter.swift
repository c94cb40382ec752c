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
            bytes.append(0x5B)
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(0x2C) }
                breakLine(level + 1)
                write(element, level: level + 1)
            }
            if !elements.isEmpty { breakLine(level) }
            bytes.append(0x5D)
        case .object(let object):
            write(layout.sortedKeys ? object.sorted { $0.key.precedes($1.key) } : Array(object), level: level)
        }
    }

    private mutating func write(_ members: [JSONObject.Element], level: Int) {
        bytes.append(0x7B)
        for (index, member) in members.enumerated() {
            if index > 0 { bytes.append(0x2C) }
            breakLine(level + 1)
            write(member.key)
            bytes.append(0x3A)
            if layout.indent != nil { bytes.append(0x20) }
            write(member.value, level: level + 1)
        }
        if !members.isEmpty { breakLine(level) }
        bytes.append(0x7D)
    }

    private mutating func breakLine(_ level: Int) {
        guard let indent = layout.indent else { return }
        bytes.append(0x0A)
        bytes.append(contentsOf: repeatElement(0x20, count: indent * level))
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
            case 0..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(0x22)
    }
}
