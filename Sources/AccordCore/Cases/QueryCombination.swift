// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Finds combinations of query items that an operation's `querySchema` allows, and combinations that it forbids.
package struct QueryCombination {
    /// The maximum number of query items to add or remove in order to make a query valid.
    private static let mostChanges = 4
    private static let mostTries = 2000
    private static let mostValues = 8

    private let described: RequestDescription
    private let schema: Schema
    private let scope: Scope

    /// Returns `nil` if the operation has no `querySchema`.
    package init?(_ described: RequestDescription, scope: Scope = Scope()) {
        guard let schema = described.querySchema else { return nil }
        self.described = described
        self.schema = schema
        self.scope = scope
    }

    func allows(_ query: [NamedValue]) -> Bool { schema.isValid(.object(object(query))) }

    /// Returns the valid query that is most similar to `query`. Only optional items are added or removed. Returns `nil`
    /// if no such query is valid.
    ///
    /// - Parameter kept: The name of an item that the query must keep.
    func nearest(to query: [NamedValue], keeping kept: String? = nil) -> [NamedValue]? {
        if allows(query) { return query }
        let changeable = optional.filter { !$0.name.isExactly(kept ?? "") }
        var tries = 0
        for count in 1...Self.mostChanges where count <= changeable.count {
            var chosen = Array(0..<count)
            while tries < Self.mostTries {
                tries += 1
                let changed = chosen.reduce(query) { flipped(changeable[$1], in: $0) }
                if allows(changed) { return changed }
                guard Self.advance(&chosen, below: changeable.count) else { break }
            }
        }
        return nil
    }

    /// A query that the schema forbids, and a description of how it differs from a valid query.
    package struct Broken {
        package var slug: String
        package var reason: String
        package var query: [NamedValue]

        /// This query with a second change.
        fileprivate func and(_ other: Broken) -> Broken {
            Broken(slug: "\(slug),\(other.slug)", reason: "\(reason) and \(other.reason)", query: other.query)
        }
    }

    /// Returns queries that the schema forbids. Each query differs from `query` in one optional item. If the schema
    /// allows all changes of one item, returns forbidden queries that differ in two optional items.
    package func broken(from query: [NamedValue]) -> [Broken] {
        guard allows(query) else { return [] }
        let optional = optional
        let forbidden = optional.flatMap { changes(of: $0, in: query) }.filter { !allows($0.query) }
        guard forbidden.isEmpty else { return forbidden }
        return optional.indices.flatMap { index in
            changes(of: optional[index], in: query).flatMap { first in
                optional[(index + 1)...].flatMap { changes(of: $0, in: first.query) }.map(first.and)
            }
        }.filter { !allows($0.query) }
    }

    // MARK: One item

    /// Returns the query without an optional item, or with different values of this item.
    private func changes(of parameter: Parameter, in query: [NamedValue]) -> [Broken] {
        let name = parameter.name
        let others = query.filter { !$0.name.isExactly(name) }
        let present = query.first { $0.name.isExactly(name) && !$0.value.isNull }
        var changes: [Broken] = []
        if present != nil {
            changes.append(Broken(slug: "without-\(name)", reason: "“\(name)” is missing", query: others))
        }
        for value in values(of: parameter) where present.map({ JSON($0.value) != value }) ?? true {
            changes.append(
                Broken(
                    slug: "with-\(name)" + (isChoice(parameter) ? ".\(value.compact.slug)" : ""),
                    reason: "“\(name)” is \(value.compact.prefix(40))",
                    query: others + [NamedValue.made(name, value, at: parameter.location)]))
            if !isChoice(parameter) { break }
        }
        return changes
    }

    private func isChoice(_ parameter: Parameter) -> Bool {
        parameter.schema.view.keyword("enum") != nil || parameter.types == [.boolean]
    }

    private func values(of parameter: Parameter) -> [JSON] {
        if parameter.types == [.boolean] { return [true, false].filter { parameter.schema.isValid($0) } }
        let choices = parameter.schema.view.keyword("enum")?.elements.map { JSON($0) } ?? []
        let valid = choices.filter { !$0.isNull && parameter.schema.isValid($0) }.prefix(Self.mostValues)
        return valid.isEmpty ? MadeRequest.made(parameter).map { [$0] } ?? [] : Array(valid)
    }

    private func flipped(_ parameter: Parameter, in query: [NamedValue]) -> [NamedValue] {
        let others = query.filter { !$0.name.isExactly(parameter.name) }
        if query.contains(where: { $0.name.isExactly(parameter.name) && !$0.value.isNull }) { return others }
        guard let value = MadeRequest.made(parameter) else { return query }
        return others + [NamedValue.made(parameter.name, value, at: parameter.location)]
    }

    private var optional: [Parameter] {
        described.query.filter { !$0.isRequired && !$0.isForbidden && $0.constant == nil }
    }

    private func object(_ query: [NamedValue]) -> JSONObject {
        let object = described.queryObject(query) { named, _ in
            (try? scope.substitute(named.value)) ?? JSON(named.value)
        } unnamed: {
            SchemaExample.requested($0.schema) ?? .null
        }
        return object ?? JSONObject()
    }

    /// Advances `chosen` to the next combination of indices. Returns `false` if `chosen` is the last combination.
    private static func advance(_ chosen: inout [Int], below count: Int) -> Bool {
        guard let place = chosen.indices.last(where: { chosen[$0] < count - chosen.count + $0 }) else { return false }
        chosen[place] += 1
        for next in chosen.indices.dropFirst(place + 1) { chosen[next] = chosen[next - 1] + 1 }
        return true
    }
}
