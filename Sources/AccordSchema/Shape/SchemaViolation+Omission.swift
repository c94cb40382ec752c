import AccordJSON

extension SchemaViolation {
    /// True for `required` where all that is missing is left out by nature: `readOnly` isn't sent, `writeOnly` isn't
    /// answered.
    ///
    /// - Parameter access: `readOnly` or `writeOnly`.
    package func isOmission(of access: String) -> Bool {
        guard keyword == "required" else { return false }
        // What was broken is the name in the list, or the list itself.
        let list = schemaValue.kind == .array ? schemaValue.pointer : schemaValue.pointer.parent
        guard let owner = schemaValue.document.root.value(at: list?.parent ?? .root) else { return false }
        let missing = missingProperties
        let view = SchemaView(owner)
        return !missing.isEmpty && missing.allSatisfy { view.property($0)?.says(access) ?? false }
    }

    /// The properties that `required` or `dependentRequired` names and the value lacks: of a violation of these alone.
    package var missingProperties: [String] {
        let names = schemaValue.string.map { [$0] } ?? schemaValue.elements.compactMap(\.string)
        return names.filter { instance[$0] == nil }
    }
}
