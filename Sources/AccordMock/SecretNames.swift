import AccordHTTP
import AccordJSON
import AccordReport

/// Hides what a client of the mock proves itself with: the journal and `--log` are read by others, too.
enum SecretNames {
    /// True for the name of a parameter, header or property that is most likely a secret.
    static func isSecret(_ name: String) -> Bool {
        let lowered = name.lowercased()
        return [
            "password", "secret", "token", "api_key", "apikey", "api-key", "authorization", "session", "credential",
        ]
        .contains { lowered.contains($0) }
    }

    /// A URL or the target of a request, the values of its secret query items as `•••`.
    static func masked(_ url: String) -> String {
        guard let start = url.firstIndex(of: "?") else { return url }
        let items = url[url.index(after: start)...].split(separator: "&", omittingEmptySubsequences: false).map {
            item -> String in
            guard let equals = item.firstIndex(of: "="), isSecret(Percent.decodeText(String(item[..<equals]))) else {
                return String(item)
            }
            return "\(item[...equals])\(Masking.mark)"
        }
        return "\(url[...start])\(items.joined(separator: "&"))"
    }

    /// A request with its secret query items and headers as `•••`; a scheme such as `Bearer` stays.
    static func masked(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        request.url = masked(request.url)
        for (index, field) in request.headers.enumerated() where isSecret(field.name) || isCookie(field.name) {
            let scheme = field.value.firstIndex(of: " ").map { field.value[...$0] } ?? ""
            request.headers[index].value = isCookie(field.name) ? Masking.mark : "\(scheme)\(Masking.mark)"
        }
        return request
    }

    /// The values of a request's secret query items, headers and, at the top of a form or a JSON object, properties.
    static func values(in request: HTTPRequest) -> [String] {
        let type = request.headers.first("Content-Type").flatMap { MediaType(parsing: $0) }
        let form = type?.isForm == true ? String(decoding: request.body, as: UTF8.self) : ""
        // Masking knows the other spellings of a value.
        var values = [URLParts(request.url).query ?? "", form].flatMap(Form.parse)
            .filter { isSecret($0.name) }.map(\.value)
        for field in request.headers where isSecret(field.name) || isCookie(field.name) {
            values.append(field.value)
            if let space = field.value.firstIndex(of: " ") {
                values.append(String(field.value[field.value.index(after: space)...]))
            }
        }
        if request.body.first == UInt8(ascii: "{"), let root = try? JSONDocument(parsing: request.body).root {
            values += root.members.filter { isSecret($0.key) }.compactMap { $0.value.string }
        }
        return values
    }

    private static func isCookie(_ name: String) -> Bool { name.isFieldName("Cookie") }
}
