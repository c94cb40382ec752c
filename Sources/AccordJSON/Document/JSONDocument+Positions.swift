extension JSONDocument {
    /// True where the document was read from the JSON text that people know.
    package var isPlainJSON: Bool { places == nil }

    /// The line and column of an offset, in bytes from the start; an offset beyond the text counts as its end.
    public func position(ofOffset offset: Int) -> JSONPosition {
        lineIndex.position(ofOffset: offset, in: bytes)
    }

    /// The line and column at which a value's or a key's node stands for people.
    package func position(ofNode node: Int) -> JSONPosition {
        switch places {
        case nil: return position(ofOffset: Int(nodes[node].start))
        case .written(let written): return written.position(of: node)
        case .embedded(let embedded): return embedded.position(of: node)
        case .copied:
            let origin = JSONValue.origin(self, node)
            return origin.document.position(ofNode: origin.node)
        }
    }

    /// A line's text (counted from 1) without its end; empty when the text has no such line.
    public func lineText(_ line: Int) -> String {
        if case .written(let written) = places { return written.lineText(line) }
        guard line >= 1, line <= lineIndex.lineCount else { return "" }
        return String(decoding: bytes[lineIndex.range(ofLine: line, in: bytes)], as: UTF8.self)
    }

    /// Every key that an object has again, in the order of the further places.
    public var duplicateKeys: [JSONDuplicateKey] {
        var cursor = PointerCursor(self)
        var pointers: [UInt32: JSONPointer] = [:]
        for object in Set(duplicates.map(\.object)).sorted() { pointers[object] = cursor.pointer(to: Int(object)) }
        return duplicates.sorted { $0.second < $1.second }.map { pair in
            JSONDuplicateKey(
                key: string(ofNode: Int(pair.second)), object: pointers[pair.object] ?? .root,
                first: position(ofOffset: Int(nodes[Int(pair.first)].start)),
                second: position(ofOffset: Int(nodes[Int(pair.second)].start)))
        }
    }
}

extension LineIndex {
    func position(ofOffset offset: Int, in bytes: [UInt8]) -> JSONPosition {
        let offset = min(max(offset, 0), bytes.count)
        let line = line(ofOffset: offset)
        let column = scalars(before: offset, in: bytes) - scalars(before: start(ofLine: line), in: bytes) + 1
        return JSONPosition(offset: offset, line: line, column: column)
    }

    /// The bytes of a line without its end.
    func range(ofLine line: Int, in bytes: [UInt8]) -> Range<Int> {
        let from = start(ofLine: line)
        var to = line < lineCount ? start(ofLine: line + 1) : bytes.count
        if line < lineCount {
            if to > from, bytes[to - 1] == 0x0A { to -= 1 }
            if to > from, bytes[to - 1] == 0x0D { to -= 1 }
        }
        return from..<to
    }
}

extension JSONSyntaxError {
    init(_ failure: ReadFailure, bytes: [UInt8], file: String) {
        let lines = LineIndex(bytes)
        let position = lines.position(ofOffset: failure.offset, in: bytes)
        var reason = failure.reason
        if let opening = failure.opening {
            reason += " (it starts at \(lines.position(ofOffset: opening, in: bytes)))"
        }
        self.init(
            file: file, position: position, reason: reason,
            excerpt: SourceExcerpt(
                bytes: bytes, line: lines.range(ofLine: position.line, in: bytes), offset: position.offset))
    }
}
