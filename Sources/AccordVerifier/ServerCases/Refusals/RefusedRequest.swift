// SPDX-License-Identifier: Apache-2.0
import AccordCore

extension Omission {
    /// The reason why a request with an unsafe method isn't sent.
    static let needsPermission = "not sent: the method is unsafe; use --allow-unsafe"

    /// Returns the reason why a case is blocked if a security scheme has no credentials.
    static func missingCredentials(_ scheme: String) -> String {
        "the security scheme “\(scheme)” has no credentials; use --auth '\(scheme)=…'"
    }

    /// Returns the reason why Accord can't generate the request of a case: credentials are missing, or a value comes
    /// from an undocumented response body.
    static func unknownRequest(_ base: Case, _ contract: Contract) -> String {
        contract.unfilledSchemes(of: base.requirements(of: base.lastStep)).first.map(missingCredentials)
            ?? "the request needs a value from an earlier response; document an example of that response's body"
    }
}

/// A rule that a request violates, and the parameter or JSON Pointer at which it violates the rule.
struct Violation: Hashable, Sendable {
    let rule: Rule
    let place: String

    /// Returns all violations of an operation's documentation that a request contains.
    static func all(in request: HTTPRequest, _ operation: Operation) -> Set<Violation> {
        Set(errors(in: request, operation).map { Violation(rule: $0.rule, place: $0.place?.description ?? "") })
    }

    private static func errors(in request: HTTPRequest, _ operation: Operation) -> [Finding] {
        Judge.judge(request, documentedBy: operation).findings.filter { $0.severity == .error }
    }

    static func isBroken(_ request: HTTPRequest, _ operation: Operation) -> Bool {
        !all(in: request, operation).isEmpty
    }

    /// Returns whether a server must reject a request. The request must violate the documentation of every operation
    /// that has its method and path. Returns `false` if no operation has this method and path.
    ///
    /// Disregards values of `readOnly` properties, because a server may ignore them (JSON Schema Validation, section
    /// 9.4).
    static func isBroken(_ request: HTTPRequest, by router: Router) -> Bool {
        let matches = router.route(method: request.method, path: URLParts(request.url).path).matches
        return !matches.isEmpty
            && matches.allSatisfy { match in
                let errors = errors(in: request, match.operation)
                let ignored = errors.filter { $0.rule == .requestBodyReadOnly }.compactMap(\.place)
                // In a union, a wrong value violates the schema that contains the union, too.
                return ignored.isEmpty ? !errors.isEmpty : isBroken(request.removing(ignored), match.operation)
            }
    }
}

extension HTTPRequest {
    /// Returns the request without the properties of its JSON body at the places.
    fileprivate func removing(_ places: [Finding.Place]) -> HTTPRequest {
        guard var json = jsonBody else { return self }
        for place in places { (try? JSONPointer(parsing: place.name ?? "")).map { _ = json.remove(at: $0) } }
        var request = self
        request.body = JSONWriter.compactBytes(json)
        return request
    }
}

extension AllowedMethods {
    /// Finds the documented methods for the path of a case's last request.
    init(_ base: Case, _ contract: Contract, _ router: Router) {
        let path = base.operation.request.path
        let servers = Set(base.operation.servers.map(\.url))
        let operations = contract.operations.filter { $0.request.path.shape == path.shape }
        // An operation of a different server, such as a server for uploads, needs no place in `Allow`.
        let documented = operations.filter { operation in
            servers.isEmpty || operation.servers.contains { servers.contains($0.url) }
        }.map(\.request.method).distinct
        let routed = base.lastRequest.map { router.methods(at: URLParts($0.url).path) } ?? []
        self.init(documented: documented, others: Set(operations.map(\.request.method) + routed))
    }
}

extension Case {
    /// The values of the last request that the case specifies.
    var lastDefinition: RequestDefinition {
        self.steps[self.lastStep].request ?? RequestDefinition(location: self.operation.request.location)
    }

    /// The last request of the case, sent to the first documented server. Generated ids and documented examples replace
    /// the values that come from responses. If an example is missing, there is no request.
    var lastRequest: HTTPRequest? {
        try? request(lastStep, scope: sampleScope(lastDefinition), baseURL: self.operation.exampleServer)
    }

    /// Returns the values with which Accord generates a request before the run. An id in the path that comes from a
    /// response is a generated value, because the example of an id in a response may be invalid in a path.
    func sampleScope(_ stated: RequestDefinition) -> Scope {
        let samples = self.operation.request.pathParameters.compactMap { parameter -> (String, JSON)? in
            guard let text = stated.value(of: parameter)?.value.string, text.hasPrefix("${outputs."),
                text.hasSuffix("}"),
                let sample = try? parameter.schema.example()
            else { return nil }
            return (String(text.dropFirst("${outputs.".count).dropLast()), sample)
        }
        return scope(outputs: Dictionary(samples) { first, _ in first })
    }
}

/// The options for requests that a server must reject.
package struct RefusalOptions: Sendable {
    /// Whether to include operations with unsafe methods (RFC 9110 section 9.2.1), such as DELETE. A server that
    /// wrongly accepts an invalid DELETE may delete a resource.
    package var allowsUnsafe: Bool
    /// Additional status codes that count as a rejection, even if they aren't documented.
    package var statuses: Set<Int>

    package init(allowsUnsafe: Bool = false, statuses: Set<Int> = []) {
        self.allowsUnsafe = allowsUnsafe
        self.statuses = statuses
    }
}
