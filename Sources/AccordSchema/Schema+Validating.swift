import AccordJSON

extension Schema {
    /// Everything that is wrong with an instance, in the order of the schema's text; empty if it is valid.
    ///
    /// The list has at most ``SchemaOptions/maximumViolations`` entries. Pointers start at the instance given, also
    /// where that is part of a larger document.
    public func validate(_ instance: JSONValue) -> [SchemaViolation] {
        if isValid(instance) { return [] }
        return Checker.with(program, instance.document) { checker in
            var explainer = Explainer(program, checker)
            return explainer.explain(root: instance.node)
        }
    }

    /// Everything that is wrong with an instance that was built in memory.
    public func validate(_ instance: JSON) -> [SchemaViolation] {
        validate(JSONDocument(instance, file: "<instance>").root)
    }
}
