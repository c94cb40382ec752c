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
    ///
    /// - Parameter new: the new document.
    package func effect(of change: Change, _ new: ComparedDocument) -> ClientEffect {
        guard change.impact > .compatible else { return .unaffected(reason: "the change is compatible") }
        guard let id = change.operationIDs.old else { return .unaffected(reason: "the client calls no such operation") }
        let calls = report.cases.filter { $0.operation == id }
        guard !calls.isEmpty else { return .unaffected(reason: "the client doesn't call \(change.operation)") }
        switch change.direction {
        case .neither: return .breaks(reason: "the client calls \(change.operation)")
        case .request: return requestEffect(change, calls, new)
        case .response: return responseEffect(change, id)
        }
    }

    /// Returns the changes with their effects on clients.
    package static func judge(_ changes: [Change], _ clients: [KnownClient], _ new: ComparedDocument) -> [Change] {
        changes.map { change in
            var judged = change
            judged.effects = clients.map { ($0.name, $0.effect(of: change, new)) }
            return judged
        }
    }

    // MARK: Requests

    private func requestEffect(_ change: Change, _ calls: [CaseResult], _ new: ComparedDocument) -> ClientEffect {
        guard let operation = change.operationIDs.new.flatMap({ new.contract.operation($0) }) else {
            return .breaks(reason: "the client calls \(change.operation)")
        }
        let sent = calls.filter { $0.origin == .documented }.flatMap(\.exchanges).map(\.request)
        guard !sent.isEmpty else { return .unknown(reason: "no request to \(change.operation) was recorded") }
        guard change.pointer != nil, let body = operation.request.body else {
            return .breaks(reason: "the client calls \(change.operation)")
        }
        for request in sent {
            guard let text = request.body?.text, request.body?.isCut == false, let value = try? JSON(parsing: text)
            else {
                continue
            }
            guard let schema = body.content.first(where: { $0.mediaType.isJSON })?.schema else { continue }
            let witness = Witness(inner: schema, outer: schema, direction: .request)
            if !witness.accepts(schema, value) {
                return .breaks(reason: "the new document rejects the body that the client sends, \(value.compact)")
            }
        }
        return .unaffected(reason: "the new document accepts each body that the client sends")
    }

    // MARK: Responses

    private func responseEffect(_ change: Change, _ id: String) -> ClientEffect {
        guard let operation = needs.operations.first(where: { $0.id == id }) else {
            return .unknown(reason: "the tests ran without ACCORD_NEEDS=1")
        }
        guard let pointer = change.pointer else { return .breaks(reason: "the client calls \(change.operation)") }
        let parts = operation.parts.filter { part in
            part.part == .body && change.status?.covers(part.status) ?? true
        }
        let exact = parts.filter { $0.name == pointer }
        let found = exact.isEmpty ? parts.filter { $0.name.hasPrefix(pointer + "/") } : exact
        guard !found.isEmpty else { return .unknown(reason: "the tests didn't probe \(pointer)") }
        let uses = Set(found.map(\.use))
        let shown = pointer.isEmpty ? "the body" : pointer
        if uses.contains(.needed) { return .breaks(reason: "the client requires \(shown)") }
        if uses.contains(.read) {
            let isMissing = ["removed", "became-optional"].contains { change.id.hasSuffix($0) }
            if isMissing { return .unaffected(reason: "the client does without \(shown)") }
            return .breaks(reason: "the client reads \(shown)")
        }
        return .unaffected(reason: "the client doesn't read \(shown)")
    }
}
