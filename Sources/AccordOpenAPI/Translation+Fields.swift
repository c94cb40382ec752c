import AccordContract
import AccordJSON

extension Translation {
    /// Tells of the fields that an object has and OpenAPI doesn't know.
    func checkFields(of value: JSONValue, _ object: OpenAPIObject) {
        guard checked.insert(Place(value)).inserted else { return }
        let known = OpenAPIField.names[version]?[object] ?? []
        for member in value.members {
            let key = member.key
            if known.contains(key) || key.hasPrefix("x-") || key == "$ref" { continue }
            warn(
                .unknownKey, "unknown field “\(key)” in \(object.title)", at: SourceLocation(keyOf: member),
                advice: Suggestion.nearest(to: key, in: known.sorted()).map { "Did you mean “\($0)”?" })
        }
    }
}

extension OpenAPIObject {
    /// `a media type`
    var title: String {
        switch self {
        case .document: "an OpenAPI document"
        case .info: "“info”"
        case .contact: "“contact”"
        case .license: "“license”"
        case .server: "a server"
        case .serverVariable: "a server's variable"
        case .components: "“components”"
        case .pathItem: "a path"
        case .operation: "an operation"
        case .externalDocumentation: "“externalDocs”"
        case .parameter: "a parameter"
        case .requestBody: "a request body"
        case .mediaType: "a media type"
        case .encoding: "an encoding"
        case .response: "a response"
        case .example: "an example"
        case .link: "a link"
        case .header: "a header"
        case .tag: "a tag"
        case .schema: "a schema"
        case .discriminator: "“discriminator”"
        case .xml: "“xml”"
        case .securityScheme: "a security scheme"
        case .oauthFlows: "“flows”"
        case .oauthFlow: "a flow"
        }
    }
}
