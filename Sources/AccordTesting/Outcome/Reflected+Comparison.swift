// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation

extension Reflected {
    /// Returns the differences between this value and the expected value in `client.returns`.
    ///
    /// Object members that `expected` doesn't name are ignored. Null matches `nil` and `Void`; a date matches the same
    /// instant; `Data` matches base64 or UTF-8 text; integers and `Decimal` match digit by digit; `Double` and `Float`
    /// match the nearest value; a set matches in any order; a string matches by its Unicode scalars.
    func differences(from expected: JSON, at pointer: JSONPointer = .root) -> [Difference] {
        switch (expected, self) {
        case (.object(let object), .object(let members)):
            return object.flatMap { property in
                let place = pointer.appending(property.key)
                guard let member = members.first(where: { $0.name == property.key }) else {
                    return property.value.isNull
                        ? [] : [Difference(pointer: place, expected: property.value.compact, actual: "nothing")]
                }
                return member.value.differences(from: property.value, at: place)
            }
        case (.object(let object), .enumeration(let name, let payload?)):
            guard object.count == 1, let inner = object[name] else { break }
            return Reflected.object(payload).differences(from: inner, at: pointer.appending(name))
        case (.array(let items), .array(let elements)):
            guard items.count == elements.count else {
                return [
                    Difference(
                        pointer: pointer, expected: "\(items.count) elements: \(expected.compact)",
                        actual: "\(elements.count) elements: \(json.compact)")
                ]
            }
            return zip(items, elements).enumerated().flatMap { index, pair in
                pair.1.differences(from: pair.0, at: pointer.appending(String(index)))
            }
        case (.array(let items), .set(let elements)):
            var unmatched = elements
            for value in items {
                guard let index = unmatched.firstIndex(where: { $0.differences(from: value).isEmpty }) else {
                    return [Difference(pointer: pointer, expected: expected.compact, actual: json.compact)]
                }
                unmatched.remove(at: index)
            }
            if unmatched.isEmpty { return [] }
        default:
            if equals(expected) { return [] }
        }
        return [Difference(pointer: pointer, expected: expected.compact, actual: json.compact)]
    }

    private func equals(_ expected: JSON) -> Bool {
        switch (expected, self) {
        case (.null, .null): true
        case (.bool(let constant), .bool(let value)): constant == value
        case (.number(let constant), .exact(let value)): constant == value
        case (.number(let constant), .double(let value)): constant.double == value
        case (.number(let constant), .float(let value)): Float(constant.double) == value
        case (.number(let constant), .date(let date)): Instant.isSame(constant.double, date.timeIntervalSince1970)
        // The contract has the date in seconds since 1970, and the encoded value has it as an RFC 3339 date-time.
        case (.number(let constant), .string(let text)):
            Instant.seconds(text).map { Instant.isSame($0, constant.double) } ?? false
        case (.string(let constant), .string(let text)):
            constant.utf8.elementsEqual(text.utf8) || Self.sameInstant(constant, text)
        case (.string(let constant), .uuid(let uuid)): Format.isSameUUID(constant, uuid.uuidString)
        case (.string(let constant), .date(let date)):
            Instant.seconds(constant).map { Instant.isSame($0, date.timeIntervalSince1970) } ?? false
        case (.string(let constant), .data(let data)):
            constant == data.base64EncodedString() || Data(constant.utf8) == data
        case (.string(let constant), .enumeration(let name, nil)): constant == name
        case (.string(let constant), .exact(let value)): constant == value.lexeme
        default: false
        }
    }

    private static func sameInstant(_ left: String, _ right: String) -> Bool {
        guard let left = Instant.seconds(left), let right = Instant.seconds(right) else { return false }
        return Instant.isSame(left, right)
    }

    /// Returns the differences between `expected` and a value that has several forms, such as its properties and its
    /// encoded JSON. A property or element is correct if it is correct in at least one form.
    static func differences(
        of forms: [Reflected], from expected: JSON, at pointer: JSONPointer = .root
    ) -> [Difference] {
        let differencesByForm = forms.map { $0.differences(from: expected, at: pointer) }
        guard let closest = differencesByForm.min(by: { $0.count < $1.count }), !closest.isEmpty, forms.count > 1 else {
            return differencesByForm.first { $0.isEmpty } ?? differencesByForm.first ?? []
        }
        switch expected {
        case .object(let object):
            guard forms.contains(where: { if case .object = $0 { true } else { false } }) else { return closest }
            return object.flatMap { member in
                let place = pointer.appending(member.key)
                let values = forms.compactMap { $0.member(member.key) }
                if !values.isEmpty { return differences(of: values, from: member.value, at: place) }
                return member.value.isNull
                    ? [] : [Difference(pointer: place, expected: member.value.compact, actual: "nothing")]
            }
        case .array(let elements):
            let lists = forms.compactMap(\.elements).filter { $0.count == elements.count }
            guard lists.count > 1 else { return closest }
            return elements.indices.flatMap { index in
                differences(of: lists.map { $0[index] }, from: elements[index], at: pointer.appending(String(index)))
            }
        case .null, .bool, .number, .string: return closest
        }
    }

    private func member(_ name: String) -> Reflected? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    private var elements: [Reflected]? { if case .array(let elements) = self { elements } else { nil } }
}
