// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation

extension Reflected {
    /// Returns the differences between this value and the expected value in `client.returns`.
    func differences(from expected: JSON) -> [Difference] { Self.differences(of: [self], from: expected) }

    /// Returns the differences between the expected value in `client.returns` and a value that has several forms, such as
    /// its properties and its encoded JSON. A property or element is correct if it is correct in at least one form.
    ///
    /// Object members that `expected` doesn't name are ignored. Null matches `nil` and `Void`; a date matches the same
    /// instant; `Data` matches base64 or UTF-8 text; integers and `Decimal` match digit by digit; `Double` and `Float`
    /// match the nearest value; a set matches in any order; a string matches by its Unicode scalars.
    static func differences(
        of forms: [Reflected], from expected: JSON, at pointer: JSONPointer = .root
    ) -> [Difference] {
        if forms.contains(where: { $0.equals(expected) }) { return [] }
        var texts = (expected: expected.compact, actual: forms.first?.json.compact ?? "nothing")
        switch expected {
        case .object(let object):
            let objects = forms.compactMap { $0.members(for: object) }
            if objects.isEmpty { break }
            return object.flatMap { property -> [Difference] in
                let values = objects.compactMap { members in members.first { $0.name == property.key }?.value }
                if values.isEmpty, property.value.isNull { return [] }
                return differences(of: values, from: property.value, at: pointer.appending(property.key))
            }
        case .array(let items):
            let lists = forms.compactMap(\.elements)
            let fitting = lists.filter { $0.count == items.count }
            if !fitting.isEmpty {
                return items.indices.flatMap { index in
                    differences(of: fitting.map { $0[index] }, from: items[index], at: pointer.appending(index))
                }
            }
            if let list = lists.first {
                texts = ("\(items.count) elements: \(texts.expected)", "\(list.count) elements: \(texts.actual)")
            }
        case .null, .bool, .number, .string: break
        }
        return [Difference(pointer: pointer, expected: texts.expected, actual: texts.actual)]
    }

    /// Returns the members to compare with an object. An enum case with associated values is an object with one member.
    private func members(for object: JSONObject) -> [Member]? {
        switch self {
        case .object(let members): members
        case .enumeration(let name, let payload?) where object.keys == [name]:
            [Member(name: name, value: .object(payload))]
        default: nil
        }
    }

    private var elements: [Reflected]? { if case .array(let elements) = self { elements } else { nil } }

    private func equals(_ expected: JSON) -> Bool {
        switch (expected, self) {
        case (.null, .null): true
        case (.array(let items), .set(let elements)): Self.areSame(items, elements)
        case (.bool(let constant), .bool(let value)): constant == value
        case (.number(let constant), .exact(let value)): constant == value
        case (.number(let constant), .double(let value)): constant.double == value
        case (.number(let constant), .float(let value)): Float(constant.double) == value
        case (.string(let constant), .string(let text)) where constant.utf8.elementsEqual(text.utf8): true
        case (.string(let constant), .uuid(let uuid)): Format.isSameUUID(constant, uuid.uuidString)
        case (.string(let constant), .data(let data)):
            constant == data.base64EncodedString() || Data(constant.utf8) == data
        case (.string(let constant), .enumeration(let name, nil)): constant == name
        case (.string(let constant), .exact(let value)): constant == value.lexeme
        // The contract may have a date in seconds since 1970.
        case (.string, _), (.number, _): isSameInstant(expected)
        default: false
        }
    }

    /// Whether a set consists of the items, in any order.
    private static func areSame(_ items: [JSON], _ elements: [Reflected]) -> Bool {
        var rest = elements
        for item in items {
            guard let index = rest.firstIndex(where: { $0.differences(from: item).isEmpty }) else { return false }
            rest.remove(at: index)
        }
        return rest.isEmpty
    }

    private func isSameInstant(_ expected: JSON) -> Bool {
        let other = expected.string.map { Instant.seconds($0) } ?? expected.number?.double
        let own: Double? =
            switch self {
            case .date(let date): date.timeIntervalSince1970
            case .string(let text): Instant.seconds(text)
            default: nil
            }
        guard let own, let other else { return false }
        return Instant.isSame(own, other)
    }
}
