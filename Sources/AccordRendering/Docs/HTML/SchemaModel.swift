import AccordContract

/// Schemas and parameters as the templates see them.
enum SchemaModel {
    static func fields(_ schema: SchemaText) -> TemplateFields {
        [
            "type": pieces(schema.type),
            "constraints": schema.constraints.isEmpty ? false : schema.constraints.joined(separator: ", ") as Any,
            "schemaAbout": schema.description.map(MarkdownHTML.render) ?? false as Any,
            "schemaDeprecated": schema.isDeprecated,
            "properties": schema.properties.isEmpty
                ? false
                : [
                    "rows": schema.properties.map { property in
                        fields(property.schema).merging([
                            "rowName": property.name, "required": property.isRequired,
                        ]) { own, _ in own }
                    }
                ] as Any,
            "alternatives": schema.alternatives.isEmpty
                ? false
                : [
                    "alternativesTitle": schema.alternativesTitle ?? "",
                    "rows": schema.alternatives.map { fields($0) },
                ] as Any,
        ]
    }

    /// Pieces of the same form, whether they are links or not.
    private static func pieces(_ type: [SchemaText.Piece]) -> [TemplateFields] {
        type.map { ["pieceText": $0.text, "pieceLink": $0.schema.map { "schemas.html#\($0)" } ?? false as Any] }
    }

    static func parameters(_ parameters: [OperationText.ParameterText]) -> Any {
        guard !parameters.isEmpty else { return false }
        return [
            "rows": parameters.map { parameter in
                fields(parameter.schema).merging([
                    "parameterName": parameter.name, "place": parameter.place.rawValue,
                    "required": parameter.isRequired, "forbidden": parameter.isForbidden,
                    "parameterDeprecated": parameter.isDeprecated,
                    "parameterAbout": parameter.description.map(MarkdownHTML.render) ?? false as Any,
                ]) { _, new in new }
            }
        ]
    }

    static func body(_ body: OperationText.BodyText) -> TemplateFields {
        [
            "optional": !body.isRequired, "bodyAbout": body.description.map(MarkdownHTML.render) ?? false as Any,
            "contents": body.contents.map { content in
                ["mediaType": content.mediaType, "schema": content.schema.map(fields) ?? false as Any] as TemplateFields
            },
        ]
    }
}
