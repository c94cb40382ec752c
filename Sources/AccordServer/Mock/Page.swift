// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordSchema

/// The part of a list that a request selects with documented query parameters such as `limit`, `offset` and `page`.
struct Page {
    private enum Purpose: CaseIterable {
        case limit, offset, page

        /// The names of query parameters, in lower case without `_`, `-` and brackets.
        var names: Set<String> {
            switch self {
            case .limit: ["limit", "perpage", "pagesize", "pagelimit", "maxresults"]
            case .offset: ["offset", "skip", "pageoffset"]
            case .page: ["page", "pagenumber"]
            }
        }
    }

    private let operation: Operation
    private var parameters: [Purpose: Parameter] = [:]
    private var values: [Purpose: Int] = [:]

    /// Reads the parameters of a GET. Undocumented parameters have no effect.
    init(of served: ServedOperation, _ request: ParsedRequest) {
        operation = served.operation
        guard ["GET", "HEAD"].contains(request.message.method), !request.query.isEmpty else { return }
        for parameter in operation.request.query where parameter.types.isSubset(of: [.integer, .number]) {
            let name = parameter.name.lowercased().filter { $0.isLetter || $0.isNumber }
            guard let purpose = Purpose.allCases.first(where: { $0.names.contains(name) }) else { continue }
            parameters[purpose] = parameter
            let item = request.query.first { Percent.decodeText($0.name) == parameter.name }
            guard let value = item.flatMap({ Int($0.value) }), value >= 0 else { continue }
            values[purpose] = value
        }
    }

    /// Returns the response with the selected elements, if the response stays valid. A case that requires the query
    /// items documents its own page.
    func applied(to draft: ResponseDraft) -> ResponseDraft {
        guard !values.isEmpty, (200...299).contains(draft.response.status), !isDocumented(by: draft.exchange),
            var body = draft.json, let place = body.placeOfList, let elements = body.value(at: place)?.array,
            body.set(.array(Array(selected(elements))), at: place)
        else { return draft }
        return draft.with(body, ifValidFor: operation) ?? draft
    }

    private func selected(_ elements: [JSON]) -> ArraySlice<JSON> {
        let usual = parameters[.limit]?.defaultValue?.number?.int ?? elements.count
        let limit = values[.limit] ?? usual
        var start = values[.offset] ?? 0
        if let page = values[.page] {
            let isCountedFromZero =
                parameters[.page]?.schema.isValid(0) ?? false
                && parameters[.page]?.defaultValue?.number?.int != 1
            let (product, isTooLarge) = max(0, isCountedFromZero ? page : page - 1).multipliedReportingOverflow(
                by: limit)
            start = isTooLarge ? elements.count : product
        }
        return elements.dropFirst(start).prefix(limit)
    }

    private func isDocumented(by exchange: DocumentedExchange?) -> Bool {
        guard let exchange else { return false }
        return exchange.answersExactly
            || exchange.expected.query.contains { item in
                guard case .value = item.expectation else { return false }
                return values.keys.contains { parameters[$0]?.name == item.name }
            }
    }
}
