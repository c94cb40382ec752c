// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Exchanges data with the command of `--sign-command`. The command reads a request as JSON, and prints header fields
/// or a URL.
package enum RequestSigning {
    /// Returns the command's input: `{"method": …, "url": …, "headers": [{"name": …, "value": …}], "bodyBase64": …}`.
    package static func message(_ request: HTTPRequest) -> JSON {
        [
            "method": .string(request.method), "url": .string(request.url),
            "headers": .array(request.headers.map { ["name": .string($0.name), "value": .string($0.value)] }),
            "bodyBase64": .string(Base64.encode(request.body)),
        ]
    }

    /// Returns the request with the header fields and the URL that the signing command printed, and the secrets in
    /// these values.
    package static func signed(
        _ request: HTTPRequest, by result: CommandResult
    ) throws(Finding) -> (request: HTTPRequest, secrets: [String]) {
        guard result.status == 0 else {
            throw problem("the signing command \(result.failure)")
        }
        guard let answer = (try? JSONDocument(parsing: result.output))?.root, answer.kind == .object else {
            throw problem("the signing command didn't print a JSON object")
        }
        if let unknown = answer.members.first(where: { !["headers", "url"].contains($0.key) }) {
            throw problem("the signing command printed the key “\(unknown.key)”; only “headers” and “url” are allowed")
        }
        var signed = request
        var secrets: [String] = []
        if let url = answer["url"] {
            guard let text = url.string else {
                throw problem("the signing command printed a “url” that isn't a string")
            }
            signed.url = text
            secrets += added(to: request.url, in: text)
        }
        var fields: [HTTPField] = []
        for header in answer["headers"]?.elements.map({ $0 }) ?? [] {
            guard let name = header["name"]?.string, let value = header["value"]?.string, !name.isEmpty else {
                throw problem("the signing command printed an element of “headers” without “name” or “value”")
            }
            fields.append(HTTPField(name, value))
            // Treats a value as a secret if the command added or changed it.
            if request.headers.first(name) != value { secrets.append(value) }
        }
        signed.headers.removeAll { old in fields.contains { $0.isNamed(old.name) } }
        signed.headers += fields
        return (signed, secrets)
    }

    /// Returns the values of the query parameters that the signing command added to the URL.
    private static func added(to old: String, in new: String) -> [String] {
        func items(_ url: String) -> [Substring] { (URLParts(url).query ?? "").split(separator: "&") }
        let known = Set(items(old))
        return items(new).filter { !known.contains($0) }.compactMap { item in
            let value = item.split(separator: "=", maxSplits: 1).dropFirst().first.map(String.init)
            return value.map { Percent.decodeText($0) }
        }
    }

    private static func problem(_ reason: String) -> Finding {
        Finding(
            rule: .securitySigning, "Accord can't sign the request", actual: reason,
            advice: "To see the error, run the command in a shell, with a request as JSON on standard input.")
    }
}

/// Lets a function throw the finding that reports why it failed.
extension Finding: Error {}
