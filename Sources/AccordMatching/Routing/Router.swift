import AccordContract

/// Finds the operation that a method and a path mean.
package struct Router: Sendable {
    package init(_ contracts: [Contract]) {}

    /// What a method on a path means: one or more operations, or why there is none.
    package func route(method: String, path: String) -> Route { .noSuchPath }
}

/// What a method on a path means.
package enum Route: Sendable {
    /// The most exact template first.
    case operations([RouteMatch])
    /// The path is documented, the method isn't: 405, with `Allow`.
    case methodNotAllowed(allowed: [String])
    case noSuchPath

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
