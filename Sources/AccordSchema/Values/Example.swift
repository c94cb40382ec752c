// SPDX-License-Identifier: Apache-2.0
import AccordJSON

extension Schema {
    /// Returns a realistic value that satisfies the schema. The value is the same in every run.
    ///
    /// The value of each property or element comes from `example`, `examples`, `default`, `const` or `enum` of its
    /// schema, in this order. Without these keywords, the value is generated from the property's name and format. The
    /// validator has accepted the result.
    ///
    /// - Throws: ``SchemaUnsatisfiable`` if no such value exists, or if none was found within the work limit.
    public func example(seed: UInt64 = 0) throws(SchemaUnsatisfiable) -> JSON {
        try example(ExampleOptions(seed: seed))
    }

    /// Returns a value that satisfies the schema. Works like ``example(seed:)``, but with options.
    ///
    /// If the options omit a required property, the value lacks the property and is therefore invalid.
    public func example(_ options: ExampleOptions) throws(SchemaUnsatisfiable) -> JSON {
        guard options.seed == 0 else { return try make(options) }
        if let known = examples.withLock({ $0[options] }) { return try known.get() }
        // Generate the example without holding the lock. If two threads generate it, they get the same result.
        let result = Result { () throws(SchemaUnsatisfiable) in try make(options) }
        examples.withLock { $0[options] = result }
        return try result.get()
    }

    private func make(_ options: ExampleOptions) throws(SchemaUnsatisfiable) -> JSON {
        let schemas = ExampleSchemas(self)
        var failure: ExampleFailure?
        for seed in [options.seed, ~options.seed] {
            var attempt = options
            attempt.seed = seed
            var builder = ExampleBuilder(schemas, options: attempt)
            do throws(ExampleFailure) {
                let value = try builder.build([schemas.root])
                guard schemas.accepts(value, schemas.root) else {
                    failure = failure ?? .unverified(source)
                    continue
                }
                return schemas.omitting(options.omits, from: value)
            } catch {
                failure = failure ?? error
                // A schema that contradicts itself has no valid value, and one with too many required values has none
                // that is small enough. Further attempts would fail, too.
                if case .contradiction = error { break }
                if case .exhausted = error { break }
            }
        }
        throw SchemaUnsatisfiable(failure ?? .unverified(source), source: source)
    }
}

/// An error for a schema that no value satisfies, or for which no value was found.
public struct SchemaUnsatisfiable: Error, Sendable, CustomStringConvertible {
    /// The reason with its location, such as `minimum 5 is above maximum 3 at prices.json:10:7`.
    public let reason: String
    /// The location of the keyword or schema that the reason is about.
    public let place: JSONValue
    /// Whether Accord has proven that no value satisfies the schema. If `false`, the search ended without a result.
    public let isProven: Bool

    init(_ failure: ExampleFailure, source: JSONValue) {
        isProven = if case .contradiction = failure { true } else { false }
        (reason, place) =
            switch failure {
            case .contradiction(let contradiction): (contradiction.description, contradiction.place)
            case .recursion(let value):
                (
                    "a value would have to contain itself endlessly, because of the schema at "
                        + ExampleContradiction.name(value), value
                )
            case .unverified(let value):
                ("no generated value satisfies the schema at \(ExampleContradiction.name(value))", value)
            case .exhausted: ("a valid value is too large, or takes too long to find", source)
            }
    }

    /// The error as text: `file:line:column: error:`, followed by the reason.
    public var description: String {
        let judgement = isProven ? "no value satisfies this schema" : "Accord couldn't generate a value for this schema"
        return "\(ExampleContradiction.name(place)): error: \(judgement): \(reason)"
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

extension ExampleSchemas {
    /// Returns a copy of a valid value without the properties that `omission` leaves out.
    func omitting(_ omission: OmittedProperties, from value: JSON) -> JSON {
        guard program.contains(omission), let keyword = omission.keyword else { return value }
        let places = MutationPlaces(self, root: JSONDocument(value).root, samplesElements: false, mostPlaces: .max)
        var left = value
        for place in places.places where place.key != nil {
            if place.clauses.contains(where: { SchemaView(source($0.schema)).says(keyword) }) {
                left.remove(at: place.pointer)
            }
        }
        return left
    }
}
