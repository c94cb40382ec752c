import AccordContract
import AccordJSON
import AccordSchema

extension Case {
    /// The case that it is a variation of, with the answer that was varied; nil for one that isn't derived.
    package var intact: Case? {
        guard case .derived(let derivation) = origin, let answer = derivation.intact else { return nil }
        return answered(by: answer)
    }

    /// The case with another answer to its last request.
    func answered(by answer: CaseStep.Answer) -> Case { with { $0.last.answer = answer } }

    /// The case with another value of its answer, as its schema allows; nil where there is none.
    package func changing(_ pointer: JSONPointer) -> Case? {
        DocumentedAnswer(self)?.changing(pointer).map { answered(by: .prepared($0)) }
    }

    /// The case with what another body lacks taken out of its answer, a place each: a property with all that is in it,
    /// and of a list its first element.
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
                guard let own = other.value(at: JSONPointer(tokens: [token])) else { return places.append(inner) }
                visit(child, own, inner)
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

    /// The answer with another value in one place, as its schema allows; nil where none is found.
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

    /// Values of the same kind that aren't the same, the likeliest to be allowed first.
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
