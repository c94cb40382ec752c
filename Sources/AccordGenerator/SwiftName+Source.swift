// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Functions that return the names of types, functions and closures in generated source.
extension SwiftName {
    private static let keywords: Set<String> = [
        "Any", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
        "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "private", "protocol",
        "public", "repeat", "rethrows", "return", "self", "Self", "static", "struct", "subscript", "super", "switch",
        "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    /// Returns the prefix of type names for a contract, such as `AwesomeTodos` for `Specs/awesome-todos.json`.
    package static func type(of path: String) -> String {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        let ending = [".json", ".yaml", ".yml"].first { file.hasSuffix($0) } ?? ""
        let stem = file.dropLast(ending.count)
        let words = stem.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let name = words.map { capitalized(String($0)) }.joined()
        return name.first?.isLetter == true ? name : "Contract\(name)"
    }

    /// Returns a type name for each operation, such as `Login` for `login`. If both `list` and `List` exist, `List` gets
    /// `List2`.
    package static func types(of operations: [String]) -> [String: String] {
        var used = Set(operations.filter { $0 != capitalized($0) }.map(capitalized))
        var names: [String: String] = [:]
        for id in operations where id != capitalized(id) { names[id] = capitalized(id) }
        for id in operations where id == capitalized(id) { names[id] = used.insertUnused(id) }
        return names
    }

    /// The names that must not be used for operations, because Swift or the generated source uses them.
    private static let reserved: Set<String> = [
        "_", "self", "Self", "init", "Type", "Protocol", "client", "operations", "erased", "bindings",
    ]

    /// Returns the name of an operation's test and closure: `` `class` `` for `class`, and `client_` for `client`.
    package static func operation(_ id: String) -> String { reserved.contains(id) ? "\(id)_" : identifier(id) }

    /// Returns a name as an identifier, in backticks if the name is a keyword.
    package static func identifier(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }
}

/// Functions that write strings as Swift source: as literals or in comments.
package enum SwiftLiteral {
    /// Returns a string literal on one line.
    package static func string(_ text: String) -> String {
        let escaped = text.replacingScalars { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            default: isPlain(scalar) ? nil : "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return "\"\(escaped)\""
    }

    /// Returns a string on one line, for a comment. Spaces replace its line breaks.
    package static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    /// Returns whether a string literal may contain a Unicode scalar without escaping.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: false
        default: true
        }
    }
}
