// SPDX-License-Identifier: Apache-2.0
/// An immutable JSON document: the bytes of its text, and an array with a node for each key and value (the tape).
///
/// Reading is strict (RFC 8259, UTF-8 only) and preserves the lexeme of each number, the order of members, duplicate
/// keys, and the position of every value. A ``JSONValue`` is a view into the document.
public final class JSONDocument: Sendable {
    /// The file name in errors and positions.
    public let file: String
    /// The source text.
    public let bytes: [UInt8]

    // The tape. It never changes after the reader has written it, and is deallocated with the document.
    nonisolated(unsafe) package let nodes: UnsafePointer<TapeNode>
    /// The number of nodes: one for each value and each key.
    package let nodeCount: Int
    /// The duplicate keys: pairs of key nodes with the same key, ordered by the first node and then by the second node.
    let duplicates: [DuplicateNodes]
    let keyTables: KeyTables
    /// The source positions of the values, if the source isn't ``bytes`` but a different text, such as YAML. Otherwise
    /// `nil`.
    package let places: DocumentPlaces?
    private let lines: Locked<LineIndex?> = Locked(nil)

    /// Reads a JSON text.
    ///
    /// - Parameters:
    ///   - bytes: The text as UTF-8.
    ///   - file: The file name in errors and positions.
    ///   - limits: The maximum size and depth.
    /// - Throws: ``JSONSyntaxError`` if the text isn't valid JSON in UTF-8, or exceeds the limits.
    public convenience init(
        parsing bytes: [UInt8], file: String = "<json>", limits: JSONLimits = .standard
    ) throws(JSONSyntaxError) {
        try self.init(parsing: bytes, file: file, limits: limits, places: nil)
    }

    /// Reads a JSON text whose values keep their source positions in a different text, such as YAML.
    package convenience init(
        parsing bytes: [UInt8], file: String, limits: JSONLimits, places: DocumentPlaces?
    ) throws(JSONSyntaxError) {
        do {
            self.init(file: file, bytes: bytes, tape: try Tape.read(bytes, limits: limits), places: places)
        } catch {
            throw JSONSyntaxError(error, bytes: bytes, file: file)
        }
    }

    /// Creates a document that takes ownership of a tape's memory.
    init(file: String, bytes: [UInt8], tape: Tape, places: DocumentPlaces?) {
        self.file = file
        self.bytes = bytes
        nodes = tape.nodes
        nodeCount = tape.count
        duplicates = tape.duplicates
        keyTables = tape.keyTables
        self.places = places
    }

    /// Reads a JSON text.
    ///
    /// - Throws: ``JSONSyntaxError`` if the text isn't valid JSON, or exceeds the limits.
    public convenience init(
        parsing text: String, file: String = "<json>", limits: JSONLimits = .standard
    ) throws(JSONSyntaxError) {
        try self.init(parsing: Array(text.utf8), file: file, limits: limits)
    }

    /// Creates a document by writing a value as JSON and parsing the result.
    public convenience init(_ json: JSON, file: String = "<value>") {
        let limits = JSONLimits(maximumDepth: .max)
        do {
            try self.init(parsing: JSONWriter.compactBytes(json), file: file, limits: limits)
        } catch {
            // The text is always valid JSON, because `JSONWriter` wrote it. Parsing fails only if it exceeds the size
            // limit.
            preconditionFailure("the value has more than \(JSONLimits.largestBytes) bytes as JSON: \(error.reason)")
        }
    }

    deinit { nodes.deallocate() }

    /// The top-level value of the document.
    public var root: JSONValue { JSONValue(document: self, node: 0) }

    /// The index that finds the line and column of an offset, created at the first access.
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
    /// Whether the source positions of the values refer to ``bytes``.
    package var isPlainJSON: Bool { places == nil }

    /// Returns the line and column of a byte offset. An offset after the end of the text counts as the end.
    public func position(ofOffset offset: Int) -> JSONPosition { lineIndex.position(ofOffset: offset, in: bytes) }

    /// Returns the source position of a value's or a key's node.
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

    /// Returns a line, counted from 1, without its line ending. Returns an empty string if the line doesn't exist.
    public func lineText(_ line: Int) -> String {
        if case .written(let written) = places { return written.lineText(line) }
        return lineIndex.text(ofLine: line, in: bytes)
    }

    /// The duplicate keys, in source order.
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

    /// Returns a line without its line ending, or an empty string if the line doesn't exist.
    func text(ofLine line: Int, in bytes: [UInt8]) -> String {
        guard line >= 1, line <= lineCount else { return "" }
        return String(decoding: bytes[range(ofLine: line, in: bytes)], as: UTF8.self)
    }

    /// Returns the range of a line without its line ending.
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

/// A key that an object has more than once.
public struct JSONDuplicateKey: Sendable, Hashable {
    /// The key, unescaped.
    public let key: String
    /// The pointer to the object with the duplicate key.
    public let object: JSONPointer
    /// The position of the first occurrence.
    public let first: JSONPosition
    /// The position of a later occurrence. Each later occurrence has its own ``JSONDuplicateKey``.
    public let second: JSONPosition
}
