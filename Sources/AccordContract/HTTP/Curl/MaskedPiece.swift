import AccordJSON

/// A stretch of a text in which secrets are hidden.
package enum MaskedPiece: Sendable, Hashable {
    case text(String)
    /// A secret exactly as an environment variable holds it.
    case variable(String)
    /// A secret of nobody's naming, or in another spelling.
    case hidden

    /// What stands for a secret that can't be named.
    package static let mark: String = "•••"
}

extension [MaskedPiece] {
    /// True where a secret is hidden for good: the text can't be restored from the environment.
    var isIncomplete: Bool { contains(.hidden) }

    /// The pieces as one word of a POSIX shell, which fills in the variables.
    var shellWord: String {
        let pieces = joined
        guard pieces.contains(where: \.isVariable) else { return CurlCommand.quoted(pieces.map(\.literal).joined()) }
        // In double quotes where these leave the rest as it is, else each piece in quotes of its own.
        guard pieces.allSatisfy({ $0.literal.utf8.allSatisfy(ByteSet.doubleQuotable.contains) }) else {
            return pieces.map { $0.isVariable ? "\"\($0.reference(before: nil))\"" : CurlCommand.quoted($0.literal) }
                .joined()
        }
        let following = pieces.dropFirst().map { $0 } + [.text("")]
        return "\"" + zip(pieces, following).map { $0.isVariable ? $0.reference(before: $1) : $0.literal }.joined()
            + "\""
    }

    /// With no two texts side by side.
    private var joined: [MaskedPiece] {
        reduce(into: []) { pieces, piece in
            if case .text(let text)? = pieces.last, !piece.isVariable {
                pieces[pieces.count - 1] = .text(text + piece.literal)
            } else {
                pieces.append(piece.isVariable ? piece : .text(piece.literal))
            }
        }
    }
}

extension MaskedPiece {
    fileprivate var isVariable: Bool {
        if case .variable = self { true } else { false }
    }

    /// `$NAME`, in braces where what follows would be taken for a part of it.
    fileprivate func reference(before next: MaskedPiece?) -> String {
        guard case .variable(let name) = self else { return "" }
        return next?.literal.utf8.first.map(ByteSet.afterName.contains) ?? false ? "${\(name)}" : "$\(name)"
    }

    fileprivate var literal: String {
        switch self {
        case .text(let text): text
        case .variable: ""
        case .hidden: Self.mark
        }
    }
}

extension ByteSet {
    /// What a shell takes for more of a variable's name, or, as zsh does `:` and `[`, for a change of its value.
    fileprivate static let afterName: ByteSet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_:["
    /// What double quotes leave as it is in every shell; `!` expands history in an interactive shell.
    fileprivate static let doubleQuotable: ByteSet = ByteSet.unreserved.union(" /:@%+,=;&?#[]{}()<>|*'^")
}
