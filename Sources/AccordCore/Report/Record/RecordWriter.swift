import AccordJSON

/// A value that a report's JSON holds: an object whose members stand in a fixed order.
protocol Record {
    func write(to writer: inout RecordWriter)
    init(_ reader: RecordReader) throws(ReportReadingError)
}

/// Writes records as JSON onto a buffer that may be emptied between them, so that a report of 20,000 cases never
/// stands in memory as one text.
///
/// The same records always give the same bytes. A member without a value is left out.
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

    /// Writes a member that is an object.
    package mutating func member(_ name: String, _ members: (inout RecordWriter) throws -> Void) rethrows {
        key(name)
        try object(members)
    }

    package mutating func field(_ name: String, _ value: String?) {
        guard let value else { return }
        key(name)
        JSONWriter.append(value, to: &bytes)
    }

    package mutating func field(_ name: String, _ value: Int) {
        key(name)
        bytes += String(value).utf8
    }

    package mutating func field(_ name: String, _ value: Bool) {
        key(name)
        bytes += (value ? "true" : "false").utf8
    }

    /// Seconds, to the microsecond, never with an exponent.
    package mutating func field(_ name: String, seconds: Double) {
        key(name)
        bytes += Seconds.text(seconds, digits: 6).utf8
    }

    mutating func field(_ name: String, _ value: (some Record)?) {
        guard let value else { return }
        key(name)
        value.write(to: &self)
    }

    mutating func field(_ name: String, _ values: [String]) {
        list(name, values) { JSONWriter.append($1, to: &$0.bytes) }
    }

    mutating func field(_ name: String, _ values: [Int]) {
        list(name, values) { $0.bytes += String($1).utf8 }
    }

    mutating func field(_ name: String, _ values: [some Record]) {
        list(name, values) { $1.write(to: &$0) }
    }

    package mutating func list<Value>(
        _ name: String, _ values: [Value], _ write: (inout RecordWriter, Value) throws -> Void
    ) rethrows {
        key(name)
        open(UInt8(ascii: "["))
        for value in values {
            separate()
            try write(&self, value)
        }
        close(UInt8(ascii: "]"))
    }

    /// What was written since the last time.
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
