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
    public static func compactBytes(_ value: JSON) -> [UInt8] {
        enum Piece { case value(JSON), key(String), mark(UInt8) }
        var bytes: [UInt8] = []
        // Uses a stack of the remaining pieces instead of recursion, since deep nesting would overflow the call stack.
        var pieces: [Piece] = [.value(value)]
        func push(_ piece: Piece, isFirst: Bool) {
            pieces.append(piece)
            if !isFirst { pieces.append(.mark(0x2C)) }
        }
        while let piece = pieces.popLast() {
            switch piece {
            case .mark(let byte): bytes.append(byte)
            case .key(let key):
                append(key, to: &bytes)
                bytes.append(0x3A)
            case .value(.null): bytes += "null".utf8
            case .value(.bool(let value)): bytes += (value ? "true" : "false").utf8
            case .value(.number(let value)): bytes += value.lexeme.utf8
            case .value(.string(let value)): append(value, to: &bytes)
            case .value(.array(let elements)):
                bytes.append(0x5B)
                pieces.append(.mark(0x5D))
                for index in elements.indices.reversed() { push(.value(elements[index]), isFirst: index == 0) }
            case .value(.object(let object)):
                bytes.append(0x7B)
                pieces.append(.mark(0x7D))
                for index in object.indices.reversed() {
                    pieces.append(.value(object[index].value))
                    push(.key(object[index].key), isFirst: index == 0)
                }
            }
        }
        return bytes
    }

    /// Returns a value of a document as UTF-8 JSON without white space.
    public static func compactBytes(_ value: JSONValue) -> [UInt8] { bytes(value, indent: nil) }

    /// Returns a value as indented JSON. `indent` is the number of spaces per level.
    public static func pretty(_ value: JSON, indent: Int = 2) -> String {
        String(decoding: prettyBytes(value, indent: indent), as: UTF8.self)
    }

    /// Returns a value of a document as indented JSON.
    public static func pretty(_ value: JSONValue, indent: Int = 2) -> String {
        String(decoding: prettyBytes(value, indent: indent), as: UTF8.self)
    }

    /// Returns a value as indented UTF-8 JSON.
    public static func prettyBytes(_ value: JSON, indent: Int = 2) -> [UInt8] {
        prettyBytes(JSONDocument(value).root, indent: indent)
    }

    /// Returns a value of a document as indented UTF-8 JSON.
    public static func prettyBytes(_ value: JSONValue, indent: Int = 2) -> [UInt8] { bytes(value, indent: indent) }

    /// Writes a value in the order of its document's tape. Without `indent`, the text has no white space.
    private static func bytes(_ value: JSONValue, indent: Int?) -> [UInt8] {
        let document = value.document
        var bytes: [UInt8] = []
        /// The arrays and objects that aren't complete yet, outermost first.
        var open: [(end: Int, isObject: Bool)] = []
        var (followsKey, isFirst) = (true, true)
        func breakLine() {
            guard let indent else { return }
            bytes.append(0x0A)
            bytes.append(contentsOf: repeatElement(0x20, count: max(0, indent) * open.count))
        }
        for node in value.node..<value.tapeNode.next {
            if !followsKey {
                if !isFirst { bytes.append(0x2C) }
                breakLine()
            }
            followsKey = !followsKey && open.last?.isObject == true
            isFirst = false
            let tapeNode = document.nodes[node]
            switch tapeNode.kind {
            case .array, .object, .indexedObject:
                isFirst = true
                bytes.append(tapeNode.kind == .array ? 0x5B : 0x7B)
                open.append((tapeNode.next, tapeNode.kind != .array))
            case .escapedString: append(document.string(ofNode: node), to: &bytes)
            case .null, .no, .yes, .number, .string: bytes += document.bytes[Int(tapeNode.start)..<Int(tapeNode.end)]
            }
            if followsKey { bytes += indent == nil ? [0x3A] : [0x3A, 0x20] }
            while let last = open.last, last.end == node + 1 {
                open.removeLast()
                if !isFirst { breakLine() }
                isFirst = false
                bytes.append(last.isObject ? 0x7D : 0x5D)
            }
        }
        return bytes
    }

    /// Appends a string in quotes, with escapes. Text that needs no escapes is copied as a block.
    package static func append(_ string: String, to bytes: inout [UInt8]) {
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
