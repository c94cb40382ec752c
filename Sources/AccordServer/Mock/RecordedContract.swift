// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordSchema

/// A contract derived from recorded exchanges: an operation for each method and path, a case for each different
/// request.
package struct RecordedContract: Sendable {
    private struct Operation: Sendable {
        var method: String
        /// The path, with a parameter for each segment that looks like an identifier.
        var path: String
        var exchanges: [(request: HTTPRequest, response: HTTPResponse)] = []
    }

    /// The largest number of cases of an operation.
    private static let maximumCases = 100

    private let server: String
    private let basePath: String
    private let masking: Masking
    private var operations: [Operation] = []
    private var seen: Set<HTTPRequest> = []

    /// - Parameter server: The address of the recorded server. Its path is not part of the operations' paths.
    package init(server: String, masking: Masking) {
        self.server = server
        var path = URLParts(server).path
        while path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
        basePath = path
        self.masking = masking
    }

    package var isEmpty: Bool { operations.isEmpty }
    package var caseCount: Int { operations.reduce(0) { $0 + $1.exchanges.count } }

    /// Adds an exchange, unless its request was added before.
    package mutating func add(_ request: HTTPRequest, _ response: HTTPResponse) {
        var known = request
        known.headers = request.headers.filter { Self.isKept($0.name) }
        guard seen.insert(known).inserted, (200...599).contains(response.status) else { return }
        var path = URLParts(request.url).path
        if path.hasPrefix(basePath) { path = String(path.dropFirst(basePath.count)) }
        let template = Self.template(path.isEmpty ? "/" : path)
        let index =
            operations.firstIndex { $0.method == request.method && $0.path == template }
            ?? {
                operations.append(Operation(method: request.method, path: template))
                return operations.count - 1
            }()
        guard operations[index].exchanges.count < Self.maximumCases else { return }
        operations[index].exchanges.append((known, response))
    }

    /// The contract document.
    package var json: JSON {
        var names: Set<String> = []
        var members = JSONObject()
        for operation in operations { members.append(Self.name(operation, &names), json(operation)) }
        return [
            "contract": "1.0",
            "info": ["title": "Recorded", "version": "1"],
            "servers": [["url": .string(server)]],
            "operations": .object(members),
        ]
    }

    // MARK: Operations

    private func json(_ operation: Operation) -> JSON {
        var request: JSONObject = ["method": .string(operation.method), "path": .string(operation.path)]
        let names = operation.path.split(separator: "/").filter { $0.first == "{" }.map {
            String($0.dropFirst().dropLast())
        }
        if !names.isEmpty {
            request.append("pathParameters", .object(JSONObject(names.map { ($0, ["type": "string"]) })))
        }
        let sent = operation.exchanges.map { Form.parse(URLParts($0.request.url).query ?? "") }
        var query = JSONObject()
        let lists = lists(operation)
        for item in sent.flatMap({ $0 }) where query[item.name] == nil {
            let isAlways = sent.allSatisfy { $0.contains { $0.name == item.name } }
            let text: JSON = ["type": "string"]
            let schema = lists.contains(item.name) ? ["type": "array", "items": text] : text
            query.append(item.name, isAlways ? schema : ["required": false, "schema": schema])
        }
        if !query.isEmpty { request.append("query", .object(query)) }
        let bodies = operation.exchanges.filter { !$0.request.body.isEmpty }
        if let first = bodies.first {
            let type = first.request.headers.first("Content-Type").flatMap { MediaType(parsing: $0) }?.essence
            let isAlways = bodies.count == operation.exchanges.count
            request.append(
                "body",
                [
                    "required": .bool(isAlways),
                    "content": .object([type ?? "application/octet-stream": ["schema": [:]]]),
                ])
        }
        var responses = JSONObject()
        for (_, response) in operation.exchanges where responses[String(response.status)] == nil {
            responses.append(String(response.status), Self.documented(response))
        }
        var cases = JSONObject()
        for (number, exchange) in operation.exchanges.enumerated() {
            cases.append("recorded \(number + 1)", testCase(exchange, operation))
        }
        return ["request": .object(request), "responses": .object(responses), "cases": .object(cases)]
    }

    /// Returns the names of query items that occur more than once in a request.
    private func lists(_ operation: Operation) -> Set<String> {
        var lists: Set<String> = []
        for exchange in operation.exchanges {
            var names: Set<String> = []
            for item in Form.parse(URLParts(exchange.request.url).query ?? "")
            where !names.insert(item.name).inserted {
                lists.insert(item.name)
            }
        }
        return lists
    }

    private static func documented(_ response: HTTPResponse) -> JSON {
        var json: JSONObject = ["description": .string("Recorded.")]
        if !response.body.isEmpty, response.status != 204, response.status != 304 {
            let type = response.headers.first("Content-Type").flatMap { MediaType(parsing: $0) }?.essence
            json.append(
                "body", ["content": .object([type ?? "application/octet-stream": ["schema": [:]]])])
        }
        return .object(json)
    }

    // MARK: Cases

    private func testCase(_ exchange: (request: HTTPRequest, response: HTTPResponse), _ operation: Operation) -> JSON {
        var request = JSONObject()
        var path = URLParts(exchange.request.url).path
        if path.hasPrefix(basePath) { path = String(path.dropFirst(basePath.count)) }
        var values = JSONObject()
        for (part, text) in zip(operation.path.split(separator: "/"), path.split(separator: "/"))
        where part.first == "{" {
            let value = Self.literal(masking.mask(Percent.decodeText(text)))
            values.append(String(part.dropFirst().dropLast()), .string(value))
        }
        if !values.isEmpty { request.append("pathParameters", .object(values)) }
        var query = JSONObject()
        let lists = lists(operation)
        let items = Form.parse(URLParts(exchange.request.url).query ?? "")
        for item in items where query[item.name] == nil {
            let values = items.filter { $0.name == item.name }.map { item -> JSON in
                .string(SecretNames.isSecret(item.name) ? Self.mark : Self.literal(masking.mask(item.value)))
            }
            query.append(item.name, lists.contains(item.name) ? .array(values) : values[0])
        }
        if !query.isEmpty { request.append("query", .object(query)) }
        if let body = body(exchange.request.body, exchange.request.headers) { request.append("body", body) }
        var response: JSONObject = ["status": .number(JSONNumber(exchange.response.status))]
        if exchange.response.status != 204, exchange.response.status != 304,
            let body = body(exchange.response.body, exchange.response.headers)
        {
            response.append("body", body)
        }
        var json = JSONObject()
        if !request.isEmpty { json.append("request", .object(request)) }
        json.append("response", .object(response))
        return .object(json)
    }

    private static let mark = "masked"

    private func body(_ bytes: [UInt8], _ headers: [HTTPField]) -> JSON? {
        guard !bytes.isEmpty else { return nil }
        let masked = masking.mask(bytes)
        let type = headers.first("Content-Type").flatMap { MediaType(parsing: $0) }
        if type?.isJSON ?? false, let document = try? JSONDocument(parsing: masked) {
            return Self.plain(Self.withoutSecrets(JSON(document.root)))
        }
        if let text = String(utf8: masked) {
            let masked = type?.isForm == true ? SecretNames.masked(items: text[...], as: Self.mark) : nil
            return ["text": .string(Self.literal(masked ?? text))]
        }
        return ["base64": .string(Base64.encode(masked))]
    }

    /// Wraps an object such as `{ "text": … }` in `json` if a contract would otherwise read it as a different kind of
    /// body.
    private static func plain(_ value: JSON) -> JSON {
        guard let object = value.object,
            ["json", "text", "base64", "file", "parts"].contains(where: { object[$0] != nil })
        else { return value }
        return ["json": value]
    }

    /// Masks the values of secret properties at any depth.
    private static func withoutSecrets(_ value: JSON) -> JSON {
        switch value {
        case .object(let object):
            .object(
                JSONObject(
                    object.map { member in
                        (
                            member.key,
                            SecretNames.isSecret(member.key) && member.value.string != nil
                                ? .string(mark) : withoutSecrets(member.value)
                        )
                    }))
        case .array(let elements): .array(elements.map { withoutSecrets($0) })
        case .string(let text): .string(literal(text))
        case .null, .bool, .number: value
        }
    }

    /// Escapes `${`, which begins a template.
    private static func literal(_ text: String) -> String { text.replacing("${", with: "$${") }

    private static func isKept(_ name: String) -> Bool { ["content-type"].contains(name.lowercased()) }

    // MARK: Names

    /// Returns `/todos/{id}` for `/todos/42`. Numbers, UUIDs and long hexadecimal strings are identifiers.
    private static func template(_ path: String) -> String {
        var count = 0
        return path.split(separator: "/", omittingEmptySubsequences: false).map { segment -> String in
            guard isIdentifier(segment) else {
                return String(segment).replacing("{", with: "%7B").replacing("}", with: "%7D")
            }
            count += 1
            return count == 1 ? "{id}" : "{id\(count)}"
        }.joined(separator: "/")
    }

    private static func isIdentifier(_ segment: Substring) -> Bool {
        guard !segment.isEmpty else { return false }
        if segment.allSatisfy({ $0.isASCII && $0.isNumber }) { return true }
        let hex = segment.filter { $0 != "-" }
        return hex.count >= 16 && hex.allSatisfy { $0.isASCII && $0.isHexDigit }
    }

    /// Returns a unique name such as `getTodosId`.
    private static func name(_ operation: Operation, _ names: inout Set<String>) -> String {
        let words = operation.path.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let base = operation.method.lowercased() + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        var name = base
        var number = 2
        while !names.insert(name).inserted {
            name = "\(base)\(number)"
            number += 1
        }
        return name
    }
}
