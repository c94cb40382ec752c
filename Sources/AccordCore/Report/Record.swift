// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// A type that is written to and read from a report as a JSON object. Its members have a fixed order.
package protocol Record: RecordValue { static var shape: RecordShape<Self> { get } }

extension Record {
    package static var kind: String { "an object" }
    package func write(to writer: inout RecordWriter) { writer.object { Self.shape.write(self, &$0) } }

    package static func read(_ value: JSONValue) throws(DescribedError) -> Self? {
        try shape.read(RecordReader(value))
    }
}

/// The members of a record, for writing and for reading.
package struct RecordShape<Value>: Sendable {
    let write: @Sendable (Value, inout RecordWriter) -> Void
    let read: @Sendable (RecordReader) throws(DescribedError) -> Value

    /// - Parameter make: Creates the record from the values of its members.
    package init<each Member: RecordValue>(
        _ members: repeat (name: String, path: any KeyPath<Value, each Member> & Sendable),
        make: @escaping @Sendable (repeat each Member) -> Value
    ) {
        write = { value, writer in repeat writer.field((each members).name, value[keyPath: (each members).path]) }
        read = { reader throws(DescribedError) in try make(repeat reader((each members).name) as each Member) }
    }
}

/// A value of a record's member.
package protocol RecordValue: SendableMetatype {
    /// The kind of the value in messages, such as `a string`.
    static var kind: String { get }
    /// The value of a member that a record lacks, or `nil` if records must have the member.
    static var absent: Self? { get }
    /// Whether the record has no such member.
    var isAbsent: Bool { get }
    func write(to writer: inout RecordWriter)
    /// Returns `nil` if the JSON value is of a different kind.
    static func read(_ value: JSONValue) throws(DescribedError) -> Self?
}

extension RecordValue {
    package static var absent: Self? { nil }
    package var isAbsent: Bool { false }
}

extension String: RecordValue {
    package static var kind: String { "a string" }
    package func write(to writer: inout RecordWriter) { writer.append(string: self) }
    package static func read(_ value: JSONValue) -> String? { value.string }
}

extension Int: RecordValue {
    package static var kind: String { "an integer" }
    package func write(to writer: inout RecordWriter) { writer.append(String(self)) }
    package static func read(_ value: JSONValue) -> Int? { value.int }
}

extension Bool: RecordValue {
    package static var kind: String { "true or false" }
    package func write(to writer: inout RecordWriter) { writer.append(self ? "true" : "false") }
    package static func read(_ value: JSONValue) -> Bool? { value.bool }
}

/// Seconds in decimal notation with microsecond precision and without an exponent.
extension Double: RecordValue {
    package static var kind: String { "a number" }
    package func write(to writer: inout RecordWriter) { writer.append(Seconds.text(self, digits: 6)) }
    package static func read(_ value: JSONValue) -> Double? { value.number?.double }
}

extension RecordValue where Self: RawRepresentable<String> {
    package static var kind: String { "a value that the report format defines" }
    package func write(to writer: inout RecordWriter) { rawValue.write(to: &writer) }
    package static func read(_ value: JSONValue) -> Self? { value.string.flatMap(Self.init) }
}

extension Optional: RecordValue where Wrapped: RecordValue {
    package static var kind: String { Wrapped.kind }
    package static var absent: Self? { .some(nil) }
    package var isAbsent: Bool { if case nil = self { true } else { false } }
    package func write(to writer: inout RecordWriter) { self?.write(to: &writer) }
    package static func read(_ value: JSONValue) throws(DescribedError) -> Self? { try Wrapped.read(value) }
}

extension Array: RecordValue where Element: RecordValue {
    package static var kind: String { "an array" }
    package static var absent: Self? { [] }
    package func write(to writer: inout RecordWriter) { writer.list(self) { $1.write(to: &$0) } }

    package static func read(_ value: JSONValue) throws(DescribedError) -> Self? {
        guard value.kind == .array else { return nil }
        return try value.elements.map { (member) throws(DescribedError) in
            guard let element = try Element.read(member) else {
                throw DescribedError("expected \(Element.kind)", at: member)
            }
            return element
        }
    }
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

/// Reads the members of a record. Ignores unknown members, which later versions may write.
package struct RecordReader {
    let value: JSONValue

    package init(_ value: JSONValue) throws(DescribedError) {
        guard value.kind == .object else { throw DescribedError("expected an object", at: value) }
        self.value = value
    }

    /// Parses JSON, and returns its root value.
    package static func root(of bytes: [UInt8], file: String) throws(DescribedError) -> JSONValue {
        do {
            return try JSONDocument(parsing: bytes, file: file).root
        } catch {
            throw DescribedError(error)
        }
    }

    /// Reads a member. The type of the result decides what the member must be, and whether the record may lack it.
    package func callAsFunction<Value: RecordValue>(_ name: String) throws(DescribedError) -> Value {
        guard let member = value[name], !member.isNull else {
            guard let absent = Value.absent else { throw DescribedError("\"\(name)\" is missing", at: value) }
            return absent
        }
        guard let result = try Value.read(member) else {
            throw DescribedError("expected \(Value.kind) for \"\(name)\"", at: member)
        }
        return result
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
        return "\(integer).\(padded.trimmingEnd { $0 == "0" })"
    }
}
