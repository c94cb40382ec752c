import AccordContract
import AccordJSON
import AccordSchema

/// Finds the operation that a method and a path mean, in a time that doesn't grow with their number.
package struct Router: Sendable {
    private struct Entry: Sendable {
        var operation: Operation
        /// One for the path of each server's address, then one for none; all below the contract's mount point.
        var matchers: [(base: String, matcher: PathMatcher)]
    }

    private let entries: [Entry]
    private let tree: RouteTree

    /// Prepares the operations of contracts; of two that match alike the earlier contract's comes first.
    package init(_ contracts: [Contract]) {
        var entries: [Entry] = []
        for contract in contracts {
            for operation in contract.operations {
                var bases: [String] = []
                for server in operation.servers.map({ URLParts($0.url).path }) + [""] {
                    let base = contract.mountPoint + server
                    if !bases.contains(base) { bases.append(base) }
                }
                let matchers = bases.map { ($0, PathMatcher(operation.request.path, base: $0)) }
                entries.append(Entry(operation: operation, matchers: matchers))
            }
        }
        // The most exact template first; the sort is stable, so that the files' order decides between equals.
        entries = entries.map { ($0, $0.operation.request.path.exactness) }
            .sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
        var tree = RouteTree()
        for (id, entry) in entries.enumerated() {
            for (base, _) in entry.matchers { tree.insert(entry.operation.request.path, base: base, id: id) }
        }
        self.entries = entries
        self.tree = tree
    }

    /// What a method on a path, still percent-encoded, means: one or more operations, or why there is none.
    package func route(method: String, path: String) -> Route {
        var matches: [RouteMatch] = []
        var allowed: [String] = []
        for id in tree.candidates(path) {
            let entry = entries[id]
            guard let (base, values) = Self.match(path, entry) else { continue }
            let own = entry.operation.request.method
            if own == method {
                matches.append(RouteMatch(operation: entry.operation, pathValues: values, base: base))
            } else if !allowed.contains(own) {
                allowed.append(own)
            }
        }
        if !matches.isEmpty { return .operations(matches) }
        return allowed.isEmpty ? .noSuchPath : .methodNotAllowed(allowed: allowed)
    }

    private static func match(_ path: String, _ entry: Entry) -> (base: String, values: [String: String])? {
        for (base, matcher) in entry.matchers {
            if let values = matcher.match(path) { return (base, values) }
        }
        return nil
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
    package var operation: Operation
    package var pathValues: [String: String]
    /// The path of the documented server in front of the template, or nothing.
    package var base: String
}

extension PathTemplate {
    /// `/users/me` is more exact than `/users/{id}`, which is more exact than `/{+path}`: the smaller comes first.
    fileprivate var exactness: [Int] {
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

/// Path templates by their segments, so that a path meets only those that it may fit, however many there are.
struct RouteTree: Sendable {
    private struct Node: Sendable {
        /// The nodes behind a segment without parameters.
        var literals: [String: Int] = [:]
        /// The node behind a segment that has some.
        var pattern: Int?
        /// What ends here.
        var ends: [Int] = []
        /// What goes on from here with a parameter that may hold slashes.
        var open: [Int] = []
    }

    private var nodes = [Node()]

    /// Adds what `id` stands for; `base` is the path in front of the template.
    mutating func insert(_ template: PathTemplate, base: String, id: Int) {
        var node = 0
        var segment = base.utf8.last == UInt8(ascii: "/") ? String(base.dropLast()) : base
        var hasParameter = false
        // A base has several segments, too.
        var parts = [PathTemplate.Part.literal(segment)]
        segment = ""
        parts += template.parts
        for part in parts {
            switch part {
            case .parameter(_, true):
                nodes[node].open.append(id)
                return
            case .parameter(_, false): hasParameter = true
            case .literal(let text):
                let pieces = text.split(separator: "/", omittingEmptySubsequences: false)
                for (index, piece) in pieces.enumerated() {
                    if index > 0 {
                        node = child(of: node, hasParameter ? nil : segment)
                        segment = ""
                        hasParameter = false
                    }
                    segment += piece
                }
            }
        }
        node = child(of: node, hasParameter ? nil : segment)
        nodes[node].ends.append(id)
    }

    /// What may fit a path, in ascending order, each once.
    func candidates(_ path: String) -> [Int] {
        let segments = Percent.normalized(path).utf8
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { Substring($0) }
        var found: [Int] = []
        collect(0, segments[...], &found)
        guard found.count > 1 else { return found }
        found.sort()
        return found.enumerated().filter { $0.offset == 0 || found[$0.offset - 1] != $0.element }.map(\.element)
    }

    private func collect(_ node: Int, _ segments: ArraySlice<Substring>, _ found: inout [Int]) {
        found += nodes[node].open
        guard let segment = segments.first else {
            found += nodes[node].ends
            return
        }
        if !nodes[node].literals.isEmpty, let next = nodes[node].literals[String(segment)] {
            collect(next, segments.dropFirst(), &found)
        }
        if let next = nodes[node].pattern { collect(next, segments.dropFirst(), &found) }
    }

    private mutating func child(of node: Int, _ literal: String?) -> Int {
        let key = literal.map { Percent.normalized($0) }
        if let existing = key.map({ nodes[node].literals[$0] }) ?? nodes[node].pattern { return existing }
        nodes.append(Node())
        let new = nodes.count - 1
        if let key { nodes[node].literals[key] = new } else { nodes[node].pattern = new }
        return new
    }
}
