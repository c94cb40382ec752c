import AccordContract
import AccordJSON

/// A value within a body, with what its schema says about it; of a list only the first element.
struct ValuePlace {
    var pointer: JSONPointer
    var value: JSON
    var view: SchemaView?
    /// True for a member that its object's schema requires.
    var isRequired: Bool
    var isMember: Bool

    static let limit = 60

    static func all(in value: JSON, _ view: SchemaView?) -> [ValuePlace] {
        var places: [ValuePlace] = []
        collect(ValuePlace(pointer: .root, value: value, view: view, isRequired: true, isMember: false), &places)
        return places
    }

    private static func collect(_ place: ValuePlace, _ places: inout [ValuePlace]) {
        guard places.count < limit, place.pointer.tokens.count < 12 else { return }
        places.append(place)
        switch place.value {
        case .object(let object):
            let required = place.view?.required ?? []
            for member in object {
                collect(
                    ValuePlace(
                        pointer: place.pointer.appending(member.key), value: member.value,
                        view: place.view?.property(member.key), isRequired: required.contains(member.key),
                        isMember: true), &places)
            }
        case .array(let elements):
            guard let first = elements.first else { return }
            collect(
                ValuePlace(
                    pointer: place.pointer.appending(0), value: first, view: place.view?.items, isRequired: false,
                    isMember: false), &places)
        case .null, .bool, .number, .string: break
        }
    }

    /// `value` with this place's value replaced.
    func replacing(in root: JSON, by new: JSON) -> JSON {
        var copy = root
        copy.set(new, at: pointer)
        return copy
    }

    func removed(from root: JSON) -> JSON {
        var copy = root
        copy.remove(at: pointer)
        return copy
    }
}
