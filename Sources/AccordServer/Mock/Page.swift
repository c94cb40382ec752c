// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The elements of a list that a request selects with documented query parameters: `limit`, `offset` and `page`, and
/// parameters that have the name of an element's property.
struct Page {
    private let served: ServedOperation
    private var values: [ListParameter: Int] = [:]
    /// For each property that a query parameter filters by, the values that a selected element may have.
    private var filters: [String: Set<String>] = [:]
    /// The property by which the elements are sorted, and whether the order is descending.
    private var order: (property: String, isDescending: Bool)?

    /// Reads the query parameters of a GET request. Undocumented parameters have no effect.
    init(of call: MockCall) {
        served = call.served
        let request = call.request
        guard ["GET", "HEAD"].contains(request.message.method), !request.query.isEmpty else { return }
        for (parameter, purpose) in served.queryParameters {
            let items = request.query.filter { Form.decode($0.name) == parameter.name }
            guard let purpose else {
                if let value = items.first.map({ Form.decode($0.value) }),
                    let (property, _) = ResourceUse.order(parameter, value)
                {
                    order = (property, value != property)
                }
                let isList = parameter.types == [.array]
                let texts = items.flatMap { item in
                    isList ? item.value.split(separator: ",").map(String.init) : [item.value]
                }
                if !items.isEmpty { filters[parameter.name] = Set(texts.map { Form.decode($0) }) }
                continue
            }
            guard let value = items.first.flatMap({ Int($0.value) }), value >= 0 else { continue }
            values[purpose] = value
        }
    }

    /// Returns the response with only the selected elements. If this would make the response invalid, returns the
    /// response unchanged.
    ///
    /// Also returns the response unchanged if it belongs to a case that requires these query parameters. The documented
    /// list of this case contains only the selected elements.
    func applied(to draft: ResponseDraft) -> ResponseDraft {
        guard !values.isEmpty || !filters.isEmpty || order != nil, (200...299).contains(draft.response.status),
            !isDocumented(by: draft.exchange), var body = draft.json, let (place, elements) = body.list
        else { return draft }
        let filtered = filtered(elements, isStored: draft.isStored)
        guard body.replaceList(at: place, with: filtered), body.set(.array(Array(selected(filtered))), at: place) else {
            return draft
        }
        return draft.with(body, ifValidFor: served.operation) ?? draft
    }

    /// Returns the elements whose properties have the values of the query, in the order of the query. If no element of a
    /// documented list has these values, returns the whole list.
    private func filtered(_ elements: [JSON], isStored: Bool) -> [JSON] {
        var remaining = elements
        for (name, values) in filters where elements.contains(where: { $0.object?[name] != nil }) {
            remaining.removeAll { element in
                let property = element.object?[name] ?? .null
                return !(property.array ?? [property]).contains { value in
                    !value.isNull && values.contains { ScalarText.matches($0, value, types: []) }
                }
            }
        }
        if remaining.isEmpty, !isStored { remaining = elements }
        guard let order else { return remaining }
        let sorted = remaining.sorted { $0.sortKey(order.property) < $1.sortKey(order.property) }
        return order.isDescending ? sorted.reversed() : sorted
    }

    private func selected(_ elements: [JSON]) -> ArraySlice<JSON> {
        guard !values.isEmpty else { return elements[...] }
        // Some documents use a negative default, such as -1, for an unlimited list.
        let usual = parameter(.limit)?.defaultValue?.number?.int.flatMap { $0 < 0 ? nil : $0 }
        let limit = values[.limit] ?? usual ?? elements.count
        var start = values[.offset] ?? 0
        if let page = values[.page] {
            let parameter = parameter(.page)
            let isCountedFromZero = parameter?.schema.isValid(0) ?? false && parameter?.defaultValue?.number?.int != 1
            let (product, isTooLarge) = max(0, isCountedFromZero ? page : page - 1).multipliedReportingOverflow(
                by: limit)
            start = isTooLarge ? elements.count : product
        }
        return elements.dropFirst(start).prefix(limit)
    }

    private func parameter(_ purpose: ListParameter) -> Parameter? {
        served.queryParameters.last { $0.purpose == purpose }?.parameter
    }

    private func isDocumented(by exchange: DocumentedExchange?) -> Bool {
        guard let exchange else { return false }
        return exchange.answersExactly
            || exchange.expected.query.contains { item in
                guard case .value = item.expectation else { return false }
                return filters[item.name] != nil || values.keys.contains { parameter($0)?.name == item.name }
            }
    }
}

extension JSON {
    /// The value of a property by which elements are sorted: numbers come before texts.
    fileprivate func sortKey(_ property: String) -> (Double, String) {
        let value = resource?[property]
        return (value?.number?.double ?? .infinity, value?.string ?? "")
    }

    /// Replaces the list at a location. If a member such as `total` contains the number of elements, updates the
    /// number.
    ///
    /// - Returns: `false` if the body has no such location.
    mutating func replaceList(at place: JSONPointer, with list: [JSON]) -> Bool {
        let count = value(at: place)?.array?.count
        guard set(.array(list), at: place) else { return false }
        for name in ["total", "count", "totalCount", "total_count"]
        where count != nil && object?[name]?.int == count && !place.tokens.isEmpty {
            _ = set(.int(list.count), at: JSONPointer(tokens: [name]))
        }
        return true
    }
}
