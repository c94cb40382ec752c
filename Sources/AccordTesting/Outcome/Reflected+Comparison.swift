import AccordCore
import AccordJSON
import Foundation

extension Reflected {
    /// Every place where the value differs from what `client.returns` says.
    ///
    /// Only what is named is compared, arrays whole; null is nil or Void, a date an instant, `Data` base64 or the text's
    /// bytes, integers and `Decimal` digit for digit, `Double` and `Float` as the nearest, a set in any order, a text scalar
    /// by scalar.
    func differences(from expected: JSON, at pointer: JSONPointer = .root) -> [Difference] {
        switch (expected, self) {
        case (.object(let object), .object(let members)):
            return object.flatMap { wanted in
                let place = pointer.appending(wanted.key)
                guard let member = members.first(where: { $0.name == wanted.key }) else {
                    return wanted.value.isNull
                        ? [] : [Difference(pointer: place, expected: wanted.value.compact, actual: "nothing")]
                }
                return member.value.differences(from: wanted.value, at: place)
            }
        case (.object(let object), .enumeration(let name, let payload?)):
            guard object.count == 1, let inner = object[name] else { break }
            return Reflected.object(payload).differences(from: inner, at: pointer.appending(name))
        case (.array(let wanted), .array(let elements)):
            guard wanted.count == elements.count else {
                return [
                    Difference(
                        pointer: pointer, expected: "\(wanted.count) elements: \(expected.compact)",
                        actual: "\(elements.count) elements: \(json.compact)")
                ]
            }
            return zip(wanted, elements).enumerated().flatMap { index, pair in
                pair.1.differences(from: pair.0, at: pointer.appending(String(index)))
            }
        case (.array(let wanted), .set(let elements)):
            var rest = elements
            for value in wanted {
                guard let index = rest.firstIndex(where: { $0.differences(from: value).isEmpty }) else {
                    return [Difference(pointer: pointer, expected: expected.compact, actual: json.compact)]
                }
                rest.remove(at: index)
            }
            if rest.isEmpty { return [] }
        default:
            if equals(expected) { return [] }
        }
        return [Difference(pointer: pointer, expected: expected.compact, actual: json.compact)]
    }

    private func equals(_ expected: JSON) -> Bool {
        switch (expected, self) {
        case (.null, .null): true
        case (.bool(let wanted), .bool(let value)): wanted == value
        case (.number(let wanted), .exact(let value)): wanted == value
        case (.number(let wanted), .double(let value)): wanted.double == value
        case (.number(let wanted), .float(let value)): Float(wanted.double) == value
        case (.number(let wanted), .date(let date)): wanted.double == date.timeIntervalSince1970
        case (.string(let wanted), .string(let text)):
            wanted.utf8.elementsEqual(text.utf8) || Self.sameInstant(wanted, text)
        case (.string(let wanted), .date(let date)):
            Instant.seconds(wanted).map { Instant.isSame($0, date.timeIntervalSince1970) } ?? false
        case (.string(let wanted), .data(let data)):
            wanted == data.base64EncodedString() || Data(wanted.utf8) == data
        case (.string(let wanted), .enumeration(let name, nil)): wanted == name
        case (.string(let wanted), .exact(let value)): wanted == value.lexeme
        default: false
        }
    }

    private static func sameInstant(_ left: String, _ right: String) -> Bool {
        guard let left = Instant.seconds(left), let right = Instant.seconds(right) else { return false }
        return Instant.isSame(left, right)
    }
}

extension ReturnedValue {
    /// Where the value isn't what is expected; each part of it matches by its stored properties or by its coding.
    func differences(from expected: JSON) -> [Difference] {
        Self.differences([properties, coding].compactMap { $0 }, expected, .root)
    }

    private static func differences(
        _ forms: [Reflected], _ expected: JSON, _ pointer: JSONPointer
    ) -> [Difference] {
        let whole = forms.map { $0.differences(from: expected, at: pointer) }
        guard let closest = whole.min(by: { $0.count < $1.count }), !closest.isEmpty, forms.count > 1 else {
            return whole.first { $0.isEmpty } ?? whole.first ?? []
        }
        switch expected {
        case .object(let object):
            return object.flatMap { wanted in
                let place = pointer.appending(wanted.key)
                let own = forms.compactMap { $0.member(wanted.key) }
                if !own.isEmpty { return differences(own, wanted.value, place) }
                return wanted.value.isNull
                    ? [] : [Difference(pointer: place, expected: wanted.value.compact, actual: "nothing")]
            }
        case .array(let elements):
            let lists = forms.compactMap(\.elements).filter { $0.count == elements.count }
            guard lists.count > 1 else { return closest }
            return elements.indices.flatMap { index in
                differences(lists.map { $0[index] }, elements[index], pointer.appending(String(index)))
            }
        case .null, .bool, .number, .string: return closest
        }
    }
}

extension Reflected {
    fileprivate func member(_ name: String) -> Reflected? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    fileprivate var elements: [Reflected]? {
        if case .array(let elements) = self { elements } else { nil }
    }
}
