// SPDX-License-Identifier: Apache-2.0

/// Records whether a client needs, reads or ignores a property, a header field or the status code of a documented
/// response. To find this out, tests change and omit the value, and observe the outcome of the call.
package struct Dependence: Sendable, Hashable {
    package enum Part: String, Sendable { case body, header, status }

    package enum Use: String, Sendable {
        /// The call has the same outcome if the value is changed or missing.
        case unread
        /// A changed value changes the outcome of the call, but the call succeeds without the value.
        case read
        /// The call fails if the value is missing.
        case needed
    }

    /// A kind of value that the API document doesn't allow for a property, but that a newer version of the document may
    /// allow.
    package enum Variation: String, Sendable, CaseIterable {
        case missing, null, boolean, integer, number, string, array, object
        /// A value that the `enum` of its schema doesn't list.
        case unlisted
        /// A string or a number that violates the `format` of its schema.
        case format
        /// A value beyond a limit of its schema, such as a string that is longer than `maxLength`.
        case limit
        /// An object with an undocumented property.
        case extra

        /// The types of JSON except null.
        package static let types: Set<Variation> = [.boolean, .integer, .number, .string, .array, .object]
    }

    /// Whether the call of a client fails or succeeds if the response contains an invalid value.
    package enum Reaction: Sendable { case rejects, accepts }

    package var status: Int
    package var part: Part
    /// The name of the value: a JSON Pointer with `*` for list elements, the name of a header field, or an empty string
    /// for the status code.
    package var name: String
    package var use: Use
    /// The kinds of values with which the call fails. For a missing value, see `use`.
    package var rejects: Set<Variation>
    /// The kinds of values with which the call succeeds. For a missing value, see `use`.
    package var accepts: Set<Variation>
    /// Whether the client uses a default value if the response lacks the value.
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

    /// Returns whether the client accepts or rejects a kind of invalid value, or `nil` if no test sent such a value.
    package func reaction(to variation: Variation) -> Reaction? {
        if use == .unread { return .accepts }
        if variation == .missing { return use == .needed ? .rejects : .accepts }
        return rejects.contains(variation) ? .rejects : accepts.contains(variation) ? .accepts : nil
    }

    /// Records whether the client rejected a response with this kind of invalid value.
    package mutating func add(_ variation: Variation, isRejected: Bool) {
        if isRejected { rejects.insert(variation) } else { accepts.insert(variation) }
        accepts.subtract(rejects)
    }

    /// Merges the observations of two cases about the same value. If the cases differ in `use`, `needed` takes
    /// precedence over `read`, and `read` over `unread`.
    mutating func merge(_ other: Dependence) {
        use = [.needed, .read].first { $0 == use || $0 == other.use } ?? .unread
        rejects.formUnion(other.rejects)
        accepts = accepts.union(other.accepts).subtracting(rejects)
        hasDefault = hasDefault || other.hasDefault
    }
}
