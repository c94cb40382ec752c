// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// A contract derived from recorded exchanges, with an operation for each method and path, and a case for each
/// different request. It may extend an existing contract.
package struct RecordedContract: Sendable {
    private struct Operation: Sendable {
        var method: String
        /// The path, with a parameter for each segment that looks like an identifier.
        var path: String
        /// The operation with the same method and path in the contract to extend, or `nil` if there is none.
        var documented: AccordContract.Operation?
        var exchanges: [Exchange] = []
    }

    private struct Exchange: Sendable {
        var request: HTTPRequest
        var response: HTTPResponse
        /// The names and the percent-encoded values of the path parameters.
        var pathValues: [(name: String, text: String)]

        var query: [Form.Item] { Form.parse(URLParts(request.url).query ?? "") }
    }

    /// The maximum number of cases to record for an operation.
    private static let maximumCases = 100

    private let server: String
    private let basePath: String
    /// The path of the server URL in the contract to extend.
    private let extendedPath: String
    private let masking: Masking
    private let extended: (document: JSON, responder: MockResponder)?
    private var operations: [Operation] = []
    private var seen: Set<HTTPRequest> = []

    /// - Parameters:
    ///   - server: The base URL of the recorded server. The paths of the operations are relative to this URL.
    ///   - extended: The contract to extend, with its JSON.
    /// - Throws: `SubstitutionError` if a variable such as `${env.NAME}` in a case has no value.
    package init(
        server: String, masking: Masking, extending extended: (document: JSON, contract: Contract)? = nil,
        environment: @escaping Scope.Environment = { _ in nil }
    ) throws(SubstitutionError) {
        self.server = server
        extendedPath = Self.basePath(extended?.contract.servers.first?.url ?? "")
        var options = MockOptions()
        options.environment = environment
        self.extended =
            if let extended { (extended.document, try MockResponder([extended.contract], options)) } else { nil }
        basePath = Self.basePath(server)
        self.masking = masking
    }

    private static func basePath(_ server: String) -> String {
        String(URLParts(server).path.trimmingEnd { $0 == "/" })
    }

    /// Whether no exchange has been added.
    package var isEmpty: Bool { seen.isEmpty }
    /// The number of cases from recorded exchanges.
    package var caseCount: Int { operations.reduce(0) { $0 + $1.exchanges.count } }

    /// Adds an exchange, unless its request was added before or the extended contract has a case for it.
    package mutating func add(_ request: HTTPRequest, _ response: HTTPResponse) {
        var known = request
        known.headers = request.headers.filter { $0.isNamed("Content-Type") }
        guard (200...599).contains(response.status), seen.insert(known).inserted else { return }
        let parts = URLParts(request.url)
        // Encode braces in the path, because braces mark parameters in a path template.
        let sent = parts.path.replacing("{", with: "%7B").replacing("}", with: "%7D")
        var path = Self.path(sent, below: basePath)
        let match = extended?.responder.route(request.method, path).matches.first
        var operation = Operation(method: request.method, path: path, documented: match?.operation)
        var exchange = Exchange(request: known, response: response, pathValues: [])
        if let match, let extended {
            operation.path = match.operation.request.path.description
            exchange.pathValues = match.pathValues.map { (name: $0.key, text: $0.value) }.sorted { $0.name < $1.name }
            let target = path + (parts.query.map { "?\($0)" } ?? "")
            guard !extended.responder.answer(to: request, target: target).isCase,
                !isKnown(testCase(exchange, operation), in: match.operation, extended.document)
            else { return }
        } else {
            path = Self.path(path, below: extendedPath)
            operation.path = Self.template(path)
            for (part, text) in zip(operation.path.split(separator: "/"), path.split(separator: "/"))
            where part.first == "{" {
                exchange.pathValues.append((String(part.dropFirst().dropLast()), String(text)))
            }
        }
        let present = operations.firstIndex { $0.method == operation.method && $0.path == operation.path }
        if present == nil { operations.append(operation) }
        let index = present ?? operations.count - 1
        guard operations[index].exchanges.count < Self.maximumCases else { return }
        operations[index].exchanges.append(exchange)
    }

    /// Whether to omit a new case. A case is omitted if the extended contract already has a case with the same request.
    /// A case with an undocumented query parameter is also omitted if the contract can't document the parameter,
    /// because a different file describes the operation's request.
    private func isKnown(_ testCase: JSON, in documented: AccordContract.Operation, _ document: JSON) -> Bool {
        let operation = document.value(at: JSONPointer(tokens: ["operations", documented.id]))?.object
        let request = testCase.object?["request"] ?? [:]
        let cases = operation?["cases"]?.object?.values ?? []
        if cases.contains(where: { ($0.object?["request"] ?? [:]) == request }) { return true }
        let names = documented.request.query.map(\.name)
        let query = request.object?["query"]?.object ?? [:]
        return operation?["request"] == nil && query.contains { !names.contains($0.key) }
    }

    /// Returns a path without the path of the server URL, such as `/todos` for `/v1/todos`.
    private static func path(_ path: String, below base: String) -> String {
        let path = path.hasPrefix("\(base)/") || path == base ? String(path.dropFirst(base.count)) : path
        return path.isEmpty ? "/" : path
    }

    /// The recorded contract as JSON.
    package var json: JSON {
        if let extended { return json(extending: extended.document) }
        var names: Set<String> = []
        var members = JSONObject()
        for operation in operations { members.append(Self.name(operation, &names), json(operation)) }
        return [
            "contract": "1.0", "info": ["title": "Recorded", "version": "1"], "servers": [["url": .string(server)]],
            "operations": .object(members),
        ]
    }

    // MARK: Operations

    /// Returns the extended contract with the new cases, and with the operations, statuses and query parameters that
    /// the cases need.
    private func json(extending document: JSON) -> JSON {
        var document = document
        var names = Set(document.object?["operations"]?.object?.keys ?? [])
        for operation in operations {
            guard let documented = operation.documented else {
                document.add(json(operation), at: ["operations", Self.name(operation, &names)])
                continue
            }
            let place = ["operations", documented.id]
            let recorded = json(operation)
            for (status, response) in recorded.object?["responses"]?.object ?? [:]
            where Int(status).flatMap({ documented.response(for: $0) }) == nil {
                document.add(response, at: place + ["responses", status])
            }
            for (name, query) in recorded.object?["request"]?.object?["query"]?.object ?? [:]
            where !documented.request.query.contains(where: { $0.name == name }) {
                let schema = query.object?["schema"] ?? query
                document.add(["required": false, "schema": schema], at: place + ["request", "query", name])
            }
            var number = 0
            for (_, testCase) in recorded.object?["cases"]?.object ?? [:] {
                repeat { number += 1 } while document.value(at: Self.place(place, number)) != nil
                document.add(testCase, at: Self.place(place, number).tokens)
            }
        }
        return document
    }

    private static func place(_ operation: [String], _ number: Int) -> JSONPointer {
        JSONPointer(tokens: operation + ["cases", "recorded \(number)"])
    }

    private func json(_ operation: Operation) -> JSON {
        var request: JSONObject = ["method": .string(operation.method), "path": .string(operation.path)]
        let parameters = operation.path.split(separator: "/").filter { $0.first == "{" }
            .map { (String($0.dropFirst().dropLast()), ["type": "string"] as JSON) }
        if !parameters.isEmpty { request.append("pathParameters", .object(JSONObject(parameters))) }
        let sent = operation.exchanges.map(\.query)
        var query = JSONObject()
        let lists = lists(operation)
        for item in sent.flatMap({ $0 }) where query[item.name] == nil {
            let isAlways = sent.allSatisfy { $0.contains { $0.name == item.name } }
            let text: JSON = ["type": "string"]
            let schema = lists.contains(item.name) ? ["type": "array", "items": text] : text
            query.append(item.name, isAlways ? schema : ["required": false, "schema": schema])
        }
        if !query.isEmpty { request.append("query", .object(query)) }
        let bodies = operation.exchanges.map(\.request).filter { !$0.body.isEmpty }
        if !bodies.isEmpty {
            let isAlways = bodies.count == operation.exchanges.count
            let content = content(bodies.map { ($0.body, $0.headers) })
            request.append("body", ["required": .bool(isAlways), "content": content])
        }
        var responses = JSONObject()
        let received = operation.exchanges.map(\.response)
        for status in received.map(\.status) where responses[String(status)] == nil {
            responses.append(String(status), documented(received.filter { $0.status == status }))
        }
        var cases = JSONObject()
        for (number, exchange) in operation.exchanges.enumerated() {
            cases.append("recorded \(number + 1)", testCase(exchange, operation))
        }
        return ["request": .object(request), "responses": .object(responses), "cases": .object(cases)]
    }

    /// Returns the names of query parameters that occur more than once in the same request.
    private func lists(_ operation: Operation) -> Set<String> {
        Set(
            operation.exchanges.flatMap { exchange in
                Dictionary(grouping: exchange.query, by: \.name).filter { $0.value.count > 1 }.keys
            })
    }

    /// Documents the recorded responses with the same status.
    private func documented(_ responses: [HTTPResponse]) -> JSON {
        var json: JSONObject = ["description": .string("Recorded.")]
        let bodies = responses.filter { !$0.body.isEmpty && $0.status != 204 && $0.status != 304 }
        if !bodies.isEmpty { json.append("body", ["content": content(bodies.map { ($0.body, $0.headers) })]) }
        return .object(json)
    }

    /// Returns the media types of recorded bodies, each with a schema that all its bodies satisfy.
    private func content(_ messages: [(body: [UInt8], headers: [HTTPField])]) -> JSON {
        let types = messages.map { Self.type(of: $0.headers) }
        var content = JSONObject()
        for type in types where content[type] == nil {
            let bodies = zip(messages, types).filter { $0.1 == type }.map { value($0.0.body, $0.0.headers) }
            let values = bodies.compactMap(\.self)
            content.append(type, ["schema": values.count == bodies.count ? Self.recordedSchema(of: values) : [:]])
        }
        return .object(content)
    }

    private static func type(of headers: [HTTPField]) -> String {
        headers.mediaType?.essence ?? "application/octet-stream"
    }

    // MARK: Schemas

    /// Returns a schema with the types of the values. A property is required if all objects have it. The schema
    /// contains no enumeration, because a recording rarely has all values. It allows any value in place of one that was
    /// always null.
    private static func recordedSchema(of values: [JSON]) -> JSON {
        let found = Set(values.map(type(of:)))
        guard found != ["null"], !found.isEmpty else { return [:] }
        let types = ["null", "boolean", "integer", "number", "string", "array", "object"].filter { type in
            found.contains(type) && !(type == "integer" && found.contains("number"))
        }
        var schema: JSONObject = ["type": types.count == 1 ? .string(types[0]) : .array(types.map { .string($0) })]
        let elements = values.compactMap(\.array).flatMap { $0 }
        if !elements.isEmpty { schema.append("items", recordedSchema(of: elements)) }
        let objects = values.compactMap(\.object)
        let names = objects.flatMap(\.keys).distinct
        let required = names.filter { name in objects.allSatisfy { $0[name] != nil } }
        if !required.isEmpty { schema.append("required", .array(required.map { .string($0) })) }
        if !names.isEmpty {
            let properties = names.map { name in (name, recordedSchema(of: objects.compactMap { $0[name] })) }
            schema.append("properties", .object(JSONObject(properties)))
        }
        return .object(schema)
    }

    private static func type(of value: JSON) -> String {
        value.number?.isInteger == true ? "integer" : value.kind.description
    }

    // MARK: Cases

    /// Returns the `Content-Type` of a case if the recorded messages have several media types.
    private static func chosenType(_ headers: [HTTPField], among others: [[HTTPField]]) -> JSON? {
        guard let type = headers.first("Content-Type"), Set(others.map(self.type(of:))).count > 1 else { return nil }
        return ["Content-Type": .string(type)]
    }

    private func testCase(_ exchange: Exchange, _ operation: Operation) -> JSON {
        var request = JSONObject()
        var values = JSONObject()
        for (name, text) in exchange.pathValues {
            let value = masking.mask(Percent.decodeText(text)).withoutTemplates
            values.append(name, Self.value(value, of: operation.documented?.request.pathParameters, name))
        }
        if !values.isEmpty { request.append("pathParameters", .object(values)) }
        var query = JSONObject()
        let lists = lists(operation)
        let items = exchange.query
        for item in items where query[item.name] == nil {
            let parameter = operation.documented?.request.query.first { $0.name == item.name }
            let isList = lists.contains(item.name) || parameter?.types == [.array]
            let values = items.filter { $0.name == item.name }.map { item -> JSON in
                let text = SecretNames.isSecret(item.name) ? Self.mark : masking.mask(item.value).withoutTemplates
                return isList ? .string(text) : Self.value(text, of: operation.documented?.request.query, item.name)
            }
            query.append(item.name, isList ? .array(values) : values[0])
        }
        if !query.isEmpty { request.append("query", .object(query)) }
        if let body = body(exchange.request.body, exchange.request.headers) {
            let others = operation.exchanges.map(\.request).filter { !$0.body.isEmpty }.map(\.headers)
            Self.chosenType(exchange.request.headers, among: others).map { request.append("headers", $0) }
            request.append("body", body)
        }
        var response: JSONObject = ["status": .int(exchange.response.status)]
        if exchange.response.status != 204, exchange.response.status != 304,
            let body = body(exchange.response.body, exchange.response.headers)
        {
            let others = operation.exchanges.map(\.response).filter { $0.status == exchange.response.status }
            let withBody = others.filter { !$0.body.isEmpty }.map(\.headers)
            Self.chosenType(exchange.response.headers, among: withBody).map { response.append("headers", $0) }
            response.append("body", body)
        }
        var json = JSONObject()
        if !request.isEmpty { json.append("request", .object(request)) }
        json.append("response", .object(response))
        return .object(json)
    }

    /// Converts the text of a recorded parameter to JSON. The value is a number or a Boolean value only if the schema
    /// of the documented parameter requires that type.
    private static func value(_ text: String, of parameters: [Parameter]?, _ name: String) -> JSON {
        guard let schema = parameters?.first(where: { $0.name == name })?.schema, !schema.isValid(JSON.string(text)),
            let value = try? JSON(parsing: text), schema.isValid(value)
        else { return .string(text) }
        return value
    }

    private static let mark = "masked"

    private func body(_ bytes: [UInt8], _ headers: [HTTPField]) -> JSON? {
        guard !bytes.isEmpty else { return nil }
        if let value = value(bytes, headers) { return Self.plain(value) }
        let masked = masking.mask(bytes)
        let type = headers.mediaType
        if let text = String(utf8: masked) {
            let masked = type?.isForm == true ? SecretNames.masked(items: text[...], as: Self.mark) : nil
            return ["text": .string((masked ?? text).withoutTemplates)]
        }
        return ["base64": .string(Base64.encode(masked))]
    }

    /// Returns the JSON value of a recorded body without secrets, or `nil` if the body isn't JSON.
    private func value(_ bytes: [UInt8], _ headers: [HTTPField]) -> JSON? {
        guard headers.mediaType?.isJSON == true,
            let document = try? JSONDocument(parsing: masking.mask(bytes))
        else { return nil }
        return Self.withoutSecrets(JSON(document.root))
    }

    /// Wraps an object such as `{ "text": … }` in `json`, because a contract would otherwise read the object as a body
    /// of plain text.
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
        case .string(let text): .string(text.withoutTemplates)
        case .null, .bool, .number: value
        }
    }

    // MARK: Names

    /// Returns `/todos/{id}` for `/todos/42`. Numbers, UUIDs and long hexadecimal strings are identifiers.
    private static func template(_ path: String) -> String {
        var count = 0
        return path.split(separator: "/", omittingEmptySubsequences: false).map { segment -> String in
            guard isIdentifier(segment) else { return String(segment) }
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

    /// Returns an operation id such as `getTodosId`, and adds it to the names in use. A number makes a repeated name
    /// unique.
    private static func name(_ operation: Operation, _ names: inout Set<String>) -> String {
        let words = operation.path.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let base = operation.method.lowercased() + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return names.insertUnused(base)
    }
}

extension JSON {
    /// Adds a member at a location in a JSON object. Creates the objects on the way to this location.
    fileprivate mutating func add(_ value: JSON, at tokens: [String]) {
        for length in 1..<max(1, tokens.count) {
            let place = JSONPointer(tokens: Array(tokens.prefix(length)))
            if self.value(at: place) == nil { _ = set([:], at: place) }
        }
        _ = set(value, at: JSONPointer(tokens: tokens))
    }
}
