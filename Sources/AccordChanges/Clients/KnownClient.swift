// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordSchema

/// A client whose tests recorded the requests that it sends and the parts of the responses that it reads.
package struct KnownClient: Sendable {
    package let name: String
    let report: RunReport
    let needs: ClientNeeds

    /// - Parameter name: the name in reports, such as the path of the client's report.
    package init(name: String, report: RunReport) {
        self.name = name
        self.report = report
        needs = ClientNeeds(report)
    }

    /// Returns the effect of a change.
    package func effect(of change: Change, _ old: ComparedDocument, _ new: ComparedDocument) -> ClientEffect {
        guard change.impact > .compatible else { return .unaffected(reason: "the change is compatible") }
        guard let id = change.operationIDs.old else { return .unaffected(reason: "the client calls no such operation") }
        let calls = report.cases.filter { $0.operation == id }
        guard !calls.isEmpty else { return .unaffected(reason: "the client doesn't call \(change.operation)") }
        switch change.direction {
        case .neither: return .breaks(reason: "the client calls \(change.operation)")
        case .request: return requestEffect(change, calls, old, new)
        case .response: return responseEffect(change, id)
        }
    }

    /// Returns the changes with their effects on clients.
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
        guard !sent.isEmpty else { return .unknown(reason: "no request to \(change.operation) was recorded") }
        var doubt: String?
        for recorded in sent {
            guard let request = HTTPRequest(recorded) else {
                doubt = doubt ?? "the report doesn't contain the whole request"
                continue
            }
            let findings = Judge.judge(request, documentedBy: newer, ratherThan: older)
            if let finding = findings.first(where: { $0.severity == .error && part.concerns($0) }) {
                return .breaks(reason: "the new document rejects the client's request: \(finding.sentence)")
            }
            if part.part == .body { doubt = doubt ?? Self.doubt(about: request, newer) }
        }
        if let doubt { return .unknown(reason: doubt) }
        return .unaffected(reason: "the new document accepts each request that the client sends")
    }

    /// Returns the reason why the new document can't judge the body of a request, or `nil` if it can.
    private static func doubt(about request: HTTPRequest, _ newer: Operation) -> String? {
        guard !request.body.isEmpty, let content = newer.request.body?.content else { return nil }
        let type = request.headers.first("Content-Type").flatMap { MediaType(parsing: $0) }
        let description = content.first { described in type.map { described.mediaType.covers($0) } ?? false }
        guard let description else { return nil }
        if description.schema == nil, description.itemSchema == nil { return "the new document has no schema" }
        if description.mediaType.isJSON, (try? JSONDocument(parsing: request.body)) == nil {
            return "the body that the client sends isn't JSON"
        }
        return nil
    }

    // MARK: Responses

    private func responseEffect(_ change: Change, _ id: String) -> ClientEffect {
        guard let operation = needs.operations.first(where: { $0.id == id }) else {
            return .unknown(reason: "the tests ran without ACCORD_NEEDS=1")
        }
        guard let place = change.part, let name = place.name else {
            return .breaks(reason: "the client calls \(change.operation)")
        }
        let parts = operation.parts.filter { change.status?.covers($0.status) ?? true }
        let found: [Dependence]
        if place.part == .header {
            found = parts.filter { $0.part == .header && $0.name.isFieldName(name) }
        } else {
            let bodies = parts.filter { $0.part == .body }
            let exact = bodies.filter { $0.name == name }
            found = exact.isEmpty ? bodies.filter { $0.name.hasPrefix(name + "/") } : exact
        }
        let shown = place.part == .header ? "the header field \(name)" : name.isEmpty ? "the body" : name
        guard !found.isEmpty else { return .unknown(reason: "the tests didn't probe \(shown)") }
        let uses = Set(found.map(\.use))
        if uses.contains(.needed) { return .breaks(reason: "the client requires \(shown)") }
        if uses.contains(.read) {
            let isMissing = ["removed", "became-optional"].contains { change.id.hasSuffix($0) }
            if isMissing { return .unaffected(reason: "the client does without \(shown)") }
            return .breaks(reason: "the client reads \(shown)")
        }
        return .unaffected(reason: "the client doesn't read \(shown)")
    }
}

extension HTTPRequest {
    /// Creates the request of a record. Returns `nil` if the record lacks a part of the body.
    fileprivate init?(_ record: ExchangeRecord.Request) {
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
    /// The message with the sent value.
    fileprivate var sentence: String { message + (actual.map { ", got \($0)" } ?? "") }
}

extension Finding.Place {
    /// Returns whether a finding about a message may be about this part.
    fileprivate func concerns(_ finding: Finding) -> Bool {
        guard let place = finding.place, place.part == part else { return false }
        switch part {
        // Path parameters may have a different name in each version.
        case .path: return true
        case .header: return place.name?.isFieldName(name ?? "") ?? true
        case .body:
            let mine = (name ?? "").split(separator: "/")
            let theirs = (place.name ?? "").split(separator: "/") + (place.missing.map { [$0[...]] } ?? [])
            // One place contains the other.
            return zip(mine, theirs).allSatisfy { $0 == "*" || $0 == $1 }
        case .method, .scheme, .host, .port, .query, .cookie, .status, .outcome, .transport, .count:
            return place.name == name
        }
    }
}
