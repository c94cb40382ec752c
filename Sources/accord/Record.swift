// SPDX-License-Identifier: Apache-2.0
import AccordCore
import ArgumentParser

/// The command `accord record`, which writes a contract from recorded traffic.
struct Record: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Write a contract from recorded traffic. Each exchange becomes a case.",
        discussion: """
            The developer tools of browsers save HAR files (HTTP Archive 1.2). \
            Accord masks passwords and tokens. \
            If the output is an existing contract, Accord adds only requests that have no case in the contract. \
            To record a running server, use accord mock --proxy URL --record FILE.
            """)

    @Option(help: .value("file", "The HAR file."))
    var har: String

    @Option(help: .value("file", "The file to write the contract to."))
    var output = "recorded.json"

    @Option(
        help: .value("url", "Use only requests to the server with this URL. Default: the server of the first request."))
    var server: String?

    func run() throws {
        let entries = try entries()
        let first = entries.first?.0.url ?? ""
        let origin = server ?? Self.origin(of: first)
        let origins = Set(entries.map { Self.origin(of: $0.0.url) }).sorted()
        if !entries.isEmpty, !entries.contains(where: { Self.isBelow(origin, $0.0.url) }) {
            throw ExitStatus.broken.because(
                "there was no request to record: \(har) has no request to \(origin), but to "
                    + "\(origins.joined(separator: ", ")); not writing \(output)")
        }
        let recording = try Recording(file: output, server: origin, masking: .none)
        for (request, response) in entries where Self.isBelow(origin, request.url) { recording.add(request, response) }
        try recording.write()
    }

    private static func origin(of url: String) -> String {
        let parts = URLParts(url)
        return "\(parts.scheme ?? "http")://\(parts.authority)"
    }

    private static func isBelow(_ address: String, _ url: String) -> Bool {
        guard url.hasPrefix(address) else { return false }
        return address.hasSuffix("/") || url.dropFirst(address.count).first.map { "/?#".contains($0) } ?? true
    }

    /// Returns the requests and responses in the HAR file.
    ///
    /// - Throws: `ExitStatus.usage` if the file is missing, or `ExitStatus.contractInvalid` if it isn't a HAR file.
    private func entries() throws -> [(HTTPRequest, HTTPResponse)] {
        let entries = try DocumentKind.har.read(har) {
            try JSONDocument(parsing: $0, file: har).root["log"]?["entries"]
        }
        return entries.elements.compactMap { entry in
            guard let request = entry["request"], let response = entry["response"],
                let method = request["method"]?.string, let url = request["url"]?.string,
                let status = response["status"]?.int
            else { return nil }
            let (data, content) = (request["postData"], response["content"])
            return (
                HTTPRequest(
                    method: method, url: url, headers: Self.fields(request, data),
                    body: Array((data?["text"]?.string ?? Self.form(data)).utf8)),
                HTTPResponse(status: status, headers: Self.fields(response, content), body: Self.body(content))
            )
        }
    }

    /// Returns the header fields of a message. A missing `Content-Type` comes from the description of the body.
    private static func fields(_ message: JSONValue, _ body: JSONValue?) -> [HTTPField] {
        var fields = (message["headers"].map { Array($0.elements) } ?? []).compactMap { header -> HTTPField? in
            guard let name = header["name"]?.string, let value = header["value"]?.string else { return nil }
            return HTTPField(name, value)
        }
        if fields.first("Content-Type") == nil, let type = body?["mimeType"]?.string {
            fields.append(HTTPField("Content-Type", type))
        }
        return fields
    }

    /// Returns the encoded body of a form request. In HAR files, the body is a list of the form's fields.
    private static func form(_ data: JSONValue?) -> String {
        guard let data, data["mimeType"]?.string.flatMap({ MediaType(parsing: $0) })?.isForm == true else { return "" }
        return Form.serialize(
            data["params"]?.elements.compactMap { item in
                item["name"]?.string.map { Form.Item($0, item["value"]?.string ?? "") }
            } ?? [])
    }

    private static func body(_ content: JSONValue?) -> [UInt8] {
        guard let text = content?["text"]?.string else { return [] }
        if content?["encoding"]?.string == "base64" { return Base64.decode(text) ?? [] }
        return Array(text.utf8)
    }
}
