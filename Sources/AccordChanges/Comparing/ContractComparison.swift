// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordSchema

/// Compares two versions of an API's documentation.
package struct ContractComparison {
    let old: ComparedDocument
    let new: ComparedDocument
    /// Today's date, such as `2026-11-23`, which decides whether a sunset has passed.
    let today: String
    var schemas: SchemaVerdicts
    private(set) var changes: [Change] = []
    /// The method of the operation that is being compared.
    private var method = ""
    private var path = ""
    private var ids: (old: String?, new: String?) = (nil, nil)
    /// The status code of the response that is being compared.
    var status: StatusPattern?
    private lazy var router = Router([new.contract])

    private typealias Pair = (old: Operation, new: Operation)

    /// Compares two documents.
    ///
    /// - Parameter today: today's date, such as `2026-11-23`, which decides whether a sunset has passed.
    package static func changes(_ old: ComparedDocument, _ new: ComparedDocument, today: String) -> [Change] {
        var comparison = ContractComparison(old, new, today: today)
        comparison.run()
        return comparison.changes
    }

    private init(_ old: ComparedDocument, _ new: ComparedDocument, today: String) {
        self.old = old
        self.new = new
        self.today = today
        schemas = SchemaVerdicts()
    }

    private mutating func run() {
        let (pairs, removed, added) = matched(old.contract.operations, new.contract.operations)
        let hooks = matchedWebhooks()
        for pair in pairs { collect(pair) }
        for pair in hooks.pairs { collect(pair) }
        schemas.merge()
        for operation in removed { addRemoved(operation) }
        for operation in added {
            enter(nil, operation)
            add("endpoint-added", .compatible, "the operation is new", nil, operation.location)
        }
        for pair in pairs {
            enter(pair.old, pair.new)
            compare(pair)
        }
        enter(nil, nil)
        compareWebhooks(hooks.pairs, removed: hooks.removed, added: hooks.added)
        enter(nil, nil)
        compareDocuments()
    }

    private mutating func compareWebhooks(
        _ pairs: [Pair], removed: [CallbackDescription], added: [CallbackDescription]
    ) {
        for hook in removed {
            add("webhook-removed", .breaking, "the webhook “\(hook.name)” was removed", hook.location, nil)
        }
        for hook in added {
            add("webhook-added", .compatible, "the webhook “\(hook.name)” is new", nil, hook.location)
        }
        for pair in pairs {
            enter(pair.old, pair.new, isWebhook: true)
            compare(pair)
        }
    }

    private mutating func enter(_ old: Operation?, _ new: Operation?, isWebhook: Bool = false) {
        let operation = old ?? new
        method = isWebhook ? "webhook" : operation?.request.method ?? ""
        path = (isWebhook ? operation?.id : operation?.request.path.description) ?? ""
        ids = (old?.id, new?.id)
    }

    mutating func add(
        _ id: String, _ impact: Change.Impact, _ text: String, _ old: SourceLocation?, _ new: SourceLocation?,
        direction: MessageDirection = .neither, place: String = "", part: Finding.Place? = nil, witness: JSON? = nil,
        request: String? = nil, isUndecided: Bool = false, allows: Set<Dependence.Variation> = []
    ) {
        changes.append(
            Change(
                id: id, impact: impact, isUndecided: isUndecided, method: method, path: path, direction: direction,
                place: place, part: part, allows: allows, status: direction == .response ? status : nil,
                operationIDs: ids, text: text, old: old, new: new, witness: witness, request: request))
    }

    // MARK: Matching

    /// Pairs the old and new operations that have the same method and path, ignoring the names of path parameters. The
    /// first pass compares full paths, such as `/v1/users`, where `/v1` is the path of the server's URL. The second
    /// pass compares only `/users`.
    private func matched(
        _ left: [Operation], _ right: [Operation]
    ) -> (pairs: [Pair], removed: [Operation], added: [Operation]) {
        func key(_ operation: Operation, _ base: String) -> String {
            "\(operation.request.method) \(base)\(operation.request.path.shape)"
        }
        var pairs: [Pair] = []
        var (before, after) = (left, right)
        for bases in [(old.basePath, new.basePath), ("", "")] {
            var candidates = Dictionary(after.map { (key($0, bases.1), $0) }) { first, _ in first }
            var unmatched: [Operation] = []
            for operation in before {
                if let other = candidates.removeValue(forKey: key(operation, bases.0)) {
                    pairs.append((operation, other))
                } else {
                    unmatched.append(operation)
                }
            }
            let taken = Set(pairs.map { ObjectIdentifier($0.new) })
            after = after.filter { !taken.contains(ObjectIdentifier($0)) }
            before = unmatched
        }
        let order = Dictionary(left.enumerated().map { (ObjectIdentifier($1), $0) }) { first, _ in first }
        pairs.sort { (order[ObjectIdentifier($0.old)] ?? 0) < (order[ObjectIdentifier($1.old)] ?? 0) }
        return (pairs, before, after)
    }

    private func matchedWebhooks() -> (pairs: [Pair], removed: [CallbackDescription], added: [CallbackDescription]) {
        let (left, right) = (old.contract.webhooks, new.contract.webhooks)
        let pairs = left.compactMap { hook in
            right.first { $0.name == hook.name }.map { (hook.operation, $0.operation) }
        }
        return (
            pairs, left.filter { hook in !right.contains { $0.name == hook.name } },
            right.filter { hook in !left.contains { $0.name == hook.name } }
        )
    }

    /// Collects the schemas of an old and a new operation, so that the schemas can be compared later.
    private mutating func collect(_ pair: Pair) {
        for operation in [pair.old, pair.new] {
            let request = operation.request
            for parameter in request.parameters { schemas.add(parameter.schema, .request) }
            for content in request.body?.content ?? [] { content.schema.map { schemas.add($0, .request) } }
            for response in operation.responses {
                for header in response.headers { schemas.add(header.schema, .response) }
                for content in response.body?.content ?? [] { content.schema.map { schemas.add($0, .response) } }
            }
        }
    }

    // MARK: Operations

    private mutating func addRemoved(_ operation: Operation) {
        enter(operation, nil)
        let shape = operation.request.path.shape
        let isWhole = !new.contract.operations.contains { $0.request.path.shape == shape }
        let name = isWhole ? "api-path-removed" : "api-removed"
        let value = old.field("x-sunset", at: operation.location)
        let sunset = Sunset(isDeprecated: operation.isDeprecated, value, today: today)
        let place = value.map { SourceLocation($0) } ?? operation.location
        switch sunset.state {
        case .inUse:
            add(
                "\(name)-without-deprecation", .breaking, "the operation was removed", operation.location, nil,
                request: RequestWitness(operation).text(removedFrom: router))
        case .deprecated:
            add("\(name)-with-deprecation", .compatible, "the deprecated operation was removed", place, nil)
        case .passed(let date):
            add(
                "\(name)-with-deprecation", .compatible, "the operation was removed after its sunset date, \(date)",
                place,
                nil)
        case .ahead(let date):
            add(
                "\(name)-before-sunset", .breaking, "the operation was removed before its sunset date, \(date)", place,
                nil,
                request: RequestWitness(operation).text(removedFrom: router))
        case .invalid(let text):
            add(
                "api-path-sunset-parse", .breaking, "the operation was removed, but “x-sunset” “\(text)” isn't a date",
                place, nil)
        }
    }

    private mutating func compare(_ pair: Pair) {
        compareDeprecation(pair)
        compareStability(pair)
        compareSecurity(pair)
        compareParameters(pair)
        compareRequestBody(pair)
        compareResponses(pair)
    }

    private mutating func compareDeprecation(_ pair: Pair) {
        let (left, right) = (pair.old, pair.new)
        let (before, after) = (old.field("x-sunset", at: left.location), new.field("x-sunset", at: right.location))
        let places = (
            before.map { SourceLocation($0) } ?? left.location, after.map { SourceLocation($0) } ?? right.location
        )
        let former = Sunset(isDeprecated: left.isDeprecated, before, today: today)
        let later = Sunset(isDeprecated: right.isDeprecated, after, today: today)
        switch (left.isDeprecated, right.isDeprecated) {
        case (false, true):
            switch later.state {
            case .passed(let date), .ahead(let date):
                add(
                    "endpoint-deprecated-with-sunset", .compatible,
                    "the operation is deprecated, with the sunset date \(date)",
                    places.0,
                    places.1)
            case .invalid(let text):
                add(
                    "api-deprecated-sunset-parse", .warning,
                    "the operation is deprecated, but “x-sunset” “\(text)” isn't a date",
                    places.0,
                    places.1)
            case .deprecated, .inUse:
                add("endpoint-deprecated", .compatible, "the operation is deprecated", places.0, places.1)
            }
        case (true, false):
            add("endpoint-reactivated", .compatible, "the operation isn't deprecated anymore", places.0, places.1)
        case (true, true):
            switch (former.state, later.state) {
            case (.ahead(let date), .deprecated), (.passed(let date), .deprecated):
                add("sunset-deleted", .warning, "the operation lost its sunset date, \(date)", places.0, places.1)
            case (.ahead(let date), .passed(let other)), (.ahead(let date), .ahead(let other)):
                guard other < date else { break }
                let text = "the operation's sunset date moved from \(date) to \(other)"
                add("api-sunset-date-changed-too-small", .warning, text, places.0, places.1)
            case (.invalid(let text), _), (_, .invalid(let text)):
                guard before != after else { break }
                add("api-path-sunset-parse", .warning, "“x-sunset” “\(text)” isn't a date", places.0, places.1)
            default: break
            }
        case (false, false): break
        }
    }

    private mutating func compareStability(_ pair: Pair) {
        let levels = ["draft", "alpha", "beta", "stable"]
        let name = "x-stability-level"
        let (before, after) = (old.field(name, at: pair.old.location), new.field(name, at: pair.new.location))
        let places = (
            before.map { SourceLocation($0) } ?? pair.old.location,
            after.map { SourceLocation($0) } ?? pair.new.location
        )
        for value in [before, after].compactMap(\.self) where !levels.contains(value.string ?? "") {
            return add(
                "api-invalid-stability-level", .warning,
                "x-stability-level: expected draft, alpha, beta or stable, got \(value.compact)", places.0, places.1)
        }
        guard let left = before?.string, let right = after?.string, left != right,
            let former = levels.firstIndex(of: left), let later = levels.firstIndex(of: right)
        else { return }
        let id = later < former ? "api-stability-decreased" : "api-stability-increased"
        add(
            id, later < former ? .warning : .compatible, "the operation's stability changed from \(left) to \(right)",
            places.0,
            places.1)
    }

    /// Compares the security schemes of the two documents, and the schemes that their top-level `security` requires.
    private mutating func compareDocuments() {
        for scheme in old.contract.securitySchemes {
            guard let other = new.contract.securityScheme(scheme.name) else { continue }
            let (before, after) = (scheme.credentialPlace, other.credentialPlace)
            guard before != after else { continue }
            add(
                "api-security-component-type-changed", .breaking,
                "the security scheme “\(scheme.name)” changed from \(before) to \(after)", scheme.location,
                other.location)
        }
        func names(_ document: ComparedDocument) -> [String: JSONValue] {
            let value = document.document.root["security"]
            return Dictionary((value?.elements.flatMap(\.distinctMembers) ?? []).map { ($0.key, $0.value) }) {
                first, _ in first
            }
        }
        let (left, right) = (names(old), names(new))
        for (name, value) in left.sorted(by: { $0.key < $1.key }) where right[name] == nil {
            add(
                "api-global-security-removed", .compatible, "the document lost the default security scheme “\(name)”",
                SourceLocation(value),
                nil)
        }
        for (name, value) in right.sorted(by: { $0.key < $1.key }) where left[name] == nil {
            add(
                "api-global-security-added", .compatible, "the document has the default security scheme “\(name)” now",
                nil,
                SourceLocation(value))
        }
    }
}

extension SecurityScheme {
    /// A description of the credentials, such as `a bearer token`.
    fileprivate var credentialPlace: String {
        switch kind {
        case .apiKey(let place, let name): "an API key in \(place.rawValue) \(name)"
        case .basic: "basic authentication"
        case .digest: "digest authentication"
        case .bearer, .oauth2ClientCredentials: "a bearer token"
        case .other(let type): ["oauth2", "openIdConnect"].contains(type) ? "a bearer token" : type
        }
    }
}
