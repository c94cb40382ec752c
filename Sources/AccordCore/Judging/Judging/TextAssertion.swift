import AccordContract
import AccordJSON
import AccordSchema

/// Holds a text, a header's or an XML node's, to a schema: as the text that it is, or as the number or boolean that it may
/// stand for.
enum TextAssertion {
    /// What a schema says of texts or of numbers alone, and leaves the other kind alone with.
    private static let ofOneKind: Set<String> = [
        "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern",
        "format",
    ]

    /// What is wrong; nil where the schema is satisfied. One of the text's readings has to be valid, and none may be of the
    /// schema's type and break a limit: `{ "minimum": 8 }` isn't satisfied by “7”, though it says nothing of texts.
    static func problem(_ text: String, _ schema: Schema) -> String? {
        let readings = ScalarText.readings(text, types: []).map { schema.validate($0) }
        for violations in readings {
            let keywords = violations.map(\.keyword)
            guard keywords.allSatisfy(ofOneKind.contains) else { continue }
            if let first = violations.first { return first.message }
        }
        guard !readings.contains(where: \.isEmpty) else { return nil }
        return readings.last?.first?.message ?? "it is another value"
    }
}
