// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordServer
import AccordVerifier
import ArgumentParser

/// The options that change the behavior of the mock, such as the delay of its responses.
struct MockBehaviorArguments: ParsableArguments {
    @Flag(help: "Send the normal response to an invalid request, and record the errors of the request.")
    var lenient = false

    @Option(help: .value("status", "The status for an invalid request if the contract documents none, such as 422."))
    var invalidStatus = 400

    @Flag(help: "Send a 500 in place of an example or a proxied response that violates the contract.")
    var errors = false

    @Flag(help: .hidden("Don't store the resources that clients create, change or delete."))
    var stateless = false

    @Flag(help: .hidden("Don't send CORS header fields."))
    var noCors = false

    @Flag(help: "Print a line for each request: method, path, status, case and error.")
    var log = false

    @Option(help: .hidden("time", "The delay before each response: 200ms, 50ms..300ms, or lognormal:MEDIAN,SIGMA."))
    var delay: Delay?

    @Option(help: .hidden("share", "The share of responses to replace with faults, such as 5%."))
    var chaos: ShareArgument?

    @Option(
        help: .hidden(
            "time",
            "The pause between two stream items. Default: 50ms, but more than 40 documented items take 2s in total."))
    var streamPause: Seconds?

    @Option(
        help: .hidden(
            "number",
            "The number of items in a stream. Items repeat if necessary. Default: the number of documented items."))
    var streamItems: Int?

    @Option(help: .hidden("The random seed for faults, delays and generated responses."))
    var seed: UInt64 = 0

    @Option(help: .hidden("token", "The token that allows other machines to use /__accord/."))
    var adminToken: String?

    @Option(help: .hidden("host", "Allow the mock to send callbacks and webhooks to this host. Repeatable."))
    var allowCallbacks: [String] = []

    func validate() throws {
        guard (400...499).contains(invalidStatus) else {
            throw ValidationError("--invalid-status must be from 400 to 499")
        }
        guard streamItems.map({ $0 > 0 }) ?? true else { throw ValidationError("--stream-items must be at least 1") }
        guard streamPause?.value ?? 0 <= 60 else { throw ValidationError("--stream-pause must be at most 60s") }
    }

    /// - Parameter isStrict: Whether undocumented cookies and tracking items are errors.
    func options(isStrict: Bool) -> MockOptions {
        var options = MockOptions()
        options.isLenient = lenient
        options.isStrict = isStrict
        options.invalidStatus = invalidStatus
        options.reportsContradictions = errors
        options.isStateful = !stateless
        options.answersOtherOrigins = !noCors
        options.chaos = chaos.map { Chaos(share: $0.value, seed: seed) }
        options.delay = delay
        options.seed = seed
        options.streamPause = streamPause?.value
        options.streamItems = streamItems
        options.adminToken = adminToken
        options.callbackHosts = Set(allowCallbacks.map { $0.lowercased() })
        options.environment = Environment.value
        return options
    }
}

extension Delay: ExpressibleByArgument {
    /// Parses a delay, such as `200ms`, `50ms..300ms` or `lognormal:100ms,0.5`.
    package init?(argument: String) {
        if argument.hasPrefix("lognormal:") {
            let parts = argument.dropFirst("lognormal:".count).split(separator: ",", omittingEmptySubsequences: false)
            guard parts.count == 2, let median = Seconds(argument: String(parts[0])), let sigma = Double(parts[1]),
                sigma >= 0, sigma <= 5
            else { return nil }
            self = .logNormal(median: median.value, sigma: sigma)
        } else if let dots = argument.firstRange(of: "..") {
            guard let low = Seconds(argument: String(argument[..<dots.lowerBound])),
                let high = Seconds(argument: String(argument[dots.upperBound...])), low.value <= high.value
            else { return nil }
            self = .uniform(low.value, high.value)
        } else {
            guard let seconds = Seconds(argument: argument) else { return nil }
            self = .fixed(seconds.value)
        }
    }
}

/// The share of the mock's responses that a fault replaces, such as `5%` or `0.05`.
struct ShareArgument: ExpressibleByArgument {
    var value: Double

    init?(argument: String) {
        let isPercentage = argument.hasSuffix("%")
        guard let number = Double(isPercentage ? String(argument.dropLast()) : argument) else { return nil }
        value = isPercentage ? number / 100 : number
        guard (0...1).contains(value) else { return nil }
    }
}

/// The options that set the path prefix or the port of each contract.
struct MockLayoutArguments: ParsableArguments {
    @Option(
        name: .customLong("mount"),
        help: .value("/PREFIX=FILE", "Serve a contract below a path prefix, such as /shop=Specs/shop.json. Repeatable.")
    ) var mounts: [MountArgument] = []

    @Flag(help: .hidden("Serve each contract on its own port. The first port is --port."))
    var ownPorts = false

    /// Returns the contracts with their mount points assigned.
    ///
    /// - Throws: `ContractFileError` if a mount point names an unknown contract file.
    func place(_ contracts: [Contract]) throws(ContractFileError) -> [Contract] {
        var placed = contracts
        for mount in mounts {
            guard let index = contracts.firstIndex(where: { mount.matches($0.file) }) else {
                throw ContractFileError(
                    "--mount \(mount.prefix)=\(mount.file): unknown contract; the contracts are "
                        + contracts.map(\.file).joined(separator: ", "))
            }
            placed[index].mountPoint = mount.prefix
        }
        return placed
    }
}

/// The mount point of a contract, such as `/shop=Specs/shop.json`.
struct MountArgument: ExpressibleByArgument {
    /// The path prefix, which starts with a slash and doesn't end with a slash.
    var prefix: String
    /// The contract file: its path, or the last components of its path.
    var file: String

    init?(argument: String) {
        guard let equals = argument.firstIndex(of: "=") else { return nil }
        prefix = String(argument[..<equals])
        file = String(argument[argument.index(after: equals)...])
        while prefix.hasSuffix("/") { prefix.removeLast() }
        guard prefix.hasPrefix("/"), !file.isEmpty, !"\(prefix)/".hasPrefix(MockServer.adminPath),
            !prefix.contains(where: { "?#{} ".contains($0) })
        else { return nil }
    }

    func matches(_ path: String) -> Bool { path == file || path.hasSuffix("/\(file)") }
}

/// The option for the credentials that the mock accepts.
struct MockSecurityArguments: ParsableArguments {
    @Option(
        parsing: .unconditionalSingleValue,
        help: .value(
            "name=value",
            "Accept only this credential for a security scheme, such as 'bearerAuth=${env.TOKEN}'. Repeatable."))
    var auth: [String] = []

    /// Returns the credentials that the mock accepts.
    ///
    /// - Throws: `ExitStatus.usage` if a value is malformed, or if it uses an environment variable that isn't set.
    ///   Without the variable's value, the mock would accept any credentials.
    func given() throws -> GivenCredentials {
        for match in auth.flatMap({ $0.matches(of: /\$\{env\.([^}]+)\}/) })
        where Environment.value(String(match.1)) == nil {
            throw ExitStatus.usage.because("--auth uses an environment variable that isn't set: \(match.1)")
        }
        return try ExitStatus.usageOnError { try GivenCredentials(auth: auth) }
    }

    /// Returns the contracts with the credentials of `--auth` added.
    ///
    /// - Throws: `ExitStatus.usage` if a value is malformed or names an unknown scheme.
    func filled(_ contracts: [Contract]) throws -> [Contract] {
        var given = try given()
        guard !given.isEmpty else { return contracts }
        return try ExitStatus.usageOnError { try given.fill(contracts) }
    }
}

/// The options for `accord mock --proxy`: the server to which the mock forwards requests, and the file for recorded
/// cases.
struct MockProxyArguments: ParsableArguments {
    @Option(
        help: .value(
            "url", "The server that receives requests without a written case or example. The mock checks both messages."
        ))
    var proxy: String?

    @Option(help: .value("file", "On exit, write the forwarded requests and responses to this contract as cases."))
    var record: String?

    func validate() throws {
        if let proxy, !RemoteDocument.isURL(proxy) {
            throw ValidationError("--proxy requires a URL, such as http://localhost:3000")
        }
        guard record == nil || proxy != nil else { throw ValidationError("--record requires --proxy") }
    }

    /// Returns an object that records forwarded requests and responses, or `nil` without `--record`.
    ///
    /// - Throws: `ExitStatus.usage` if the file of `--record` exists and isn't a valid contract.
    func recording(_ masking: Masking) throws -> Recording? {
        guard let record, let proxy else { return nil }
        return try Recording(file: record, server: proxy, masking: masking)
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
