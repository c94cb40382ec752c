/// What `--resolve` takes: `api.example.com:443:127.0.0.1`, several addresses with commas between them.
enum ResolvedHost {
    /// Why a text is none; nil if it is one.
    static func problem(_ text: String) -> String? {
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        let example = "it looks like api.example.com:443:127.0.0.1"
        guard parts.count == 3 else { return "--resolve \"\(text)\" is no host:port:address; \(example)" }
        guard parts[0] == "*" || HostName.isHost(String(parts[0])) else {
            return "--resolve \"\(text)\" has no host in front of the first colon; \(example)"
        }
        guard HostName.isPort(parts[1]) else {
            return "--resolve \"\(text)\" has no port between its colons, a number from 1 to 65535; \(example)"
        }
        let addresses = parts[2].split(separator: ",", omittingEmptySubsequences: false)
        guard addresses.allSatisfy({ HostName.isAddress($0) }) else {
            return "--resolve \"\(text)\" has no address in digits behind the port, of IPv4 or IPv6; \(example)"
        }
        return nil
    }
}
