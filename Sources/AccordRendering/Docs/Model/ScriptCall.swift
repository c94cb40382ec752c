// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Generates code that sends a request with `fetch` of JavaScript, or with the package `requests` of Python.
enum ScriptCall {
    case javaScript, python

    func source(for request: HTTPRequest) -> String {
        let fields = request.headers.filter { !["host", "content-length"].contains($0.name.lowercased()) }
        let headers = fields.map { "\(literal($0.name)): \(value($0))" }
        let body = body(of: request)
        switch self {
        case .javaScript:
            var options: [String] = []
            if request.method != "GET" { options.append("method: \(literal(request.method)),") }
            if !headers.isEmpty { options += ["headers: {"] + headers.map { "  \($0)," } + ["},"] }
            if let body { options.append("body: \(body),") }
            let start = "const response = await fetch(\(literal(request.url))"
            guard !options.isEmpty else { return "\(start));\nconsole.log(response.status, await response.text());" }
            return (["\(start), {"] + options.map { "  \($0)" })
                .joined(separator: "\n") + "\n});\nconsole.log(response.status, await response.text());"
        case .python:
            var options = [literal(request.method), literal(request.url)]
            if !headers.isEmpty { options.append("headers={\(headers.joined(separator: ", "))}") }
            if let body { options.append("data=\(body)") }
            let call = "response = requests.request(\n" + options.map { "    \($0),\n" }.joined() + ")"
            let modules = ["base64", "os", "requests"].filter { $0 == "requests" || call.contains("\($0).") }
            return modules.map { "import \($0)\n" }.joined() + "\n\(call)\nprint(response.status_code, response.text)"
        }
    }

    private func body(of request: HTTPRequest) -> String? {
        guard !request.body.isEmpty else { return nil }
        let base64 = "\"\(Base64.encode(request.body))\""
        switch (self, String(utf8: request.body)) {
        case (.javaScript, let text?): return literal(text)
        case (.javaScript, nil): return "Uint8Array.from(atob(\(base64)), (c) => c.charCodeAt(0))"
        case (.python, let text?): return "\(parenthesized(text)).encode()"
        case (.python, nil): return "base64.b64decode(\(base64))"
        }
    }

    /// Returns the code for the value of a header field. The generated code itself encodes Basic credentials from
    /// environment variables.
    private func value(_ header: HTTPField) -> String {
        guard let user = Placeholder.user(in: header.value) else { return literal(header.value) }
        switch self {
        case .javaScript: return "\"Basic \" + btoa(\(literal(user)))"
        case .python: return "\"Basic \" + base64.b64encode(\(parenthesized(user)).encode()).decode()"
        }
    }

    private func parenthesized(_ text: String) -> String {
        Placeholder.pieces(text).count > 1 ? "(\(literal(text)))" : literal(text)
    }

    /// Returns a string literal. A placeholder in the text becomes an environment variable, joined to the other parts
    /// with `+`.
    private func literal(_ text: String) -> String {
        Placeholder.pieces(text).map { piece in
            switch (piece, self) {
            case (.text(let text), _): Self.quoted(text)
            case (.hidden, _): Self.quoted(MaskedPiece.mark)
            case (.variable(let name), .javaScript): "process.env.\(name)"
            case (.variable(let name), .python): "os.environ[\"\(name)\"]"
            }
        }.joined(separator: " + ")
    }

    /// Returns a string literal that means the same in JavaScript and Python. Its quotes are single if the text
    /// contains double quotes.
    private static func quoted(_ text: String) -> String {
        let quote: Unicode.Scalar = text.contains("\"") && !text.contains("'") ? "'" : "\""
        let content = text.replacingScalars { scalar in
            switch scalar {
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            case "\\", quote: "\\\(scalar)"
            case "\0"..<" ", "\u{7F}", "\u{2028}", "\u{2029}": scalar.escapeSequence
            default: nil
            }
        }
        return "\(quote)\(content)\(quote)"
    }
}
