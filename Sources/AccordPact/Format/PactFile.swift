// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// A pact: the interactions of a consumer with a provider.
package struct PactFile: Sendable {
    package struct Interaction: Sendable {
        package enum Kind: Sendable {
            case http(request: PactMessage, response: PactMessage)
            /// A message that the server creates, with the JSON value that describes the message. A synchronous message
            /// is the reply to a request.
            case message(PactMessage, JSONValue, request: JSONValue?)
            /// An interaction that Accord can't verify.
            case unsupported(String)
        }

        package var kind: Kind
        package var value: JSONValue
        package var description: String
        package var states: [State]
        package var isPending: Bool
        /// The texts in the interaction's `comments`.
        package var comments: [String]
        package var key: String?
    }

    package struct State: Sendable {
        package var name: String
        package var params: JSONValue?
        package var location: JSONValue
    }

    package var consumer: String
    package var provider: String
    package var interactions: [Interaction]

    /// Returns whether a document is a pact.
    package static func isPact(_ root: JSONValue) -> Bool {
        root.kind == .object && root["contract"] == nil && root["openapi"] == nil
            && (root["interactions"] != nil || root["messages"] != nil)
            && (root["consumer"] != nil || root["provider"] != nil)
    }

    /// Reads a pact, and reports its mistakes. Returns `nil` if its version is unknown.
    package init?(_ root: JSONValue, report: (ContractRule, String, SourceLocation) -> Void) {
        guard let version = Self.version(root, report) else { return nil }
        consumer = root["consumer"]?["name"]?.string ?? "consumer"
        provider = root["provider"]?["name"]?.string ?? "provider"
        interactions = []
        for key in ["interactions", "messages"] {
            guard let list = root[key], list.isExpected(.array, "“\(key)”", report) else { continue }
            for value in list.elements where value.isExpected(.object, "an interaction", report) {
                if let interaction = Self.interaction(value, isMessage: key == "messages", version, report) {
                    interactions.append(interaction)
                }
            }
        }
        if interactions.isEmpty {
            report(.empty, "the pact has no interactions: there is nothing to verify", SourceLocation(root))
        }
    }

    private static func version(_ root: JSONValue, _ report: (ContractRule, String, SourceLocation) -> Void)
        -> PactVersion?
    {
        let metadata = root["metadata"]
        let place =
            (metadata?["pactSpecification"] ?? metadata?["pact-specification"])?["version"]
            ?? metadata?["pactSpecificationVersion"]
        guard let place else { return root["messages"] == nil ? .v2 : .v3 }
        if let version = PactVersion(parsing: place.string ?? place.text) { return version }
        report(.version, "unsupported version \(place.text) of the Pact specification", SourceLocation(place))
        return nil
    }

    private static func interaction(
        _ value: JSONValue, isMessage: Bool, _ version: PactVersion,
        _ report: (ContractRule, String, SourceLocation) -> Void
    ) -> Interaction? {
        let kind: Interaction.Kind
        switch value["type"]?.string ?? (isMessage ? "Asynchronous/Messages" : "Synchronous/HTTP") {
        case "Synchronous/HTTP":
            guard let (request, response) = exchange(value, report) else { return nil }
            kind = .http(
                request: PactMessageReader.message(request, .request, version, report: report),
                response: PactMessageReader.message(response, .response, version, report: report))
        case "Asynchronous/Messages":
            kind = .message(PactMessageReader.message(value, .message, version, report: report), value, request: nil)
        case "Synchronous/Messages":
            guard let (request, response) = exchange(value, report) else { return nil }
            // Accord sends the request as written in the pact. This call only reports mistakes in the request.
            _ = PactMessageReader.message(request, .message, version, report: report)
            let replies = response.kind == .array ? response.elements.map(\.self) : [response]
            // A server sends one response per request, so Accord can't verify several responses.
            guard replies.count == 1 else {
                kind = .unsupported("Synchronous/Messages with \(replies.count) responses")
                break
            }
            kind = .message(
                PactMessageReader.message(replies[0], .message, version, report: report), replies[0], request: request)
        case let other: kind = .unsupported(other)
        }
        let states = states(value, report)
        return Interaction(
            kind: kind, value: value, description: value["description"]?.string ?? "", states: states,
            isPending: value["pending"]?.bool ?? false, comments: comments(value["comments"]), key: value["key"]?.string
        )
    }

    private static func exchange(
        _ value: JSONValue, _ report: (ContractRule, String, SourceLocation) -> Void
    ) -> (request: JSONValue, response: JSONValue)? {
        for key in ["request", "response"] where value[key] == nil {
            report(.missingKey, "an interaction needs “\(key)”", SourceLocation(value))
        }
        guard let request = value["request"], let response = value["response"] else { return nil }
        return (request, response)
    }

    private static func states(_ value: JSONValue, _ report: (ContractRule, String, SourceLocation) -> Void) -> [State]
    {
        if let list = value["providerStates"], list.kind == .array {
            return list.elements.compactMap { element in
                if let name = element.string { return State(name: name, params: nil, location: element) }
                guard let name = element["name"]?.string else {
                    report(.missingKey, "a provider state needs “name”", SourceLocation(element))
                    return nil
                }
                let params = element["params"].flatMap { $0.kind == .object && $0.count > 0 ? $0 : nil }
                return State(name: name, params: params, location: element)
            }
        }
        let name = value["providerState"] ?? value["provider_state"] ?? value["providerStates"]
        guard let name, let text = name.string, !text.isEmpty else { return [] }
        return [State(name: text, params: nil, location: name)]
    }

    private static func comments(_ value: JSONValue?) -> [String] {
        guard let value else { return [] }
        let texts = value["text"]?.elements.compactMap(\.string) ?? value["text"]?.string.map { [$0] } ?? []
        return texts + (value["testname"]?.string.map { ["test: \($0)"] } ?? [])
    }
}
