// SPDX-License-Identifier: Apache-2.0
import AccordContract
import NIOHTTP1

/// Checks that the header section of a request conforms to RFC 9110 and RFC 9112. Checks only requirements that the
/// HTTP parser doesn't check.
enum HeadRules {
    /// Returns the error response to a request whose header section violates a requirement, or `nil` if it violates
    /// none.
    static func problem(_ head: HTTPRequestHead, limits: ServerLimits) -> ProblemDocument? {
        if head.version.major != 1 {
            return ProblemDocument(status: 505, "the server supports HTTP/1.0, HTTP/1.1 and HTTP/2 only")
        }
        if let reason = hostProblem(head) ?? targetProblem(head) ?? framingProblem(head) {
            return ProblemDocument(status: 400, reason)
        }
        if head.uri.utf8.count > limits.headerBytes { return ProblemDocument(status: 414, "the URL is too long") }
        return nil
    }

    /// Returns how a request violates RFC 9112 section 3.2, or `nil` if it doesn't. An HTTP/1.1 request must have
    /// exactly one header field `Host`, and its value must be an authority.
    private static func hostProblem(_ head: HTTPRequestHead) -> String? {
        var hosts: [String] = []
        for field in head.headers where field.name.utf8.count == 4 && field.name.isFieldName("Host") {
            hosts.append(field.value)
        }
        if hosts.count > 1 { return "expected one header field Host, got \(hosts.count)" }
        guard let host = hosts.first else { return head.version.minor == 0 ? nil : "missing header field Host" }
        return isAuthority(host)
            ? nil : "the value of the header field Host isn't a host with an optional port: “\(host.prefix(100))”"
    }

    private static let digits: ByteSet = "0123456789"
    /// The characters of `reg-name` (RFC 3986 section 3.2.2).
    private static let nameBytes = ByteSet.unreserved.union("%!$&'()*+,;=")
    private static let addressBytes = digits.union("abcdefABCDEF:.")

    /// Whether a string is a non-empty `host [ ":" port ]` (RFC 3986 section 3.2).
    static func isAuthority(_ text: String) -> Bool {
        var bytes = text.utf8[...]
        guard !bytes.isEmpty, bytes.count <= 300 else { return false }
        if bytes.first == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let address = bytes[..<end].dropFirst()
            guard !address.isEmpty, address.allSatisfy(addressBytes.contains) else { return false }
            bytes = bytes[end...].dropFirst()
        } else {
            let name = bytes.prefix { $0 != UInt8(ascii: ":") }
            guard !name.isEmpty, name.allSatisfy(nameBytes.contains) else { return false }
            bytes = bytes[name.endIndex...]
        }
        guard let colon = bytes.first else { return true }
        return colon == UInt8(ascii: ":") && bytes.count <= 6 && bytes.dropFirst().allSatisfy(digits.contains)
    }

    /// Returns how a request target violates RFC 9112 section 3.2, or `nil` if it doesn't. The target must be a path,
    /// an absolute URL or, for OPTIONS, `*`. It must not contain a fragment.
    private static func targetProblem(_ head: HTTPRequestHead) -> String? {
        let target = head.uri.utf8
        if target.contains(where: { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "#") }) {
            return "the request target contains a space, a control character or a fragment"
        }
        if target.first == UInt8(ascii: "/") { return nil }
        if head.method == .CONNECT { return "the method CONNECT requires a proxy" }
        if head.uri == "*" {
            return head.method == .OPTIONS ? nil : "the request target “*” requires the method OPTIONS"
        }
        let parts = URLParts(head.uri)
        guard let scheme = parts.scheme?.lowercased(), scheme == "http" || scheme == "https",
            isAuthority(parts.authority), parts.userInfo == nil
        else { return "the request target is neither a path nor an absolute URL" }
        return nil
    }

    /// Returns how a request violates RFC 9112 sections 6.1 and 6.3, or `nil` if it doesn't. Only one header field may
    /// define the end of the body.
    private static func framingProblem(_ head: HTTPRequestHead) -> String? {
        let codings = head.headers["Transfer-Encoding"]
        guard !codings.isEmpty else { return nil }
        if head.version.minor == 0 { return "HTTP/1.0 doesn't support Transfer-Encoding" }
        if head.headers.contains(name: "Content-Length") {
            return "Transfer-Encoding and Content-Length are mutually exclusive"
        }
        return codings.count == 1 && codings[0].lowercased() == "chunked"
            ? nil : "the server supports only the Transfer-Encoding “chunked”"
    }
}
