// SPDX-License-Identifier: Apache-2.0
/// The source positions of a document's values, if the values come from a different text (such as YAML) or from other
/// documents.
package enum DocumentPlaces: Sendable {
    /// The values were read from a text that isn't JSON, such as YAML.
    case written(WrittenPlaces)
    /// The values were copied from other documents.
    case copied(NodeOrigins)
    /// The source texts are no longer available. Only files, lines and columns are known.
    case embedded(EmbeddedPlaces)
}

/// The lines and columns of values in a text that isn't JSON, such as YAML.
package struct WrittenPlaces: Sendable {
    /// The source text, from which diagnostics quote lines.
    package let text: [UInt8]
    private let index: LineIndex
    private let lines: [UInt32]
    private let columns: [UInt32]

    /// Creates positions from the lines and columns of all values and keys, in the order of the document's nodes.
    package init(text: [UInt8], lines: [UInt32], columns: [UInt32]) {
        self.text = text
        self.lines = lines
        self.columns = columns
        index = LineIndex(text)
    }

    /// Returns the line and column at which a node starts in the source text.
    func position(of node: Int) -> JSONPosition {
        guard lines.indices.contains(node) else { return JSONPosition(offset: 0, line: 1, column: 1) }
        let (line, column) = (Int(lines[node]), Int(columns[node]))
        let start = line <= index.lineCount ? index.start(ofLine: line) : text.count
        return JSONPosition(offset: start + column - 1, line: line, column: column)
    }

    /// Returns a line of the source text without its line ending, or an empty string if the line doesn't exist.
    func lineText(_ line: Int) -> String { index.text(ofLine: line, in: text) }
}

/// The value or key from which each node of a document was copied.
package struct NodeOrigins: Sendable {
    struct Origin: BitwiseCopyable, Sendable {
        var document: UInt32
        var node: UInt32
    }

    let documents: [JSONDocument]
    let origins: [Origin]

    /// The value or key from which a node was copied.
    subscript(node: Int) -> JSONValue {
        JSONValue(document: documents[Int(origins[node].document)], node: Int(origins[node].node))
    }
}

extension JSONValue {
    /// The value from which this value was originally copied, or this value if it isn't a copy.
    package var origin: JSONValue { Self.origin(document, node) }

    static func origin(_ document: JSONDocument, _ node: Int) -> JSONValue {
        var place = JSONValue(document: document, node: node)
        while case .copied(let origins) = place.document.places { place = origins[place.node] }
        return place
    }
}

extension JSONValue {
    /// The file that contains the original value.
    package var originFile: String {
        let origin = origin
        if case .embedded(let embedded) = origin.document.places, let file = embedded.file(of: origin.node) {
            return file
        }
        return origin.document.file
    }

    /// The pointer to the original value in its file.
    package var originPointer: JSONPointer {
        let origin = origin
        if case .embedded(let embedded) = origin.document.places {
            return embedded.pointer(of: origin.node, in: origin.document)
        }
        return origin.pointer
    }

    /// Returns a line of the source text, or `nil` if the text isn't available.
    package func originLine(_ line: Int) -> String? {
        let origin = origin
        if case .embedded = origin.document.places { return nil }
        return origin.document.lineText(line)
    }
}

extension JSONMember {
    /// The key as a value, with the key's own source position.
    package var keyValue: JSONValue { JSONValue(document: value.document, node: value.node - 1) }
    /// The key or value from which this key was originally copied, or this key if it isn't a copy.
    package var keyOrigin: JSONValue { keyValue.origin }
}

/// The source positions of a document's values, stored as a string that outlives the source texts.
package struct EmbeddedPlaces: Sendable {
    private struct Run {
        var node: Int
        var file: Int
        var isCopy: Bool
        var pointer: JSONPointer
    }

    private let files: [String]
    private let runs: [Run]
    private let positions: [JSONPosition]
    /// The argument `marking` of ``text(for:marking:naming:)``: the nodes of all schemas in a contract.
    package let marked: [Int]

    /// Reads the result of ``text(for:marking:naming:)``. Returns `nil` if the string is invalid.
    package init?(_ text: String) {
        guard let root = try? JSONDocument(parsing: text).root, let numbers = root["positions"]?.string else {
            return nil
        }
        files = root["files"]?.elements.compactMap(\.string) ?? []
        runs =
            root["runs"]?.elements.compactMap { run in
                guard let node = run[0]?.int, let file = run[1]?.int, let copies = run[2]?.int,
                    let pointer = run[3]?.string.flatMap({ try? JSONPointer(parsing: $0) })
                else { return nil }
                return Run(node: node, file: file, isCopy: copies == 1, pointer: pointer)
            } ?? []
        marked = root["marked"]?.elements.compactMap(\.int) ?? []
        var positions: [JSONPosition] = []
        var line = 0
        let values = numbers.utf8.split(separator: 0x2C).compactMap { Int(Substring($0)) }
        for index in stride(from: 0, to: values.count - 1, by: 2) {
            line += values[index]
            positions.append(JSONPosition(offset: 0, line: line, column: values[index + 1]))
        }
        self.positions = positions
    }

    /// Returns the source positions of a document as a string, which ``init(_:)`` can read. Returns `nil` if the values
    /// weren't copied from other documents.
    package static func text(for document: JSONDocument, marking marked: [Int], naming: (String) -> String) -> String? {
        guard case .copied = document.places else { return nil }
        var files: [String] = []
        var runs: [JSON] = []
        // If a value was copied together with its children, one element in `runs` is enough for all of them, because
        // the original nodes are consecutive.
        var node = 0
        while node < document.nodeCount {
            let origin = JSONValue.origin(document, node)
            let value = JSONValue(document: document, node: node)
            let end = value.isCopy ? value.tapeNode.next : node + 1
            let file = naming(origin.document.file)
            let number = files.firstIndex(of: file) ?? files.count
            if number == files.count { files.append(file) }
            runs.append([
                .int(node), .int(number), .int(end - node > 1 ? 1 : 0),
                .string(origin.pointer.description),
            ])
            node = end
        }
        var positions = ""
        var line = 0
        for node in 0..<document.nodeCount {
            let position = document.position(ofNode: node)
            positions += "\(position.line - line),\(position.column),"
            line = position.line
        }
        let object: JSONObject = [
            "files": .array(files.map { .string($0) }), "runs": .array(runs), "positions": .string(positions),
            "marked": .array(marked.map { .int($0) }),
        ]
        return JSONWriter.compact(.object(object))
    }

    func position(of node: Int) -> JSONPosition {
        positions.indices.contains(node) ? positions[node] : JSONPosition(offset: 0, line: 1, column: 1)
    }

    func file(of node: Int) -> String? {
        run(of: node).flatMap { files.indices.contains($0.file) ? files[$0.file] : nil }
    }

    func pointer(of node: Int, in document: JSONDocument) -> JSONPointer {
        guard let run = run(of: node) else { return .root }
        guard run.isCopy, node > run.node else { return run.pointer }
        let outer = JSONValue(document: document, node: run.node).pointer.tokens.count
        let inner = JSONValue(document: document, node: node).pointer.tokens
        return JSONPointer(tokens: run.pointer.tokens + inner.dropFirst(outer))
    }

    private func run(of node: Int) -> Run? { runs.sortedPrefix { $0.node <= node }.last }
}

extension JSONValue {
    /// Whether the value was copied together with its children. If so, the original nodes are consecutive.
    fileprivate var isCopy: Bool {
        let origin = origin
        switch kind {
        case .null, .bool, .number, .string: return true
        case .array:
            return origin.kind == .array
                && elements.allSatisfy { $0.hasOrigin(origin, after: $0.node - node) && $0.isCopy }
        case .object:
            return origin.kind == .object
                && members.allSatisfy { member in
                    member.keyValue.hasOrigin(origin, after: member.keyValue.node - node)
                        && member.keyOrigin.string == member.key
                        && member.value.hasOrigin(origin, after: member.value.node - node) && member.value.isCopy
                }
        }
    }

    private func hasOrigin(_ first: JSONValue, after distance: Int) -> Bool {
        let origin = origin
        return origin.document === first.document && origin.node == first.node + distance
    }
}
