// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// Writes a request as a `curl` command for a shell.
package enum CurlCommand {
    /// Returns the `curl` command that sends a request.
    ///
    /// The command decodes a binary body from base64 and pipes it to `curl`.
    ///
    /// - Parameters:
    ///   - seconds: The time limit for a response that doesn't end, or `nil` for no limit.
    ///   - bodyFile: A file that contains the body, or `nil` to write the body into the command.
    ///   - configuration: A file that contains `configuration(for:masking:)`, or `nil` to write everything into the
    ///     command.
    ///   - pieces: A function that splits a string into text and secrets. The command contains an environment variable
    ///     for each known secret.
    package static func line(
        for request: HTTPRequest, within seconds: Int? = nil, bodyFile: String? = nil, configuration: String? = nil,
        masking pieces: (String) -> [MaskedPiece] = { [.text($0)] }
    ) -> String {
        var words = ["curl", "-sS", "-i"]
        if let seconds { words += ["--max-time", "\(seconds)"] }
        switch request.method {
        case "GET" where request.body.isEmpty: break
        case "POST" where !request.body.isEmpty: break
        case "HEAD": words.append("--head")
        default: words += ["-X", quoted(request.method)]
        }
        // curl sends no length for an empty body.
        if request.body.isEmpty, HTTPMethod.requiresLength(request.method) {
            words += ["-H", quoted("Content-Length: 0")]
        }
        if request.url.utf8.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }) {
            words.append("--globoff")
        }
        if request.url.contains("/.") { words.append("--path-as-is") }
        if let configuration { words += ["-K", quoted(configuration)] }
        func isConfigured(_ text: String) -> Bool { configuration != nil && pieces(text) == [.text(text)] }
        if !isConfigured(request.url) { words += address(of: request, pieces) }
        if let digest = request.digest {
            words += ["--digest", "-u", pieces("\(digest.username):\(digest.password)").shellWord]
        }
        for header in request.headers where !setByCurl.contains(header.name.lowercased()) {
            if !isConfigured(line(header)) { words += field(header, pieces) }
        }
        guard !request.body.isEmpty else { return words.joined(separator: " ") }
        if request.headers.first("Content-Type") == nil { words += ["-H", quoted("Content-Type:")] }
        if let bodyFile { return (words + ["--data-binary", quoted("@\(bodyFile)")]).joined(separator: " ") }
        if let text = String(utf8: request.body), !text.utf8.contains(0) {
            // Terminals and reports indent lines and show other control characters, so the command contains none.
            if text.utf8.contains(where: { $0 < 0x20 }), pieces(text) == [.text(text)] {
                return "printf %b \(quoted(escaped(text))) | \(words.joined(separator: " ")) --data-binary @-"
            }
            words += ["--data-raw", pieces(text).shellWord]
            return words.joined(separator: " ")
        }
        words += ["--data-binary", "@-"]
        return
            "printf %s \(pieces(Base64.encode(request.body)).shellWord) | base64 -d | \(words.joined(separator: " "))"
    }

    /// Returns a configuration file of `curl` with the URL and the header fields that contain no secret.
    package static func configuration(for request: HTTPRequest, masking pieces: (String) -> [MaskedPiece]) -> String {
        let fields = request.headers.filter { !setByCurl.contains($0.name.lowercased()) }.map { ("header", line($0)) }
        return ([("url", request.url)] + fields).filter { pieces($0.1) == [.text($0.1)] }
            .map { name, value in
                let escaped = value.replacing("\\", with: #"\\"#).replacing("\"", with: #"\""#)
                return "\(name) = \"\(escaped)\"\n"
            }.joined()
    }

    /// A header field as curl reads it. An empty value requires `Name;`.
    private static func line(_ header: HTTPField) -> String {
        header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)"
    }

    /// Returns the curl arguments for the URL. A query item with a percent-encoded secret becomes
    /// `--data-urlencode "name=$VARIABLE"`, because curl must encode the value of the environment variable.
    private static func address(of request: HTTPRequest, _ pieces: (String) -> [MaskedPiece]) -> [String] {
        let url = pieces(request.url)
        var parts = URLParts(request.url)
        guard url.isIncomplete, request.body.isEmpty, let query = parts.query else { return [word(parts, pieces)] }
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

    /// Returns a URL as one shell word. For a percent-encoded secret in a path segment, the word contains a command
    /// that percent-encodes the value of the environment variable.
    private static func word(_ parts: URLParts, _ pieces: (String) -> [MaskedPiece]) -> String {
        let url = pieces(parts.description)
        guard url.isIncomplete else { return url.shellWord }
        var segments: [String] = []
        var holdsVariable = false
        for segment in parts.path.split(separator: "/", omittingEmptySubsequences: false) {
            let masked = pieces(String(segment))
            let decoded = pieces(Percent.decodeText(segment))
            if masked.isIncomplete, !decoded.isIncomplete {
                holdsVariable = true
                segments.append(decoded.map(\.percentEncodedWord).joined())
            } else {
                segments.append(segment.isEmpty ? "" : masked.shellWord)
            }
        }
        guard holdsVariable else { return url.shellWord }
        var front = parts
        front.path = ""
        front.query = nil
        front.fragment = nil
        let query = parts.query.map { pieces("?\($0)").shellWord } ?? ""
        return pieces(front.description).shellWord + segments.joined(separator: "/") + query
    }

    private static func field(_ header: HTTPField, _ pieces: (String) -> [MaskedPiece]) -> [String] {
        if header.value.isEmpty { return ["-H", quoted(line(header))] }
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

    /// Returns a text with escape sequences for backslashes and control characters, as `printf %b` reads it.
    private static func escaped(_ text: String) -> String {
        let names: [Unicode.Scalar: String] = ["\\": #"\\"#, "\n": #"\n"#, "\r": #"\r"#, "\t": #"\t"#]
        return text.unicodeScalars.map { scalar in
            names[scalar] ?? (scalar.value < 0x20 ? #"\00"# + String(scalar.value, radix: 8) : String(scalar))
        }.joined()
    }

    /// Returns a string as one word of a POSIX shell.
    package static func quoted(_ text: String) -> String {
        if !text.isEmpty, text.utf8.allSatisfy({ ByteSet.shellWord.contains($0) }) { return text }
        return "'" + text.replacing("'", with: #"'\''"#) + "'"
    }
}

extension MaskedPiece {
    /// The shell word for the piece in a path segment. If the piece is a variable, the shell percent-encodes its value.
    fileprivate var percentEncodedWord: String {
        switch self {
        case .text(let text): CurlCommand.quoted(Percent.encode(text))
        case .variable(let name): #""$(printf %s "$\#(name)" | od -An -v -tx1 | tr -d ' \n' | sed 's/../%&/g')""#
        case .hidden: CurlCommand.quoted(Self.mark)
        }
    }
}

extension ByteSet { fileprivate static let shellWord: ByteSet = ByteSet.unreserved.union("/:@%+,=") }

/// A piece of a string: either text, or a secret that must not be shown.
package enum MaskedPiece: Sendable, Hashable {
    case text(String)
    /// A secret that is the value of an environment variable. The case has the variable's name.
    case variable(String)
    /// A secret that isn't the value of an environment variable.
    case hidden

    /// The text that replaces a hidden secret.
    package static let mark: String = "•••"

    /// Returns the piece as text, in which `reference` is the text for a variable.
    package func text(_ reference: (_ name: String) -> String) -> String {
        switch self {
        case .text(let text): text
        case .variable(let name): reference(name)
        case .hidden: Self.mark
        }
    }
}

extension [MaskedPiece] {
    /// Whether the string contains a secret that isn't the value of an environment variable.
    var isIncomplete: Bool { contains(.hidden) }

    /// The string as one word of a POSIX shell. Secrets are references to environment variables.
    var shellWord: String {
        let pieces = joined
        guard pieces.contains(where: \.isVariable) else { return CurlCommand.quoted(pieces.map(\.literal).joined()) }
        // Use one pair of double quotes if a shell changes no character between them. Otherwise, quote each piece
        // separately.
        guard pieces.allSatisfy({ $0.literal.utf8.allSatisfy(ByteSet.doubleQuotable.contains) }) else {
            return pieces.map { $0.isVariable ? "\"\($0.reference(before: nil))\"" : CurlCommand.quoted($0.literal) }
                .joined()
        }
        let following = pieces.dropFirst().map { $0 } + [.text("")]
        return "\"" + zip(pieces, following).map { $0.isVariable ? $0.reference(before: $1) : $0.literal }.joined()
            + "\""
    }

    /// The pieces of the string. Adjacent pieces of text are joined into one piece.
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

    /// Returns a reference to the environment variable: `$NAME`, or `${NAME}` if the next character could be part of
    /// the name.
    fileprivate func reference(before next: MaskedPiece?) -> String {
        guard case .variable(let name) = self else { return "" }
        return next?.literal.utf8.first.map(ByteSet.afterName.contains) ?? false ? "${\(name)}" : "$\(name)"
    }

    fileprivate var literal: String { text { _ in "" } }
}

extension ByteSet {
    /// The characters that a shell would read as part of the reference `$NAME`: letters, digits and `_`. In zsh, also
    /// `:` and `[`.
    fileprivate static let afterName: ByteSet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_:["
    /// The characters that every shell leaves unchanged in double quotes. The set lacks `!`, because interactive shells
    /// replace `!` with an earlier command.
    fileprivate static let doubleQuotable: ByteSet = ByteSet.unreserved.union(" /:@%+,=;&?#[]{}()<>|*'^")
}
