/// A JSON text that was read: its bytes and a flat tape of its values, both immutable.
///
/// Reading is strict (RFC 8259, UTF-8 only) and keeps everything the text says: the lexeme of each number, the order
/// of members, duplicate keys, and the place of every value. A ``JSONValue`` is a view into the document.
public final class JSONDocument: Sendable {
    /// The name that errors and positions carry.
    public let file: String
    /// The text, as it was read.
    public let bytes: [UInt8]

    // The tape is written by the reader, then only read, and freed with the document: safe to share.
    nonisolated(unsafe) package let nodes: UnsafePointer<TapeNode>
    /// How many nodes the tape has: one for each value and each key.
    package let nodeCount: Int
    /// Pairs of key nodes with the same key, ordered by the first and then by the second.
    let duplicates: [DuplicateNodes]
    let keyTables: KeyTables
    /// Where the values stand for people, where that isn't in this text.
    package let places: DocumentPlaces?
    private let lines: Locked<LineIndex?> = Locked(nil)

    /// Reads a JSON text.
    ///
    /// Throws a ``JSONSyntaxError`` for anything that RFC 8259 doesn't allow, for text that isn't UTF-8, and for text
    /// beyond the limits.
    public convenience init(
        parsing bytes: [UInt8], file: String = "<json>", limits: JSONLimits = .standard
    ) throws(JSONSyntaxError) {
        try self.init(parsing: bytes, file: file, limits: limits, places: nil)
    }

    /// Reads a JSON text that was written for another one, in whose places its values stand.
    package convenience init(
        parsing bytes: [UInt8], file: String, limits: JSONLimits, places: DocumentPlaces?
    ) throws(JSONSyntaxError) {
        do {
            self.init(file: file, bytes: bytes, tape: try Tape.read(bytes, limits: limits), places: places)
        } catch {
            throw JSONSyntaxError(error, bytes: bytes, file: file)
        }
    }

    /// Takes over a tape, which the document frees.
    init(file: String, bytes: [UInt8], tape: Tape, places: DocumentPlaces?) {
        self.file = file
        self.bytes = bytes
        nodes = tape.nodes
        nodeCount = tape.count
        duplicates = tape.duplicates
        keyTables = tape.keyTables
        self.places = places
    }

    /// Reads a JSON text; throws a ``JSONSyntaxError`` as the reading of bytes does.
    public convenience init(
        parsing text: String, file: String = "<json>", limits: JSONLimits = .standard
    ) throws(JSONSyntaxError) {
        try self.init(parsing: Array(text.utf8), file: file, limits: limits)
    }

    /// Writes a built value as a compact text and reads that.
    public convenience init(_ json: JSON, file: String = "<value>") {
        let limits = JSONLimits(maximumDepth: .max)
        do {
            try self.init(parsing: JSONWriter.compactBytes(json), file: file, limits: limits)
        } catch {
            // Every value that can be built can be written; only its size can stand in the way.
            preconditionFailure("a built value of more than \(JSONLimits.largestBytes) bytes: \(error.reason)")
        }
    }

    deinit {
        nodes.deallocate()
    }

    /// The text's one value.
    public var root: JSONValue { JSONValue(document: self, node: 0) }

    /// The line index, made at the first access.
    var lineIndex: LineIndex {
        lines.withLock { lines in
            if let lines { return lines }
            let index = LineIndex(bytes)
            lines = index
            return index
        }
    }
}

extension JSONDocument {
    /// Whether any object has a key more than once.
    package var hasDuplicateKeys: Bool { !duplicates.isEmpty }
}

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

/// A key that an object has more than once.
public struct JSONDuplicateKey: Sendable, Hashable {
    /// The key, its escapes resolved.
    public let key: String
    /// The object that has it twice.
    public let object: JSONPointer
    /// Where the key stands for the first time.
    public let first: JSONPosition
    /// Where it stands again; one entry for each further time.
    public let second: JSONPosition
}
