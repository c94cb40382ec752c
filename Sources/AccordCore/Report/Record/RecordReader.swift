import AccordJSON

/// Why a report can't be read, with the place in its file.
package struct ReportReadingError: Error, Sendable, Hashable, CustomStringConvertible {
    package var file: String
    package var line: Int
    package var column: Int
    package var message: String

    package var description: String { "\(file):\(line):\(column): error: \(message)" }
}

extension ReportReadingError {
    init(_ message: String, at value: JSONValue) {
        let position = value.position
        self.init(file: value.document.file, line: position.line, column: position.column, message: message)
    }
}

/// Reads the members of a record; unknown ones are passed over, as a later version may have more.
package struct RecordReader {
    let value: JSONValue

    package init(_ value: JSONValue) throws(ReportReadingError) {
        guard value.kind == .object else { throw ReportReadingError("expected an object", at: value) }
        self.value = value
    }

    /// The value that a text of JSON holds.
    package static func root(of bytes: [UInt8], file: String) throws(ReportReadingError) -> JSONValue {
        do {
            return try JSONDocument(parsing: bytes, file: file).root
        } catch {
            throw ReportReadingError(
                file: file, line: error.position.line, column: error.position.column, message: error.reason)
        }
    }

    package func string(_ name: String) throws(ReportReadingError) -> String {
        try required(name, "a string", \.string)
    }

    func optionalString(_ name: String) throws(ReportReadingError) -> String? {
        try optional(name, "a string", \.string)
    }

    package func int(_ name: String) throws(ReportReadingError) -> Int {
        try required(name, "an integer", \.int)
    }

    func optionalInt(_ name: String) throws(ReportReadingError) -> Int? {
        try optional(name, "an integer", \.int)
    }

    func ints(_ name: String) throws(ReportReadingError) -> [Int] {
        try list(name) { element throws(ReportReadingError) in
            guard let number = element.int else { throw ReportReadingError("expected an integer", at: element) }
            return number
        }
    }

    package func bool(_ name: String) throws(ReportReadingError) -> Bool {
        try required(name, "true or false", \.bool)
    }

    package func seconds(_ name: String) throws(ReportReadingError) -> Double {
        try required(name, "a number") { $0.number?.double }
    }

    func record<Value: Record>(_ name: String) throws(ReportReadingError) -> Value {
        guard let value = try optionalRecord(name) as Value? else { throw missing(name) }
        return value
    }

    func optionalRecord<Value: Record>(_ name: String) throws(ReportReadingError) -> Value? {
        guard let member = value[name], !member.isNull else { return nil }
        return try Value(RecordReader(member))
    }

    func strings(_ name: String) throws(ReportReadingError) -> [String] {
        try list(name) { element throws(ReportReadingError) in
            guard let string = element.string else { throw ReportReadingError("expected a string", at: element) }
            return string
        }
    }

    func records<Value: Record>(_ name: String) throws(ReportReadingError) -> [Value] {
        try list(name) { element throws(ReportReadingError) in try Value(RecordReader(element)) }
    }

    package func choice<Choice: RawRepresentable<String>>(_ name: String) throws(ReportReadingError) -> Choice {
        try required(name, "one of the values that the format names") { $0.string.flatMap(Choice.init) }
    }

    func optionalChoice<Choice: RawRepresentable<String>>(_ name: String) throws(ReportReadingError) -> Choice? {
        try optional(name, "one of the values that the format names") { $0.string.flatMap(Choice.init) }
    }

    package func list<Element>(
        _ name: String, _ read: (JSONValue) throws(ReportReadingError) -> Element
    ) throws(ReportReadingError) -> [Element] {
        guard let member = value[name] else { return [] }
        guard member.kind == .array else { throw ReportReadingError("expected a list under \"\(name)\"", at: member) }
        var result: [Element] = []
        result.reserveCapacity(member.count)
        for element in member.elements { result.append(try read(element)) }
        return result
    }

    private func required<Value>(
        _ name: String, _ kind: String, _ read: (JSONValue) -> Value?
    ) throws(ReportReadingError) -> Value {
        guard let value = try optional(name, kind, read) else { throw missing(name) }
        return value
    }

    private func optional<Value>(
        _ name: String, _ kind: String, _ read: (JSONValue) -> Value?
    ) throws(ReportReadingError) -> Value? {
        guard let member = value[name], !member.isNull else { return nil }
        guard let result = read(member) else {
            throw ReportReadingError("expected \(kind) under \"\(name)\"", at: member)
        }
        return result
    }

    private func missing(_ name: String) -> ReportReadingError {
        ReportReadingError("\"\(name)\" is missing", at: value)
    }
}
