import AccordContract
import NIOHTTP1

/// What RFC 9110 and RFC 9112 ask of a request's head, beyond what the parser refuses itself.
enum HeadRules {
    /// Why a head is refused, by its first mistake; nil where nothing is wrong with it.
    static func problem(_ head: HTTPRequestHead, limits: ServerLimits) -> ProblemDocument? {
        if head.version.major != 1 { return .init(status: 505, "only HTTP/1.1, HTTP/1.0 and HTTP/2 are spoken here") }
        if let reason = hostProblem(head) ?? targetProblem(head) ?? framingProblem(head) {
            return ProblemDocument(status: 400, reason)
        }
        if head.uri.utf8.count > limits.headerBytes { return .init(status: 414, "the target is too long") }
        return nil
    }

    /// RFC 9112 section 3.2: one `Host`, an authority, in every request of HTTP/1.1.
    private static func hostProblem(_ head: HTTPRequestHead) -> String? {
        var hosts: [String] = []
        for field in head.headers where field.name.utf8.count == 4 && field.name.isFieldName("Host") {
            hosts.append(field.value)
        }
        if hosts.count > 1 { return "the field Host is there \(hosts.count) times, and may be there once" }
        guard let host = hosts.first else {
            return head.version.minor == 0 ? nil : "the field Host is missing"
        }
        return isAuthority(host) ? nil : "the field Host isn't a host with or without a port: “\(host.prefix(100))”"
    }

    /// `host [ ":" port ]` of RFC 3986 section 3.2, not empty.
    static func isAuthority(_ text: String) -> Bool {
        var bytes = Array(text.utf8)[...]
        guard !bytes.isEmpty, bytes.count <= 300 else { return false }
        if bytes.first == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")), end > 1 else { return false }
            let inside = bytes[1..<end]
            guard inside.allSatisfy({ isHexDigit($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }) else {
                return false
            }
            bytes = bytes[(end + 1)...]
        } else {
            let end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
            guard end > 0, bytes[..<end].allSatisfy(isRegisteredNameByte) else { return false }
            bytes = bytes[end...]
        }
        guard let colon = bytes.first else { return true }
        let port = bytes.dropFirst()
        return colon == UInt8(ascii: ":") && port.count <= 5 && port.allSatisfy { (0x30...0x39).contains($0) }
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte & 0xDF)
    }

    private static func isRegisteredNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "%"): true
        case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("),
            UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"),
            UInt8(ascii: "="):
            true
        default: false
        }
    }

    /// RFC 9112 section 3.2: origin-form, absolute-form, or `*` with OPTIONS; never a fragment.
    private static func targetProblem(_ head: HTTPRequestHead) -> String? {
        let target = head.uri.utf8
        if target.contains(where: { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "#") }) {
            return "the request's target holds a space, a control character or a fragment"
        }
        if target.first == UInt8(ascii: "/") { return nil }
        if head.method == .CONNECT { return "CONNECT is for proxies" }
        if head.uri == "*" { return head.method == .OPTIONS ? nil : "only OPTIONS may ask for “*”" }
        let parts = URLParts(head.uri)
        guard let scheme = parts.scheme?.lowercased(), scheme == "http" || scheme == "https",
            isAuthority(parts.authority), parts.userInfo == nil
        else { return "the request's target is neither a path nor a whole URL" }
        return nil
    }

    /// RFC 9112 sections 6.1 and 6.3: where a body ends is said once, and in HTTP/1.0 not by Transfer-Encoding.
    private static func framingProblem(_ head: HTTPRequestHead) -> String? {
        let codings = head.headers["Transfer-Encoding"]
        guard !codings.isEmpty else { return nil }
        if head.version.minor == 0 { return "HTTP/1.0 has no Transfer-Encoding" }
        if head.headers.contains(name: "Content-Length") {
            return "both Transfer-Encoding and Content-Length say where the body ends"
        }
        return codings.count == 1 && codings[0].lowercased() == "chunked"
            ? nil : "the only Transfer-Encoding that is understood here is “chunked”"
    }
}

extension ProblemDocument {
    /// A refusal of the connection's own, before any contract is asked.
    init(status: Int, _ reason: String) {
        let title = ResponseWriter.reason(status)
        self.init(
            status: status, title: status == 400 ? "Malformed HTTP request" : title,
            detail: reason.prefix(1).uppercased() + reason.dropFirst() + ".")
    }
}
