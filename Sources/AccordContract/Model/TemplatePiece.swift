// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A piece of a string that may contain `${…}`.
package enum TemplatePiece: Sendable, Hashable {
    case literal(String)
    /// The name in a `${…}`, such as `outputs.id`. `isAlone` indicates whether the string consists only of this `${…}`.
    case name(String, isAlone: Bool)
    /// A `${` without a `}`.
    case unclosed

    /// Splits a string into its pieces: placeholders such as `${outputs.id}`, and the text between them. There is at
    /// least one piece.
    package static func split(_ text: String) -> [TemplatePiece] {
        guard text.utf8.contains(UInt8(ascii: "$")) else { return [.literal(text)] }
        var pieces: [TemplatePiece] = []
        var literal: [UInt8] = []
        let bytes = Array(text.utf8)
        func flush() {
            if !literal.isEmpty { pieces.append(.literal(String(decoding: literal, as: UTF8.self))) }
            literal = []
        }
        var index = 0
        while index < bytes.count {
            let rest = bytes[index...]
            if rest.starts(with: "$${".utf8) {
                literal += "${".utf8
                index += 3
            } else if rest.starts(with: "${".utf8) {
                flush()
                guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else { return pieces + [.unclosed] }
                let name = String(decoding: bytes[(index + 2)..<end], as: UTF8.self)
                pieces.append(.name(name, isAlone: index == 0 && end == bytes.count - 1))
                index = end + 1
            } else {
                literal.append(bytes[index])
                index += 1
            }
        }
        flush()
        return pieces.isEmpty ? [.literal("")] : pieces
    }

    /// Returns a string with every `${…}` replaced, or `nil` if a value is missing or if a `${` has no `}`. If the string is
    /// a single `${…}`, the result has the JSON type of the value.
    package static func filled<Failure: Error>(
        _ text: String, with value: (String) throws(Failure) -> JSON?
    ) throws(Failure) -> JSON? {
        var result = ""
        for piece in split(text) {
            switch piece {
            case .literal(let literal): result += literal
            case .unclosed: return nil
            case .name(let name, let isAlone):
                guard let filling = try value(name) else { return nil }
                if isAlone { return filling }
                result += filling.string ?? filling.compact
            }
        }
        return .string(result)
    }
}
