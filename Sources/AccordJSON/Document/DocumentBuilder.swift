// SPDX-License-Identifier: Apache-2.0
/// Builds a document from values of other documents, without parsing. Each value and key keeps its original source
/// position.
package struct DocumentBuilder {
    private var bytes: [UInt8] = []
    private var nodes: [TapeNode] = []
    private var origins: [NodeOrigins.Origin] = []
    private var documents: [JSONDocument] = []
    private var numbers: [ObjectIdentifier: UInt32] = [:]
    /// The document that the last value came from, and the document's index in `documents`. Cached, because consecutive
    /// values mostly come from the same document.
    private var last: (document: ObjectIdentifier?, number: UInt32) = (nil, 0)
    /// The nodes of the arrays and objects that aren't complete yet, outermost first.
    private var open: [Int] = []
    private var needsComma = false

    /// Creates an empty builder.
    package init() {}

    /// The number of nodes so far, which is the index of the next node.
    package var nodeCount: Int { nodes.count }

    /// Returns the finished document.
    ///
    /// - Parameter file: The file name in positions and errors.
    package consuming func document(file: String) -> JSONDocument {
        let origins = NodeOrigins(documents: documents, origins: origins)
        return JSONDocument(file: file, bytes: bytes, tape: .indexing(nodes, of: bytes), places: .copied(origins))
    }

    // MARK: Containers

    /// Starts an object with the source position of `origin`.
    package mutating func beginObject(at origin: JSONValue) { begin(.object, 0x7B, origin) }
    /// Ends the innermost object.
    package mutating func endObject() { end(0x7D) }
    /// Starts an array with the source position of `origin`.
    package mutating func beginArray(at origin: JSONValue) { begin(.array, 0x5B, origin) }
    /// Ends the innermost array.
    package mutating func endArray() { end(0x5D) }

    private mutating func begin(_ kind: TapeKind, _ byte: UInt8, _ origin: JSONValue) {
        separate()
        open.append(nodes.count)
        add(kind, CollectionOfOne(byte), origin)
        needsComma = false
    }

    private mutating func end(_ byte: UInt8) {
        bytes.append(byte)
        needsComma = true
        let node = open.removeLast()
        nodes[node] = TapeNode(
            start: Int(nodes[node].start), end: bytes.count, kind: nodes[node].kind, next: nodes.count)
    }

    private mutating func separate() {
        if needsComma { bytes.append(0x2C) }
        needsComma = true
    }

    // MARK: Keys and values

    /// Adds a key. Its source position is the position of `origin`, which is a value or a key.
    package mutating func key(_ name: String, at origin: JSONValue) {
        value(.string(name), at: origin)
        bytes.append(0x3A)
        needsComma = false
    }

    /// Adds a value. All its nodes get the source position of `origin`.
    package mutating func value(_ json: JSON, at origin: JSONValue) {
        switch json {
        case .array(let elements):
            beginArray(at: origin)
            for element in elements { value(element, at: origin) }
            endArray()
        case .object(let object):
            beginObject(at: origin)
            for (name, member) in object {
                key(name, at: origin)
                value(member, at: origin)
            }
            endObject()
        case .null: scalar(json, .null, origin)
        case .bool(let flag): scalar(json, flag ? .yes : .no, origin)
        case .number: scalar(json, .number, origin)
        case .string: scalar(json, .string, origin)
        }
    }

    /// Copies a value with its source positions.
    ///
    /// - Parameters:
    ///   - value: The value to copy.
    ///   - strings: The strings to replace. The key is the node of a string in the value's document. The value is the
    ///     new text.
    package mutating func copy(_ value: JSONValue, replacing strings: [Int: String] = [:]) {
        switch value.tapeNode.kind {
        case .array:
            beginArray(at: value)
            for element in value.elements { copy(element, replacing: strings) }
            endArray()
        case .object, .indexedObject:
            beginObject(at: value)
            for member in value.members {
                copy(member.keyValue, replacing: strings)
                bytes.append(0x3A)
                needsComma = false
                copy(member.value, replacing: strings)
            }
            endObject()
        case .string, .escapedString:
            if let text = strings[value.node] { self.value(.string(text), at: value) } else { copyScalar(value) }
        case .null, .no, .yes, .number: copyScalar(value)
        }
    }

    private mutating func copyScalar(_ value: JSONValue) {
        separate()
        add(value.tapeNode.kind, value.document.bytes[value.byteRange], value)
    }

    private mutating func scalar(_ json: JSON, _ kind: TapeKind, _ origin: JSONValue) {
        separate()
        let text = JSONWriter.compactBytes(json)
        add(kind == .string && text.contains(0x5C) ? .escapedString : kind, text, origin)
    }

    private mutating func add(_ kind: TapeKind, _ text: some Collection<UInt8>, _ origin: JSONValue) {
        let start = bytes.count
        bytes += text
        nodes.append(TapeNode(start: start, end: bytes.count, kind: kind, next: nodes.count + 1))
        origins.append(self.origin(origin))
    }

    private mutating func origin(_ value: JSONValue) -> NodeOrigins.Origin {
        if last.document != ObjectIdentifier(value.document) {
            let known = numbers[ObjectIdentifier(value.document)]
            if known == nil { documents.append(value.document) }
            last = (ObjectIdentifier(value.document), known ?? UInt32(documents.count - 1))
            numbers[ObjectIdentifier(value.document)] = last.number
        }
        return NodeOrigins.Origin(document: last.number, node: UInt32(value.node))
    }
}
