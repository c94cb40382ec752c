import AccordContract
import AccordHTTP
import AccordJSON
import AccordSchema

/// Finds the operation that a method and a path mean.
package struct Router: Sendable {
    private struct Entry: Sendable {
        var contract: Contract
        var operation: Operation
        /// One for the path of each server's address, then one for none.
        var matchers: [PathMatcher]
    }

    private let entries: [Entry]

    /// Prepares the operations of contracts; of two that match alike the earlier contract's comes first.
    package init(_ contracts: [Contract]) {
        var entries: [Entry] = []
        for contract in contracts {
            for operation in contract.operations {
                var bases: [String] = []
                for base in operation.servers.map({ URLParts($0.url).path }) + [""] where !bases.contains(base) {
                    bases.append(base)
                }
                let matchers = bases.map { PathMatcher(operation.request.path, base: $0) }
                entries.append(Entry(contract: contract, operation: operation, matchers: matchers))
            }
        }
        // The most exact template first; the sort is stable, so that the files' order decides between equals.
        self.entries = entries.sorted { $0.operation.request.path.isMoreExact(than: $1.operation.request.path) }
    }

    /// What a method on a path, still percent-encoded, means: one or more operations, or why there is none.
    package func route(method: String, path: String) -> Route {
        var matches: [RouteMatch] = []
        var allowed: [String] = []
        for entry in entries {
            guard let values = entry.matchers.lazy.compactMap({ $0.match(path) }).first else { continue }
            let own = entry.operation.request.method
            if own == method {
                matches.append(
                    RouteMatch(contract: entry.contract, operation: entry.operation, pathValues: values))
            } else if !allowed.contains(own) {
                allowed.append(own)
            }
        }
        if !matches.isEmpty { return .operations(matches) }
        return allowed.isEmpty ? .noSuchPath : .methodNotAllowed(allowed: allowed)
    }
}

/// What a method on a path means.
package enum Route: Sendable {
    /// The most exact template first.
    case operations([RouteMatch])
    /// The path is documented, the method isn't: 405, with `Allow`.
    case methodNotAllowed(allowed: [String])
    case noSuchPath

    /// The operations; none where the path or the method isn't documented.
    package var matches: [RouteMatch] {
        if case .operations(let matches) = self { matches } else { [] }
    }
}

/// An operation whose template matches a path, with the values in it, still percent-encoded.
package struct RouteMatch: Sendable {
    package var contract: Contract
    package var operation: Operation
    package var pathValues: [String: String]
}

extension PathTemplate {
    /// `/users/me` is more exact than `/users/{id}`, which is more exact than `/{+path}`.
    func isMoreExact(than other: PathTemplate) -> Bool {
        let (left, right) = (exactness, other.exactness)
        return left.lexicographicallyPrecedes(right)
    }

    private var exactness: [Int] {
        var slashed = 0
        var parameters = 0
        var literal = 0
        for part in parts {
            switch part {
            case .literal(let text): literal += text.utf8.count
            case .parameter(_, let holdsSlashes):
                parameters += 1
                slashed += holdsSlashes ? 1 : 0
            }
        }
        return [slashed, parameters, -literal]
    }
}
