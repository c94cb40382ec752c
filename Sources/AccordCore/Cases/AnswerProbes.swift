// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import AccordSchema

/// Variations of a documented response, one for each place, which show the places that a client reads.
package struct AnswerProbes: Sendable {
    package enum Kind: Sendable {
        case body, header, status
    }

    /// A place in the response. One case changes the value at the place, and a second case omits the value.
    package struct Probe: Sendable {
        package let kind: Kind
        /// A JSON Pointer with `*` for list elements, a header field's name, or an empty string for the status code.
        package let name: String
        package let changed: Case?
        package let missing: Case?
    }

    package let status: Int
    package private(set) var all: [Probe] = []

    /// Returns `nil` if the case's last response isn't documented.
    package init?(_ testCase: Case) {
        guard let answer = DocumentedAnswer(testCase) else { return nil }
        status = answer.response.status
        func with(_ response: HTTPResponse?) -> Case? {
            response.map { testCase.answered(by: .prepared($0)) }
        }
        if let document = answer.document {
            for place in Self.leaves(document.root) {
                var rest = JSON(document.root)
                let isGone = rest.remove(at: place.pointer) && !place.isElement
                all.append(
                    Probe(
                        kind: .body, name: place.name, changed: with(answer.changing(place.pointer)),
                        missing: isGone ? with(answer.with(body: JSONWriter.compactBytes(rest))) : nil))
            }
        }
        for header in answer.operation.response(for: status)?.headers ?? [] where !header.isForbidden {
            guard let value = answer.response.headers.first(header.name) else { continue }
            var changed = answer.response
            var missing = answer.response
            missing.headers.removeAll { $0.isNamed(header.name) }
            changed.headers = missing.headers + [HTTPField(header.name, AnswerVariation.moved(value, 1))]
            all.append(
                Probe(kind: .header, name: header.name, changed: with(changed), missing: with(missing)))
        }
        if status >= 400 {
            // A different status code of the same class shows whether the client distinguishes status codes.
            var other = answer.response
            other.status = status / 100 * 100 + (status % 100 == 18 ? 17 : 18)
            all.append(Probe(kind: .status, name: "", changed: with(other), missing: nil))
        }
    }

    private struct Leaf {
        var pointer: JSONPointer
        var name: String
        var isElement: Bool
    }

    /// Returns the values without children. Only the first element of a list counts.
    private static func leaves(_ root: JSONValue) -> [Leaf] {
        var leaves: [Leaf] = []
        func visit(_ value: JSONValue, _ pointer: JSONPointer, _ name: String, isElement: Bool) {
            switch value.kind {
            case .object where value.count > 0:
                for member in value.members {
                    let suffix = JSONPointer(tokens: [member.key]).description
                    visit(member.value, pointer.appending(member.key), name + suffix, isElement: false)
                }
            case .array where value.count > 0:
                if let first = value[0] { visit(first, pointer.appending("0"), name + "/*", isElement: true) }
            case .null, .bool, .number, .string, .array, .object:
                leaves.append(Leaf(pointer: pointer, name: name, isElement: isElement || pointer.tokens.isEmpty))
            }
        }
        visit(root, .root, "", isElement: true)
        return leaves
    }
}

extension Case {
    /// The case with the unchanged response, or `nil` if the case has no unchanged response.
    package var intact: Case? {
        guard let answer = self.derivation?.intact else { return nil }
        return answered(by: answer)
    }

    /// Returns a copy of the case with a different last response.
    func answered(by answer: CaseStep.Answer) -> Case { with { $0.last.answer = answer } }

    /// Returns a copy of the case with a different valid value in its response. Returns `nil` if no other value is
    /// valid.
    package func changing(_ pointer: JSONPointer) -> Case? {
        DocumentedAnswer(self)?.changing(pointer).map { answered(by: .prepared($0)) }
    }

    /// Returns a case for each place of the documented body that the given body lacks. A place is a property with its
    /// children, or the first element of a list.
    package func dropping(placesMissingIn body: JSONValue) -> [Case] {
        guard let answer = DocumentedAnswer(self), let document = answer.document else { return [] }
        return DocumentedAnswer.places(of: document.root, missingIn: body).compactMap { place in
            var rest = JSON(document.root)
            guard rest.remove(at: place) else { return nil }
            return answered(by: .prepared(answer.with(body: JSONWriter.compactBytes(rest))))
        }
    }
}

extension DocumentedAnswer {
    fileprivate static func places(of value: JSONValue, missingIn other: JSONValue) -> [JSONPointer] {
        var places: [JSONPointer] = []
        func visit(_ value: JSONValue, _ other: JSONValue, _ pointer: JSONPointer) {
            func step(_ child: JSONValue, to token: String) {
                let inner = pointer.appending(token)
                guard let otherChild = other.value(at: JSONPointer(tokens: [token])) else {
                    return places.append(inner)
                }
                visit(child, otherChild, inner)
            }
            switch value.kind {
            case .object: for member in value.members { step(member.value, to: member.key) }
            case .array: if let first = value[0] { step(first, to: "0") }
            case .null, .bool, .number, .string: break
            }
        }
        visit(value, other, .root)
        return places
    }

    /// Returns the response with a different valid value at one place, or `nil` if no other value is valid.
    func changing(_ pointer: JSONPointer) -> HTTPResponse? {
        guard let document, let value = document.root.value(at: pointer) else { return nil }
        let listed = view?.place(pointer)?.keyword("enum")?.elements.map { JSON($0) } ?? []
        for other in listed + Self.others(JSON(value)) where other != JSON(value) {
            var json = JSON(document.root)
            json.set(other, at: pointer)
            if isValid(json) { return with(body: JSONWriter.compactBytes(json)) }
        }
        return nil
    }

    /// Returns different values of the same type, starting with those that are most likely valid.
    private static func others(_ value: JSON) -> [JSON] {
        switch value {
        case .null: return []
        case .bool(let value): return [.bool(!value)]
        case .number(let number):
            guard let integer = value.int else { return [.number(JSONNumber(number.double / 2 + 1) ?? number)] }
            return [1, -1, 2].map { .number(JSONNumber(integer &+ $0)) }
        case .string(let text): return texts(text).map { .string($0) }
        case .array(let elements):
            return elements.indices.lazy.flatMap { index in
                others(elements[index]).map { other in
                    var changed = elements
                    changed[index] = other
                    return JSON.array(changed)
                }
            }
        case .object(let object):
            return object.lazy.flatMap { member in
                others(member.value).map { other in
                    var changed = object
                    changed[member.key] = other
                    return JSON.object(changed)
                }
            }
        }
    }

    private static func texts(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        if AnswerVariation.isDate(bytes), bytes.count >= 10 {
            let day = bytes[8...9].elementsEqual("15".utf8) ? "16" : "15"
            return [String(decoding: bytes[..<8] + Array(day.utf8) + bytes[10...], as: UTF8.self)]
        }
        return [AnswerVariation.moved(text, 1), AnswerVariation.moved(text, 2), text + "s", text + "0"]
    }
}
