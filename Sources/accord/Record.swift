import AccordContract
import AccordCore
import AccordJSON
import AccordSchema
import ArgumentParser

/// `accord record`: a contract from what a browser or a proxy took down.
struct Record: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Write a contract from recorded traffic: each exchange becomes a case.",
        discussion: """
            HAR files (HTTP Archive 1.2) come from a browser's developer tools, among others. Only requests of --server are \
            taken; by default, of the first request's host. Passwords, tokens and the like are masked. To record a server \
            while it is being asked, run accord mock --proxy URL --record FILE.
            """
    )

    @Option(help: ArgumentHelp("Read a HAR file.", valueName: "file"))
    var har: String

    @Option(help: ArgumentHelp("Write the contract into a file.", valueName: "file"))
    var output = "recorded.json"

    @Option(help: ArgumentHelp("Take the requests of this address only.", valueName: "url"))
    var server: String?

    func run() throws {
        let entries = try entries()
        let first = entries.first?.0.url ?? ""
        let origin = server ?? Self.origin(of: first)
        let recording = Recording(file: output, server: origin, masking: .none)
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

    /// - Throws: `ExitStatus.usage` where the file is none.
    private func entries() throws -> [(HTTPRequest, HTTPResponse)] {
        let document: JSONDocument
        do {
            document = try JSONDocument(parsing: DiskFiles().read(har), file: har)
        } catch {
            throw ExitStatus.usage.because("can't read \(har): \(error)")
        }
        guard let entries = document.root["log"]?["entries"] else {
            throw ExitStatus.usage.because("\(har) isn't a HAR file: it has no “log” with “entries”")
        }
        return entries.elements.compactMap { entry in
            guard let request = entry["request"], let response = entry["response"],
                let method = request["method"]?.string, let url = request["url"]?.string,
                let status = response["status"]?.int
            else { return nil }
            let sent = request["postData"]
            var fields = Self.fields(request["headers"])
            if fields.first("Content-Type") == nil, let type = sent?["mimeType"]?.string {
                fields.append(HTTPField("Content-Type", type))
            }
            var answered = Self.fields(response["headers"])
            if answered.first("Content-Type") == nil, let type = response["content"]?["mimeType"]?.string {
                answered.append(HTTPField("Content-Type", type))
            }
            return (
                HTTPRequest(
                    method: method, url: url, headers: fields,
                    body: Array((sent?["text"]?.string ?? Self.form(sent)).utf8)),
                HTTPResponse(status: status, headers: answered, body: Self.body(response["content"]))
            )
        }
    }

    private static func fields(_ headers: JSONValue?) -> [HTTPField] {
        headers?.elements.compactMap { header in
            guard let name = header["name"]?.string, let value = header["value"]?.string else { return nil }
            return HTTPField(name, value)
        } ?? []
    }

    /// The body of a form whose fields alone were taken down.
    private static func form(_ sent: JSONValue?) -> String {
        guard let sent, sent["mimeType"]?.string.flatMap({ MediaType(parsing: $0) })?.isForm == true else { return "" }
        return Form.serialize(
            sent["params"]?.elements.compactMap { item in
                item["name"]?.string.map { Form.Item($0, item["value"]?.string ?? "") }
            } ?? [])
    }

    private static func body(_ content: JSONValue?) -> [UInt8] {
        guard let text = content?["text"]?.string else { return [] }
        if content?["encoding"]?.string == "base64" { return Base64.decode(text) ?? [] }
        return Array(text.utf8)
    }
}
