// SPDX-License-Identifier: Apache-2.0
import AccordContract

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
    /// The fields of all objects, in the order of the specification. In `Catalogue/openapi-fields.txt`, each line after the
    /// line of an object has a treatment, versions and field names.
    package static let all: [OpenAPIField] = {
        var fields: [OpenAPIField] = []
        var object = OpenAPIObject.document
        for line in openAPIFields.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            guard let treatment = treatments[words[0]], let versions = ranges[words[1]] else {
                object = OpenAPIObject(rawValue: words[0]) ?? object
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

    /// The keywords that schemas have in at least one version of OpenAPI.
    static let keywords: Set<String> = Set(all.filter { $0.object == .schema }.map(\.name))

    private static let treatments: [String: Treatment] = [
        "judged": .judged, "documentation": .documentation, "unsupported": .unsupported,
    ]

    private static let ranges: [String: Set<OpenAPIVersion>] = [
        "all": [.swagger2, .openAPI30, .openAPI31, .openAPI32], "2.0": [.swagger2], "2.0-3.0": [.swagger2, .openAPI30],
        "3.0": [.openAPI30], "3.0+": [.openAPI30, .openAPI31, .openAPI32], "3.1+": [.openAPI31, .openAPI32],
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
    /// The names of the objects in `Catalogue/openapi-fields.txt`.
    private static let titles: [OpenAPIObject: String] = {
        let lines = openAPIFields.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1).map(String.init) }
        return Dictionary(lines.compactMap { line in OpenAPIObject(rawValue: line[0]).map { ($0, line[1]) } }) { $1 }
    }()

    /// The name of the object with an article, such as `a media type`.
    var title: String { Self.titles[self] ?? rawValue }
}
