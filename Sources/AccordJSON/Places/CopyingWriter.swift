/// Writes a JSON text out of pieces of other documents, and notes where each value was taken from.
package struct CopyingWriter {
    private var bytes: [UInt8] = []
    private var nodes: UInt32 = 0
    private var runs: [CopiedPlaces.Run] = []
    private var documents: [JSONDocument] = []
    private var numbers: [ObjectIdentifier: UInt16] = [:]
    private var needsComma = false

    /// Creates a writer that has written nothing yet.
    package init() {}

    /// The node that the next value or key will have.
    package var nodeCount: Int { Int(nodes) }

    /// The text as a document whose values stand where they were taken from.
    package consuming func document(file: String) throws(JSONSyntaxError) -> JSONDocument {
        let places = CopiedPlaces(documents: documents, runs: runs)
        return try JSONDocument(
            parsing: bytes, file: file, limits: JSONLimits(maximumDepth: .max), places: .copied(places))
    }

    // MARK: Containers

    /// Opens an object that stands where a value stands.
    package mutating func beginObject(from origin: JSONValue) { begin(0x7B, origin) }
    /// Closes the object that was opened last.
    package mutating func endObject() { end(0x7D) }
    /// Opens an array that stands where a value stands.
    package mutating func beginArray(from origin: JSONValue) { begin(0x5B, origin) }
    /// Closes the array that was opened last.
    package mutating func endArray() { end(0x5D) }

    private mutating func begin(_ byte: UInt8, _ origin: JSONValue) {
        separate()
        note(origin, isCopy: false)
        nodes += 1
        bytes.append(byte)
        needsComma = false
    }

    private mutating func end(_ byte: UInt8) {
        bytes.append(byte)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(0x2C) }
        needsComma = true
    }

    // MARK: Keys and values

    /// Writes the key of a member that stands where another member's key stands.
    package mutating func key(_ name: String, of member: JSONMember) {
        key(name, from: JSONValue(document: member.value.document, node: member.value.node - 1))
    }

    /// Writes a key that stands where a value stands.
    package mutating func key(_ name: String, from origin: JSONValue) {
        string(name, from: origin)
        bytes.append(0x3A)
        needsComma = false
    }

    /// Writes a string that stands where a member's key stands.
    package mutating func string(_ text: String, ofKey member: JSONMember) {
        string(text, from: JSONValue(document: member.value.document, node: member.value.node - 1))
    }

    /// Writes a string that stands where a value stands.
    package mutating func string(_ text: String, from origin: JSONValue) {
        scalar(JSON.string(text), from: origin)
    }

    /// Writes `true` or `false`, which stands where a value stands.
    package mutating func bool(_ flag: Bool, from origin: JSONValue) {
        scalar(.bool(flag), from: origin)
    }

    /// Writes a value that was built in memory, all of which stands where one value stands.
    package mutating func value(_ json: JSON, from origin: JSONValue) {
        separate()
        note(origin, isCopy: false)
        let text = JSONWriter.compactBytes(json)
        nodes += UInt32(Self.count(json))
        bytes += text
    }

    private mutating func scalar(_ json: JSON, from origin: JSONValue) {
        separate()
        note(origin, isCopy: false)
        nodes += 1
        bytes += JSONWriter.compactBytes(json)
    }

    private static func count(_ json: JSON) -> Int {
        switch json {
        case .array(let elements): elements.reduce(1) { $0 + count($1) }
        case .object(let object): object.reduce(1) { $0 + 1 + count($1.value) }
        case .null, .bool, .number, .string: 1
        }
    }

    /// Copies a value with everything in it; some of its strings are replaced, given in the order of the text.
    package mutating func copy(_ value: JSONValue, replacing strings: [(value: JSONValue, text: String)] = []) {
        separate()
        note(value, isCopy: true)
        let document = value.document
        var start = value.byteRange.lowerBound
        for string in strings {
            let range = string.value.byteRange
            bytes += document.bytes[start..<range.lowerBound]
            JSONWriter.append(string.text, to: &bytes)
            start = range.upperBound
        }
        bytes += document.bytes[start..<value.byteRange.upperBound]
        nodes += UInt32(value.tapeNode.next - value.node)
    }

    private mutating func note(_ origin: JSONValue, isCopy: Bool) {
        runs.append(
            CopiedPlaces.Run(
                node: nodes, origin: UInt32(origin.node), document: number(of: origin.document), isCopy: isCopy))
    }

    private mutating func number(of document: JSONDocument) -> UInt16 {
        if let known = numbers[ObjectIdentifier(document)] { return known }
        let number = UInt16(clamping: documents.count)
        documents.append(document)
        numbers[ObjectIdentifier(document)] = number
        return number
    }
}
