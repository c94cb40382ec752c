// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordPact

/// A pact, version 4, with the requests that a client sent in its tests, and the response properties and header fields
/// that the client needs.
package struct PactDocument {
    package let json: JSON
    /// The number of interactions (requests with their responses) in the pact.
    package let count: Int
    /// The cases that the pact doesn't contain, each with the reason.
    package private(set) var omissions: [String] = []

    /// - Parameters:
    ///   - results: the results of the client's tests for the contract.
    ///   - needs: the results of the client's tests: the response parts of each operation that the client needs, reads
    ///     or ignores.
    package init(
        consumer: String, provider: String, _ contract: Contract, _ results: [CaseResult],
        _ needs: [ClientNeeds.Operation]
    ) {
        var interactions: [JSON] = []
        var omissions: [String] = []
        for result in results where result.origin == .documented {
            guard result.status == .passed else {
                omissions.append("\(result.id): \(result.status.rawValue)")
                continue
            }
            let operation = contract.operations.first { $0.id == result.operation }
            let name = result.id.split(separator: "/", maxSplits: 1).last.map(String.init)
            let definition = operation?.cases.first { $0.name == name }
            guard definition?.appliesTo != .client else {
                omissions.append("\(result.id): the case is for clients only")
                continue
            }
            if let last = definition?.steps.last, case .fault = last.response.outcome {
                omissions.append("\(result.id): the case tests a fault, not a response")
                continue
            }
            let parts = needs.first { $0.id == result.operation }?.leaves
            for (number, exchange) in result.exchanges.enumerated() {
                guard let operation, let response = exchange.response else {
                    omissions.append("\(result.id): no response")
                    continue
                }
                let writer = InteractionWriter(
                    operation: operation, result: result, states: definition?.given ?? [],
                    number: result.exchanges.count > 1 ? number + 1 : nil,
                    parts: parts?.filter { $0.status == response.status })
                interactions.append(writer.json(exchange.request, response))
            }
        }
        count = interactions.count
        self.omissions = omissions
        json = [
            "consumer": ["name": .string(consumer)], "provider": ["name": .string(provider)],
            "interactions": .array(interactions),
            "metadata": [
                "pactSpecification": ["version": "4.0"], "accord": ["version": .string(RunReport.Tool.current.version)],
            ],
        ]
    }
}

/// Writes one interaction: a request, and the parts of its response that the client needs.
private struct InteractionWriter {
    let operation: AccordContract.Operation
    let result: CaseResult
    let states: [ProviderState]
    /// The position of the request in a case with several requests, or `nil` if the case has only one request.
    let number: Int?
    /// Whether the client needs, reads or ignores each response property and header field. It is `nil` if no test
    /// determined this.
    let parts: [Dependence]?

    func json(_ request: ExchangeRecord.Request, _ response: ExchangeRecord.Response) -> JSON {
        let suffix = number.map { ", request \($0)" } ?? ""
        var interaction: JSONObject = [
            "type": "Synchronous/HTTP", "key": .string(result.id + suffix), "description": .string(result.id + suffix),
            "pending": false,
        ]
        let states = states.map { state -> JSON in
            var json: JSONObject = ["name": .string(state.name)]
            if let params = state.params { json["params"] = JSON(params) }
            return .object(json)
        }
        if !states.isEmpty { interaction["providerStates"] = .array(states) }
        interaction["request"] = self.request(request)
        interaction["response"] = self.response(response)
        return .object(interaction)
    }

    // MARK: The request

    private func request(_ request: ExchangeRecord.Request) -> JSON {
        let url = URLParts(request.url)
        var path = url.path
        for server in operation.servers.map({ URLParts($0.url).path }) where server.count > 1 && path.hasPrefix(server)
        { path = String(path.dropFirst(server.count)) }
        var json: JSONObject = [
            "method": .string(request.method), "path": .string(path.hasPrefix("/") ? path : "/\(path)"),
        ]
        var query = JSONObject()
        for item in Form.parse(url.query ?? "") {
            query[item.name] = .array((query[item.name]?.array ?? []) + [.string(item.value)])
        }
        if !query.isEmpty { json["query"] = .object(query) }
        let headers = fields(request.headers) { name in
            name.isFieldName("Content-Type") || name.isFieldName("Accept")
                || operation.request.headers.contains { $0.name.isFieldName(name) }
        }
        if !headers.isEmpty { json["headers"] = .object(headers) }
        if let body = request.body, let content = content(body, request.headers.mediaType) { json["body"] = content }
        return .object(json)
    }

    /// Returns the header fields to keep. Omits fields whose value is masked, because no verifier knows this secret.
    private func fields(_ fields: [HTTPField], where isKept: (String) -> Bool) -> JSONObject {
        var headers = JSONObject()
        for field in fields where isKept(field.name) && !field.value.contains("•") && !field.value.contains("***") {
            headers[field.name] = .array((headers[field.name]?.array ?? []) + [.string(field.value)])
        }
        return headers
    }

    private func content(_ body: ExchangeRecord.Body, _ type: MediaType?) -> JSON? {
        guard !body.isCut, body.size > 0 else { return nil }
        var json: JSONObject = ["contentType": .string(type?.description ?? "application/octet-stream")]
        if let text = body.text {
            let document = type?.isJSON == true ? try? JSONDocument(parsing: text) : nil
            json["content"] = document.map { JSON($0.root) } ?? .string(text)
            json["encoded"] = false
        } else if let bytes = body.base64 {
            json["content"] = .string(bytes)
            json["encoded"] = "base64"
        } else {
            return nil
        }
        return .object(json)
    }

    // MARK: The response

    private func response(_ response: ExchangeRecord.Response) -> JSON {
        var json: JSONObject = ["status": .int(response.status)]
        var rules = JSONObject()
        let headers = fields(response.headers) { name in
            parts?.contains { $0.part == .header && $0.use == .needed && $0.name.isFieldName(name) } ?? false
        }
        if !headers.isEmpty {
            json["headers"] = .object(headers)
            rules["header"] = .object(JSONObject(headers.map { ($0.key, Self.rule(["match": "type"])) }))
        }
        let type = response.headers.mediaType
        if type?.isJSON == true, let text = response.body?.text, response.body?.isCut == false,
            let document = try? JSONDocument(parsing: text)
        {
            var narrowed = NarrowedBody(view(response.status))
            if let content = narrowed.narrow(JSON(document.root), to: needs) {
                json["body"] = [
                    "contentType": .string(type?.description ?? "application/json"), "encoded": false,
                    "content": content,
                ]
                if !narrowed.rules.isEmpty { rules["body"] = .object(narrowed.rules) }
            }
        }
        if !rules.isEmpty { json["matchingRules"] = .object(rules) }
        return .object(json)
    }

    /// The paths of the properties of the body that the client needs, or `nil` if the client may need the whole body.
    private var needs: [ArraySlice<String>]? {
        parts?.filter { $0.part == .body && $0.use == .needed }
            .map { ((try? JSONPointer(parsing: $0.name).tokens) ?? [])[...] }
    }

    private func view(_ status: Int) -> SchemaView? {
        let content = operation.response(for: status)?.body?.content
        return content?.first { $0.mediaType.isJSON }?.schema.map { SchemaView($0.source) }
    }

    static func rule(_ matcher: JSON) -> JSON { ["matchers": .array([matcher])] }
}

/// Reduces a response body to the properties that the client needs. Collects a pact matcher for each value.
private struct NarrowedBody {
    private let view: SchemaView?
    private(set) var rules = JSONObject()

    init(_ view: SchemaView?) { self.view = view }

    /// Returns the value with only the properties that the client needs, or `nil` if the client needs none of them.
    ///
    /// - Parameter needs: the paths of the properties, or `nil` for all properties.
    mutating func narrow(_ value: JSON, to needs: [ArraySlice<String>]?) -> JSON? {
        needs?.isEmpty == true ? nil : narrow(value, needs, "$", view)
    }

    private mutating func narrow(
        _ value: JSON, _ needs: [ArraySlice<String>]?, _ path: String, _ view: SchemaView?
    ) -> JSON {
        // If no test examined the members of a value, keep the whole value.
        let isWhole = needs?.allSatisfy(\.isEmpty) ?? true
        func below(_ name: String) -> [ArraySlice<String>]? {
            isWhole ? nil : needs?.filter { $0.first == name }.map { $0.dropFirst() }
        }
        switch value {
        case .object(let object):
            var result = JSONObject()
            for (name, member) in object {
                let inner = below(name)
                if inner?.isEmpty == true { continue }
                // A path can't contain an apostrophe. The paths of the other members are more specific than “.*”.
                let quoted = name.contains("'") ? ".*" : "['\(name)']"
                let step = SwiftName.isIdentifier(name) ? ".\(name)" : quoted
                result[name] = narrow(member, inner, path + step, view?.property(name))
            }
            return .object(result)
        case .array(let elements):
            rules[path] = InteractionWriter.rule(["match": "type"])
            guard let first = elements.first else { return value }
            return .array([narrow(first, below("*"), "\(path)[*]", view?.items)])
        case .null: return value
        case .bool, .number, .string:
            rules[path] = InteractionWriter.rule(matcher(value, view))
            return value
        }
    }

    private func matcher(_ value: JSON, _ view: SchemaView?) -> JSON {
        if let choices = view?.keyword("enum")?.elements.compactMap(\.string), !choices.isEmpty, value.string != nil {
            return [
                "match": "regex", "regex": .string("^(?:\(choices.map(PactPattern.escaped).joined(separator: "|")))$"),
            ]
        }
        if let pattern = view?.keyword("pattern")?.string, value.string != nil {
            return ["match": "regex", "regex": .string(pattern)]
        }
        if value.number != nil { return ["match": view?.types == [.integer] ? "integer" : "number"] }
        return ["match": "type"]
    }
}
