// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Hides the credentials of clients in the journal, in `--log` and in the URLs of documents.
package enum SecretNames {
    /// Words in lower case. If a name contains one of them, its value is probably a secret.
    private static let words: [[UInt8]] = [
        "password", "passwd", "passphrase", "passcode", "pwd", "secret", "token", "api_key", "apikey", "api-key",
        "access_key", "accesskey", "private_key", "privatekey", "authorization", "session", "credential",
    ].map { Array($0.utf8) }
    private static let initials: ByteSet = "pstac"

    /// Whether a parameter, header field or property is probably a secret. The comparison ignores case.
    package static func isSecret(_ name: some StringProtocol) -> Bool {
        var name = String(name)
        return name.withUTF8 { name in
            for start in name.indices where initials.contains(lowered(name[start])) {
                let suffix = name[start...]
                for word in words where word.count <= suffix.count {
                    if zip(suffix, word).allSatisfy({ lowered($0) == $1 }) { return true }
                }
            }
            return false
        }
    }

    private static func lowered(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

    /// Returns a URL or target in which `•••` replaces the values of secret query parameters.
    package static func masked(_ url: String) -> String {
        guard let start = url.utf8.firstIndex(of: UInt8(ascii: "?")) else { return url }
        // Most queries contain neither a secret nor percent-encoding. This check saves the time to parse them.
        guard isSecret(url[start...]) || url.utf8.contains(UInt8(ascii: "%")) else { return url }
        return masked(items: url[url.index(after: start)...], as: Masking.mark).map { "\(url[...start])\($0)" } ?? url
    }

    /// Returns a query or form in which `mark` replaces the secret values, or `nil` if there are none.
    ///
    /// - Parameter isSecret: A closure that takes a name, and returns whether the value of this name is secret.
    package static func masked(
        items: Substring, as mark: String, where isSecret: (Substring) -> Bool = { isSecret($0) }
    ) -> String? {
        var isMasked = false
        let shown = items.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map {
            item -> Substring in
            guard let equals = item.firstIndex(of: UInt8(ascii: "=")) else { return Substring(item) }
            let name = Substring(item[..<equals])
            let isEncoded = name.utf8.contains(UInt8(ascii: "%"))
            guard isSecret(isEncoded ? Substring(Percent.decodeText(String(name))) : name) else {
                return Substring(item)
            }
            isMasked = true
            return "\(name)=\(mark)"
        }
        return isMasked ? shown.joined(separator: "&") : nil
    }

    /// Returns a request in which `•••` replaces secret values in the query and in header fields. Schemes such as
    /// `Bearer` stay visible.
    package static func masked(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        request.url = masked(request.url)
        for (index, field) in request.headers.enumerated() where isSecret(field.name) || isCookie(field.name) {
            let scheme = field.value.firstIndex(of: " ").map { field.value[...$0] } ?? ""
            request.headers[index].value = isCookie(field.name) ? Masking.mark : "\(scheme)\(Masking.mark)"
        }
        return request
    }

    /// The maximum size of a secret to search for in findings. Findings never quote longer values, and the search would
    /// take long.
    static let maximumBytes = 16 * 1024

    /// Returns the secret values of a request's query, header fields, form and JSON object, and of the cookies to which
    /// findings refer.
    package static func values(in request: HTTPRequest, quotedBy findings: some Sequence<Finding>) -> [String] {
        let form = request.headers.mediaType?.isForm == true ? String(decoding: request.body, as: UTF8.self) : ""
        var values = [URLParts(request.url).query ?? "", form].flatMap(Form.parse)
            .filter { isSecret($0.name) }.map(\.value)
        let cookies = Set(findings.compactMap { $0.place?.part == .cookie ? $0.place?.name : nil })
        for field in request.headers where isSecret(field.name) || isCookie(field.name) {
            values.append(field.value)
            if isCookie(field.name), !cookies.isEmpty {
                values += HeaderGrammar.cookies(field.value).filter { cookies.contains($0.name) }.map(\.value)
            }
            if !isCookie(field.name), let space = field.value.firstIndex(of: " ") {
                values.append(String(field.value[field.value.index(after: space)...]))
            }
        }
        if request.body.first == UInt8(ascii: "{"), let root = try? JSONDocument(parsing: request.body).root {
            values += root.members.filter { isSecret($0.key) }.compactMap { $0.value.string }
        }
        return values.filter { $0.utf8.count <= maximumBytes }
    }

    private static func isCookie(_ name: String) -> Bool { name.isFieldName("Cookie") }
}
