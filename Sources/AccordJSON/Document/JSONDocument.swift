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
