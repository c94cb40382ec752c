// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Compares two versions of an API's documentation.
package struct ContractComparison {
    let old: ComparedDocument
    let new: ComparedDocument
    /// Today's date, such as `2026-11-23`, which decides whether a sunset has passed.
    let today: String
    var schemas = SchemaVerdicts(SchemaGraph())
    private(set) var changes: [Change] = []
    /// The method of the operation that is being compared.
    private(set) var method = ""
    private var path = ""
    private var ids: (old: String?, new: String?) = (nil, nil)
    /// The status code of the response that is being compared.
    var status: StatusPattern?
    /// Whether the server sends the request, as in webhooks and callbacks.
    private(set) var isReversed = false

    typealias Pair = (old: Operation, new: Operation)

    /// Compares two documents.
    ///
    /// - Parameter today: today's date, such as `2026-11-23`, which decides whether a sunset has passed.
    package static func changes(_ old: ComparedDocument, _ new: ComparedDocument, today: String) -> [Change] {
        var comparison = ContractComparison(old: old, new: new, today: today)
        comparison.run()
        return comparison.changes
    }

    private mutating func run() {
        // Operations that differ only in the names of path parameters are paired in order. The first passes compare full
        // paths, such as `/v1/users`, where `/v1` is the path of the server's URL. The last pass compares only `/users`.
        let operations = Pairing(
            old.contract.operations, new.contract.operations,
            by: { "\($0.request.method) \($0.servers.basePath)\($0.request.path)" },
            { "\($0.request.method) \($0.servers.basePath)\($0.request.path.shape)" },
            { "\($0.request.method) \($0.request.path.shape)" })
        let webhooks = Pairing(
            old.contract.webhooks, new.contract.webhooks, by: { "\($0.name) \($0.operation.request.method)" },
            { $0.key })
        var graph = SchemaGraph()
        for pair in operations.pairs {
            for operation in [pair.old, pair.new] { graph.add(operation) }
        }
        for pair in webhooks.pairs {
            for hook in [pair.old, pair.new] { graph.add(hook.operation, isReversed: true) }
        }
        let router = Router([new.contract])
        // A path parameter may cover the path of a removed operation, as in `/users/{id}` and `/users/me`.
        let removed = operations.removed.map { ($0, RequestWitness($0).receiver(in: router)) }
        for case (let operation, let receiver?) in removed {
            for operation in [operation, receiver] { graph.add(operation) }
        }
        schemas = SchemaVerdicts(graph)
        for (operation, receiver) in removed {
            if let error = new.error(instead: operation) {
                enter(operation, nil)
                addUnread("the operation", operation.location, error)
            } else {
                addRemoved(operation, receiver)
            }
            guard let receiver else { continue }
            enter(operation, receiver)
            compareReadable((operation, receiver))
        }
        for operation in operations.added {
            enter(nil, operation)
            if let error = old.error(instead: operation) {
                addUnread("the operation", error, operation.location)
            } else {
                add("endpoint-added", .compatible, "the operation is new", nil, operation.location)
            }
        }
        for pair in operations.pairs {
            enter(pair.old, pair.new)
            compareReadable(pair)
            compareCallbacks(pair)
        }
        compare(webhooks, as: "webhook") { $0.name }
        compareServers(operations.pairs)
        enter(nil, nil)
        compareDocuments()
    }

    /// Compares the servers of the documents, and of the operations that have servers of their own.
    private mutating func compareServers(_ pairs: [Pair]) {
        let (former, later) = (old.contract.servers, new.contract.servers)
        func isShared(_ pair: Pair) -> Bool {
            pair.old.servers.map(\.url) == former.map(\.url) && pair.new.servers.map(\.url) == later.map(\.url)
        }
        enter(nil, nil)
        let shared = pairs.filter(isShared)
        if pairs.isEmpty || !shared.isEmpty { compareServers(former, later, of: shared) }
        for pair in pairs where !isShared(pair) {
            enter(pair.old, pair.new)
            compareServers(pair.old.servers, pair.new.servers, of: [pair])
        }
    }

    /// Compares two lists of servers. If both lists lack the first server of the other list, and only the paths of these
    /// servers differ, they are the same server. The paths of the operations may compensate for this difference.
    private mutating func compareServers(_ left: [Server], _ right: [Server], of pairs: [Pair]) {
        let (former, later) = (old.addresses(of: left), new.addresses(of: right))
        let (before, after) = (Set(former.map(\.url)), Set(later.map(\.url)))
        var (removed, added) = (former.filter { !after.contains($0.url) }, later.filter { !before.contains($0.url) })
        let places = (former.first?.location, later.first?.location)
        if let gone = removed.first, let fresh = added.first, gone.url == former.first?.url,
            fresh.url == later.first?.url, gone.path != fresh.path
        {
            let shapes = pairs.map { (gone.path + $0.old.request.path.shape, fresh.path + $0.new.request.path.shape) }
            if shapes.contains(where: { $0 != $1 }) {
                add(
                    "server-path-changed", .warning,
                    "the path of the server's URL changed from “\(gone.path)” to “\(fresh.path)”", places.0, places.1)
            }
            removed.removeFirst()
            added.removeFirst()
        }
        for server in removed {
            add("server-removed", .warning, "the server \(server.name) was removed", server.location, places.1)
        }
        for server in added {
            add("server-added", .compatible, "the server \(server.name) is new", places.0, server.location)
        }
    }

    /// Compares the callbacks of an operation by URL, because requests don't contain the name, or else by name.
    private mutating func compareCallbacks(_ pair: Pair) {
        let (name, ids) = ("\(method) \(path)", ids)
        func url(_ callback: CallbackDescription) -> String {
            "\(callback.expression ?? "") \(callback.operation.request.method)"
        }
        let callbacks = Pairing(
            pair.old.callbacks, pair.new.callbacks, by: { "\($0.key) \(url($0))" }, { url($0) }, { $0.key })
        compare(callbacks, as: "callback") { "\($0.name) of \(name)" }
        for callback in callbacks.pairs where callback.old.expression != callback.new.expression {
            enter("callback", "\(callback.new.name) of \(name)", ids)
            let (before, after) = (callback.old.expression ?? "none", callback.new.expression ?? "none")
            add(
                "callback-url-changed", .warning, "the URL changed from \(before) to \(after)", callback.old.location,
                callback.new.location)
        }
    }

    /// Compares requests that the server sends: webhooks or callbacks.
    private mutating func compare(
        _ pairing: Pairing<CallbackDescription>, as kind: String, named name: (CallbackDescription) -> String
    ) {
        for hook in pairing.removed {
            enter(kind, name(hook), (hook.operation.id, nil))
            let sunset = old.sunset(hook.operation.isDeprecated, at: hook.operation.location, today: today)
            add(
                sunset.hasPassed ? "\(kind)-removed-with-deprecation" : "\(kind)-removed",
                sunset.hasPassed ? .compatible : .breaking, sunset.removal(of: "\(kind) “\(hook.name)”"), hook.location,
                nil)
        }
        for hook in pairing.added {
            enter(kind, name(hook), (nil, hook.operation.id))
            add("\(kind)-added", .compatible, "the \(kind) “\(hook.name)” is new", nil, hook.location)
        }
        for pair in pairing.pairs {
            enter(kind, name(pair.new), (pair.old.operation.id, pair.new.operation.id))
            isReversed = true
            compareReadable((pair.old.operation, pair.new.operation))
            isReversed = false
        }
    }

    private mutating func enter(_ old: Operation?, _ new: Operation?) {
        let request = (old ?? new)?.request
        enter(request?.method ?? "", request?.path.description ?? "", (old?.id, new?.id))
    }

    private mutating func enter(_ method: String, _ path: String, _ ids: (old: String?, new: String?)) {
        (self.method, self.path, self.ids) = (method, path, ids)
    }

    // MARK: Sender and reader

    /// The direction in which a message flows. In webhooks and callbacks, the server sends the request.
    func flow(_ message: MessageDirection) -> MessageDirection {
        switch message {
        case .request where isReversed: .response
        case .response where isReversed: .request
        case .request, .response, .neither: message
        }
    }

    /// Returns a function that builds the smallest request that proves a change: the sender's document allows the
    /// request, and the reader's document rejects it.
    func witness(_ pair: Pair, content: MediaTypeDescription? = nil, hasBody: Bool = true) -> () -> String? {
        let (sender, reader) = isReversed ? (pair.new, pair.old) : (pair.old, pair.new)
        return { RequestWitness(sender, content: content, hasBody: hasBody).text(rejectedBy: reader) }
    }

    // MARK: Errors in the documents

    /// Compares two operations, except for the elements with errors in one of the documents.
    private mutating func compareReadable(_ pair: Pair) {
        let start = changes.count
        compare(pair)
        guard !old.contract.leftOut.isEmpty || !new.contract.leftOut.isEmpty else { return }
        for part in OperationPart.allCases {
            let errors = (error(in: part, of: pair.old, old), error(in: part, of: pair.new, new))
            guard errors.0 != nil || errors.1 != nil else { continue }
            // Two documents with the same error are equal.
            let isEqual = !changes[start...].contains(where: part.contains)
            if isEqual, errors.0?.pointer == errors.1?.pointer { continue }
            changes = changes[..<start] + changes[start...].filter { !part.contains($0) }
            addUnread("the \(part.rawValue)", errors.0 ?? pair.old.location, errors.1 ?? pair.new.location)
        }
    }

    private func error(in part: OperationPart, of operation: Operation, _ document: ComparedDocument) -> SourceLocation?
    {
        guard let pointer = try? JSONPointer(parsing: operation.location.pointer) else { return nil }
        let own = part.keys.lazy.compactMap { document.error(in: pointer.appending($0)) }.first
        guard own == nil else { return own }
        switch part {
        case .parameters: return pointer.parent.flatMap { document.error(in: $0.appending("parameters")) }
        case .security:
            let schemes = JSONPointer.root.appending("components").appending("securitySchemes")
            let isInherited = document.document.root.value(at: pointer)?["security"] == nil
            let used = document.document.root.value(at: pointer)?["security"] ?? document.document.root["security"]
            let names = used?.elements.flatMap(\.distinctMembers).map(\.key) ?? []
            return (isInherited ? document.error(in: JSONPointer.root.appending("security")) : nil)
                ?? names.lazy.compactMap { document.error(in: schemes.appending($0)) }.first
        case .body, .responses: return nil
        }
    }

    private mutating func addUnread(_ name: String, _ old: SourceLocation, _ new: SourceLocation) {
        add(
            "document-invalid", .warning, "an error in one of the documents prevents the comparison of \(name)", old,
            new, isUndecided: true)
    }

    /// The changed element of a message, such as a body.
    struct Element {
        var direction: MessageDirection = .neither
        /// The element in messages, such as `200 body`.
        var place = ""
        var part: Finding.Place?

        static let requestBody = Element(.request, "body", .init(.body, ""))

        init(_ direction: MessageDirection = .neither, _ place: String = "", _ part: Finding.Place? = nil) {
            (self.direction, self.place, self.part) = (direction, place, part)
        }

        init(_ parameter: Parameter) {
            self.init(.request, "\(parameter.place.rawValue) parameter \(parameter.name)", parameter.part)
        }
    }

    /// Adds a change. The request that proves the change is built only if the change breaks clients.
    mutating func add(
        _ id: String, _ impact: Change.Impact, _ text: String, _ old: SourceLocation?, _ new: SourceLocation?,
        of element: Element = Element(), witness: JSON? = nil, alternative: String? = nil,
        witnessPlace: JSONPointer = .root, request: (() -> String?)? = nil, isUndecided: Bool = false,
        allows: Set<Dependence.Variation> = [], scope: String = ""
    ) {
        changes.append(
            Change(
                id: id, impact: impact, isUndecided: isUndecided, method: method, path: path,
                direction: element.direction, isReversed: isReversed, place: element.place, part: element.part,
                allows: allows, status: element.direction == .response ? status : nil, operationIDs: ids, text: text,
                scope: scope, old: old, new: new, witness: witness, alternative: alternative,
                witnessPlace: witnessPlace,
                request: impact >= .strict ? request?() : nil))
    }

    /// Returns the locations of an element in both documents. If both documents refer to components, the components
    /// changed, and all elements that refer to them have the same change.
    func locations(_ left: SourceLocation, _ right: SourceLocation) -> (SourceLocation, SourceLocation) {
        guard let before = old.target(at: left), let after = new.target(at: right) else { return (left, right) }
        return (SourceLocation(before), SourceLocation(after))
    }

    // MARK: Operations

    /// Adds the removal of an operation.
    ///
    /// - Parameter receiver: the new operation that receives the requests.
    private mutating func addRemoved(_ operation: Operation, _ receiver: Operation?) {
        enter(operation, nil)
        let shape = operation.request.path.shape
        let isWhole = !new.contract.operations.contains { $0.request.path.shape == shape }
        let name = isWhole ? "api-path-removed" : "api-removed"
        let sunset = old.sunset(operation.isDeprecated, at: operation.location, today: today)
        let id = sunset.removalID(name, inUse: "\(name)-without-deprecation", invalid: "api-path-sunset-parse")
        let request = RequestWitness(operation).text(rejectedBy: receiver)
        var text = sunset.removal(of: "operation")
        if let receiver { text += ": its requests reach \(receiver.request.method) \(receiver.request.path) now" }
        let isReceived = receiver != nil && request == nil
        add(
            id, sunset.hasPassed ? .compatible : isReceived ? .warning : .breaking, text, sunset.location,
            receiver?.location, request: { request })
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
        let former = old.sunset(pair.old.isDeprecated, at: pair.old.location, today: today)
        let later = new.sunset(pair.new.isDeprecated, at: pair.new.location, today: today)
        guard let change = LifecycleChange(from: former, to: later, of: "operation") else { return }
        add(change.ids.operation, change.impact, change.text, former.location, later.location)
    }

    private mutating func compareStability(_ pair: Pair) {
        let name = "x-stability-level"
        let (before, after) = (old.field(name, at: pair.old.location), new.field(name, at: pair.new.location))
        guard before != after else { return }
        let places = (
            before.map { SourceLocation($0) } ?? pair.old.location,
            after.map { SourceLocation($0) } ?? pair.new.location
        )
        for value in [before, after].compactMap(\.self) where value.string.flatMap(StabilityLevel.init) == nil {
            return add(
                "api-invalid-stability-level", .warning,
                "x-stability-level: expected draft, alpha, beta or stable, got \(value.compact)", places.0, places.1)
        }
        guard let change = StabilityLevel.change(from: before, to: after, of: "operation") else { return }
        add("api-stability-\(change.ending)", change.impact, change.text, places.0, places.1)
    }

    /// Compares the security schemes of the two documents, and the schemes that their top-level `security` requires.
    private mutating func compareDocuments() {
        for scheme in old.contract.securitySchemes {
            guard let other = new.contract.securityScheme(scheme.name) else { continue }
            let user = old.contract.operations.lazy.compactMap { operation in
                operation.security.first { $0.uses.contains { $0.scheme == scheme.name } }.map { (operation, $0.uses) }
            }.first
            guard let user else { continue }
            if scheme.credentialPlace != other.credentialPlace {
                add(
                    "api-security-component-type-changed", .breaking,
                    "the security scheme “\(scheme.name)” changed from \(scheme.title) to \(other.title)",
                    scheme.location, other.location, request: { RequestWitness(user.0).text(with: user.1) })
                continue
            }
            for text in issuerChanges(scheme, other) {
                add(
                    "api-security-component-issuer-changed", .warning, "the security scheme “\(scheme.name)” \(text)",
                    scheme.location, other.location)
            }
        }
        func uses(_ document: ComparedDocument) -> [(key: String, value: JSONValue)] {
            let members = document.document.root["security"]?.elements.flatMap(\.distinctMembers) ?? []
            return Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }.sorted { $0.key < $1.key }
        }
        let schemes = Pairing(uses(old), uses(new)) { $0.key }
        for (name, value) in schemes.removed {
            let text = "the document lost the default security scheme “\(name)”"
            add("api-global-security-removed", .compatible, text, SourceLocation(value), nil)
        }
        for (name, value) in schemes.added {
            let text = "the document has the default security scheme “\(name)” now"
            add("api-global-security-added", .compatible, text, nil, SourceLocation(value))
        }
    }
}

extension CallbackDescription {
    /// The key in an OpenAPI document, and the method. If a key has several operations, the name also contains a number or
    /// the method, which depend on the other operations.
    fileprivate var key: String { "\(name.replacing(#/ ([0-9]+|[A-Z]+)$/#, with: "")) \(operation.request.method)" }
}

extension SchemaGraph {
    /// Adds the schemas of an operation.
    fileprivate mutating func add(_ operation: Operation, isReversed: Bool = false) {
        let (sent, received): (MessageDirection, MessageDirection) =
            isReversed ? (.response, .request) : (.request, .response)
        for parameter in operation.request.parameters { add(parameter.schema, sent) }
        for content in operation.request.body?.content ?? [] { add(content, sent) }
        for response in operation.responses {
            for header in response.headers { add(header.schema, received) }
            for content in response.body?.content ?? [] { add(content, received) }
        }
        for callback in operation.callbacks { add(callback.operation, isReversed: true) }
    }

    private mutating func add(_ content: MediaTypeDescription, _ direction: MessageDirection) {
        let headers = content.encoding.values.flatMap { $0.headers.map(\.schema) }
        let own = [content.schema, content.itemSchema, content.dataSchema].compactMap(\.self)
        for schema in own + headers { add(schema, direction) }
    }
}

extension [Server] {
    /// The path of the first server's URL, without a trailing slash.
    fileprivate var basePath: String { first.map { ServerAddress($0.url, $0.location).path } ?? "" }
}

/// One of the URLs of a server. A variable with an `enum` stands for several URLs.
private struct ServerAddress {
    /// The URL in messages.
    let name: String
    /// The URL in lower case up to its path, without the default port and without a trailing slash.
    let url: String
    let path: String
    let location: SourceLocation

    init(_ text: String, _ location: SourceLocation) {
        name = text
        let parts = URLParts(text.hasSuffix("/") ? String(text.dropLast()) : text)
        path = parts.path
        self.location = location
        // A relative URL has the address that Accord uses without a base URL.
        let origin =
            parts.host == nil
            ? ["http", "localhost", "80"]
            : [parts.scheme, parts.host, parts.effectivePort.map(String.init)].compactMap(\.self)
        url = origin.joined(separator: ":").lowercased() + path
    }
}

extension ComparedDocument {
    /// The largest number of URLs that the values of a server's variables are combined to.
    private static let mostAddresses = 200

    /// Returns the URLs of servers. A document without servers has the server `/`.
    fileprivate func addresses(of servers: [Server]) -> [ServerAddress] {
        if servers.isEmpty { return [ServerAddress("/", SourceLocation(document.root))] }
        return servers.flatMap { server in
            let value = value(at: server.location)
            var urls = [value?["url"]?.string ?? server.url]
            for variable in value?["variables"]?.distinctMembers ?? [] {
                let values = variable.value["enum"]?.elements.compactMap(\.string) ?? []
                let all = values.isEmpty ? [variable.value["default"]?.string].compactMap(\.self) : values
                urls = urls.flatMap { url in all.map { url.replacing("{\(variable.key)}", with: $0) } }
                if urls.count > Self.mostAddresses { return [ServerAddress(server.url, server.location)] }
            }
            return urls.map { ServerAddress($0, server.location) }
        }
    }
}

extension SecurityScheme {
    /// A description of the credentials, such as `a bearer token`.
    fileprivate var title: String {
        if case .apiKey(let place, let name) = kind {
            "an API key in \(place.rawValue) \(name)"
        } else {
            credentialPlace
        }
    }

    /// The description of the credentials, which is equal for equal credentials.
    var credentialPlace: String {
        switch kind {
        // The case of a field's name doesn't matter.
        case .apiKey(let place, _): place == .header ? title.lowercased() : title
        case .basic: "basic authentication"
        case .digest: "digest authentication"
        case .bearer, .oauth2ClientCredentials: "a bearer token"
        case .other(let type): ["oauth2", "openIdConnect"].contains(type) ? "a bearer token" : type
        }
    }
}

/// A part of an operation that an error can make unreadable.
private enum OperationPart: String, CaseIterable {
    case parameters
    case body = "request body"
    case responses, security

    /// The keys of the part in an OpenAPI operation.
    var keys: [String] {
        switch self {
        case .parameters: ["parameters"]
        case .body: ["requestBody", "request"]
        case .responses: ["responses"]
        case .security: ["security"]
        }
    }

    func contains(_ change: Change) -> Bool {
        switch self {
        case .parameters: change.direction == .request && change.part?.part != .body
        case .body: change.direction == .request && change.part?.part == .body
        case .responses: change.direction == .response
        case .security: change.direction == .neither && change.id.hasPrefix("api-security-")
        }
    }
}
