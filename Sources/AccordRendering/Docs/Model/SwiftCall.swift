// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Generates Swift code that sends a request with URLSession.
enum SwiftCall {
    static func source(for request: HTTPRequest) -> String {
        var lines = ["import Foundation", ""]
        let body = String(utf8: request.body)
        let names = Placeholder.names(in: [request.url] + request.headers.map { decoded($0.value) } + [body ?? ""])
        for name in names {
            lines.append("let \(variable(name)) = ProcessInfo.processInfo.environment[\(literal(name))] ?? \"\"")
        }
        if !names.isEmpty { lines.append("") }
        lines.append("var request = URLRequest(url: URL(string: \(literal(request.url)))!)")
        if request.method != "GET" { lines.append("request.httpMethod = \(literal(request.method))") }
        for header in request.headers where !["host", "content-length"].contains(header.name.lowercased()) {
            lines.append("request.addValue(\(value(header)), forHTTPHeaderField: \(literal(header.name)))")
        }
        if !request.body.isEmpty {
            lines.append(
                body.map { "request.httpBody = Data(\(literal($0)).utf8)" }
                    ?? "request.httpBody = Data(base64Encoded: \(literal(Base64.encode(request.body))))")
        }
        lines.append("let (data, response) = try await URLSession.shared.data(for: request)")
        return lines.joined(separator: "\n")
    }

    /// Returns the code for the value of a header field. The generated code itself encodes Basic credentials from
    /// environment variables.
    private static func value(_ header: HTTPField) -> String {
        let text = decoded(header.value)
        guard text != header.value else { return literal(text) }
        return "\"Basic \" + Data(\(literal(String(text.dropFirst(6)))).utf8).base64EncodedString()"
    }

    private static func decoded(_ value: String) -> String {
        guard let user = BasicCredentials(value)?.text, !Placeholder.names(in: [user]).isEmpty else { return value }
        return "Basic \(user)"
    }

    /// Returns the Swift constant for the value of an environment variable, such as `apiToken` for `API_TOKEN`.
    private static func variable(_ name: String) -> String {
        let words = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let first = words.first.map(String.init) ?? "value"
        let otherWords = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
        let joined = ([first] + otherWords).joined()
        return joined.first?.isNumber == true ? "_\(joined)" : joined
    }

    /// Returns a string literal. Text with quotation marks or backslashes becomes a raw string such as `#"…"#`.
    private static func literal(_ text: String) -> String {
        let pieces = Placeholder.pieces(text)
        let plain = pieces.compactMap { if case .text(let text) = $0 { text } else { nil } }.joined()
        var signs = plain.contains("\"") || plain.contains("\\") ? 1 : 0
        while signs > 0,
            plain.contains("\"" + String(repeating: "#", count: signs))
                || plain.contains("\\" + String(repeating: "#", count: signs))
        { signs += 1 }
        let fence = String(repeating: "#", count: signs)
        let content = pieces.map { piece in
            switch piece {
            case .text(let text): escaped(text, fence)
            case .variable(let name): "\\\(fence)(\(variable(name)))"
            case .hidden: MaskedPiece.mark
            }
        }.joined()
        return "\(fence)\"\(content)\"\(fence)"
    }

    private static func escaped(_ text: String, _ fence: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\\(fence)n"
            case "\r": result += "\\\(fence)r"
            case "\t": result += "\\\(fence)t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                result += "\\\(fence)u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

/// Markers that stand for environment variables in the requests of examples, so that no example contains a secret.
enum Placeholder {
    private static let opening = "accord-variable-"
    private static let closing = "-elbairav"

    static let environment: Scope.Environment = { text($0) }

    static func text(_ name: String) -> String { opening + name + closing }

    /// Splits a string at its placeholders.
    static func pieces(_ text: String) -> [MaskedPiece] {
        var pieces: [MaskedPiece] = []
        var rest = text[...]
        while let start = rest.firstRange(of: opening), let end = rest[start.upperBound...].firstRange(of: closing) {
            if start.lowerBound > rest.startIndex { pieces.append(.text(String(rest[..<start.lowerBound]))) }
            pieces.append(.variable(String(rest[start.upperBound..<end.lowerBound])))
            rest = rest[end.upperBound...]
        }
        if !rest.isEmpty || pieces.isEmpty { pieces.append(.text(String(rest))) }
        return pieces
    }

    /// Returns the string with `$NAME` in place of each placeholder.
    static func named(_ text: String) -> String {
        pieces(text).map { piece in
            switch piece {
            case .text(let text): text
            case .variable(let name): "$\(name)"
            case .hidden: MaskedPiece.mark
            }
        }.joined()
    }

    /// Returns the names of the variables in `texts`, in order and without duplicates.
    static func names(in texts: [String]) -> [String] {
        texts.flatMap(pieces).compactMap { if case .variable(let name) = $0 { name } else { nil } }.distinct
    }
}
