// SPDX-License-Identifier: Apache-2.0
import AccordContract

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
        // A server that accepts a task with 202 may keep a deleted task, in order to show that it was cancelled.
        if use.action != .create, hasSharedID || use.isDeleted && isAccepted {
            return Judge.judge(response, documentedBy: operation)
        }
        if use.isDeleted, use.action != .list {
            let refusal = Refusal(
                reason: "an earlier request deleted the resource", location: operation.request.location,
                statuses: [404, 410], subject: use.action == .delete ? .deletedAgain : .deleted)
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
            // The server may still be creating the resource after 202.
            judgement.check(
                ![404, 410].contains(response.status) || isAccepted,
                otherwise: make(
                    .resourceLost, "\(title) didn't find a resource that an earlier request created",
                    place: .init(.status), expected: "2xx", actual: String(response.status)))
            if judgement.failed { return judgement }
        case .create, .list: break
        }
        judgement.formUnion(Judge.judge(response, documentedBy: operation))
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
            guard let other = steps[exchange.step].resourceUse, other.resource == resource, exchange.response.isSuccess
            else { return nil }
            return (other.action, exchange)
        }
    }

    /// Returns the resource in a body: the body's object, or the inner object of an envelope such as `{"data": {…}}`.
    /// A member that `resource` has, too, is a property and no envelope.
    private static func object(_ body: [UInt8], of resource: JSONObject? = nil) -> JSONObject? {
        guard let json = try? JSON(JSONDocument(parsing: body).root), let object = json.object else { return nil }
        return object.contains { resource?[$0.key] != nil } ? object : json.resource
    }

    /// Returns what a request sent of the resource `read`: JSON, or a form, whose texts are read by their schemas.
    private func sent(_ exchange: StepExchange, of read: JSONObject) -> JSONObject? {
        guard exchange.request.headers.mediaType?.isForm == true else {
            return Self.object(exchange.request.body, of: read)
        }
        var object = JSONObject()
        for item in Form.parse(String(decoding: exchange.request.body, as: UTF8.self)) {
            guard let types = property(item.name, exchange)?.types, object[item.name] == nil else { return nil }
            let isText = types.contains(.string)
            guard !types.contains(.array), let value = isText ? .string(item.value) : try? JSON(parsing: item.value)
            else { continue }
            object[item.name] = value
        }
        return object
    }

    private func id(_ response: HTTPResponse) -> JSON? { use.idName.flatMap { Self.object(response.body)?[$0] } }

    /// Whether the server only accepted to create the resource, with 202.
    private var isAccepted: Bool { success(.create, of: use.resource)?.status == 202 }

    /// Returns the response to the first successful request with an action on a resource.
    private func success(_ action: ResourceUse.Action, of resource: Int?) -> HTTPResponse? {
        exchanges.first { exchange in
            let use = steps[exchange.step].resourceUse
            return use?.action == action && use?.resource == resource && exchange.response.isSuccess
        }?.response
    }

    /// Whether the server gave the resource's id to a second resource of the sequence.
    private var hasSharedID: Bool {
        let resources = Set(steps.compactMap(\.resourceUse?.resource))
        guard let response = success(.create, of: use.resource), let id = id(response) else { return false }
        return resources.contains { $0 != use.resource && success(.create, of: $0).flatMap(self.id) == id }
    }

    // MARK: Rules

    private func judgeID(_ judgement: inout Judgement) {
        guard let id = id(response), let body = exchanges.last?.request.body, !Self.contains(id, body) else { return }
        // With 200, and not the documented 201, the server found a resource with the same email address, for example.
        guard response.status == 201 || operation.response(for: 201)?.status != .exact(201) else { return }
        judgement.assertions += 1
        let others = exchanges.dropLast().filter { other in
            steps[other.step].resourceUse?.action == .create && self.id(other.response) == id
                && other.response.isSuccess && success(.delete, of: steps[other.step].resourceUse?.resource) == nil
                // If two requests are equal, the server may respond with the same resource.
                && other.request.body != body && !Self.contains(id, other.request.body)
                && !Self.haveSameKey(body, other.request.body)
        }
        guard !others.isEmpty else { return }
        judgement.report(
            make(
                .resourceSameID, "\(title) gave two resources the same id",
                place: .init(.body, use.idName.map { JSONPointer(tokens: [$0]).description }),
                expected: "an id that no other resource has", actual: Excerpt.of(id)))
    }

    private static let keys = ["email", "slug", "login", "username", "sku", "phone", "url", "externalid"]

    /// Whether two bodies have the same value of a property that often identifies a resource. Mailchimp, for example,
    /// updates the subscriber with the same email address.
    private static func haveSameKey(_ body: [UInt8], _ other: [UInt8]) -> Bool {
        guard let one = object(body), let two = object(other) else { return false }
        return one.contains { name, value in
            let word = name.lowercased().filter(\.isLetter)
            return value.string != nil && two[name] == value && keys.contains(where: word.hasSuffix)
        }
    }

    /// Whether a request body contains the id. In that case, the client chose the id, not the server.
    private static func contains(_ id: JSON, _ body: [UInt8]) -> Bool {
        guard let sent = object(body) else { return true }
        return sent.values.contains(id)
    }

    private func judgeValues(_ judgement: inout Judgement) {
        let earlierUses = earlier(use.resource)
        guard let place = earlierUses.lastIndex(where: { [.create, .change].contains($0.action) }),
            let read = Self.object(response.body), let sent = sent(earlierUses[place].exchange, of: read)
        else { return }
        judgement.assertions += 1
        let written = earlierUses[place]
        let confirmed = Self.object(written.exchange.response.body)
        let before = earlierUses[..<place].reversed().lazy.compactMap { Self.object($0.exchange.response.body) }.first
        var ineffective: [(name: String, value: JSON, read: JSON)] = []
        var changes = 0
        let shown = operation.documented(response.status)?.resource
        // A server may ignore a different id in a change, because the path identifies the resource.
        for (name, value) in sent where written.action == .create || name != use.idName {
            // A response can't always contain null, as in the enterprise of a user in Box.
            guard let now = read[name], let property = property(name, written.exchange),
                !value.isNull || shown?.namedProperty(name)?.textTypes.contains(.null) != false
            else { continue }
            let isChanged = before?[name].map { !Self.isAlike($0, value) } ?? false
            if isChanged { changes += 1 }
            if let message = Self.damage(name, value, to: now, property)
                ?? Self.exchanged(name, sent, read).map({ "exchanged “\(name)” and “\($0)”" })
            {
                return judgement.report(stale(name, value, now, "\(title) \(message)"))
            }
            guard now != value, !Self.isAlike(now, value) else { continue }
            let isOld = isChanged && before?[name] == now
            let isStable =
                property.isText
                || !property.isKept && property.keyword("enum") == nil && now.object == nil && now.array == nil
            if confirmed?[name] == value, isOld || isStable && written.action == .create {
                return judgement.report(
                    stale(name, value, now, "the response to \(title) contradicts the response to the last change"))
            }
            if isOld, confirmed?[name] == nil || confirmed?[name] == now { ineffective.append((name, value, now)) }
        }
        // A server may ignore some properties of a change, such as a currency that no longer changes.
        guard let first = ineffective.first else { return }
        var finding = stale(
            first.name, first.value, first.read, "\(title) returned the values from before the last change")
        if changes != ineffective.count {
            finding.severity = .warning
            finding.message = "\(title) returned the value of “\(first.name)” from before the last change"
        }
        judgement.report(finding)
    }

    /// Returns how the server damaged a value. MySQL, for example, cuts long texts and replaces letters by “?”.
    private static func damage(_ name: String, _ value: JSON, to read: JSON, _ property: SchemaView) -> String? {
        guard let text = value.string, let now = read.string, text != now else { return nil }
        if let format = property.keyword("format")?.string, ["date-time", "date"].contains(format) {
            guard let sent = DateAndTime.seconds(text), let read = DateAndTime.seconds(now) else { return nil }
            // A server may shorten a time, such as to whole seconds. Time zones differ by quarters of an hour.
            let (difference, unit) = (abs(sent - read), format == "date" ? 86_400.0 : 900)
            let isShifted = difference > 0 && difference <= 86_400 && difference.remainder(dividingBy: unit) == 0
            return isShifted ? "returned a different time than the time that was sent" : nil
        }
        guard property.isText else { return nil }
        // A shorter text may be a name that the server derives from the text.
        if now.count >= 8, now.count < text.count, text.hasPrefix(now) {
            return "returned only the start of the text that was sent"
        }
        func ascii(_ text: String) -> String { String(text.unicodeScalars.filter { $0.isASCII && $0 != "?" }) }
        if !text.unicodeScalars.allSatisfy(\.isASCII), ascii(text) == ascii(now) {
            return "returned a text whose non-ASCII letters differ from the text that was sent"
        }
        return nil
    }

    /// Returns the name of the property whose value the server exchanged with the value of a property.
    private static func exchanged(_ name: String, _ sent: JSONObject, _ read: JSONObject) -> String? {
        guard let value = sent[name], let now = read[name], value != now else { return nil }
        return sent.first { $0.key != name && $0.value == now && read[$0.key] == value }?.key
    }

    private func property(_ name: String, _ exchange: StepExchange) -> SchemaView? {
        let body = steps[exchange.step].operation.request.body
        return body?.content.lazy.compactMap(\.schema).first?.view.resource.namedProperty(name)
    }

    /// Whether two values are equal, apart from changes that servers usually make: rounding (`19.99` and `20`), letter
    /// case, spaces and punctuation (`Hello!` and `hello`).
    private static func isAlike(_ value: JSON, _ other: JSON) -> Bool {
        switch (value, other) {
        case (.number(let one), .number(let two)):
            one == two || !(one.isInteger && two.isInteger) && abs(one.double - two.double) <= 1
        case (.string(let one), .string(let two)): PropertyPair.plain(one) == PropertyPair.plain(two)
        // A PATCH may contain only some properties of an inner object.
        case (.object(let one), .object(let two)):
            one.allSatisfy { member in two[member.key].map { isAlike(member.value, $0) } ?? true }
        default: value == other
        }
    }

    func judgeList(_ judgement: inout Judgement) {
        guard let list else { return }
        if use.isSelection { return judgeSelection(list.elements, &judgement) }
        guard let name = use.idName, let id = success(.create, of: use.resource).flatMap({ self.id($0) }),
            list.elements.allSatisfy({ $0.resource?[name] != nil })
        else { return }
        let listed = list.elements.first { $0.resource?[name] == id }?.resource
        let isListed = listed != nil
        let count = list.elements.count
        if use.isDeleted {
            let schema = operation.documented(response.status)
            let arrays = schema?.propertyNames.compactMap { schema?.namedProperty($0)?.items } ?? []
            judgement.check(
                listed?.saysDeleted(schema?.items ?? arrays.first) ?? true,
                otherwise: make(
                    .resourceListed, "the response to \(title) lists a resource that an earlier request deleted",
                    place: .init(.body, ""), expected: "a list without an element whose \(name) is \(Excerpt.of(id))",
                    actual: "a list with this element"))
        } else if list.isComplete, !isAccepted, !isHiddenByDefault {
            judgement.check(
                isListed,
                otherwise: make(
                    .resourceUnlisted,
                    "the response to \(title) doesn't list a resource that an earlier request created",
                    place: .init(.body, ""), expected: "a list with an element whose \(name) is \(Excerpt.of(id))",
                    actual: "a list of \(count.counted("element")) without this \(name)"))
        }
    }

    /// Whether a list without a query leaves out the resource, because a query parameter has a different default. In
    /// WordPress, for example, the default of `status` is `publish`, and a new post is a draft.
    private var isHiddenByDefault: Bool {
        let uses = earlier(use.resource).filter { $0.action != .list }
        let now = uses.reversed().lazy.compactMap { Self.object($0.exchange.response.body) }.first ?? [:]
        return operation.request.query.contains { parameter in
            guard let value = parameter.defaultValue.map({ JSON($0) }) else { return false }
            // A parameter such as `published_only` selects by a property with a different name.
            return now[ResourceUse.selected(parameter.name)].map { $0 != value } ?? (value == true)
        }
    }

    /// Checks that the server applied the query: a limit, the value of a property, or the opposite order.
    private func judgeSelection(_ elements: [JSON], _ judgement: inout Judgement) {
        for item in exchanges.last?.query ?? [] {
            let purpose = ListParameter(item.name)
            guard let parameter = operation.request.query.first(where: { $0.name == item.name }),
                // A generated value may select nothing, such as `all` for the state of GitHub's issues.
                !steps.isEmpty || purpose == .limit
            else { continue }
            let isExact =
                !parameter.types.contains(.string) || parameter.schema.view.keyword("enum") != nil
            let name = ResourceUse.selected(item.name)
            var expected: String?
            var actual = "\(elements.count) elements"
            if purpose == .limit {
                // Django REST framework ignores a limit below 1.
                if let limit = Int(item.value), limit > 0, elements.count > limit { expected = "at most \(limit)" }
            } else if purpose == .offset {
                guard let repeated = repeated(elements) else { continue }
                expected = "no element that is listed without “\(item.name)”"
                actual = "an element whose \(use.idName ?? "id") is \(Excerpt.of(repeated))"
            } else if let order = ResourceUse.order(parameter, item.value) {
                let values = elements.compactMap { $0.resource?[order.property] }
                let opposite = exchanges.dropLast().last {
                    $0.query.contains { $0.name == item.name && $0.value == order.opposite }
                }
                // The rest of the body may name the order, such as a cursor.
                guard let opposite, self.elements(of: opposite) == elements, Set(values).count > 1 else { continue }
                expected = "a different order than for “\(order.opposite)”"
                actual = "the same elements in the same order"
            } else if let other = elements.lazy.compactMap({ $0.resource?[name] }).first(where: { value in
                guard !value.isNull, value.array == nil else { return false }
                let text = value.string ?? value.compact
                return isExact ? text != item.value : !text.lowercased().contains(item.value.lowercased())
            }) {
                expected = "only elements whose \(name) is “\(item.value)”"
                actual = "an element whose \(name) is \(Excerpt.of(other))"
            }
            judgement.assertions += 1
            guard let expected else { continue }
            judgement.report(
                make(
                    .resourceSelection, "\(title) ignores the query parameter “\(item.name)”",
                    place: .init(.body, ""), expected: expected, actual: actual))
        }
    }

    /// Returns the id of an element that the previous list without an offset contained, too.
    private func repeated(_ elements: [JSON]) -> JSON? {
        let previous = exchanges.dropLast().last { exchange in
            steps[exchange.step].resourceUse?.action == .list && exchange.response.isSuccess
                && !exchange.query.contains { ListParameter($0.name) == .offset }
        }
        guard let name = use.idName, let previous else { return nil }
        let known = Set(self.elements(of: previous).compactMap { $0.resource?[name] })
        return elements.lazy.compactMap { $0.resource?[name] }.first { known.contains($0) }
    }

    /// Returns the elements of an earlier list.
    private func elements(of exchange: StepExchange) -> [JSON] {
        ResourceJudge(response: exchange.response, operation: operation, use: use, steps: steps, exchanges: []).list?
            .elements ?? []
    }

    /// Words in parameter and property names that indicate a paginated list.
    private static let pages = [
        "limit", "page", "size", "offset", "cursor", "after", "before", "next", "count", "total", "more", "start",
        "skip", "top", "take", "max", "link",
    ]

    /// The elements of a list of resources, and whether the list is certainly complete. It is `nil` if the response
    /// isn't a list.
    private var list: (elements: [JSON], isComplete: Bool)? {
        guard let body = response.jsonBody else { return nil }
        func isOfPages(_ name: String) -> Bool { Self.pages.contains { name.lowercased().contains($0) } }
        var elements = body.array
        var names = response.headers.map(\.name).filter { $0.isFieldName("Link") }
        if let object = body.object {
            // HAL has the elements in `_embedded`.
            let lists = (object["_embedded"]?.object ?? object).values.compactMap(\.array)
            guard lists.count == 1 else { return nil }
            elements = lists[0]
            names += object.keys
        }
        guard let elements else { return nil }
        let parameters = operation.request.query.filter { isOfPages($0.name) }
        guard !parameters.isEmpty || names.contains(where: isOfPages) else { return (elements, true) }
        let size = parameters.compactMap { $0.defaultValue?.number?.int }.max()
        // OpenAI's lists have the property “has_more”.
        let hasMore =
            body.object?.contains { isOfPages($0.key) && ($0.value == true || $0.value.string?.isEmpty == false) }
            ?? false
        return (elements, !hasMore && size.map { elements.count < $0 } ?? false)
    }

    // MARK: Findings

    private var title: String { "\(operation.request.method) \(operation.request.path)" }

    private func stale(_ name: String, _ value: JSON, _ read: JSON, _ message: String) -> Finding {
        make(
            .resourceStale, message, place: .init(.body, JSONPointer(tokens: [name]).description),
            expected: Excerpt.of(value), actual: Excerpt.of(read))
    }

    private func make(
        _ rule: Rule, _ message: String, place: Finding.Place, expected: String, actual: String
    ) -> Finding {
        Finding(
            rule: rule, message, contract: operation.location, place: place, expected: expected, actual: actual,
            advice: rule.advice)
    }
}

extension StepExchange { fileprivate var query: [Form.Item] { Form.parse(URLParts(request.url).query ?? "") } }

extension JSON {
    /// The resource in a body: the object itself, or the inner object of an envelope such as `{"data": {…}}`. The
    /// `attributes` of JSON:API belong to the object itself.
    package var resource: JSONObject? {
        guard var object else { return nil }
        if let data = object["data"]?.object, object["id"] == nil { object = data }
        if object.count == 1, let inner = object.first?.value.object { object = inner }
        guard let attributes = object["attributes"]?.object else { return object }
        object["attributes"] = nil
        for (name, value) in attributes { object[name] = value }
        return object
    }
}

extension SchemaView {
    /// The names that lead from a body to the object with the properties of the resource, as in ``JSON/resource``.
    package var resourcePath: [String] {
        let outer = propertyNames.count == 1 ? propertyNames : namedProperty("id") == nil ? ["data"] : []
        for name in outer + ["attributes"] {
            if let view = namedProperty(name), !view.propertyNames.isEmpty { return [name] + view.resourcePath }
        }
        return []
    }

    package var resource: SchemaView { resourcePath.reduce(self) { $0.namedProperty($1) ?? $0 } }

    /// Whether the server may choose the value itself.
    fileprivate var isKept: Bool {
        ["format", "pattern"].contains { keyword($0) != nil } || says("readOnly") || says("writeOnly")
    }

    /// Whether a property is free text, which a server doesn't change by itself. A server may change an enumeration,
    /// such as a status.
    fileprivate var isText: Bool {
        keyword("enum") == nil && !isKept && types.contains(.string) && types.isSubset(of: [.string, .null])
    }
}

extension HTTPResponse { fileprivate var isSuccess: Bool { (200...299).contains(status) } }
