// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import AccordVerifier

/// The files on the disk, and the pacts at URLs.
struct PactDownloads: ContractFiles {
    /// The URLs without user information, which name the pacts in reports.
    let names: [String]
    private let texts: [String: [UInt8]]
    private let disk: any ContractFiles

    /// Downloads the pacts of the URLs in `paths`. The environment's credentials for a broker are sent only to this
    /// broker.
    ///
    /// - Throws: `ExitStatus.unreachable` if a pact can't be downloaded, `ExitStatus.contractInvalid` if it isn't a pact.
    init(_ paths: [String], over disk: any ContractFiles, _ transport: TransportArguments) throws {
        self.disk = disk
        var names: [String] = []
        var texts: [String: [UInt8]] = [:]
        for url in paths where RemoteDocument.isURL(url) {
            let name = URLParts(url).withoutUserInfo.description
            let broker = RemoteDocument.server(of: url)
            let pact = try BrokerArguments.run(broker, BrokerArguments.credentials(for: url), transport) {
                try $0.send("GET", name).json
            }
            guard pact["interactions"] != nil || pact["messages"] != nil else {
                throw ExitStatus.contractInvalid.because("\(name) isn't a pact")
            }
            if texts[name] == nil { names.append(name) }
            // Brokers send one long line, in which the place of a finding couldn't be shown.
            texts[name] = Array(JSONWriter.pretty(pact).utf8)
        }
        (self.names, self.texts) = (names, texts)
    }

    func read(_ path: String) throws -> [UInt8] { try texts[path] ?? disk.read(path) }

    func absolute(_ path: String) -> String { texts[path] == nil ? disk.absolute(path) : path }
}
