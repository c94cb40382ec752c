/// What reading a text gives: the nodes, which whoever takes the tape must free, and what was learned on the way.
struct Tape {
    let nodes: UnsafePointer<TapeNode>
    let count: Int
    let duplicates: [DuplicateNodes]
    let keyTables: KeyTables

    static func read(_ bytes: [UInt8], limits: JSONLimits) throws(ReadFailure) -> Tape {
        let maximum = min(limits.maximumBytes, JSONLimits.largestBytes)
        if bytes.count > maximum {
            throw ReadFailure(0, "the text has \(bytes.count) bytes, more than the \(maximum) that are allowed")
        }
        if bytes.isEmpty {
            throw ReadFailure(0, "the text is empty: a JSON text holds one value, such as {} or null")
        }
        // The reader looks at bytes in the order of the text, each access guarded by a comparison with the count.
        return try bytes.withUnsafeBufferPointer { (buffer) throws(ReadFailure) -> Tape in
            guard let text = buffer.baseAddress else { throw ReadFailure(0, "the text is empty") }
            var reader = TapeReader(text: text, count: buffer.count, maximumDepth: limits.maximumDepth)
            try reader.readDocument()
            return reader.finish()
        }
    }

    /// Returns the tape of nodes that were made one by one, after comparing the keys of each object.
    static func indexing(_ nodes: [TapeNode], of bytes: [UInt8]) -> Tape {
        // The reader looks at the text of the keys alone, within the closure.
        bytes.withUnsafeBufferPointer { buffer in
            guard let text = buffer.baseAddress else { preconditionFailure("a document has a value") }
            var reader = TapeReader(text: text, count: buffer.count, maximumDepth: .max)
            reader.index(nodes)
            return reader.finish()
        }
    }
}

/// Why a text was refused, still without line and column.
struct ReadFailure: Error {
    var offset: Int
    var reason: String
    /// Where the array, object or string that is meant starts.
    var opening: Int?

    init(_ offset: Int, _ reason: String, opening: Int? = nil) {
        self.offset = offset
        self.reason = reason
        self.opening = opening
    }
}
