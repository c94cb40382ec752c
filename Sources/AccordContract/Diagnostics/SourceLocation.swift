// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// The location of a value in a contract, printed as `Specs/todos.json:41:9`.
///
/// Lines and columns start at 1, and the pointer is an RFC 6901 JSON Pointer. Line, column and pointer are computed on
/// demand, because most locations are never shown.
package struct SourceLocation: Sendable {
    private enum Storage: Sendable {
        case value(JSONValue)
        /// The location of the name of an object member.
        case key(JSONMember)
        /// A line and a column in a file, for a location without a JSON value. This case is rare. It is `indirect`,
        /// because its payload would otherwise enlarge every location.
        indirect case text(TextLocation)
    }

    private struct TextLocation: Sendable {
        var file: String
        var line: Int
        var column: Int
        var pointer: String
    }

    private let storage: Storage

    package init(file: String, line: Int, column: Int, pointer: String = "") {
        storage = .text(TextLocation(file: file, line: line, column: column, pointer: pointer))
    }

    /// Creates the location of the start of a value.
    package init(_ value: JSONValue) { storage = .value(value) }

    /// Creates the location of the start of a member's name, with the pointer of the member's value.
    package init(keyOf member: JSONMember) { storage = .key(member) }

    package var file: String {
        switch storage {
        case .value(let value): value.originFile
        case .key(let member): member.keyOrigin.originFile
        case .text(let text): text.file
        }
    }

    /// The location as a JSON object with `file`, `line`, `column` and `pointer`.
    package var json: JSON {
        [
            "file": .string(file), "line": .int(line), "column": .int(column),
            "pointer": .string(pointer),
        ]
    }

    /// Whether Accord built the contract from a document in a different format, such as OpenAPI.
    package var isTranslated: Bool { document?.isTranslation ?? false }

    /// Whether `accord convert` wrote the contract.
    var isConverted: Bool { document?.isConverted ?? false }

    private var value: JSONValue? {
        switch storage {
        case .value(let value): value
        case .key(let member): member.value
        case .text: nil
        }
    }

    private var document: JSONDocument? { value?.document }

    /// Returns a member of the object at the location, such as an extension that the model doesn't contain.
    package subscript(key: String) -> JSONValue? { value?[key] }

    package var line: Int { position.line }
    package var column: Int { position.column }

    package var pointer: String {
        switch storage {
        case .value(let value): value.originPointer.description
        case .key(let member): member.keyOrigin.originPointer.description
        case .text(let text): text.pointer
        }
    }

    /// The line of the document at the location, or `nil` if the document is unknown.
    package var sourceLine: String? {
        switch storage {
        case .value(let value): value.originLine(line)
        case .key(let member): member.keyOrigin.originLine(line)
        case .text: nil
        }
    }

    package var position: JSONPosition {
        switch storage {
        case .value(let value): value.position
        case .key(let member): member.keyPosition
        case .text(let text): JSONPosition(offset: 0, line: text.line, column: text.column)
        }
    }
}

/// A location in a file, or a value that has one.
package protocol Placed { var sourceLocation: SourceLocation { get } }

extension SourceLocation: Placed { package var sourceLocation: SourceLocation { self } }

extension JSONValue: Placed { package var sourceLocation: SourceLocation { SourceLocation(self) } }

extension SourceLocation: CustomStringConvertible {
    package var description: String {
        let position = position
        return "\(file):\(position.line):\(position.column)"
    }
}

extension SourceLocation: Hashable {
    package static func == (left: Self, right: Self) -> Bool {
        left.line == right.line && left.column == right.column && left.file == right.file
            && left.pointer == right.pointer
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(file)
        hasher.combine(line)
        hasher.combine(column)
    }
}
