// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import AccordOpenAPI
import ConformanceScore
import Foundation
import Testing

@Suite struct `The table of objects and fields` {
    /// The definitions of the official schemas by the object that they describe.
    private static let objects: [String: OpenAPIObject] = [
        "info": .info, "contact": .contact, "license": .license, "server": .server,
        "server-variable": .serverVariable, "servervariable": .serverVariable, "components": .components,
        "path-item": .pathItem, "pathitem": .pathItem, "operation": .operation,
        "external-documentation": .externalDocumentation, "externaldocumentation": .externalDocumentation,
        "externaldocs": .externalDocumentation, "parameter": .parameter, "bodyparameter": .parameter,
        "headerparametersubschema": .parameter, "queryparametersubschema": .parameter,
        "formdataparametersubschema": .parameter, "pathparametersubschema": .parameter, "pathparameter": .parameter,
        "request-body": .requestBody, "requestbody": .requestBody, "media-type": .mediaType, "mediatype": .mediaType,
        "encoding": .encoding, "response": .response, "example": .example, "link": .link, "header": .header,
        "tag": .tag, "schema": .schema, "discriminator": .discriminator, "xml": .xml,
        "security-scheme": .securityScheme, "apikeysecurity": .securityScheme,
        "basicauthenticationsecurity": .securityScheme, "oauth2implicitsecurity": .securityScheme,
        "oauth2applicationsecurity": .securityScheme, "apikeysecurityscheme": .securityScheme,
        "httpsecurityscheme": .securityScheme, "oauth2securityscheme": .securityScheme,
        "openidconnectsecurityscheme": .securityScheme, "oauth-flows": .oauthFlows, "oauthflows": .oauthFlows,
        "implicitoauthflow": .oauthFlow, "passwordoauthflow": .oauthFlow, "clientcredentialsflow": .oauthFlow,
        "authorizationcodeoauthflow": .oauthFlow,
    ]

    @Test(
        .enabled("needs a public suite") { try Conformance.has("openapi") },
        arguments: [
            ("v2.0/schema.json", OpenAPIVersion.swagger2), ("v3.0/schema.yaml", .openAPI30),
            ("v3.1/schema.yaml", .openAPI31), ("v3.2/schema.yaml", .openAPI32),
        ]
    )
    func `the table contains every field of the official schema`(file: String, version: OpenAPIVersion) throws {
        let url = Conformance.folder.appending(path: "openapi/oas-suite/\(file)")
        let bytes = [UInt8](try Data(contentsOf: url))
        let root =
            file.hasSuffix(".json")
            ? try JSONDocument(parsing: bytes).root : try YAMLDocuments().document(bytes, file: file).root
        var missing: [String] = []
        var seen = 0
        func check(_ object: OpenAPIObject, _ schema: JSONValue) {
            for name in Self.properties(of: schema) where !name.hasPrefix("x-") {
                seen += 1
                let isKnown = OpenAPIField.all.contains {
                    $0.object == object && $0.name == name && $0.versions.contains(version)
                }
                if !isKnown { missing.append("\(object.rawValue).\(name)") }
            }
        }
        if let properties = root["properties"] { check(.document, root.document.root.withOnly(properties)) }
        let definitions = try #require(root["$defs"] ?? root["definitions"])
        for member in definitions.members {
            guard let object = Self.objects[member.key.lowercased()] else { continue }
            check(object, member.value)
        }
        #expect(missing.isEmpty, "\(Set(missing).sorted())")
        #expect(seen > 60)
    }

    /// The names under every `properties` of a schema, those of definitions inside of it left out.
    private static func properties(of schema: JSONValue) -> [String] {
        var names: [String] = []
        var pending = [schema]
        while let value = pending.popLast() {
            pending += value.elements
            for member in value.members where member.key != "$defs" {
                if member.key == "properties", member.value.kind == .object {
                    names += member.value.members.map(\.key)
                } else {
                    pending.append(member.value)
                }
            }
        }
        return names
    }

    @Test func `the table is the same as in the documentation`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "docs/openapi.md"), encoding: .utf8)
        for field in OpenAPIField.all {
            let rows = text.split(separator: "\n").filter { $0.contains("`\(field.name)`") }
            #expect(rows.contains { $0.hasSuffix("\(field.treatment.rawValue) |") }, "\(field.object).\(field.name)")
        }
    }
}

extension JSONValue {
    /// An object that has nothing but `properties`.
    fileprivate func withOnly(_ properties: JSONValue) -> JSONValue {
        JSONDocument(JSON.object(["properties": JSON(properties)])).root
    }
}
