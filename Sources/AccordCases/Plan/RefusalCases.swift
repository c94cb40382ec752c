import AccordContract
import AccordHTTP
import AccordJSON

/// Makes cases of what a server must refuse: the first documented success, with one thing wrong in its request.
struct RefusalCases {
    /// The group of the ids, `login~refuse.missing:query.username`.
    static let group = "refuse"

    private(set) var cases: [Case] = []
    private let base: Case
    private let options: RefusalOptions
    private let router: Router
    private var ids: Set<String> = []

    /// Adds nothing where the operation has no success that a server is held to, or isn't safe to try.
    init(_ operation: Operation, _ documented: DocumentedCases, router: Router, options: RefusalOptions) {
        self.options = options
        self.router = router
        let own = documented.cases(of: operation)
        guard let base = own.first(where: Self.succeeds) else {
            self.base = own.first ?? Case(nothingOf: operation)
            return
        }
        self.base = base
        addParameters()
        addBody()
        addMethod()
        addCredentials()
    }

    /// True for one request that a server is held to answer with a 2xx.
    static func succeeds(_ candidate: Case) -> Bool {
        guard candidate.appliesTo != .client, candidate.steps.count == 1, candidate.skip == nil,
            candidate.pending == nil, case .documented(let response)? = candidate.steps.first?.answer
        else { return false }
        return response.status.map { (200...299).contains($0) } ?? false
    }

    // MARK: What is wrong

    private mutating func addParameters() {
        for change in ParameterRefusals(base).all {
            var own = refusal(change.entry, change.place, change.reason, change.location)
            own.steps[0].request = change.request
            add(own)
        }
    }

    private mutating func addBody() {
        for change in BodyRefusals(base).all {
            var own = refusal(change.entry, change.place, change.reason, change.location, change.statuses)
            own.steps[0].request = change.request
            add(own)
        }
    }

    /// Methods that the path isn't documented for; none that could delete anything.
    private mutating func addMethod() {
        let operation = base.operation
        guard let request = request(of: base) else { return }
        for method in ["TRACE", "PATCH"] {
            let path = URLParts(request.url).path
            guard router.route(method: method, path: path).matches.isEmpty else { continue }
            var own = refusal(
                "method", method, "\(method) isn't documented for \(operation.request.path)",
                operation.request.location, [405, 501])
            var described = operation.request
            described.method = method
            if method == "TRACE" {
                described.body = nil
                own.steps[0].request?.body = nil
            }
            own.steps[0].operation = own.steps[0].operation.with(request: described)
            add(own, isBroken: true)
        }
    }

    private mutating func addCredentials() {
        let requirements = base.definition.security ?? base.operation.security
        guard let first = requirements.first, !first.uses.isEmpty, !requirements.contains(where: \.uses.isEmpty) else {
            return
        }
        for change in CredentialRefusals(base, first).all {
            var own = refusal(change.entry, change.place, change.reason, change.location, [401, 403])
            own.steps[0].request = change.request
            if case .derived(var derivation) = own.origin, change.entry == "missing-credentials" {
                derivation.base.security = []
                own.origin = .derived(derivation)
            }
            add(own, isBroken: true)
        }
    }

    // MARK: One case

    private func refusal(
        _ entry: String, _ place: String?, _ reason: String, _ location: SourceLocation, _ statuses: Set<Int> = []
    ) -> Case {
        var own = base
        own.id = "\(base.operation.id)~\(Self.group).\(entry)" + (place.map { ":\($0)" } ?? "")
        var definition = base.definition
        definition.poll = nil
        own.origin = .derived(
            Derivation(
                group: Self.group, entry: entry, place: nil, verdict: .mustError, reason: reason, base: definition))
        own.location = location
        own.summary = reason
        own.appliesTo = .server
        own.steps[0].outputs = []
        own.steps[0].answer = .refusal(
            Refusal(reason: reason, location: location, statuses: statuses.union(options.statuses)))
        return own
    }

    /// Adds a case unless what it sends is right after all: a number as text may be a string that a schema allows.
    private mutating func add(_ refusal: Case, isBroken: Bool = false) {
        var own = refusal
        let method = own.steps[0].operation.request.method
        guard options.allowsUnsafe || HTTPMethod.isSafe(method),
            isBroken || breaksContract(own), ids.insert(own.id).inserted,
            case .derived(let derivation) = own.origin
        else { return }
        let name = own.id.dropFirst("\(base.operation.id)~".count)
        own.skip =
            base.operation.derived.first { rule in
                rule.covers(group: Self.group, entry: derivation.entry) || rule.selector.isExactly(String(name))
            }?.skip
        cases.append(own)
    }

    private func breaksContract(_ refusal: Case) -> Bool {
        guard let request = request(of: refusal) else { return false }
        let matches = router.route(method: request.method, path: URLParts(request.url).path).matches
        return !matches.isEmpty && matches.allSatisfy { options.check.isBroken(request, $0.operation) }
    }

    private func request(of refusal: Case) -> HTTPRequest? {
        let server = refusal.operation.servers.first?.url ?? "https://example.org"
        return try? refusal.request(0, scope: refusal.scope(), baseURL: server)
    }
}

/// A request with one thing wrong.
struct RefusedRequest {
    /// `missing`
    var entry: String
    /// `query.username`
    var place: String?
    var reason: String
    var location: SourceLocation
    var request: RequestDefinition
    /// Statuses that refuse it even where they aren't documented.
    var statuses: Set<Int> = []

    /// The words of a variant as part of an id, `one more` as `one-more`.
    static func slug(_ text: String) -> String {
        text.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "-" }.joined()
            .split(separator: "-").joined(separator: "-")
    }

    /// A made value as a contract would have it; what looks like a template in it is none.
    static func named(_ name: String, _ value: JSON, at location: SourceLocation) -> NamedValue {
        NamedValue(name: name, value: JSONDocument(RequestVariations.escaped(value), file: location.file).root)
    }
}

extension Case {
    /// A case that asks nothing, for an operation that has none.
    init(nothingOf operation: Operation) {
        let definition = CaseDefinition(name: "", location: operation.location)
        self.init(
            id: operation.id, file: operation.location.file, operation: operation, origin: .made(definition),
            location: operation.location, tags: [], after: [], steps: [],
            outcome: ExpectedOutcome(
                result: .either, isRequired: true, arguments: [], location: operation.location, isCancelled: false),
            producers: [], securitySchemes: [])
    }
}
