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
        for seed in UInt64(0)..<4 {
            guard let base = base(seed) else { break }
            let document = JSONDocument(base)
            var probes = BoundaryProbes(schemas, MutationPlaces(schemas, root: document.root).places)
            for probe in probes.all() where found.count < limit && !known.contains(probe.key) {
                guard let value = confirmed(probe, in: base) else { continue }
                known.insert(probe.key)
                found.append(value)
            }
        }
        return found
    }

    /// An example with as many kinds of members and elements in it as there may be.
    private func base(_ seed: UInt64) -> JSON? {
        var builder = ExampleBuilder(ExampleSchemas(program: program), options: ExampleOptions(seed: seed))
        builder.showsRest = true
        if let value = try? builder.build([ExampleSchemas(program: program).root]), isValid(value) { return value }
        return try? example(seed: seed)
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
