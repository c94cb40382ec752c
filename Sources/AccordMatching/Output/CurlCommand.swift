/// A request as a line for a shell.
package enum CurlCommand {
    /// The `curl` line that sends the request; `mask` is applied to every text of it before it is quoted.
    ///
    /// A body that isn't text comes through a pipe, as base64.
    package static func line(for request: HTTPRequest, masking mask: (String) -> String = { $0 }) -> String {
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
        words.append(quoted(mask(request.url)))
        for header in request.headers where !setByCurl.contains(header.name.lowercased()) {
            // `Name;` is how curl sends a header without a value.
            let line = header.value.isEmpty ? "\(header.name);" : "\(header.name): \(mask(header.value))"
            words += ["-H", quoted(line)]
        }
        guard !request.body.isEmpty else { return words.joined(separator: " ") }
        if request.headers.first("Content-Type") == nil { words += ["-H", quoted("Content-Type:")] }
        if let text = String(validating: request.body, as: UTF8.self), !text.utf8.contains(0) {
            words += ["--data-raw", quoted(mask(text))]
            return words.joined(separator: " ")
        }
        words += ["--data-binary", "@-"]
        return "printf %s \(quoted(Base64.encode(request.body))) | base64 -d | \(words.joined(separator: " "))"
    }

    private static let setByCurl: Set<String> = ["host", "content-length", "connection", "transfer-encoding"]

    /// The text as one word of a POSIX shell.
    static func quoted(_ text: String) -> String {
        if !text.isEmpty, text.utf8.allSatisfy({ ByteSet.shellWord.contains($0) }) { return text }
        return "'" + text.replacing("'", with: #"'\''"#) + "'"
    }
}

extension ByteSet {
    fileprivate static let shellWord: ByteSet = ByteSet.unreserved.union("/:@%+,=")
}
