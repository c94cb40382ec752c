import AccordContract
import AccordCore

/// What `--proxy` takes: `http://proxy:3128`, as curl has it.
enum ProxyAddress {
    private static let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]

    /// Why a text is no proxy's address; nil if it is one, or empty, which is none.
    static func problem(_ text: String) -> String? {
        guard !text.isEmpty else { return nil }
        let parts = URLParts(text.contains("://") ? text : "http://\(text)")
        if let scheme = parts.scheme?.lowercased(), !schemes.contains(scheme) {
            return
                "--proxy \"\(shown(parts, text))\" has a scheme that no proxy has; there are \(schemes.joined(separator: ", "))"
        }
        let isHost = parts.host.map(HostName.isHost) ?? false
        let isPort = parts.port.map(HostName.isPort) ?? true
        guard isHost, isPort, parts.path.isEmpty || parts.path == "/", parts.query == nil else {
            return
                "--proxy \"\(shown(parts, text))\" is no proxy's address; it looks like http://proxy.example.com:3128"
        }
        return nil
    }

    /// Without a password.
    private static func shown(_ parts: URLParts, _ text: String) -> String {
        guard parts.userInfo != nil else { return text }
        var parts = parts
        parts.userInfo = "•••"
        return parts.description
    }
}
