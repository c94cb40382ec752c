// SPDX-License-Identifier: Apache-2.0
import AccordContract
import Testing

@Suite("Diagnostics of a contract's form")
struct FormTests {
    @Test("a mistake is reported at its place", arguments: broken)
    func isFound(contract: BrokenContract) {
        contract.check()
    }

    static let broken: [BrokenContract] = [
        BrokenContract(label: "an empty file", rule: .syntax, text: "▶"),
        BrokenContract(label: "a trailing comma", rule: .syntax, text: "{ \"contract\": \"1.0\", ▶}"),
        BrokenContract(label: "a list", rule: .notAContract, text: "▶[]"),
        BrokenContract(
            label: "an OpenAPI document", rule: .notAContract, text: "▶{ \"openapi\": \"3.1.0\" }",
            mentions: "OpenAPI document"),
        BrokenContract(
            label: "a JSON Schema", rule: .notAContract, text: "▶{ \"$schema\": \"x\", \"properties\": {} }",
            mentions: ".schema.json"),
        BrokenContract(
            label: "another version", rule: .version,
            text: top("\"info\": { \"title\": \"T\", \"version\": \"1\" }", version: "▶\"2.0\"")),
        BrokenContract(label: "a version that is a number", rule: .wrongType, text: top(info, version: "▶1.0")),
        BrokenContract(label: "no info", rule: .missingKey, text: "▶" + top("\"x-y\": 1")),
        BrokenContract(
            label: "an info without a version", rule: .missingKey, text: top("\"info\": ▶{ \"title\": \"T\" }")),
        BrokenContract(
            label: "a mistyped key at the top", rule: .unknownKey, text: top(info + ", ▶\"componets\": {}"),
            mentions: "Did you mean “components”?"),
        BrokenContract(
            label: "a key twice", rule: .duplicateKey, text: top(info + ", \"security\": [], ▶\"security\": []")),
        BrokenContract(label: "servers as an object", rule: .wrongType, text: top(info + ", \"servers\": ▶{}")),
        BrokenContract(label: "no server", rule: .empty, text: top(info + ", \"servers\": ▶[]")),
        BrokenContract(
            label: "a server without a scheme", rule: .badValue,
            text: top(info + ", \"servers\": [ { \"url\": ▶\"api.example\" } ]")),
        BrokenContract(
            label: "a variable that isn't declared", rule: .badValue,
            text: top(info + ", \"servers\": [ { \"url\": ▶\"https://{region}.example\" } ]"), mentions: "variables"),
        BrokenContract(
            label: "two servers of one name", rule: .duplicateID,
            text: top(
                info + """
                    , "servers": [ { "name": "a", "url": "https://a.example" },
                    ▶{ "name": "a", "url": "https://b.example" } ]
                    """)),
        BrokenContract(
            label: "a query encoding that isn't there", rule: .badValue,
            text: top(info + ", \"queryEncoding\": ▶\"rfc3968\""), mentions: "rfc3986"),
        BrokenContract(
            label: "a security scheme that isn't there", rule: .unknownScheme,
            text: top(info + ", \"security\": [ { \"token\": [], ▶\"tokem\": [] } ], \"components\": \(schemes)"),
            mentions: "“token”"),
        BrokenContract(
            label: "an http scheme that can't be sent", rule: .badValue,
            text: top(
                info + ", \"security\": [ { \"a\": [] } ], \"components\": "
                    + "{ \"securitySchemes\": { \"a\": { \"type\": \"http\", \"scheme\": ▶\"negotiate\" } } }")),
        BrokenContract(
            label: "credentials of another kind", rule: .unknownKey,
            text: top(
                info + ", \"security\": [ { \"a\": [] } ], \"components\": { \"securitySchemes\": { \"a\": "
                    + "{ \"type\": \"http\", \"scheme\": \"basic\", \"credentials\": { ▶\"token\": \"${env.T}\" } } } }"
            ),
            mentions: "username"),
        BrokenContract(
            label: "a component that nobody uses", rule: .unusedComponent,
            text: top(info + ", \"components\": { \"schemas\": { ▶\"Left\": { \"type\": \"string\" } } }")),
        BrokenContract(
            label: "a format that is mistyped", rule: .unknownFormat,
            text: top(
                info + """
                    , "components": { "schemas": { "A": { "properties": {
                    "a": { "type": "string", "format": ▶"emial" }, "b": { "items": { "format": ▶"emial" } },
                    "c": { "format": "email" }, "d": { "format": "password" },
                    "format": { "const": { "format": "emial" } } } } } }, "x-uses": { "$ref": "#/components/schemas/A" }
                    """), mentions: "Did you mean “email”?"),
        BrokenContract(
            label: "a format of somebody's own", rule: .unknownFormat,
            text: top(
                info + """
                    , "components": { "schemas": { "A": { "type": "string", "format": ▶"our-article-number" } } },
                    "x-uses": { "$ref": "#/components/schemas/A" }
                    """), mentions: "pattern"),
        BrokenContract(
            label: "schemas that nothing satisfies", rule: .unsatisfiable,
            text: top(
                info + """
                    , "components": { "schemas": { "A": { "properties": {
                    "a": { "type": "integer", "minimum": 5, "maximum": ▶3 }, "b": { "minimum": 5, "maximum": 5 },
                    "c": { "exclusiveMinimum": 5, "maximum": ▶5 }, "d": { "minimum": 5, "exclusiveMaximum": 6 },
                    "e": { "minLength": 4, "maxLength": ▶3 }, "f": { "minItems": 3, "maxItems": 3 },
                    "g": { "type": "string", "enum": ▶[1, 2] }, "h": { "type": ["string", "integer"], "enum": [1, true] },
                    "i": { "type": "integer", "const": ▶1.5 }, "j": { "type": "integer", "const": 1.0 },
                    "k": { "required": [▶"x", "y"], "properties": { "x": false, "y": {} } },
                    "l": { "required": [▶"x"], "properties": { "y": {} }, "additionalProperties": false },
                    "m": { "required": ["x"], "patternProperties": { "x": {} }, "additionalProperties": false },
                    "n": { "required": ["x", "y"], "maxProperties": ▶1 }, "o": { "minimum": 9007199254740993, "maximum": 9007199254740993 },
                    "p": { "default": { "minimum": 5, "maximum": 3 } }, "q": { "minContains": 5, "maxContains": 3 },
                    "r": { "contains": {}, "minContains": 5, "maxContains": ▶3 }
                    } } } }, "x-uses": { "$ref": "#/components/schemas/A" }
                    """)),
        BrokenContract(
            label: "what issuers mark as secrets, in texts for readers", rule: .secret,
            text: top(
                """
                "info": { "title": "T", "version": "1", "description": ▶"Try it with `sk_live_\("4eC39HqLyjWDarjtT1zdp7dc")`." },
                "x-more": { "description": "sk_live_xxxxxxxxxxxxxxxxxxxxxxxx, AKIA\("IOSFODNN7EXAMPLE"), sk_live_, a risk-benefit-analysis-of-everything" },
                "x-links": { "description": "https://docs.example/d/1A2b3C4d5E6f7G8h9I0jKLmNoPqRsTuVw/edit" }
                """)),
        BrokenContract(
            label: "components that use only each other", rule: .unusedComponent,
            text: top(
                info + """
                    , "components": { "schemas": { ▶"A": { "$ref": "#/components/schemas/B" },
                    ▶"B": { "items": { "$ref": "#/components/schemas/A" } } } }
                    """)),
        BrokenContract(
            label: "no operation", rule: .empty,
            text: "{ \"contract\": \"1.0\", \(info), \"operations\": ▶{} }"),
        BrokenContract(
            label: "no case", rule: .empty,
            text: "{ \"contract\": \"1.0\", \(info), \"operations\": ▶{ \"op\": { \(get), \(fine) } } }"),
        BrokenContract(
            label: "an operation id with a hyphen", rule: .badValue, text: operations("▶\"get-it\": \(simple)"),
            mentions: "getIt"),
        BrokenContract(
            label: "two operations of one method and path", rule: .duplicateID,
            text: operations(
                """
                "a": { "request": { "method": "GET", "path": "/x/{id}", "pathParameters": { "id": {} } }, \(fine), \(one) },
                ▶"b": { "request": { "method": "GET", "path": "/x/{no}", "pathParameters": { "no": {} } }, \(fine), \(one) }
                """)),
    ]

    static let info = "\"info\": { \"title\": \"T\", \"version\": \"1\" }"
    static let get = "\"request\": { \"method\": \"GET\", \"path\": \"/x\" }"
    static let fine = "\"responses\": { \"200\": { \"description\": \"Fine.\" } }"
    static let one = "\"cases\": { \"a\": { \"response\": { \"status\": 200 } } }"
    static let simple = "{ \(get), \(fine), \(one) }"
    static let schemes =
        "{ \"securitySchemes\": { \"token\": { \"type\": \"http\", \"scheme\": \"bearer\" } } }"

    static func top(_ text: String, version: String = "\"1.0\"") -> String {
        "{ \"contract\": \(version), \(text), \"operations\": { \"op\": \(simple) } }"
    }

    static func operations(_ text: String) -> String {
        "{ \"contract\": \"1.0\", \(info), \"operations\": {\n\(text)\n} }"
    }
}
