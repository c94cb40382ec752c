// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The server under test: a server that the contracts name, or a URL that replaces their servers.
package enum Target: Sendable, Hashable {
    case server(String)
    /// A URL that replaces the documented scheme, host and port. If the URL contains a path, this path replaces the
    /// path of the documented server, too.
    case baseURL(String)

    /// Returns the base URL for an operation, or `nil` if the operation has no server with the target's name.
    package func baseURL(for operation: Operation) -> String? {
        switch self {
        case .server(let name): return operation.servers.first { $0.name == name }?.url
        case .baseURL(let text):
            var parts = URLParts(text)
            if parts.path.isEmpty || parts.path == "/" {
                parts.path = operation.servers.first.map { URLParts($0.url).path } ?? ""
            }
            return parts.description
        }
    }

    /// The command-line options for the target, such as `--base-url http://localhost:8080`.
    package var options: String {
        switch self {
        case .server(let name): "--server \(CurlCommand.quoted(name))"
        case .baseURL(let text): "--base-url \(CurlCommand.quoted(text))"
        }
    }

    /// Returns an error message if the target is invalid for the contracts, or `nil` if the target is valid.
    package func problem(in contracts: [Contract]) -> String? {
        switch self {
        case .server(let name):
            let without = contracts.filter { contract in
                contract.operations.contains { baseURL(for: $0) == nil }
            }
            guard !without.isEmpty else { return nil }
            let files = without.map(\.file).joined(separator: ", ")
            let verb = without.count == 1 ? "has" : "have"
            return "\(files) \(verb) no server “\(name)”" + Self.known(in: contracts, like: name)
        case .baseURL(let text):
            let parts = URLParts(text)
            guard ["http", "https"].contains(parts.scheme?.lowercased()), parts.host?.isEmpty == false,
                parts.query == nil, parts.fragment == nil, parts.effectivePort.map((1...65535).contains) ?? false
            else {
                var shown = parts
                shown.userInfo = parts.userInfo.map { _ in Masking.mark }
                return "invalid base URL “\(shown)”; examples: http://localhost:8080, https://example.com/v2"
            }
            return nil
        }
    }

    /// Returns the named servers of the contracts, without duplicates.
    package static func names(in contracts: [Contract]) -> [(name: String, url: String)] {
        contracts.flatMap { $0.servers + $0.operations.flatMap(\.servers) }
            .compactMap { server in server.name.map { ($0, server.url) } }.firstOfEach { [$0.0, $0.1] }
    }

    private static func known(in contracts: [Contract], like name: String) -> String {
        let names = self.names(in: contracts).map(\.name).distinct
        guard !names.isEmpty else { return "; no server of the contracts has a name; use --base-url URL" }
        let others = names.filter { $0 != name }
        return Suggestion.hint(for: name, in: others, otherwise: ".")
            + " The servers of the contracts are: \(names.joined(separator: ", "))"
    }
}
