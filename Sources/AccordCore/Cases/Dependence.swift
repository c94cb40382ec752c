// SPDX-License-Identifier: Apache-2.0

/// The dependence of a client's calls on one documented part of a response. Probes change and omit the part.
package struct Dependence: Sendable, Hashable {
    package enum Part: String, Sendable {
        case body, header, status
    }

    package enum Use: String, Sendable {
        /// The outcome is the same if the part is changed or missing.
        case unread
        /// A changed value changes the outcome, but the part may be missing.
        case read
        /// The call fails if the part is missing.
        case needed
    }

    /// A value that the document doesn't allow at a part, and that a newer document may allow.
    package enum Variation: String, Sendable, CaseIterable {
        case missing, null, boolean, integer, number, string, array, object
        /// A value that an enumeration doesn't list.
        case unlisted
        /// A text or a number that violates the format.
        case format
        /// A value beyond a limit, such as a longer text.
        case limit
        /// An object with an undocumented property.
        case extra

        /// The types of JSON except null.
        package static let types: Set<Variation> = [.boolean, .integer, .number, .string, .array, .object]
    }

    /// The outcome of a call with a variation.
    package enum Reaction: Sendable {
        case rejects, accepts
    }

    package var status: Int
    package var part: Part
    /// A JSON Pointer with `*` for list elements, a header field's name, or an empty string for the status code.
    package var name: String
    package var use: Use
    /// The variations after which the call fails, without a missing part.
    package var rejects: Set<Variation>
    /// The variations after which the call doesn't fail, without a missing part.
    package var accepts: Set<Variation>
    /// Whether the client replaces a missing part by a default value.
    package var hasDefault: Bool

    package init(
        status: Int, part: Part, name: String, use: Use, rejects: Set<Variation> = [], accepts: Set<Variation> = [],
        hasDefault: Bool = false
    ) {
        self.status = status
        self.part = part
        self.name = name
        self.use = use
        self.rejects = rejects
        self.accepts = accepts
        self.hasDefault = hasDefault
    }

    /// Returns the client's reaction to a variation, or `nil` if the tests didn't probe it.
    package func reaction(to variation: Variation) -> Reaction? {
        if use == .unread { return .accepts }
        if variation == .missing { return use == .needed ? .rejects : .accepts }
        return rejects.contains(variation) ? .rejects : accepts.contains(variation) ? .accepts : nil
    }

    /// Adds the outcome of a call with a variation.
    package mutating func add(_ variation: Variation, isRejected: Bool) {
        if isRejected { rejects.insert(variation) } else { accepts.insert(variation) }
        accepts.subtract(rejects)
    }

    /// Adds the result of a different case. The stronger demand wins.
    mutating func merge(_ other: Dependence) {
        if use.rank < other.use.rank { use = other.use }
        rejects.formUnion(other.rejects)
        accepts = accepts.union(other.accepts).subtracting(rejects)
        hasDefault = hasDefault || other.hasDefault
    }
}

extension Dependence.Use {
    fileprivate var rank: Int {
        switch self {
        case .unread: 0
        case .read: 1
        case .needed: 2
        }
    }
}
