// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// A client with the report of its tests. The report contains the requests that the client sends. It also contains the
/// properties and header fields that the client reads in responses.
package struct KnownClient: Sendable {
    package let name: String
    let report: RunReport
    let needs: ClientNeeds

    /// Creates the client from the report of its tests.
    ///
    /// - Parameter name: the client's name in reports, such as the path of the client's report.
    package init(name: String, report: RunReport) {
        self.name = name
        self.report = report
        needs = ClientNeeds(report)
    }

    /// Returns the effect of a change of the API on the client.
    package func effect(of change: Change, _ old: ComparedDocument, _ new: ComparedDocument) -> ClientEffect {
        guard change.impact > .compatible else { return .unaffected(reason: "the change is compatible") }
        guard let id = change.operationIDs.old else {
            return .unaffected(reason: "the client doesn't call the operation")
        }
        let calls = report.cases.filter { $0.operation == id }
        guard !calls.isEmpty else { return .unaffected(reason: "the client doesn't call \(change.operation)") }
        switch change.direction {
        case .neither: return .breaks(reason: "the client calls \(change.operation)")
        case .request: return requestEffect(change, calls, old, new)
        case .response: return responseEffect(change, id)
        }
    }

    /// Adds the effects on the given clients to each change, and returns the changes.
    package static func judge(
        _ changes: [Change], _ clients: [KnownClient], _ old: ComparedDocument, _ new: ComparedDocument
    ) -> [Change] {
        changes.map { change in
            var judged = change
            judged.effects = clients.map { ($0.name, $0.effect(of: change, old, new)) }
            return judged
        }
    }

    // MARK: Requests

    private func requestEffect(
        _ change: Change, _ calls: [CaseResult], _ old: ComparedDocument, _ new: ComparedDocument
    ) -> ClientEffect {
        guard let older = change.operationIDs.old.flatMap({ old.contract.operation($0) }), let part = change.part,
            let newer = change.operationIDs.new.flatMap({ new.contract.operation($0) })
        else { return .breaks(reason: "the client calls \(change.operation)") }
        let sent = calls.filter { $0.origin == .documented }.flatMap { $0.exchanges.prefix(1) }.map(\.request)
        guard !sent.isEmpty else {
            return .unknown(reason: "the client's report contains no request to \(change.operation)")
        }
        var doubt: String?
        for recorded in sent {
            guard let request = HTTPRequest(recorded) else {
                doubt = doubt ?? "the client's report doesn't contain the whole request"
                continue
            }
            let findings = Judge.judge(request, documentedBy: newer, ratherThan: older)
            if let finding = findings.first(where: { $0.severity == .error && part.concerns($0) }) {
                return .breaks(reason: "the client sends a request that the new document rejects: \(finding.sentence)")
            }
            if part.part == .body { doubt = doubt ?? Self.doubt(about: request, newer) }
        }
        if let doubt { return .unknown(reason: doubt) }
        return .unaffected(reason: "the client sends only requests that the new document accepts")
    }

    /// Returns the reason why the body of a request can't be checked against the new document, or `nil` if the body can
    /// be checked.
    private static func doubt(about request: HTTPRequest, _ newer: Operation) -> String? {
        guard !request.body.isEmpty, let content = newer.request.body?.content else { return nil }
        let type = request.headers.mediaType
        let description = content.first { described in type.map { described.mediaType.covers($0) } ?? false }
        guard let description else { return nil }
        if description.schema == nil, description.itemSchema == nil {
            return "the new document has no schema for the request body"
        }
        if description.mediaType.isJSON, (try? JSONDocument(parsing: request.body)) == nil {
            return "the body that the client sends isn't JSON"
        }
        return nil
    }

    // MARK: Responses

    private func responseEffect(_ change: Change, _ id: String) -> ClientEffect {
        guard let operation = needs.operations.first(where: { $0.id == id }) else {
            return .unknown(
                reason: "the client's tests ran without ACCORD_NEEDS=1, "
                    + "so they didn't record the properties that the client reads")
        }
        guard let place = change.part, let name = place.name else {
            return .breaks(reason: "the client calls \(change.operation)")
        }
        let parts = operation.parts.filter { change.status?.covers($0.status) ?? true }
        var shown = place.part == .header ? "the header field \(name)" : name.isEmpty ? "the body" : name
        var dependences: [Dependence]
        if place.part == .header {
            dependences = parts.filter { $0.part == .header && $0.name.isFieldName(name) }
        } else {
            let bodies = parts.filter { $0.part == .body }
            dependences = bodies.filter { $0.isAt(name) }
            if dependences.isEmpty, change.allows == [.extra] {
                // The old response doesn't contain the new property, so look for the object that will contain it.
                let outer = name[..<(name.lastIndex(of: "/") ?? name.startIndex)]
                dependences = bodies.filter { $0.isAt(outer) }
                shown = outer.isEmpty ? "the body" : String(outer)
            }
            if dependences.isEmpty { dependences = bodies.filter { $0.name.hasPrefix(name + "/") } }
        }
        guard !dependences.isEmpty else {
            return .unknown(reason: "the client's tests don't cover different values of \(shown)")
        }
        if dependences.allSatisfy({ $0.use == .unread }) { return .unread(part: shown) }
        return effect(of: change.allows, on: dependences, shown)
    }

    /// Returns the effect of a change on the client. The client reads a property or header field, and the change allows
    /// new values for it.
    private func effect(of allowed: Set<Dependence.Variation>, on parts: [Dependence], _ shown: String) -> ClientEffect
    {
        let variations = Dependence.Variation.allCases.filter(allowed.contains)
        guard let last = variations.last else { return .unknown(reason: "the client reads \(shown)") }
        var unprobed: Dependence.Variation?
        for variation in variations {
            let reactions = parts.map { $0.reaction(to: variation) }
            if reactions.contains(.rejects) { return .breaks(reason: variation.demand(on: shown)) }
            if reactions.contains(nil) { unprobed = unprobed ?? variation }
        }
        if let unprobed {
            return .unknown(reason: "the client reads \(shown), but the client's tests don't cover \(unprobed.title)")
        }
        if last == .missing, parts.contains(where: \.hasDefault) {
            return .unaffected(reason: "the client has a default for \(shown)")
        }
        return .unaffected(reason: last.tolerance(of: shown))
    }
}

extension Dependence {
    /// Returns whether the pointer `name` matches `pointer`. In `pointer`, `*` matches any element or property.
    fileprivate func isAt(_ pointer: some StringProtocol) -> Bool {
        let (mine, others) = (
            name.split(separator: "/", omittingEmptySubsequences: false),
            pointer.split(separator: "/", omittingEmptySubsequences: false)
        )
        return mine.count == others.count && zip(mine, others).allSatisfy { $1 == "*" || $0 == $1 }
    }
}

extension Dependence.Variation {
    /// The name of this kind of value in messages, such as `a string`.
    fileprivate var title: String {
        switch self {
        case .missing: "a response without the value"
        case .null: "null"
        case .boolean: "a Boolean value"
        case .integer, .array, .object: "an \(rawValue)"
        case .number: "a number with a fraction"
        case .string: "a string"
        case .unlisted: "a value outside of the enumeration"
        case .format: "a different format"
        case .limit: "a value beyond the limit"
        case .extra: "an unknown property"
        }
    }

    /// Returns the description of a client that rejects this kind of value, such as `the client requires /name`.
    fileprivate func demand(on part: String) -> String {
        switch self {
        case .missing: "the client requires \(part)"
        case .null, .extra: "the client rejects \(title) at \(part)"
        case .boolean, .integer, .number, .string, .array, .object:
            "the client requires the exact type of \(part), and rejects \(title)"
        case .unlisted: "the client decodes \(part) as a closed enumeration"
        case .format: "the client parses the format of \(part)"
        case .limit: "the client checks the limits of \(part)"
        }
    }

    /// Returns the description of a client that accepts this kind of value, such as
    /// `the client accepts null at /name`.
    fileprivate func tolerance(of part: String) -> String {
        self == .missing ? "the client accepts a response without \(part)" : "the client accepts \(title) at \(part)"
    }
}

extension HTTPRequest {
    /// Creates a request from a recorded request. Returns `nil` if the record doesn't contain the whole body.
    init?(_ record: ExchangeRecord.Request) {
        var body: [UInt8] = []
        if let recorded = record.body {
            guard !recorded.isCut,
                let bytes = recorded.text.map({ Array($0.utf8) }) ?? recorded.base64.flatMap(Base64.decode)
            else { return nil }
            body = bytes
        }
        self.init(method: record.method, url: record.url, headers: record.headers, body: body)
    }
}

extension Finding {
    /// The message of the finding, followed by the value that the client sent.
    fileprivate var sentence: String { message + (actual.map { ", got \($0)" } ?? "") }
}

extension Finding.Place {
    /// Returns whether a finding may be about this parameter, header field or value in a body.
    fileprivate func concerns(_ finding: Finding) -> Bool {
        guard let place = finding.place, place.part == part else { return false }
        switch part {
        // Don't compare the names, because a path parameter may have a different name in each version.
        case .path: return true
        case .header: return place.name?.isFieldName(name ?? "") ?? true
        case .body:
            let mine = (name ?? "").split(separator: "/")
            let theirs = (place.name ?? "").split(separator: "/") + (place.missing.map { [$0[...]] } ?? [])
            // The pointers match if they are equal, or if one starts with the other: `/items/*` matches
            // `/items/0/name`.
            return zip(mine, theirs).allSatisfy { $0 == "*" || $0 == $1 }
        case .method, .scheme, .host, .port, .query, .cookie, .status, .outcome, .transport, .count, .credentials:
            return place.name == name
        }
    }
}
