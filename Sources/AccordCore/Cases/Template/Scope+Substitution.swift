import AccordContract
import AccordJSON

extension Scope {
    /// The value with every `${…}` in it filled in: alone in its string it keeps its type, `$${` is a literal `${`.
    ///
    /// Throws at the first name that stands for nothing.
    package func substitute(_ value: JSONValue) throws(SubstitutionError) -> JSON {
        switch value.kind {
        case .null, .bool, .number: return JSON(value)
        case .string: return try substitute(text: value.string ?? "", at: value)
        case .array:
            var elements: [JSON] = []
            for element in value.elements { elements.append(try substitute(element)) }
            return .array(elements)
        case .object:
            var object = JSONObject()
            for member in value.members { object[member.key] = try substitute(member.value) }
            return .object(object)
        }
    }

    /// A string value with its templates filled in, as text.
    package func text(_ value: JSONValue) throws(SubstitutionError) -> String {
        try substitute(value).templateText
    }

    private func substitute(text: String, at value: JSONValue) throws(SubstitutionError) -> JSON {
        var result = ""
        for piece in TemplatePiece.split(text) {
            switch piece {
            case .literal(let literal): result += literal
            case .unclosed:
                throw SubstitutionError(
                    "“${” without “}” in “\(text)”", at: SourceLocation(value),
                    advice: "Write “$${” for a literal “${”.")
            case .name(let name, let isAlone):
                let filling = try self.value(of: name, at: value)
                if isAlone { return filling }
                result += filling.templateText
            }
        }
        return .string(result)
    }
}

extension JSON {
    /// What a value is inside a longer text: a string without quotes, anything else as JSON.
    package var templateText: String { string ?? compact }
}
