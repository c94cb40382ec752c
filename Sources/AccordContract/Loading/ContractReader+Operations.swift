import AccordJSON
import AccordSchema

/// What the top of a contract says for all its operations.
struct ContractDefaults {
    var servers: [Server] = []
    var security: [SecurityRequirement] = []
    var retry: RetryPolicy?
    var derived: [DerivedRule] = []
    var queryEncoding: QueryEncoding?
    var jsonReading: JSONReading?
}

extension ContractReader {
    private static let operationKeys = [
        "summary", "description", "tags", "deprecated", "servers", "security", "client", "derived", "queryEncoding",
        "json", "request", "responses", "cases", "callbacks", "notSecret",
    ]

    func operations(_ layered: Layered?, _ defaults: ContractDefaults) -> [Operation] {
        let members = named(layered, "“operations”").filter { !$0.name.hasPrefix("x-") }
        if let layered, layered.top.kind == .object, members.isEmpty {
            report(
                .empty, "the contract documents no operation", at: layered.top,
                advice: "Add one: a name, its “request” and its “responses”.")
        }
        let extended = Set(layered?.layers.dropFirst().flatMap { $0.members.map(\.key) } ?? [])
        return members.compactMap { member in
            if !extended.isEmpty, !extended.contains(member.name), member.value["request"] == nil {
                report(
                    .unknownOperation, "what this contract extends has no operation “\(member.name)”",
                    at: member.location, advice: Suggestion.advice(for: member.name, in: extended.sorted()))
                return nil
            }
            return operation(member, defaults)
        }
    }

    /// What the server sends, documented as an operation whose id is free.
    func callbackOperation(_ member: LayeredMember, _ defaults: ContractDefaults) -> Operation? {
        var none = defaults
        none.servers = []
        return operation(member, none, isCallback: true)
    }

    /// What the contract says of all operations isn't meant for a request that does something each time: idempotent
    /// methods, RFC 9110 section 9.2.2, and requests with an idempotency key.
    private static func mayRepeat(_ request: RequestDescription) -> Bool {
        HTTPMethod.isIdempotent(request.method)
            || request.headers.contains { $0.name.isFieldName("Idempotency-Key") }
    }

    private func operation(
        _ member: LayeredMember, _ defaults: ContractDefaults, isCallback: Bool = false
    ) -> Operation? {
        let id = member.name
        if !isCallback { seenOperations.insert(id) }
        if !isCallback, !SwiftName.isIdentifier(id) {
            report(
                .badValue, "the operation id “\(id)” isn't a Swift identifier", at: member.location,
                advice: "Write “\(SwiftName.camelCased(id))”.")
        }
        let what = "the operation “\(id)”"
        let required = ["request", "responses"]
        guard let fields = object(member.value, what, keys: Self.operationKeys, required: required) else { return nil }
        noteNotSecrets(fields)
        var servers = defaults.servers
        if let own = fields["servers"] { servers = self.servers(own, "“servers” of “\(id)”") }
        let security = security(fields["security"], "“security” of “\(id)”")
        let retry = clientDefaults(fields.layered["client"], "“client” of “\(id)”")
        let derived = derived(fields.layered["derived"], "“derived” of “\(id)”")
        let cases = cases(fields.layered["cases"], of: id)
        let responses = responses(fields.layered["responses"], of: id)
        guard let value = fields["request"], let request = request(value) else { return nil }
        return Operation(
            id: id, location: member.location, summary: string(fields, "summary"),
            description: string(fields, "description"), tags: strings(fields, "tags"),
            isDeprecated: bool(fields, "deprecated") ?? false, request: request, responses: responses, cases: cases,
            servers: servers, security: security ?? defaults.security,
            retry: retry ?? (Self.mayRepeat(request) ? defaults.retry : nil),
            derived: derived + defaults.derived,
            queryEncoding: choice(fields, "queryEncoding", of: [.rfc3986, .form]) ?? defaults.queryEncoding,
            jsonReading: choice(fields, "json", of: [.lenient, .strict]) ?? defaults.jsonReading ?? .lenient,
            callbacks: callbacks(fields.layered["callbacks"], defaults, what))
    }
}
