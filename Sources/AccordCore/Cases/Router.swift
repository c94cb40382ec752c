// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Finds the operations for a method and a path. The time of a lookup doesn't grow with the number of operations.
package struct Router: Sendable {
    private struct Entry: Sendable {
        var operation: Operation
        /// The matchers for the operation's path, such as `/users`. If a server URL ends with `/v1`, a second matcher
        /// matches `/v1/users`.
        var matchers: [(base: String, matcher: PathMatcher)]
    }

    private let entries: [Entry]
    private let tree: RouteTree

    /// Prepares the operations of contracts. If several operations match, the operations of earlier contracts take
    /// precedence.
    package init(_ contracts: [Contract]) {
        var entries: [Entry] = []
        for contract in contracts {
            for operation in contract.operations {
                let servers = operation.servers.flatMap(\.basePaths) + [""]
                let matchers = servers.map { contract.mountPoint + $0 }.distinct.map { base in
                    (base, PathMatcher(operation.request.path, base: base))
                }
                entries.append(Entry(operation: operation, matchers: matchers))
            }
        }
        // More specific templates come first. The stable sort keeps the file order of templates that are equally
        // specific.
        entries = entries.map { ($0, $0.operation.request.path.exactness) }
            .sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
        var tree = RouteTree()
        for (id, entry) in entries.enumerated() {
            for (base, _) in entry.matchers { tree.insert(entry.operation.request.path, base: base, id: id) }
        }
        self.entries = entries
        self.tree = tree
    }

    /// Returns the operations for a method and a percent-encoded path, or the reason why no operation matches.
    package func route(method: String, path: String) -> Route {
        let all = matches(path)
        let matches = all.filter { $0.operation.request.method == method }
        if !matches.isEmpty { return .operations(matches) }
        return all.isEmpty ? .noSuchPath : .methodNotAllowed(allowed: all.map(\.operation.request.method).distinct)
    }

    /// Returns the documented methods of a percent-encoded path.
    package func methods(at path: String) -> [String] { matches(path).map(\.operation.request.method).distinct }

    private func matches(_ path: String) -> [RouteMatch] {
        tree.candidates(path).compactMap { id in
            Self.match(path, entries[id]).map { base, values in
                RouteMatch(operation: entries[id].operation, pathValues: values, base: base)
            }
        }
    }

    private static func match(_ path: String, _ entry: Entry) -> (base: String, values: [String: String])? {
        let parameters = entry.operation.request.pathParameters
        return entry.matchers.lazy.compactMap { base, matcher in
            guard var values = matcher.match(path, parameters) else { return nil }
            guard values.removeValue(forKey: "") != nil else { return (base, values) }
            // Replaces the placeholders of the base path by the text in the path.
            let count = base.split(separator: "/").count
            return ("/" + path.split(separator: "/").prefix(count).joined(separator: "/"), values)
        }.first
    }
}

/// The operations that match a method and a path, or the reason why none matches.
package enum Route: Sendable {
    /// The matching operations, with the most specific template first.
    case operations([RouteMatch])
    /// The contract documents the path, but not the method. The server responds with 405 and lists these methods in
    /// `Allow`.
    case methodNotAllowed(allowed: [String])
    case noSuchPath

    /// The matching operations, or an empty array if the contract doesn't document the path or the method.
    package var matches: [RouteMatch] { if case .operations(let matches) = self { matches } else { [] } }
}

/// An operation whose template matches a path, with its percent-encoded path values.
package struct RouteMatch: Sendable {
    package var operation: Operation
    package var pathValues: [String: String]
    /// The part of the request's path before the path template: the path of the documented server, or an empty string.
    package var base: String
}

extension PathTemplate {
    /// The sort key of the path template. The most specific template has the smallest key: first `/users/me`, then
    /// `/users/{id}`, then `/{+path}`.
    fileprivate var exactness: [Int] {
        var key = [0, 0, 0]
        for part in parts {
            switch part {
            case .literal(let text): key[2] -= text.utf8.count
            case .parameter(_, let holdsSlashes):
                key[0] += holdsSlashes ? 1 : 0
                key[1] += 1
            }
        }
        return key
    }
}

/// A tree with a level for each segment of a path. A lookup visits only the path templates that might match.
struct RouteTree: Sendable {
    private struct Node: Sendable {
        /// The indices of the child nodes, keyed by literal path segment.
        var literals: [String: Int] = [:]
        /// The index of the child node for a path segment that contains a parameter, or `nil` if there is no such node.
        var pattern: Int?
        /// The ids of the templates whose last segment leads to this node.
        var ends: [Int] = []
        /// The ids of templates whose next segment is a parameter that can contain slashes, such as `{+path}`.
        var open: [Int] = []
    }

    private var nodes = [Node()]

    /// - Parameter base: The base path, which comes before the path template in URLs.
    mutating func insert(_ template: PathTemplate, base: String, id: Int) {
        var node = 0
        var segment = ""
        var hasParameter = false
        for part in PathTemplate.parts(ofBase: base) + template.parts {
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

    /// Returns the ids of templates that might match a path, in ascending order and without duplicates.
    func candidates(_ path: String) -> [Int] {
        var ids: [Int] = []
        collect(0, Percent.normalized(path, decoding: .segment).utf8[...], &ids)
        return ids.count > 1 ? Set(ids).sorted() : ids
    }

    /// - Parameter path: The segments after the node, or `nil` if the path ends at the node.
    private func collect(_ node: Int, _ path: Substring.UTF8View?, _ ids: inout [Int]) {
        ids += nodes[node].open
        guard let path else {
            ids += nodes[node].ends
            return
        }
        let slash = path.firstIndex(of: UInt8(ascii: "/"))
        let rest = slash.map { path[$0...].dropFirst() }
        let segment = String(Substring(path[..<(slash ?? path.endIndex)]))
        if let next = nodes[node].literals[segment] { collect(next, rest, &ids) }
        if let next = nodes[node].pattern { collect(next, rest, &ids) }
    }

    private mutating func child(of node: Int, _ literal: String?) -> Int {
        let key = literal.map { Percent.normalized($0, decoding: .segment) }
        if let existing = key.map({ nodes[node].literals[$0] }) ?? nodes[node].pattern { return existing }
        nodes.append(Node())
        let new = nodes.count - 1
        if let key { nodes[node].literals[key] = new } else { nodes[node].pattern = new }
        return new
    }
}
