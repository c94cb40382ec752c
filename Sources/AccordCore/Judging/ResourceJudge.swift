// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import AccordSchema

/// Judges a response of a sequence that creates, reads, changes and deletes resources.
///
/// A server may normalize values, ignore properties and finish changes later. The judge therefore reports a response
/// only if it contradicts an earlier response, or shows that a change had no effect.
struct ResourceJudge {
    let response: HTTPResponse
    let operation: Operation
    let use: ResourceUse
    let steps: [CaseStep]
    /// The requests of the case so far, with their responses. The last response is `response`.
    let exchanges: [StepExchange]

    func judge() -> Judgement {
        if use.isDeleted {
            let refusal = Refusal(
                reason: "an earlier request deleted the resource", location: operation.request.location,
                statuses: [404, 410],
                subject: use.action == .delete ? .deletedAgain : .deleted)
            return RefusalJudge(response: response, operation: operation, refusal: refusal).judge()
        }
        var judgement = Judgement()
        guard response.status < 500 || operation.isUnavailable(response.status) else {
            let known = operation.responses.map(\.status).filter(\.isSuccess)
            judgement.check(false, otherwise: .crash(response, of: operation, expected: known))
            return judgement
        }
        switch use.action {
        case .read, .change, .delete:
            judgement.check(![404, 410].contains(response.status), otherwise: lost)
            if judgement.failed { return judgement }
        case .create, .list: break
        }
        judgement.formUnion(ResponseJudge(response: response, operation: operation).judge())
        guard !judgement.failed, (200...299).contains(response.status) else { return judgement }
        switch use.action {
        case .create: judgeID(&judgement)
        case .read: judgeValues(&judgement)
        case .list: judgeList(&judgement)
        case .change, .delete: break
        }
        return judgement
    }

    // MARK: Earlier exchanges

    /// Returns the earlier requests that used this resource and succeeded, with their responses.
    private func earlier(_ resource: Int) -> [(action: ResourceUse.Action, exchange: StepExchange)] {
        exchanges.dropLast().compactMap { exchange in
            guard let other = steps[exchange.step].resourceUse, other.resource == resource,
                (200...299).contains(exchange.response.status)
            else { return nil }
            return (other.action, exchange)
        }
    }

    /// Returns the resource in a body: the body's object, or the inner object of an envelope such as `{"data": {…}}`.
    private static func object(_ body: [UInt8]) -> JSONObject? {
        guard let object = (try? JSON(parsing: String(decoding: body, as: UTF8.self)))?.object else { return nil }
        if object.count == 1, let inner = object.first?.value.object { return inner }
        return object
    }

    private func id(_ response: HTTPResponse) -> JSON? {
        use.idName.flatMap { Self.object(response.body)?[$0] }
    }

    // MARK: Rules

    private func judgeID(_ judgement: inout Judgement) {
        guard let id = id(response), let body = exchanges.last?.request.body, !Self.contains(id, body) else { return }
        judgement.assertions += 1
        let others = exchanges.dropLast().filter { other in
            steps[other.step].resourceUse?.action == .create && self.id(other.response) == id
                && (200...299).contains(other.response.status)
                // If two requests are equal, the server may respond with the same resource.
                && other.request.body != body && !Self.contains(id, other.request.body)
        }
        guard !others.isEmpty else { return }
        judgement.report(
            make(
                .resourceSameID, "\(title) gave two resources the same id",
                place: .init(.body, use.idName.map { JSONPointer(tokens: [$0]).description }),
                expected: "an id that no other resource has", actual: Excerpt.of(id)))
    }

    /// Whether a request body contains the id. In that case, the client chose the id, not the server.
    private static func contains(_ id: JSON, _ body: [UInt8]) -> Bool {
        guard let sent = object(body) else { return true }
        return sent.values.contains(id)
    }

    private func judgeValues(_ judgement: inout Judgement) {
        let earlierUses = earlier(use.resource)
        guard let place = earlierUses.lastIndex(where: { [.create, .change].contains($0.action) }),
            let sent = Self.object(earlierUses[place].exchange.request.body), let read = Self.object(response.body)
        else { return }
        judgement.assertions += 1
        let written = earlierUses[place]
        let confirmed = Self.object(written.exchange.response.body)
        let before = earlierUses[..<place].reversed().lazy.compactMap { Self.object($0.exchange.response.body) }.first
        var ineffective: [(name: String, value: JSON, read: JSON)] = []
        var changes = 0
        for (name, value) in sent {
            guard let now = read[name] else { continue }
            let isChanged = before?[name].map { !Self.isAlike($0, value) } ?? false
            if isChanged { changes += 1 }
            guard now != value, !Self.isAlike(now, value) else { continue }
            let isOld = isChanged && before?[name] == now
            let isNew = written.action == .create && isPlain(name, written.exchange)
            if confirmed?[name] == value, isOld || isNew {
                return judgement.report(stale(name, value, now, isConfirmed: true))
            }
            if isOld, confirmed?[name] == nil { ineffective.append((name, value, now)) }
        }
        // A server may ignore some properties of a change. Report the change only if the server ignored all of them.
        guard confirmed == nil, changes == ineffective.count, let first = ineffective.first else { return }
        judgement.report(stale(first.name, first.value, first.read, isConfirmed: false))
    }

    /// Whether a property is free text, which a server doesn't change by itself. A server may change an enumeration,
    /// such as a status.
    private func isPlain(_ name: String, _ exchange: StepExchange) -> Bool {
        let body = steps[exchange.step].operation.request.body
        guard let schema = body?.content.lazy.compactMap(\.schema).first,
            let property = SchemaView(schema.source).namedProperty(name)
        else { return false }
        return property.keyword("enum") == nil && property.types.isSubset(of: [.string])
    }

    /// Whether two values are equal, apart from changes that servers usually make: rounding (`19.99` and `20`), letter
    /// case, spaces and punctuation (`Hello!` and `hello`).
    private static func isAlike(_ value: JSON, _ other: JSON) -> Bool {
        switch (value, other) {
        case (.number(let one), .number(let two)):
            one == two || !(one.isInteger && two.isInteger) && abs(one.double - two.double) <= 1
        case (.string(let one), .string(let two)): plain(one) == plain(two)
        default: value == other
        }
    }

    private static func plain(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }

    private func judgeList(_ judgement: inout Judgement) {
        let created = earlier(use.resource).first { $0.action == .create }
        guard let name = use.idName, let id = created.flatMap({ self.id($0.exchange.response) }),
            let ids = listedIDs(name)
        else { return }
        judgement.check(
            ids.contains(id),
            otherwise: make(
                .resourceUnlisted, "the response to \(title) doesn't list a resource that an earlier request created",
                place: .init(.body, ""),
                expected: "a list with an element whose \(name) is \(Excerpt.of(id))",
                actual: "a list of \(ids.count) element\(ids.count == 1 ? "" : "s") without this \(name)"))
    }

    /// Words in parameter and property names that indicate a paginated list.
    private static let pages = [
        "limit", "page", "size", "offset", "cursor", "after", "before", "next", "count", "total", "more", "start",
        "skip",
        "top", "take", "max", "link",
    ]

    /// Returns the ids in a list of resources, or `nil` if the list may be incomplete.
    private func listedIDs(_ name: String) -> [JSON]? {
        guard let body = try? JSON(parsing: String(decoding: response.body, as: UTF8.self)) else { return nil }
        func isOfPages(_ name: String) -> Bool { Self.pages.contains { name.lowercased().contains($0) } }
        var elements = body.array
        var names = response.headers.map(\.name).filter { $0.isFieldName("Link") }
        if let object = body.object {
            let lists = object.values.compactMap(\.array)
            guard lists.count == 1 else { return nil }
            elements = lists[0]
            names += object.keys
        }
        guard let elements, elements.allSatisfy({ $0.object?[name] != nil }) else { return nil }
        let parameters = operation.request.query.filter { isOfPages($0.name) }
        if !parameters.isEmpty || names.contains(where: isOfPages) {
            let sizes = parameters.compactMap { $0.defaultValue?.number?.int }
            guard let size = sizes.max(), elements.count < size else { return nil }
        }
        return elements.compactMap { $0.object?[name] }
    }

    // MARK: Findings

    private var title: String { "\(operation.request.method) \(operation.request.path)" }

    private var lost: Finding {
        make(
            .resourceLost, "\(title) didn't find a resource that an earlier request created", place: .init(.status),
            expected: "2xx", actual: String(response.status))
    }

    private func stale(_ name: String, _ value: JSON, _ read: JSON, isConfirmed: Bool) -> Finding {
        make(
            .resourceStale,
            isConfirmed
                ? "the response to \(title) contradicts the response to the last change"
                : "\(title) returned the values from before the last change",
            place: .init(.body, JSONPointer(tokens: [name]).description), expected: Excerpt.of(value),
            actual: Excerpt.of(read))
    }

    private func make(
        _ rule: Rule, _ message: String, place: Finding.Place, expected: String, actual: String
    ) -> Finding {
        Finding(
            rule: rule, blame: .server, message, contract: operation.location, place: place, expected: expected,
            actual: actual, advice: rule.advice)
    }
}
