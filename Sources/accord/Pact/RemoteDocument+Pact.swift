// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import AccordVerifier

extension RemoteDocument {
    /// Downloads a pact and stores it. The loader can then read the URL like a file path. Sends the credentials in
    /// environment variables only to the broker in `PACT_BROKER_BASE_URL`.
    ///
    /// - Throws: `ExitStatus.unreachable` if the pact can't be downloaded, or `ExitStatus.contractInvalid` if the file
    ///   isn't a pact.
    static func readPact(_ url: String, _ transport: TransportArguments) throws {
        let name = name(of: url)
        let pact = try BrokerArguments.run(server(of: url), BrokerArguments.credentials(for: url), transport) {
            try $0.send("GET", URLParts(url).withoutUserInfo.description).json
        }
        guard pact["interactions"] != nil || pact["messages"] != nil else {
            throw ExitStatus.contractInvalid.because("\(name) isn't a pact")
        }
        // Brokers send JSON in one long line. In pretty-printed JSON, a finding can show the line that it refers to.
        remember(url, Array(JSONWriter.pretty(pact).utf8))
    }
}
