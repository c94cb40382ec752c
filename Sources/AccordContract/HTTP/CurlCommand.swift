import AccordJSON
import AccordSchema

/// A request as a line for a shell.
package enum CurlCommand {
    /// The `curl` line that sends the request. `pieces` cuts every text of it where secrets are hidden, before it is
    /// quoted; those that variables hold are filled in by the shell.
    ///
    /// A body that isn't text comes through a pipe, as base64.
    package static func line(
        for request: HTTPRequest, masking pieces: (String) -> [MaskedPiece] = { [.text($0)] }
    ) -> String {
        var words = ["curl", "-sS", "-i"]
        switch request.method {
        case "GET" where request.body.isEmpty: break
        case "POST" where !request.body.isEmpty: break
        case "HEAD": words.append("--head")
        default: words += ["-X", quoted(request.method)]
        }
        if request.url.utf8.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }) {
            words.append("--globoff")
        }
        if request.url.contains("/.") { words.append("--path-as-is") }
        words += address(of: request, pieces)
        if let digest = request.digest {
            words += ["--digest", "-u", pieces("\(digest.username):\(digest.password)").shellWord]
        }
        for header in request.headers where !setByCurl.contains(header.name.lowercased()) {
            words += field(header, pieces)
        }
        guard !request.body.isEmpty else { return words.joined(separator: " ") }
        if request.headers.first("Content-Type") == nil { words += ["-H", quoted("Content-Type:")] }
        if let text = String(validating: request.body, as: UTF8.self), !text.utf8.contains(0) {
            words += ["--data-raw", pieces(text).shellWord]
            return words.joined(separator: " ")
        }
        words += ["--data-binary", "@-"]
        return
            "printf %s \(pieces(Base64.encode(request.body)).shellWord) | base64 -d | \(words.joined(separator: " "))"
    }

    /// The URL; a query item's value that is a variable's, encoded, is left to curl to encode.
    private static func address(of request: HTTPRequest, _ pieces: (String) -> [MaskedPiece]) -> [String] {
        let whole = pieces(request.url)
        var parts = URLParts(request.url)
        guard whole.isIncomplete, request.body.isEmpty, let query = parts.query else { return [word(parts, pieces)] }
        var kept: [Substring] = []
        var encoded: [String] = []
        for item in query.split(separator: "&", omittingEmptySubsequences: false) {
            if pieces(String(item)).isIncomplete, let equals = item.firstIndex(of: "="),
                case let value = pieces(Form.decode(item[item.index(after: equals)...])), !value.isIncomplete
            {
                encoded += ["--data-urlencode", (pieces(String(item[...equals])) + value).shellWord]
            } else {
                kept.append(item)
            }
        }
        parts.query = kept.isEmpty ? nil : kept.joined(separator: "&")
        return [word(parts, pieces)] + (encoded.isEmpty ? [] : ["-G"]) + encoded
    }

    /// An address as one word; a segment of the path that is a variable's value, encoded, is encoded by the shell.
    private static func word(_ parts: URLParts, _ pieces: (String) -> [MaskedPiece]) -> String {
        let whole = pieces(parts.description)
        guard whole.isIncomplete else { return whole.shellWord }
        var segments: [String] = []
        var holdsVariable = false
        for segment in parts.path.split(separator: "/", omittingEmptySubsequences: false) {
            let own = pieces(String(segment))
            let decoded = pieces(Percent.decodeText(segment))
            if own.isIncomplete, !decoded.isIncomplete {
                holdsVariable = true
                segments.append(decoded.map(\.percentEncodedWord).joined())
            } else {
                segments.append(segment.isEmpty ? "" : own.shellWord)
            }
        }
        guard holdsVariable else { return whole.shellWord }
        var front = parts
        front.path = ""
        front.query = nil
        front.fragment = nil
        let query = parts.query.map { pieces("?\($0)").shellWord } ?? ""
        return pieces(front.description).shellWord + segments.joined(separator: "/") + query
    }

    private static func field(_ header: HTTPField, _ pieces: (String) -> [MaskedPiece]) -> [String] {
        // `Name;` is how curl sends a header without a value.
        if header.value.isEmpty { return ["-H", quoted("\(header.name);")] }
        if header.name.isFieldName("Authorization"), let basic = BasicCredentials(header.value), let user = basic.text {
            let named = pieces(user)
            if named != [.text(user)] {
                return named.isIncomplete
                    ? ["-H", ([.text("\(header.name): \(basic.scheme) "), .hidden]).shellWord]
                    : ["-u", named.shellWord]
            }
        }
        return ["-H", ([.text("\(header.name): ")] + pieces(header.value)).shellWord]
    }

    private static let setByCurl: Set<String> = ["host", "content-length", "connection", "transfer-encoding"]

    /// The text as one word of a POSIX shell.
    package static func quoted(_ text: String) -> String {
        if !text.isEmpty, text.utf8.allSatisfy({ ByteSet.shellWord.contains($0) }) { return text }
        return "'" + text.replacing("'", with: #"'\''"#) + "'"
    }
}

extension MaskedPiece {
    /// Part of a word that is a path's segment: a variable's value is percent-encoded, each byte of it, when the line runs.
    fileprivate var percentEncodedWord: String {
        switch self {
        case .text(let text): CurlCommand.quoted(Percent.encode(text))
        case .variable(let name): #""$(printf %s "$\#(name)" | od -An -v -tx1 | tr -d ' \n' | sed 's/../%&/g')""#
        case .hidden: CurlCommand.quoted(Self.mark)
        }
    }
}

extension ByteSet {
    fileprivate static let shellWord: ByteSet = ByteSet.unreserved.union("/:@%+,=")
}

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
