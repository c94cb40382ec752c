// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The response bodies of a client's tests, line by line. A mark on each line shows whether the client requires, reads
/// or ignores the value.
struct NeedsMarkup {
    private let report: RunReport
    private let needs: ClientNeeds

    init(_ report: RunReport) {
        self.report = report
        needs = ClientNeeds(report)
    }

    /// The number of operations for which the report contains the client's needs.
    var count: Int { needs.operations.count }

    /// The values for the section “Needs” of the page, or `nil` if no test determined which parts of responses the
    /// client reads.
    var fields: TemplateFields? {
        guard let summary = needs.summary else { return nil }
        return ["summary": "The client \(summary) of the responses.", "operations": needs.operations.map(fields(of:))]
    }

    private func fields(of operation: ClientNeeds.Operation) -> TemplateFields {
        let (read, all) = operation.properties
        return [
            "operation": operation.id, "summary": "reads \(read) of \(all)",
            "responses": operation.parts.map(\.status).distinct.map { status -> TemplateFields in
                ["status": status, "lines": lines(of: operation, status).map { ["text": $0] as TemplateFields }]
            },
        ]
    }

    private func lines(of operation: ClientNeeds.Operation, _ status: Int) -> [String] {
        let parts = operation.parts.filter { $0.status == status }
        let headers = parts.filter { $0.part == .header }.map { Self.mark($0.use) + $0.name }
        guard let body = body(of: operation, status) else {
            let leaves = operation.leaves.filter { $0.status == status && $0.part == .body }
            return headers + leaves.map { Self.mark($0.use) + ($0.name.isEmpty ? "the whole body" : $0.name) }
        }
        let uses = parts.filter { $0.part == .body }.map { ($0.name, $0.use) }
        return headers + Self.lines(of: body, "", "", Dictionary(uses) { first, _ in first })
    }

    /// Returns the JSON body of a tested response, or `nil` if the report doesn't contain the complete body.
    private func body(of operation: ClientNeeds.Operation, _ status: Int) -> JSONValue? {
        for result in report.cases where result.file == operation.file && result.operation == operation.id {
            guard !result.dependences.isEmpty, let response = result.exchanges.last?.response,
                response.status == status, let body = response.body, !body.isCut, let text = body.text,
                let document = try? JSONDocument(parsing: text)
            else { continue }
            return document.root
        }
        return nil
    }

    private static func mark(_ use: Dependence.Use?) -> String {
        switch use {
        case .needed?: "● "
        case .read?: "○ "
        case .unread?, nil: "  "
        }
    }

    /// Returns the lines of a JSON value, with only the first element of an array, because the client's tests examine
    /// only this element.
    ///
    /// - Parameter uses: whether the client requires, reads or ignores each value, by JSON Pointer with `*` for list
    ///   elements.
    private static func lines(
        of value: JSONValue, _ name: String, _ label: String, depth: Int = 0, tail: String = "",
        _ uses: [String: Dependence.Use]
    ) -> [String] {
        func line(_ text: String, _ use: Dependence.Use? = nil) -> [String] {
            [mark(use) + String(repeating: "  ", count: depth) + text]
        }
        switch value.kind {
        case .object where value.count > 0:
            let members = value.members.enumerated().flatMap { index, member in
                lines(
                    of: member.value, name + JSONPointer(tokens: [member.key]).description,
                    "\(JSON.string(member.key).compact): ", depth: depth + 1, tail: index + 1 < value.count ? "," : "",
                    uses)
            }
            return line("\(label){", uses[name]) + members + line("}\(tail)")
        case .array where value.count > 0:
            let first = value[0].map {
                lines(of: $0, name + "/*", "", depth: depth + 1, tail: value.count > 1 ? ", …" : "", uses)
            }
            return line("\(label)[", uses[name]) + (first ?? []) + line("]\(tail)")
        case .object, .array, .null, .bool, .number, .string:
            return line(label + value.text.cut(to: 100).text + tail, uses[name])
        }
    }
}
