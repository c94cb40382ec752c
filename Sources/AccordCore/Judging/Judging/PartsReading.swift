import AccordContract
import AccordJSON
import AccordSchema

/// The parts of a multipart body, read as the properties of its schema.
struct PartsReading {
    let parts: [Multipart.Part]
    let description: MediaTypeDescription?
    private let view: SchemaView?

    init(_ parts: [Multipart.Part], _ description: MediaTypeDescription?) {
        self.parts = parts
        self.description = description
        view = (description?.schema?.source).map { SchemaView($0) }
    }

    /// The parts as one object, a list where a name comes several times or the schema has one.
    var json: JSON {
        var object = JSONObject()
        for name in names {
            let values = parts.filter { $0.name == name }.map { value($0, of: name) }
            let isList = values.count > 1 || view?.property(name)?.impliedTypes == [.array]
            object[name] = isList ? .array(values) : values.first ?? .null
        }
        // An empty list has no part.
        for name in view?.required ?? [] where object[name] == nil && view?.property(name)?.types == [.array] {
            object[name] = []
        }
        return .object(object)
    }

    /// What breaks the body's schema; a part that isn't JSON is judged by the media types of its encoding.
    func findings(_ schema: Schema, _ findings: SchemaFindings) -> [Finding] {
        var result = findings.findings(JSONDocument(json).root, schema)
        for part in parts {
            guard let name = part.name, let encoding = description?.encoding[name] else { continue }
            let types = encoding.contentTypes
            guard !types.isEmpty, let own = part.mediaType, !types.contains(where: { $0.covers(own) }) else { continue }
            result.append(
                Finding(
                    rule: findings.rule, blame: findings.blame, "the part “\(name)” has another media type",
                    contract: description?.location, place: .init(.body, "/\(name)"),
                    expected: types.map(\.description).joined(separator: " or "), actual: own.description))
        }
        return result
    }

    /// True for a part whose own media type, or else the documented one, is JSON.
    func isJSON(_ part: Multipart.Part) -> Bool {
        part.mediaType?.isJSON
            ?? part.name.flatMap { description?.encoding[$0]?.contentTypes.first?.isJSON } ?? false
    }

    private var names: [String] {
        var names: [String] = []
        for part in parts { if let name = part.name, !names.contains(name) { names.append(name) } }
        return names
    }

    private func value(_ part: Multipart.Part, of name: String) -> JSON {
        let text = String(decoding: part.body, as: UTF8.self)
        if isJSON(part), let json = try? JSON(parsing: text) { return json }
        var own = view?.property(name)
        if own?.types == [.array] { own = own?.items }
        return ScalarText.readings(text, types: own?.types ?? [.string]).first ?? .string(text)
    }
}
