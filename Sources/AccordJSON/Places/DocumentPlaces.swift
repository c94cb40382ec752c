/// Where the values of a document stand for people, where that isn't in the document's own text.
package enum DocumentPlaces: Sendable {
    /// In a text of another format, which was read as JSON.
    case written(WrittenPlaces)
    /// In the documents that the values were taken from.
    case copied(NodeOrigins)
    /// In texts that aren't there any more, known by line and column alone.
    case embedded(EmbeddedPlaces)
}

/// The lines and columns of values in a text that isn't JSON, such as YAML.
package struct WrittenPlaces: Sendable {
    /// The text itself, of which diagnostics show lines.
    package let text: [UInt8]
    private let index: LineIndex
    private let lines: [UInt32]
    private let columns: [UInt32]

    /// Takes the lines and columns of all values and keys, in the order of the tape.
    package init(text: [UInt8], lines: [UInt32], columns: [UInt32]) {
        self.text = text
        self.lines = lines
        self.columns = columns
        index = LineIndex(text)
    }

    /// The place of a node.
    func position(of node: Int) -> JSONPosition {
        guard lines.indices.contains(node) else { return JSONPosition(offset: 0, line: 1, column: 1) }
        let (line, column) = (Int(lines[node]), Int(columns[node]))
        let start = line <= index.lineCount ? index.start(ofLine: line) : text.count
        return JSONPosition(offset: start + column - 1, line: line, column: column)
    }

    /// A line's text without its end; empty when the text has no such line.
    func lineText(_ line: Int) -> String {
        guard line >= 1, line <= index.lineCount else { return "" }
        return String(decoding: text[index.range(ofLine: line, in: text)], as: UTF8.self)
    }
}

/// The value, in another document, that each node of a document was taken from.
package struct NodeOrigins: Sendable {
    struct Origin: BitwiseCopyable, Sendable {
        var document: UInt32
        var node: UInt32
    }

    private let documents: [JSONDocument]
    private let origins: [Origin]

    init(documents: [JSONDocument], origins: [Origin]) {
        self.documents = documents
        self.origins = origins
    }

    /// The value or key that a node was taken from.
    subscript(node: Int) -> JSONValue {
        JSONValue(document: documents[Int(origins[node].document)], node: Int(origins[node].node))
    }
}

extension JSONValue {
    /// The value in the text that people know: this one, or the one that it was taken from.
    package var origin: JSONValue { Self.origin(document, node) }

    static func origin(_ document: JSONDocument, _ node: Int) -> JSONValue {
        var place = JSONValue(document: document, node: node)
        while case .copied(let origins) = place.document.places { place = origins[place.node] }
        return place
    }
}

extension JSONValue {
    /// The file that the value stands in, for people.
    package var originFile: String {
        let origin = origin
        if case .embedded(let embedded) = origin.document.places, let file = embedded.file(of: origin.node) {
            return file
        }
        return origin.document.file
    }

    /// The pointer to the value in the text that people know.
    package var originPointer: JSONPointer {
        let origin = origin
        if case .embedded(let embedded) = origin.document.places {
            return embedded.pointer(of: origin.node, in: origin.document)
        }
        return origin.pathPointer
    }

    /// A line of the text that people know; nil where that isn't there.
    package func originLine(_ line: Int) -> String? {
        let origin = origin
        if case .embedded = origin.document.places { return nil }
        return origin.document.lineText(line)
    }
}

extension JSONMember {
    /// The view of the key, which has a place of its own.
    package var keyValue: JSONValue { JSONValue(document: value.document, node: value.node - 1) }
    /// The key, or the value, that the key was taken from.
    package var keyOrigin: JSONValue { keyValue.origin }
}

extension JSONValue {
    /// The pointer to the value; of a member's key, to the member's value.
    package var pathPointer: JSONPointer {
        isKey ? JSONValue(document: document, node: node + 1).pointer : pointer
    }

    /// True for the view of a member's key.
    var isKey: Bool {
        var container = 0
        while true {
            let tapeNode = document.nodes[container]
            guard tapeNode.kind != .array else {
                var child = container + 1
                while child < node, document.nodes[child].next <= node { child = document.nodes[child].next }
                if child >= node { return false }
                container = child
                continue
            }
            guard tapeNode.kind == .object || tapeNode.kind == .indexedObject else { return false }
            var key = container + 1
            while key < node, document.nodes[key + 1].next <= node { key = document.nodes[key + 1].next }
            if key == node { return true }
            if key + 1 >= node { return false }
            container = key + 1
        }
    }
}
