import AccordContract
import AccordJSON
import AccordSchema

/// Variations of a documented answer, a place each, that tell what a client reads of it.
package struct AnswerProbes: Sendable {
    package enum Kind: Sendable {
        case body, header, status
    }

    /// A place in the answer, and the case with another value there and with none.
    package struct Probe: Sendable {
        package let kind: Kind
        /// A JSON Pointer with `*` for the elements of a list; a header's name; empty for the status.
        package let name: String
        package let changed: Case?
        package let missing: Case?
    }

    package let status: Int
    package private(set) var all: [Probe] = []

    /// nil where a case’s last answer isn’t one that the contract documents.
    package init?(_ tried: Case) {
        guard let answer = DocumentedAnswer(tried) else { return nil }
        status = answer.response.status
        func with(_ response: HTTPResponse?) -> Case? {
            response.map { tried.answered(by: .prepared($0)) }
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
            // Another of its class: a client that tells the status apart ends differently.
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

    /// The values that hold no others, of a list those of its first element.
    private static func leaves(_ root: JSONValue) -> [Leaf] {
        var leaves: [Leaf] = []
        func visit(_ value: JSONValue, _ pointer: JSONPointer, _ name: String, isElement: Bool) {
            switch value.kind {
            case .object where value.count > 0:
                for member in value.members {
                    let own = JSONPointer(tokens: [member.key]).description
                    visit(member.value, pointer.appending(member.key), name + own, isElement: false)
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
