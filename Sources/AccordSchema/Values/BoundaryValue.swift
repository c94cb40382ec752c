import AccordJSON

/// A value just inside or just outside what one keyword of a schema allows.
public struct BoundaryValue: Sendable, Hashable, CustomStringConvertible {
    /// The keyword, such as `maxLength`.
    public let keyword: String
    /// Where the keyword stands in its document.
    public let keywordLocation: JSONPointer
    /// The keyword's value; its position says where in the document it is.
    public let schemaValue: JSONValue
    /// What the value is: `exactly`, `one more`, `without “id”`.
    public let variant: String
    /// Where the value is in the instance.
    public let place: JSONPointer
    /// The value.
    public let value: JSON
    /// A whole instance with the value in its place; apart from that it is valid.
    public let instance: JSON
    /// Whether the instance satisfies the schema; if not, the keyword is among the reasons.
    public let isValid: Bool

    /// The keyword with its value, the variant and the verdict.
    public var description: String {
        let limit = schemaValue.text.utf8.count > 40 ? "" : " \(schemaValue.text)"
        return "\(keyword)\(limit), \(variant): \(isValid ? "valid" : "invalid")"
    }
}

extension Schema {
    /// For each keyword values just inside and just outside of what it allows, in a fixed order.
    ///
    /// They are set into examples of the schema, and the validator has confirmed each verdict. A keyword is left out
    /// where no example comes to it, or where nothing breaks it alone. There are at most `limit` values.
    public func boundaryValues(limit: Int = 1_000) -> [BoundaryValue] {
        var found: [BoundaryValue] = []
        var known: Set<BoundaryProbe.Key> = []
        let schemas = ExampleSchemas(program: program)
        var bases = bases(schemas)
        let mostBases = bases.count + Self.mostBranches
        var at = 0
        while at < bases.count, found.count < limit {
            let base = bases[at]
            at += 1
            let document = JSONDocument(base)
            var probes = BoundaryProbes(schemas, MutationPlaces(schemas, root: document.root).places)
            for probe in probes.all() where found.count < limit && !known.contains(probe.key) {
                guard let value = confirmed(probe, in: base) else { continue }
                known.insert(probe.key)
                found.append(value)
                // What another branch says is seen in an instance that takes it.
                let isBranch = probe.isInside && [.anyOf, .oneOf, .if].contains(probe.keyword)
                if isBranch, bases.count < mostBases { bases.append(value.instance) }
            }
        }
        return found
    }

    /// The instances of other branches than the examples take that are looked at, at most.
    private static let mostBranches: Int = 8

    /// Examples with as many kinds of members and elements in them as there may be: of some seeds, and of each type.
    private func bases(_ schemas: ExampleSchemas) -> [JSON] {
        var found: [JSON] = []
        for seed in UInt64(0)..<4 {
            guard let base = base(schemas, seed, .all) ?? (try? example(seed: seed)) else { break }
            found.append(base)
        }
        if found.isEmpty { return [] }
        for type in [ExampleTypes.number, .string, .array, .object] {
            if let base = base(schemas, 0, type), !found.contains(base) { found.append(base) }
        }
        return found
    }

    private func base(_ schemas: ExampleSchemas, _ seed: UInt64, _ types: ExampleTypes) -> JSON? {
        var builder = ExampleBuilder(schemas, options: ExampleOptions(seed: seed))
        builder.showsRest = true
        builder.rootTypes = types
        guard let value = try? builder.build([schemas.root]), isValid(value) else { return nil }
        return value
    }

    /// The boundary value of a probe, if the validator sees it as it was meant.
    private func confirmed(_ probe: BoundaryProbe, in base: JSON) -> BoundaryValue? {
        var instance = base
        guard instance.set(probe.value, at: probe.place) else { return nil }
        let document = JSONDocument(instance)
        guard isValid(document.root) == probe.isInside else { return nil }
        if !probe.isInside, !mentions(validate(document.root), probe.keywordValue) { return nil }
        return BoundaryValue(
            keyword: probe.keyword.name, keywordLocation: probe.keywordValue.pointer,
            schemaValue: probe.keywordValue,
            variant: probe.variant, place: probe.place, value: probe.value, instance: instance,
            isValid: probe.isInside)
    }

    private func mentions(_ violations: [SchemaViolation], _ keyword: JSONValue) -> Bool {
        violations.contains { violation in
            let isIt =
                violation.schemaValue.document === keyword.document
                && keyword.byteRange.contains(violation.schemaValue.byteRange.lowerBound)
            return isIt || mentions(violation.causes, keyword)
        }
    }
}
