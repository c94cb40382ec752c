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
        var builder = ExampleBuilder(schemas, options: options)
        do throws(ExampleFailure) {
            let value = try builder.build([schemas.root])
            guard schemas.accepts(value, schemas.root) else { throw .unverified(source) }
            return schemas.omitting(options.omits, from: value)
        } catch {
            throw SchemaUnsatisfiable(error, source: source)
        }
    }
}

extension SchemaUnsatisfiable {
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
