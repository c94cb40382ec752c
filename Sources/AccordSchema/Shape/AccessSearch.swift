import AccordJSON

/// Finds the values whose schema says `readOnly` or `writeOnly`.
package struct AccessSearch {
    /// A value that is only read or only written, and where it stands.
    package struct Place {
        /// From the root of the instance.
        package var pointer: JSONPointer
        /// The value in the instance.
        package var value: JSONValue
        /// The keyword's value in the schema.
        package var keyword: JSONValue
    }

    /// `readOnly` or `writeOnly`.
    package let keyword: String

    /// - Parameter keyword: `readOnly` or `writeOnly`.
    package init(_ keyword: String) { self.keyword = keyword }

    /// The first 20 or so of the values, in the order of the instance, at most 64 levels deep.
    package func places(in value: JSONValue, _ view: SchemaView) -> [Place] {
        var places: [Place] = []
        search(value, view, .root, &places)
        return places
    }

    private func search(_ value: JSONValue, _ view: SchemaView, _ pointer: JSONPointer, _ places: inout [Place]) {
        guard pointer.tokens.count < 64, places.count < 20 else { return }
        if let flag = view.nodes.lazy.compactMap({ $0[keyword] }).first(where: { $0.bool == true }) {
            places.append(Place(pointer: pointer, value: value, keyword: flag))
            return
        }
        switch value.kind {
        case .object:
            for member in value.members {
                guard let inner = view.property(member.key) else { continue }
                search(member.value, inner, pointer.appending(member.key), &places)
            }
        case .array:
            guard let inner = view.items else { return }
            for (index, element) in value.elements.enumerated() {
                search(element, inner, pointer.appending(index), &places)
            }
        case .null, .bool, .number, .string: break
        }
    }
}
