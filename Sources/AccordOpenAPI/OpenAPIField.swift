// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON

/// A field of an OpenAPI object, and how Accord treats the field.
package struct OpenAPIField: Sendable {
    package enum Treatment: String, Sendable {
        /// Accord checks the field, or uses it to check messages.
        case judged
        /// Accord doesn't use the field to check messages. The field appears in the API documentation, or Accord
        /// ignores it.
        case documentation
        /// Accord doesn't support the field yet, and reports its use.
        case unsupported = "not supported yet"
    }

    package var object: OpenAPIObject
    package var name: String
    package var versions: Set<OpenAPIVersion>
    package var treatment: Treatment
}

/// The objects of the OpenAPI specification, such as the Server Object.
package enum OpenAPIObject: String, Sendable, CaseIterable {
    case document, info, contact, license, server, serverVariable, components, pathItem, operation
    case externalDocumentation, parameter, requestBody, mediaType, encoding, response, example, link, header, tag
    case schema, discriminator, xml, securityScheme, oauthFlows, oauthFlow
}

extension OpenAPIField {
    /// The fields of all objects, in the order of the specification.
    package static let all: [OpenAPIField] = {
        var fields: [OpenAPIField] = []
        var object = OpenAPIObject.document
        for line in table.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            if let named = OpenAPIObject(rawValue: words[0]), words.count == 1 {
                object = named
                continue
            }
            guard words.count >= 3, let treatment = treatments[words[0]], let versions = ranges[words[1]] else {
                continue
            }
            for name in words.dropFirst(2) {
                fields.append(OpenAPIField(object: object, name: name, versions: versions, treatment: treatment))
            }
        }
        return fields
    }()

    /// The names of the fields that each object has in a version of OpenAPI.
    static let names: [OpenAPIVersion: [OpenAPIObject: Set<String>]] = {
        var names: [OpenAPIVersion: [OpenAPIObject: Set<String>]] = [:]
        for field in all {
            for version in field.versions { names[version, default: [:]][field.object, default: []].insert(field.name) }
        }
        return names
    }()

    private static let treatments: [String: Treatment] = [
        "judged": .judged, "documentation": .documentation, "unsupported": .unsupported,
    ]

    private static let ranges: [String: Set<OpenAPIVersion>] = [
        "all": [.swagger2, .openAPI30, .openAPI31, .openAPI32],
        "2.0": [.swagger2],
        "2.0-3.0": [.swagger2, .openAPI30],
        "3.0": [.openAPI30],
        "3.0+": [.openAPI30, .openAPI31, .openAPI32],
        "3.1+": [.openAPI31, .openAPI32],
        "3.2": [.openAPI32],
    ]
}

extension Translation {
    /// Reports unknown fields of an object.
    func checkFields(of value: JSONValue, _ object: OpenAPIObject) {
        guard checked.insert(NodeID(value)).inserted else { return }
        let known = OpenAPIField.names[version]?[object] ?? []
        for member in value.members {
            let key = member.key
            if known.contains(key) || key.hasPrefix("x-") || key == "$ref" { continue }
            warn(
                .unknownKey, "unknown field “\(key)” in \(object.title)", at: SourceLocation(keyOf: member),
                advice: Suggestion.didYouMean(key, in: known.sorted()))
        }
    }
}

extension OpenAPIObject {
    /// The name of the object with an article, such as `a media type`.
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
        case .oauthFlow: "an OAuth flow"
        }
    }
}

/// The fields of all objects. After a line with an object's name, each line lists a treatment, versions and field
/// names.
private let table = """
    document
    judged 2.0 swagger host basePath schemes consumes produces definitions parameters responses securityDefinitions
    judged 3.0+ openapi servers components
    judged 3.1+ jsonSchemaDialect webhooks
    judged 3.2 $self
    judged all paths security
    documentation all info tags externalDocs
    info
    documentation all title version description termsOfService contact license
    documentation 3.1+ summary
    contact
    documentation all name url email
    license
    documentation all name url
    documentation 3.1+ identifier
    server
    judged 3.0+ url variables
    judged 3.2 name
    documentation 3.0+ description
    serverVariable
    judged 3.0+ enum default
    documentation 3.0+ description
    components
    judged 3.0+ schemas responses parameters examples requestBodies headers securitySchemes links callbacks
    judged 3.1+ pathItems
    judged 3.2 mediaTypes
    pathItem
    judged all $ref get put post delete options head patch parameters
    judged 3.0+ trace servers
    judged 3.2 query additionalOperations
    documentation 3.0+ summary description
    operation
    judged 2.0 consumes produces schemes
    judged 3.0+ requestBody callbacks servers
    judged all operationId parameters responses security deprecated
    documentation all tags summary description externalDocs
    externalDocumentation
    documentation all description url
    parameter
    judged all name in required
    judged 2.0 schema type format items collectionFormat default maximum exclusiveMaximum minimum exclusiveMinimum
    judged 2.0 maxLength minLength pattern maxItems minItems uniqueItems enum multipleOf allowEmptyValue
    judged 3.0+ allowEmptyValue style explode allowReserved schema content example examples deprecated
    documentation all description
    requestBody
    judged 3.0+ content required
    documentation 3.0+ description
    mediaType
    judged 3.0+ schema example examples encoding
    judged 3.2 itemSchema
    unsupported 3.2 prefixEncoding itemEncoding
    documentation 3.2 description
    encoding
    judged 3.0+ contentType headers style explode
    unsupported 3.0+ allowReserved
    unsupported 3.2 encoding prefixEncoding itemEncoding
    response
    judged 2.0 schema examples
    judged 3.0+ content links
    judged all headers
    documentation all description
    documentation 3.2 summary
    example
    judged 3.0+ value
    judged 3.2 dataValue serializedValue
    unsupported 3.0+ externalValue
    documentation 3.0+ summary description
    link
    judged 3.0+ operationRef operationId parameters requestBody
    unsupported 3.0+ server
    documentation 3.0+ description
    header
    judged 2.0 type format items collectionFormat default maximum exclusiveMaximum minimum exclusiveMinimum maxLength
    judged 2.0 minLength pattern maxItems minItems uniqueItems enum multipleOf
    judged 3.0+ required style explode schema content example examples deprecated allowReserved
    judged 3.0 allowEmptyValue
    documentation all description
    tag
    documentation all name description externalDocs
    documentation 3.2 summary parent kind
    schema
    judged all $ref type format items properties additionalProperties required enum default maximum exclusiveMaximum
    judged all minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems maxProperties
    judged all minProperties multipleOf allOf readOnly example
    judged 3.0+ oneOf anyOf not writeOnly
    judged 3.0 nullable
    judged 3.1+ $id $schema $anchor $dynamicRef $dynamicAnchor $defs const if then else prefixItems contains
    judged 3.1+ minContains maxContains propertyNames patternProperties dependentSchemas dependentRequired
    judged 3.1+ unevaluatedItems unevaluatedProperties examples
    documentation all title description externalDocs discriminator xml
    documentation 3.0+ deprecated
    documentation 3.1+ $comment $vocabulary contentEncoding contentMediaType contentSchema
    discriminator
    documentation 3.0+ propertyName mapping
    documentation 3.2 defaultMapping
    xml
    documentation all name namespace prefix attribute wrapped
    documentation 3.2 nodeType
    securityScheme
    judged all type name in
    judged 2.0 flow tokenUrl
    judged 3.0+ scheme flows
    documentation 2.0 authorizationUrl scopes
    documentation 3.0+ bearerFormat openIdConnectUrl
    documentation 3.2 oauth2MetadataUrl deprecated
    documentation all description
    oauthFlows
    judged 3.0+ clientCredentials
    documentation 3.0+ implicit password authorizationCode
    documentation 3.2 deviceAuthorization
    oauthFlow
    judged 3.0+ tokenUrl scopes
    documentation 3.0+ authorizationUrl refreshUrl
    documentation 3.2 deviceAuthorizationUrl
    """
