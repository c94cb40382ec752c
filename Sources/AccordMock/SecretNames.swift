import AccordHTTP
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

    private static func isCookie(_ name: String) -> Bool { name.lowercased() == "cookie" }
}
