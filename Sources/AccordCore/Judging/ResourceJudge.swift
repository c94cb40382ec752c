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
        // Many databases, such as SQLite, give the id of a deleted resource to the next new resource. The responses then
        // belong to the new resource.
        if use.action != .create, hasSharedID { return ResponseJudge(response: response, operation: operation).judge() }
        if use.isDeleted, use.action != .list {
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
        guard !judgement.failed, response.isSuccess else { return judgement }
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
                exchange.response.isSuccess
            else { return nil }
            return (other.action, exchange)
        }
    }

    /// Returns the resource in a body: the body's object, or the inner object of an envelope such as `{"data": {…}}`.
    /// A member that `resource` has, too, is a property and no envelope.
    private static func object(_ body: [UInt8], of resource: JSONObject? = nil) -> JSONObject? {
        guard let object = (try? JSON(parsing: String(decoding: body, as: UTF8.self)))?.object else { return nil }
        if object.count == 1, let member = object.first, resource?[member.key] == nil, let inner = member.value.object {
            return inner
        }
        return object
    }

    private func id(_ response: HTTPResponse) -> JSON? { use.idName.flatMap { Self.object(response.body)?[$0] } }

    /// Returns the successful response to the request that created a resource.
    private func creation(of resource: Int) -> HTTPResponse? {
        exchanges.first { exchange in
            let use = steps[exchange.step].resourceUse
            return use?.action == .create && use?.resource == resource && exchange.response.isSuccess
        }?.response
    }

    /// Whether the server gave the resource's id to a second resource of the sequence.
    private var hasSharedID: Bool {
        let resources = Set(steps.compactMap(\.resourceUse?.resource))
        guard let response = creation(of: use.resource), let id = id(response) else { return false }
        return resources.contains { $0 != use.resource && creation(of: $0).flatMap(self.id) == id }
    }

    /// Whether an earlier request deleted a resource.
    private func isDeleted(_ resource: Int?) -> Bool {
        exchanges.contains { exchange in
            let use = steps[exchange.step].resourceUse
            return use?.action == .delete && use?.resource == resource && exchange.response.isSuccess
        }
    }

    // MARK: Rules

    private func judgeID(_ judgement: inout Judgement) {
        guard let id = id(response), let body = exchanges.last?.request.body, !Self.contains(id, body) else { return }
        judgement.assertions += 1
        let others = exchanges.dropLast().filter { other in
            steps[other.step].resourceUse?.action == .create && self.id(other.response) == id
                && other.response.isSuccess && !isDeleted(steps[other.step].resourceUse?.resource)
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
            let read = Self.object(response.body),
            let sent = Self.object(earlierUses[place].exchange.request.body, of: read)
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
            let isPlain = isPlain(name, written.exchange)
            if isPlain, Self.isCut(value, to: now) {
                return judgement.report(
                    stale(name, value, now, "\(title) returned only the start of the text that was sent"))
            }
            if confirmed?[name] == value, isOld || isPlain && written.action == .create {
                return judgement.report(
                    stale(name, value, now, "the response to \(title) contradicts the response to the last change"))
            }
            if isOld, confirmed?[name] == nil || confirmed?[name] == now { ineffective.append((name, value, now)) }
        }
        // A server may ignore some properties of a change. Report the change only if the server ignored all of them.
        guard changes == ineffective.count, let first = ineffective.first else { return }
        judgement.report(
            stale(first.name, first.value, first.read, "\(title) returned the values from before the last change"))
    }

    /// Whether a text lacks its end. A shorter text may be a name that the server derives from the text.
    private static func isCut(_ value: JSON, to read: JSON) -> Bool {
        guard let text = value.string, let start = read.string else { return false }
        return start.count >= 8 && start.count < text.count && text.hasPrefix(start)
    }

    /// Whether a property is free text, which a server doesn't change by itself. A server may change an enumeration,
    /// such as a status.
    private func isPlain(_ name: String, _ exchange: StepExchange) -> Bool {
        let body = steps[exchange.step].operation.request.body
        guard let schema = body?.content.lazy.compactMap(\.schema).first,
            let property = SchemaView(schema.source).namedProperty(name)
        else { return false }
        return ["enum", "format", "pattern"].allSatisfy { property.keyword($0) == nil }
            && !property.says("readOnly") && !property.says("writeOnly") && property.types.isSubset(of: [.string])
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
        guard let list else { return }
        if use.isSelection { return judgeSelection(list.elements, &judgement) }
        guard let name = use.idName, let id = creation(of: use.resource).flatMap({ self.id($0) }),
            list.elements.allSatisfy({ $0.object?[name] != nil })
        else { return }
        let isListed = list.elements.contains { $0.object?[name] == id }
        let count = list.elements.count
        if use.isDeleted {
            judgement.check(
                !isListed,
                otherwise: make(
                    .resourceListed, "the response to \(title) lists a resource that an earlier request deleted",
                    place: .init(.body, ""), expected: "a list without an element whose \(name) is \(Excerpt.of(id))",
                    actual: "a list with this element"))
        } else if list.isComplete {
            judgement.check(
                isListed,
                otherwise: make(
                    .resourceUnlisted,
                    "the response to \(title) doesn't list a resource that an earlier request created",
                    place: .init(.body, ""), expected: "a list with an element whose \(name) is \(Excerpt.of(id))",
                    actual: "a list of \(count) element\(count == 1 ? "" : "s") without this \(name)"))
        }
    }

    /// Checks that the server applied the query: a limit, or the value of a property.
    private func judgeSelection(_ elements: [JSON], _ judgement: inout Judgement) {
        for item in Form.parse(URLParts(exchanges.last?.request.url ?? "").query ?? "") {
            var expected: String?
            var actual = "\(elements.count) elements"
            if ResourceUse.isLimit(item.name) {
                if let limit = Int(item.value), elements.count > limit { expected = "at most \(limit)" }
            } else if let other = elements.lazy.compactMap({ $0.object?[item.name] }).first(where: { value in
                !value.isNull && value.array == nil && (value.string ?? value.compact) != item.value
            }) {
                expected = "only elements whose \(item.name) is “\(item.value)”"
                actual = "an element whose \(item.name) is \(Excerpt.of(other))"
            }
            judgement.assertions += 1
            guard let expected else { continue }
            judgement.report(
                make(
                    .resourceSelection, "\(title) ignores the query parameter “\(item.name)”",
                    place: .init(.body, ""), expected: expected, actual: actual))
        }
    }

    /// Words in parameter and property names that indicate a paginated list.
    private static let pages = [
        "limit", "page", "size", "offset", "cursor", "after", "before", "next", "count", "total", "more", "start",
        "skip", "top", "take", "max", "link",
    ]

    /// The elements of a list of resources, and whether the list is certainly complete. It is `nil` if the response
    /// isn't a list.
    private var list: (elements: [JSON], isComplete: Bool)? {
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
        guard let elements else { return nil }
        let parameters = operation.request.query.filter { isOfPages($0.name) }
        guard !parameters.isEmpty || names.contains(where: isOfPages) else { return (elements, true) }
        let size = parameters.compactMap { $0.defaultValue?.number?.int }.max()
        // OpenAI's lists have the property “has_more”.
        let hasMore = body.object?.contains { isOfPages($0.key) && $0.value == true } ?? false
        return (elements, !hasMore && size.map { elements.count < $0 } ?? false)
    }

    // MARK: Findings

    private var title: String { "\(operation.request.method) \(operation.request.path)" }

    private var lost: Finding {
        make(
            .resourceLost, "\(title) didn't find a resource that an earlier request created", place: .init(.status),
            expected: "2xx", actual: String(response.status))
    }

    private func stale(_ name: String, _ value: JSON, _ read: JSON, _ message: String) -> Finding {
        make(
            .resourceStale, message, place: .init(.body, JSONPointer(tokens: [name]).description),
            expected: Excerpt.of(value), actual: Excerpt.of(read))
    }

    private func make(
        _ rule: Rule, _ message: String, place: Finding.Place, expected: String, actual: String
    ) -> Finding {
        Finding(
            rule: rule, blame: .server, message, contract: operation.location, place: place, expected: expected,
            actual: actual, advice: rule.advice)
    }
}

extension HTTPResponse {
    fileprivate var isSuccess: Bool { (200...299).contains(status) }
}
