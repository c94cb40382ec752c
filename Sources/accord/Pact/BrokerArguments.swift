// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordPact
import AccordVerifier
import ArgumentParser

/// The options for the address and the credentials of a Pact Broker.
struct BrokerArguments: ParsableArguments {
    @Option(name: .customLong("broker"), help: .value("url", "The URL of the broker; default: PACT_BROKER_BASE_URL."))
    var url: String?

    @Option(name: .customLong("broker-token"), help: .value("token", "The bearer token; default: PACT_BROKER_TOKEN."))
    var token: String?

    @Option(
        name: .customLong("broker-user"),
        help: .value(
            "user:password",
            "The user for Basic authentication; default: PACT_BROKER_USERNAME with PACT_BROKER_PASSWORD."))
    var user: String?

    @Option(
        parsing: .unconditional,
        help: .value("times", "The number of retries of a request that gets no response, or status 429 or 5xx."))
    var retries = 3

    func validate() throws {
        guard (0...20).contains(retries) else { throw ValidationError("--retries must be from 0 to 20") }
    }

    /// Runs `body` with a client for the broker that the options specify.
    ///
    /// - Throws: An `ExitStatus` if a request to the broker fails.
    func run<Value>(_ transport: TransportArguments, _ body: (BrokerClient) throws -> Value) throws -> Value {
        guard let url = url ?? Environment.value("PACT_BROKER_BASE_URL") else {
            throw ExitStatus.usage.because(
                "missing URL of the Pact Broker; specify --broker URL, or set PACT_BROKER_BASE_URL")
        }
        guard RemoteDocument.isURL(url) else {
            throw ExitStatus.usage.because("--broker: expected a URL that begins with http:// or https://")
        }
        return try Self.run(url, authorization, transport, retries: retries, body)
    }

    /// Runs `body` with a client for the Pact Broker at `url`.
    static func run<Value>(
        _ url: String, _ authorization: String?, _ transport: TransportArguments, retries: Int = 3,
        _ body: (BrokerClient) throws -> Value
    ) throws -> Value {
        do {
            return try body(try BrokerClient(url, authorization, transport.options, retries: retries))
        } catch let failure as BrokerClient.Failure {
            throw (failure.isTransport ? ExitStatus.unreachable : .broken).because(failure.description)
        }
    }

    /// The value of the header field `Authorization`, or `nil` without credentials.
    private var authorization: String? {
        if let token { return "Bearer \(token)" }
        return user.map { BasicCredentials.fieldValue($0.contains(":") ? $0 : "\($0):") } ?? Self.knownAuthorization
    }

    private static var knownAuthorization: String? {
        if let token = Environment.value("PACT_BROKER_TOKEN") { return "Bearer \(token)" }
        return Environment.value("PACT_BROKER_USERNAME").map {
            BasicCredentials.fieldValue("\($0):\(Environment.value("PACT_BROKER_PASSWORD") ?? "")")
        }
    }

    /// Returns the credentials in the environment variables if `url` belongs to the broker in `PACT_BROKER_BASE_URL`.
    static func authorization(for url: String) -> String? {
        guard let broker = Environment.value("PACT_BROKER_BASE_URL").map({ URLParts($0) }) else { return nil }
        let target = URLParts(url)
        let isBroker = broker.scheme == target.scheme && broker.authority == target.authority
        return isBroker ? knownAuthorization : nil
    }
}

/// The options that describe the version of the client or server about which a command publishes something: its number,
/// its branch, its tags and the URL of its build.
struct PublishedVersion: ParsableArguments {
    @Option(name: .customLong("app-version"), help: .value("version", "The version of the client or server."))
    var number: String

    @Option(help: .value("name", "The branch of its source code."))
    var branch: String?

    @Option(name: .customLong("tag"), help: .value("name", "A tag to add to the version. Repeatable."))
    var tags: [String] = []

    @Option(help: .value("url", "The URL of the CI build."))
    var buildURL: String?

    /// Adds the branch, the tags and the URL of the build to the body of a request to a broker.
    func describe(_ body: inout JSONObject) {
        if let branch { body["branch"] = .string(branch) }
        if !tags.isEmpty { body["tags"] = .array(tags.map(JSON.string)) }
        if let buildURL { body["buildUrl"] = .string(buildURL) }
    }
}

extension BrokerClient.Response {
    /// Prints the notices that the broker's response contained.
    func printNotices() { for notice in notices { Output.line(notice) } }
}

/// A pact file with its bytes and the names of its consumer and its provider.
struct PactSource {
    var path: String
    var bytes: [UInt8]
    var root: JSONValue

    /// Reads the pacts at the paths: files and folders.
    ///
    /// - Throws: `ExitStatus.usage` if a file isn't a pact, or if the paths contain no pact.
    static func all(in paths: [String]) throws -> [PactSource] {
        try ExitStatus.usageOnError {
            try ContractFolder.contracts(in: paths) { _ in }.map { path -> PactSource in
                let bytes = try DiskFiles().read(path)
                let document = try JSONDocument(parsing: bytes, file: path)
                guard PactFile.isPact(document.root) else { throw ExitStatus.usage.because("\(path) isn't a pact") }
                return PactSource(path: path, bytes: bytes, root: document.root)
            }
        }
    }

    func name(of side: String) throws -> String {
        guard let name = root[side]?["name"]?.string else {
            throw ExitStatus.contractInvalid.because("\(path): missing name of the \(side)")
        }
        return name
    }
}

extension RemoteDocument {
    /// Downloads a pact and stores it. The loader can then read the URL like a file path. Sends the credentials in
    /// environment variables only to the broker in `PACT_BROKER_BASE_URL`.
    ///
    /// - Throws: `ExitStatus.unreachable` if the pact can't be downloaded, or `ExitStatus.contractInvalid` if the file
    ///   isn't a pact.
    static func readPact(_ url: String, _ transport: TransportArguments) throws {
        let name = name(of: url)
        let pact = try BrokerArguments.run(server(of: url), BrokerArguments.authorization(for: url), transport) {
            try $0.send("GET", URLParts(url).withoutUserInfo.description).json
        }
        guard pact["interactions"] != nil || pact["messages"] != nil else {
            throw ExitStatus.contractInvalid.because("\(name) isn't a pact")
        }
        // Brokers send JSON in one long line. In pretty-printed JSON, a finding can show the line that it refers to.
        remember(url, Array(JSONWriter.pretty(pact).utf8))
    }
}
