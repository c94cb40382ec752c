import AccordCore
import AccordServer
import ArgumentParser

/// What the mock asks of a real server.
struct MockProxyArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("Let a real server answer what no case does, and judge both directions.", valueName: "url"))
    var proxy: String?

    @Option(
        help: ArgumentHelp(
            "When the mock stops, write what the real server was asked and answered as cases of a contract.",
            valueName: "file"))
    var record: String?

    func validate() throws {
        if let proxy, !proxy.hasPrefix("http://"), !proxy.hasPrefix("https://") {
            throw ValidationError("--proxy is a URL, such as http://localhost:3000")
        }
        guard record == nil || proxy != nil else {
            throw ValidationError("--record writes what --proxy URL was asked: give both")
        }
    }

    /// Where exchanges are taken down; nil: nowhere.
    func recording(_ masking: Masking) -> Recording? {
        guard let record, let proxy else { return nil }
        return Recording(file: record, server: proxy, masking: masking)
    }

    func connections(_ client: UpstreamClient, _ recording: Recording?) -> MockConnections {
        var connections = MockConnections()
        connections.send = client.send
        connections.note = { StandardError.write($0) }
        if let proxy {
            connections.upstream = Upstream(address: proxy, send: client.send)
            connections.exchanged = { recording?.add($0, $1) }
        }
        return connections
    }
}
