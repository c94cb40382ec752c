/// A value of a document: a view that is cheap to copy and keeps the document alive.
public struct JSONValue: Sendable, CustomStringConvertible {
    /// The document that the value is part of.
    public let document: JSONDocument
    /// The index of the value's node on the document's tape.
    package let node: Int

    /// Names a node of a document, which must be one of a value or a key.
    package init(document: JSONDocument, node: Int) {
        self.document = document
        self.node = node
    }

    /// The value on the tape.
    package var tapeNode: TapeNode { document.nodes[node] }

    /// Which of the six kinds the value is.
    public var kind: JSONKind {
        switch tapeNode.kind {
        case .null: .null
        case .no, .yes: .bool
        case .number: .number
        case .string, .escapedString: .string
        case .array: .array
        case .object, .indexedObject: .object
        }
    }

    /// Whether the value is `null`.
    public var isNull: Bool { tapeNode.kind == .null }

    /// The truth value, if the value is `true` or `false`.
    public var bool: Bool? {
        switch tapeNode.kind {
        case .yes: true
        case .no: false
        default: nil
        }
    }

    /// The string with its escapes resolved, if the value is one.
    public var string: String? {
        switch tapeNode.kind {
        case .string, .escapedString: document.string(ofNode: node)
        default: nil
        }
    }

    /// The number with its lexeme, if the value is one.
    public var number: JSONNumber? {
        tapeNode.kind == .number ? JSONNumber(validated: text) : nil
    }

    /// The number as an integer, if the value is one and it is exactly that (`1.0` and `1e2` are).
    public var int: Int? {
        guard tapeNode.kind == .number else { return nil }
        return document.smallInteger(ofNode: node) ?? number?.int
    }

    /// Where the value's text stands in the document's bytes.
    public var byteRange: Range<Int> { Int(tapeNode.start)..<Int(tapeNode.end) }

    /// The place of the value's first character.
    public var position: JSONPosition { document.position(ofNode: node) }

    /// The value's text as the document has it, with its white space.
    public var text: String {
        // The buffer is read within the closure; the range was made by the reader from these bytes.
        document.bytes.withUnsafeBufferPointer {
            String(decoding: UnsafeBufferPointer(rebasing: $0[byteRange]), as: UTF8.self)
        }
    }

    /// The value as compact JSON.
    public var description: String { compact }
}

extension JSONDocument {
    /// The string that a string's or a key's node stands for.
    package func string(ofNode node: Int) -> String {
        let tapeNode = nodes[node]
        // The reader checked the text between the quotes; the pointer is used within the closure alone.
        return bytes.withUnsafeBufferPointer { text in
            let inner = UnsafeBufferPointer(rebasing: text[Int(tapeNode.start) + 1..<Int(tapeNode.end) - 1])
            guard tapeNode.kind == .escapedString, let base = inner.baseAddress else {
                return String(decoding: inner, as: UTF8.self)
            }
            return StringDecoding.decode(base, count: inner.count)
        }
    }

    /// The integer of a number that has at most 18 characters, digits and perhaps a minus sign.
    package func smallInteger(ofNode node: Int) -> Int? {
        let (start, end) = (Int(nodes[node].start), Int(nodes[node].end))
        // The reader made the range from these bytes; the pointer is used within the closure alone.
        return bytes.withUnsafeBufferPointer { text in
            text.baseAddress.flatMap { SmallInteger.read($0 + start, count: end - start) }
        }
    }
}
