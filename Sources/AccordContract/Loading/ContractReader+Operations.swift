// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// The top-level values of a contract that apply to all operations.
struct ContractDefaults {
    var servers: [Server] = []
    var security: [SecurityRequirement] = []
    var retry: RetryPolicy?
    var derived: [DerivedRule] = []
    var queryEncoding: QueryEncoding?
    var jsonReading: JSONReading?
}

extension ContractReader {
    func operations(_ layered: Layered?, _ defaults: ContractDefaults) -> [Operation] {
        let members = named(layered, "“operations”").filter { !$0.name.hasPrefix("x-") }
        if let layered, layered.top.kind == .object, members.isEmpty, !mayLackOperations(layered.top.document) {
            report(
                .empty, "the contract has no operation: there is nothing to check", at: layered.top,
                advice: layered.top.document.isTranslation
                    ? nil : "Add an operation with a name, “request” and “responses”.")
        }
        let extended = Set(layered?.layers.dropFirst().flatMap { $0.members.map(\.key) } ?? [])
        return members.compactMap { member in
            if !extended.isEmpty, !extended.contains(member.name), member.value["request"] == nil {
                return reject(
                    .unknownOperation, "the extended contract has no operation “\(member.name)”",
                    at: member.location, advice: Suggestion.advice(for: member.name, in: extended.sorted()))
            }
            return operation(member, defaults)
        }
    }

    /// Whether a contract without operations has a purpose: its webhooks, or components that other documents share.
    private func mayLackOperations(_ document: JSONDocument) -> Bool {
        let hasComponents = document.root["components"]?.members.contains { $0.value.count > 0 } ?? false
        return document.root["webhooks"] != nil || document.isTranslation && hasComponents
    }

    /// Reads a webhook or callback as an operation: the server sends the request, and the client responds. The id of
    /// the operation may be any string.
    func callbackOperation(_ member: LayeredMember, _ defaults: ContractDefaults) -> Operation? {
        var none = defaults
        none.servers = []
        return operation(member, none, isCallback: true)
    }

    private func operation(
        _ member: LayeredMember, _ defaults: ContractDefaults, isCallback: Bool = false
    ) -> Operation? {
        let id = member.name
        if !isCallback { seenOperations.insert(id) }
        if !isCallback, !SwiftName.isIdentifier(id) {
            report(
                .badValue, "invalid operation id “\(id)”: expected a Swift identifier", at: member.location,
                advice: "Write “\(SwiftName.camelCased(id))”.")
        }
        let subject = "the operation “\(id)”"
        let keys = [
            "summary", "description", "tags", "deprecated", "servers", "security", "client", "derived", "queryEncoding",
            "json", "request", "responses", "cases", "callbacks", "notSecret",
        ]
        let entry = object(member.value, subject, keys: keys, required: ["request", "responses"])
        guard let fields = entry else { return nil }
        noteNotSecrets(fields)
        var servers = defaults.servers
        if let value = fields["servers"] { servers = self.servers(value, "“servers” of “\(id)”") }
        let security = security(fields["security"], "“security” of “\(id)”")
        let retry = clientDefaults(fields.layered["client"], "“client” of “\(id)”")
        let derived = derived(fields.layered["derived"], "“derived” of “\(id)”")
        let cases = cases(fields.layered["cases"], of: id)
        let responses = responses(fields.layered["responses"], of: id)
        guard let layered = fields.layered["request"], let request = request(layered) else { return nil }
        // The contract's retry policy applies only to a request with an idempotent method (RFC 9110 section 9.2.2) or
        // an idempotency key.
        let mayRepeat =
            HTTPMethod.isIdempotent(request.method) || request.headers.contains { $0.name.isIdempotencyKey }
        return Operation(
            id: id, location: member.location, summary: string(fields, "summary"),
            description: string(fields, "description"), tags: strings(fields, "tags"),
            isDeprecated: bool(fields, "deprecated") ?? false, request: request, responses: responses, cases: cases,
            servers: servers, security: security ?? defaults.security,
            retry: retry ?? (mayRepeat ? defaults.retry : nil), derived: derived + defaults.derived,
            queryEncoding: choice(fields, "queryEncoding", of: [.rfc3986, .form]) ?? defaults.queryEncoding,
            jsonReading: choice(fields, "json", of: [.lenient, .strict]) ?? defaults.jsonReading ?? .lenient,
            callbacks: callbacks(fields.layered["callbacks"], defaults, subject))
    }

    /// Reads the documented responses, sorted from specific to general: `404`, `4XX`, `default`.
    func responses(_ layered: Layered?, of operation: String) -> [ResponseDescription] {
        let subject = "“responses” of “\(operation)”"
        let members = named(layered, subject).filter { !$0.name.hasPrefix("x-") }
        if let layered, layered.top.kind == .object, members.isEmpty {
            report(.empty, "\(subject) has no response", at: layered.top)
        }
        var result: [ResponseDescription] = []
        for member in members {
            guard let status = StatusPattern(parsing: member.name) else {
                report(
                    .badValue, "invalid status code “\(member.name)”", at: member.location,
                    advice: "Write a status code such as “404”, a class such as “4XX”, or “default”.")
                continue
            }
            if let response = response(member, status) { result.append(response) }
        }
        if result.count < members.count || members.isEmpty { operationsWithoutAnswers.insert(operation) }
        return result.filter { $0.status.code != nil } + result.filter(\.status.isRange)
            + result.filter { $0.status == .any }
    }

    private func response(_ member: LayeredMember, _ status: StatusPattern) -> ResponseDescription? {
        let subject = "the response “\(member.name)”"
        let keys = ["description", "headers", "body", "client", "links"]
        guard let fields = object(member.value, subject, keys: keys, required: ["description"]) else { return nil }
        omission = .writeOnly
        defer { omission = .nothing }
        let headers = parameters(fields.layered["headers"], .header, "“headers” in \(subject)")
        reportHeadersTwice(headers)
        let restated = member.value.top["$ref"] == nil ? nil : member.value.top["description"]?.string
        return ResponseDescription(
            location: member.location, status: status,
            description: restated ?? string(fields, "description") ?? "", headers: headers,
            body: fields["body"].flatMap { body($0, "the body of \(subject)") },
            client: fields["client"].flatMap { client($0, "“client” in \(subject)") },
            links: links(fields.layered["links"], subject))
    }
}

extension StatusPattern {
    /// Parses the key of a documented response: `404`, `4XX` or `default`.
    package init?(parsing text: String) {
        if text == "default" {
            self = .any
            return
        }
        let bytes = Array(text.utf8)
        guard bytes.count == 3, (0x31...0x35).contains(bytes[0]) else { return nil }
        if bytes[1] == 0x58, bytes[2] == 0x58 {
            self = .range(Int(bytes[0] - 0x30))
        } else if let code = Int(text), bytes.allSatisfy({ (0x30...0x39).contains($0) }) {
            self = .exact(code)
        } else {
            return nil
        }
    }

    var isRange: Bool { if case .range = self { true } else { false } }
}

extension ContractReader {
    /// Reads the links of a response, which are written like OpenAPI's links.
    func links(_ layered: Layered?, _ subject: String) -> [LinkDescription] {
        named(layered, "“links” in \(subject)").compactMap { link($0) }
    }

    private func link(_ member: LayeredMember) -> LinkDescription? {
        let subject = "the link “\(member.name)”"
        let keys = ["operationId", "parameters", "requestBody", "description"]
        guard let fields = object(member.value, subject, keys: keys, required: ["operationId"]),
            let id = name(fields, "operationId"), let place = fields["operationId"]
        else { return nil }
        let written = named(fields.layered["parameters"], "“parameters” in \(subject)", followsReferences: false)
        let parameters = written.map { parameter in
            // The part of the request may precede the parameter's name, as in `path.id`.
            let pieces = parameter.name.split(separator: ".", maxSplits: 1).map(String.init)
            let place = pieces.count == 2 ? Parameter.Place(rawValue: pieces[0]) : nil
            return LinkParameter(
                place: place, name: place == nil ? parameter.name : pieces[1], value: parameter.value.top)
        }
        return LinkDescription(
            name: member.name, location: member.location, description: string(fields, "description"),
            operationID: Located(id, at: SourceLocation(place)), parameters: parameters,
            requestBody: fields["requestBody"])
    }

    // MARK: Requests from the server

    /// Reads webhooks, which map names to operations.
    func webhooks(_ layered: Layered?, _ defaults: ContractDefaults) -> [CallbackDescription] {
        named(layered, "“webhooks”").compactMap { member in
            callbackOperation(member, defaults).map {
                CallbackDescription(name: member.name, location: member.location, operation: $0)
            }
        }
    }

    /// Reads the callbacks of an operation. Each callback has a name, and maps URL expressions to operations.
    func callbacks(_ layered: Layered?, _ defaults: ContractDefaults, _ subject: String) -> [CallbackDescription] {
        named(layered, "“callbacks” of \(subject)").compactMap { member in
            let keys = ["expression", "operation"]
            let name = "the callback “\(member.name)”"
            guard let fields = object(member.value, name, keys: keys, required: keys),
                let expression = string(fields, "expression"), let value = fields.layered["operation"],
                let operation = callbackOperation(
                    LayeredMember(name: member.name, location: member.location, value: value), defaults)
            else { return nil }
            return CallbackDescription(
                name: member.name, location: member.location, expression: expression, operation: operation)
        }
    }
}
