import AccordContract
import AccordJSON

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
