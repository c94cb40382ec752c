// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// An error for a schema that no value satisfies, or for which no value was found.
public struct SchemaUnsatisfiable: Error, Sendable, CustomStringConvertible {
    /// The reason with its location, such as `minimum 5 is above maximum 3 at prices.json:10:7`.
    public let reason: String
    /// The location of the keyword or schema that the reason is about.
    public let place: JSONValue
    /// Whether Accord has proven that no value satisfies the schema. If `false`, the search ended without a result.
    public let isProven: Bool

    /// The error as text: `file:line:column: error:`, followed by the reason.
    public var description: String {
        let judgement = isProven ? "no value satisfies this schema" : "Accord couldn't generate a value for this schema"
        return "\(place.document.file):\(place.position): error: \(judgement): \(reason)"
    }
}

/// Options for generating an example.
public struct ExampleOptions: Sendable, Hashable {
    /// The seed of all random choices. The same seed always gives the same example.
    public var seed: UInt64 = 0
    /// Whether optional properties are included.
    public var includesOptional: Bool = true
    /// The properties to leave out, even if they are required.
    public var omits: OmittedProperties = .nothing

    /// The name of the value, such as a parameter's name. The name helps to choose a realistic example.
    public var name: String?
    /// Whether strings with a pattern get new values even if the schema has an example.
    package var variesPatterns: Bool = false
    /// Whether values are generated even where a schema has an example or a default.
    package var ignoresExamples: Bool = false

    /// Creates options. By default, an example has all properties and uses seed 0.
    public init(
        seed: UInt64 = 0, includesOptional: Bool = true, omits: OmittedProperties = .nothing, name: String? = nil
    ) {
        (self.seed, self.includesOptional, self.omits, self.name) = (seed, includesOptional, omits, name)
    }
}
