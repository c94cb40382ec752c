import AccordContract
import AccordJSON
import AccordSchema

extension SchemaView {
    /// True where the value at the place is another in each call.
    func isFresh(at pointer: JSONPointer) -> Bool { place(pointer)?.keyword("fresh")?.bool == true }

    /// True where the difference is an optional property with its `default`, which may be sent or left out.
    func allowsEither(_ difference: JSONDifference) -> Bool {
        let value: JSON?
        switch difference.kind {
        case .missing: value = difference.expected
        case .unexpected: value = difference.actual
        case .value: return false
        }
        guard let value, let name = difference.pointer.tokens.last,
            let owner = place(JSONPointer(tokens: difference.pointer.tokens.dropLast())),
            !owner.required.contains(where: { $0.isExactly(name) }),
            let fallback = owner.property(name)?.keyword("default")
        else { return false }
        return JSON(fallback) == value
    }
}
