// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Generates Swift code that sends a request with URLSession.
enum SwiftCall {
    static func source(for request: HTTPRequest) -> String {
        var lines = ["import Foundation", ""]
        let body = String(utf8: request.body)
        let names = Placeholder.names(
            in: [request.url] + request.headers.map { Placeholder.user(in: $0.value) ?? $0.value } + [body ?? ""])
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
        guard let user = Placeholder.user(in: header.value) else { return literal(header.value) }
        return "\"Basic \" + Data(\(literal(user)).utf8).base64EncodedString()"
    }

    /// Returns the Swift constant for the value of an environment variable, such as `apiToken` for `API_TOKEN`.
    private static func variable(_ name: String) -> String { SwiftName.camelCased(name.lowercased()) }

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
            case .text(let text):
                text.replacingScalars { scalar in
                    switch scalar {
                    case "\n": "\\\(fence)n"
                    case "\r": "\\\(fence)r"
                    case "\t": "\\\(fence)t"
                    case "\0"..<" ", "\u{7F}": "\\\(fence)u{\(String(scalar.value, radix: 16))}"
                    default: nil
                    }
                }
            case .variable(let name): "\\\(fence)(\(variable(name)))"
            case .hidden: MaskedPiece.mark
            }
        }.joined()
        return "\(fence)\"\(content)\"\(fence)"
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
        pieces(text).map { $0.text { "$\($0)" } }.joined()
    }

    /// Returns the user name and password of Basic credentials if they contain a placeholder, otherwise `nil`.
    static func user(in value: String) -> String? {
        BasicCredentials(value)?.text.flatMap { names(in: [$0]).isEmpty ? nil : $0 }
    }

    /// Returns the names of the variables in `texts`, in order and without duplicates.
    static func names(in texts: [String]) -> [String] {
        texts.flatMap(pieces).compactMap { if case .variable(let name) = $0 { name } else { nil } }.distinct
    }
}
