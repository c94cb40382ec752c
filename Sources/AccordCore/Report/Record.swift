// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A type that is written to and read from a report as a JSON object. Its members have a fixed order.
protocol Record: RecordValue {
    func writeMembers(to writer: inout RecordWriter)
    init(_ reader: RecordReader) throws(ReportReadingError)
}

extension Record {
    package func write(to writer: inout RecordWriter) { writer.object { writeMembers(to: &$0) } }
}

/// A value of a record's member.
package protocol RecordValue {
    /// Whether the record has no such member.
    var isAbsent: Bool { get }
    func write(to writer: inout RecordWriter)
}

extension RecordValue {
    package var isAbsent: Bool { false }
}

extension String: RecordValue {
    package func write(to writer: inout RecordWriter) { writer.append(string: self) }
}

extension Int: RecordValue {
    package func write(to writer: inout RecordWriter) { writer.append(String(self)) }
}

extension Bool: RecordValue {
    package func write(to writer: inout RecordWriter) { writer.append(self ? "true" : "false") }
}

/// Seconds in decimal notation with microsecond precision and without an exponent.
package struct RecordSeconds: RecordValue {
    private let seconds: Double

    package init(_ seconds: Double) { self.seconds = seconds }

    package func write(to writer: inout RecordWriter) { writer.append(Seconds.text(seconds, digits: 6)) }
}

extension Optional: RecordValue where Wrapped: RecordValue {
    package var isAbsent: Bool { if case nil = self { true } else { false } }
    package func write(to writer: inout RecordWriter) { self?.write(to: &writer) }
}

extension Array: RecordValue where Element: RecordValue {
    package func write(to writer: inout RecordWriter) { writer.list(self) { $1.write(to: &$0) } }
}

/// Writes records as JSON into a buffer, which the caller can empty between records. Even a report of 20,000 cases thus
/// needs little memory.
///
/// Equal records produce equal bytes. The writer omits members without a value.
package struct RecordWriter {
    package private(set) var bytes: [UInt8] = []
    private let isPretty: Bool
    private var level = 0
    private var isFirst = true

    package init(isPretty: Bool) { self.isPretty = isPretty }

    package mutating func object(_ members: (inout RecordWriter) throws -> Void) rethrows {
        open(UInt8(ascii: "{"))
        try members(&self)
        close(UInt8(ascii: "}"))
    }

    /// Writes a member whose value is an object. The closure writes the members of this object.
    package mutating func member(_ name: String, _ members: (inout RecordWriter) throws -> Void) rethrows {
        key(name)
        try object(members)
    }

    /// Writes members, and omits those without a value.
    package mutating func fields<each Value: RecordValue>(_ members: repeat (name: String, value: each Value)) {
        repeat field((each members).name, (each members).value)
    }

    package mutating func field(_ name: String, _ value: some RecordValue) {
        guard !value.isAbsent else { return }
        key(name)
        value.write(to: &self)
    }

    fileprivate mutating func append(_ text: String) { bytes += text.utf8 }

    fileprivate mutating func append(string: String) { JSONWriter.append(string, to: &bytes) }

    package mutating func list<Value>(
        _ name: String, _ values: [Value], _ write: (inout RecordWriter, Value) throws -> Void
    ) rethrows {
        key(name)
        try list(values, write)
    }

    fileprivate mutating func list<Value>(
        _ values: [Value], _ write: (inout RecordWriter, Value) throws -> Void
    ) rethrows {
        open(UInt8(ascii: "["))
        for value in values {
            separate()
            try write(&self, value)
        }
        close(UInt8(ascii: "]"))
    }

    /// Returns the bytes in the buffer, and removes them.
    package mutating func drain() -> [UInt8] {
        let drained = bytes
        bytes.removeAll(keepingCapacity: true)
        return drained
    }

    private mutating func key(_ name: String) {
        separate()
        JSONWriter.append(name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        if isPretty { bytes.append(UInt8(ascii: " ")) }
    }

    private mutating func separate() {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        breakLine()
    }

    private mutating func open(_ bracket: UInt8) {
        bytes.append(bracket)
        level += 1
        isFirst = true
    }

    private mutating func close(_ bracket: UInt8) {
        level -= 1
        if !isFirst { breakLine() }
        isFirst = false
        bytes.append(bracket)
    }

    private mutating func breakLine() {
        guard isPretty else { return }
        bytes.append(0x0A)
        bytes.append(contentsOf: repeatElement(0x20, count: 2 * level))
    }
}

/// The error for a report that Accord can't read, with the position of the error in the file.
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

/// Reads the members of a record. Ignores unknown members, which later versions may write.
package struct RecordReader {
    let value: JSONValue

    package init(_ value: JSONValue) throws(ReportReadingError) {
        guard value.kind == .object else { throw ReportReadingError("expected an object", at: value) }
        self.value = value
    }

    /// Parses JSON, and returns its root value.
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

    package func int(_ name: String) throws(ReportReadingError) -> Int { try required(name, "an integer", \.int) }

    package func optionalInt(_ name: String) throws(ReportReadingError) -> Int? {
        try optional(name, "an integer", \.int)
    }

    func ints(_ name: String) throws(ReportReadingError) -> [Int] {
        try list(name) { element throws(ReportReadingError) in
            guard let number = element.int else { throw ReportReadingError("expected an integer", at: element) }
            return number
        }
    }

    package func bool(_ name: String) throws(ReportReadingError) -> Bool { try required(name, "true or false", \.bool) }

    func optionalBool(_ name: String) throws(ReportReadingError) -> Bool? {
        try optional(name, "true or false", \.bool)
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
        try required(name, "a value that the report format defines") { $0.string.flatMap(Choice.init) }
    }

    func optionalChoice<Choice: RawRepresentable<String>>(_ name: String) throws(ReportReadingError) -> Choice? {
        try optional(name, "a value that the report format defines") { $0.string.flatMap(Choice.init) }
    }

    package func list<Element>(
        _ name: String, _ read: (JSONValue) throws(ReportReadingError) -> Element
    ) throws(ReportReadingError) -> [Element] {
        guard let member = value[name] else { return [] }
        guard member.kind == .array else { throw ReportReadingError("expected an array for \"\(name)\"", at: member) }
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
            throw ReportReadingError("expected \(kind) for \"\(name)\"", at: member)
        }
        return result
    }

    private func missing(_ name: String) -> ReportReadingError {
        ReportReadingError("\"\(name)\" is missing", at: value)
    }
}

/// Formats seconds as decimal numbers.
package enum Seconds {
    /// Returns the number with at most `digits` decimal places and without trailing zeros. Returns 0 if the number is
    /// negative, infinite or not a number.
    package static func text(_ seconds: Double, digits: Int) -> String {
        let scale = (0..<digits).reduce(1) { product, _ in product * 10 }
        let scaled = (seconds * Double(scale)).rounded()
        guard scaled.isFinite, scaled > 0, scaled < 9e18 else { return "0" }
        let (integer, fraction) = Int(scaled).quotientAndRemainder(dividingBy: scale)
        guard fraction > 0 else { return String(integer) }
        let decimals = String(fraction)
        let padded = String(repeating: "0", count: digits - decimals.utf8.count) + decimals
        return "\(integer).\(padded.trimmingZeros)"
    }
}

extension String {
    fileprivate var trimmingZeros: String {
        var trimmed = self
        while trimmed.last == "0" { trimmed.removeLast() }
        return trimmed
    }
}
