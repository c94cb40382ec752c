import AccordJSON

/// A place in a contract: what a finding and a diagnostic point at.
///
/// Prints as `Specs/todos.json:41:9`. Lines and columns start at 1; the pointer is an RFC 6901 JSON Pointer.
package struct SourceLocation: Sendable, Hashable, Codable, CustomStringConvertible {
    package var file: String
    package var line: Int
    package var column: Int
    package var pointer: String

    package init(file: String, line: Int, column: Int, pointer: String = "") {
        self.file = file
        self.line = line
        self.column = column
        self.pointer = pointer
    }

    /// Where `value` starts in its document.
    package init(_ value: JSONValue) {
        let position = value.position
        self.init(
            file: value.document.file, line: position.line, column: position.column,
            pointer: value.pointer.description)
    }

    package var description: String { "\(file):\(line):\(column)" }
}
