import AccordJSON

extension ExampleBuilder {
    /// A value that the schemas themselves give: an example, a default, or one of an enumeration.
    ///
    /// Throws a contradiction if they enumerate values and none of them satisfies the rest.
    func candidate(
        _ clauses: [ExampleClause], _ constraints: ExampleConstraints, index: Int
    ) throws(ExampleFailure) -> JSON? {
        var written: [JSON] = []
        var defaults: [JSON] = []
        for schema in constraints.schemas {
            let source = schemas.source(schema)
            // OpenAPI's word first, where both are there.
            if let value = source["example"] { written.append(JSON(value)) }
            if let value = source["examples"] { written += value.elements.map { JSON($0) } }
            if let value = source["default"] { defaults.append(JSON(value)) }
        }
        var random = random(2)
        for values in [written, defaults] where !values.isEmpty {
            let first = options.seed == 0 ? index : random.below(values.count) + index
            if let value = values.cycled(from: first).first(where: { schemas.accepts($0, clauses) }) { return value }
        }
        guard let allowed = constraints.allowed else { return nil }
        let first = random.below(allowed.values.count) + index
        let values = allowed.values.cycled(from: first)
        if let value = values.first(where: { schemas.accepts($0, clauses) }) { return value }
        let reason = "no value of \(JSON.array(allowed.values).compact.prefix(60)) satisfies the rest"
        throw .contradiction(ExampleContradiction(reason, at: allowed.place))
    }
}

extension Array {
    /// All elements, starting from one and going on from the first behind the last.
    fileprivate func cycled(from first: Int) -> [Element] {
        if isEmpty { return [] }
        let start = first % count
        return Array(self[start...] + self[..<start])
    }
}
