import AccordContract
import AccordCore

/// Stands for a variable of the environment while an example is made: no example holds a secret.
enum Placeholder {
    private static let opening = "accord-variable-"
    private static let closing = "-elbairav"

    static let environment: Scope.Environment = { text($0) }

    static func text(_ name: String) -> String { opening + name + closing }

    /// The text cut where a variable stands.
    static func pieces(_ text: String) -> [MaskedPiece] {
        var pieces: [MaskedPiece] = []
        var rest = text[...]
        while let start = rest.firstRange(of: opening),
            let end = rest[start.upperBound...].firstRange(of: closing)
        {
            if start.lowerBound > rest.startIndex { pieces.append(.text(String(rest[..<start.lowerBound]))) }
            pieces.append(.variable(String(rest[start.upperBound..<end.lowerBound])))
            rest = rest[end.upperBound...]
        }
        if !rest.isEmpty || pieces.isEmpty { pieces.append(.text(String(rest))) }
        return pieces
    }

    /// The text with `$NAME` for each variable.
    static func named(_ text: String) -> String {
        pieces(text).map { piece in
            switch piece {
            case .text(let text): text
            case .variable(let name): "$\(name)"
            case .hidden: MaskedPiece.mark
            }
        }.joined()
    }

    /// The variables in a text, in order, each once.
    static func names(in texts: [String]) -> [String] {
        var names: [String] = []
        for case .variable(let name) in texts.flatMap(pieces) where !names.contains(name) { names.append(name) }
        return names
    }
}
