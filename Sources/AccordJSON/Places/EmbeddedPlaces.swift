/// The places of a document's values, kept as a text beside the document where the texts that they are in are gone.
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
    /// The nodes that were marked while the text was written.
    package let marked: [Int]

    /// Reads what ``text(for:marking:naming:)`` wrote; nil for anything else.
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
        let values = Self.integers(numbers)
        for index in stride(from: 0, to: values.count - 1, by: 2) {
            line += values[index]
            positions.append(JSONPosition(offset: 0, line: line, column: values[index + 1]))
        }
        self.positions = positions
    }

    private static func integers(_ text: String) -> [Int] {
        var result: [Int] = []
        var value = 0
        var sign = 1
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "-"): sign = -1
            case 0x30...0x39: value = value * 10 + Int(byte - 0x30)
            default:
                result.append(sign * value)
                (value, sign) = (0, 1)
            }
        }
        return result
    }

    /// The places of a document that was copied together from others, as a text.
    package static func text(
        for document: JSONDocument, marking marked: [Int], naming: (String) -> String
    ) -> String? {
        guard case .copied = document.places else { return nil }
        var files: [String] = []
        var runs: [JSON] = []
        // A copied value is a run of nodes whose origins are in a row too.
        var node = 0
        while node < document.nodeCount {
            let origin = JSONValue.origin(document, node)
            let value = JSONValue(document: document, node: node)
            let end = value.isCopy ? value.tapeNode.next : node + 1
            let file = naming(origin.document.file)
            let number = files.firstIndex(of: file) ?? files.count
            if number == files.count { files.append(file) }
            runs.append([
                .number(JSONNumber(node)), .number(JSONNumber(number)), .number(JSONNumber(end - node > 1 ? 1 : 0)),
                .string(origin.pathPointer.description),
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
            "marked": .array(marked.map { .number(JSONNumber($0)) }),
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
        let outer = JSONValue(document: document, node: run.node).pathPointer.tokens.count
        let inner = JSONValue(document: document, node: node).pathPointer.tokens
        return JSONPointer(tokens: run.pointer.tokens + inner.dropFirst(outer))
    }

    private func run(of node: Int) -> Run? {
        var low = 0
        var high = runs.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if runs[middle].node <= node { low = middle } else { high = middle }
        }
        return low < runs.count ? runs[low] : nil
    }
}

extension JSONValue {
    /// Whether the value was copied with everything in it: its nodes' origins are in a row.
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
