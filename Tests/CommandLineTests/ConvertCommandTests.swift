// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@Suite("accord convert", .timeLimit(.minutes(20)))
struct ConvertCommandTests {
    private static let document = """
        { "openapi": "3.1.0", "info": { "title": "Rooms", "version": "1" }, "servers": [{ "url": "http://localhost:1" }],
          "paths": { "/rooms": { "get": { "operationId": "rooms", "responses": { "200": { "description": "Rooms.",
            "content": { "application/json": {
              "schema": { "type": "object", "properties": { "link": { "type": "string", "format": "uri" } } },
              "examples": {
                "broken": { "value": { "link": "/rooms/1" } },
                "full": { "value": { "link": "http://localhost/rooms/1", "key": "dpl_89qyp1cskzkLrVicDaZoDbjyHuDJ" } },
                "empty": { "value": {} } } } } } } } } },
          "components": { "schemas": { "Unused": { "type": "string" } } } }
        """

    @Test("the converted contract lints without errors and has the same cases")
    func clean() throws {
        let scratch = try ScratchFolder()
        let document = try scratch.write(Self.document, to: "rooms.json")
        let run = try Program.accord("convert", document, "--output", scratch.path + "/contract.json")
        #expect(run.status == 0, "\(run)")
        let lint = try Program.accord("lint", scratch.path + "/contract.json")
        #expect(lint.status == 0 && lint.output.contains("1 contract, 0 errors, 3 warnings"), "\(lint)")
        func cases(_ file: String) throws -> [Substring] {
            try Program.accord("verify", "--list", file).output.split(separator: "\n").compactMap {
                $0.split(separator: ":").last
            }
        }
        #expect(try cases(document) == ["rooms/full", "rooms/empty"])
        #expect(try cases(scratch.path + "/contract.json") == ["rooms/full", "rooms/empty"])
        // Removing the line makes it a contract of its own.
        let line = "  \"convertedFrom\": \"rooms.json\",\n"
        let text = try scratch.text("contract.json")
        #expect(text.contains(line))
        let owned = try scratch.write(text.replacing(line, with: ""), to: "owned.json")
        let errors = try Program.accord("lint", owned)
        #expect(errors.status == 3 && errors.output.contains("1 contract, 3 errors, 1 warning"), "\(errors)")
    }

    @Test(
        "the converted contract is valid and equals the document, whose credentials it may not support",
        arguments: [
            #"{ "type": "mutualTLS" }"#, #"{ "type": "http", "scheme": "hoba" }"#,
            #"{ "type": "openIdConnect", "openIdConnectUrl": "https://a.example/.well-known/openid-configuration" }"#,
        ])
    func credentials(scheme: String) throws {
        let scratch = try ScratchFolder()
        let text = Self.document.replacing("http://localhost:1", with: "/api").replacing(
            #""components": {"#, with: #""components": { "securitySchemes": { "a": \#(scheme) },"#
        ).replacing(#""operationId": "rooms","#, with: #""operationId": "rooms", "security": [{ "a": [] }],"#)
        let document = try scratch.write(text, to: "rooms.json")
        let contract = scratch.path + "/contract.json"
        #expect(try Program.accord("convert", document, "--output", contract).status == 0)
        #expect(try Program.accord("lint", contract).status == 0)
        for pair in [(document, contract), (contract, document)] {
            let diff = try Program.accord("diff", pair.0, pair.1)
            #expect(diff.status == 0 && diff.output.contains("no changes"), "\(diff)")
        }
    }

    @Test("a document equals its conversion, also if the names of schemas are the values of a discriminator")
    func unchanged() throws {
        let scratch = try ScratchFolder()
        let document = try scratch.write(
            ##"""
            { "openapi": "3.0.3", "info": { "title": "Pets", "version": "1" },
              "paths": { "/pets": {
                "get": { "responses": { "200": { "description": "Pets.", "content": { "application/json": {
                  "schema": { "type": "array", "items": { "$ref": "#/components/schemas/Pet" } } } } } } },
                "post": { "requestBody": { "content": { "application/json": {
                  "schema": { "$ref": "#/components/schemas/Pet" } } } }, "responses": { "204": { "description": "" } } }
              } },
              "components": { "schemas": {
                "Pet": { "type": "object", "required": ["kind"], "properties": { "kind": { "type": "string" } },
                  "discriminator": { "propertyName": "kind" } },
                "Cat": { "allOf": [{ "$ref": "#/components/schemas/Pet" }, { "required": ["skill"] }] },
                "Kitten": { "allOf": [{ "$ref": "#/components/schemas/Cat" }, { "required": ["age"] }] } } } }
            """##, to: "pets.json")
        let contract = scratch.path + "/contract.json"
        #expect(try Program.accord("convert", document, "--output", contract).status == 0)
        for (old, new) in [(document, contract), (contract, document)] {
            let run = try Program.accord("diff", old, new)
            #expect(run.status == 0 && run.output.contains("no changes"), "\(run)")
        }
    }

    @Test("a bundle contains the document and the files that it refers to, with their locations")
    func bundle() throws {
        let scratch = try ScratchFolder()
        let schema = #"{ "$ref": "room.yaml" }"#
        let document = try scratch.write(
            Self.document.replacing(/"schema": \{ "type": "object".*\} \} \},/, with: "\"schema\": \(schema),"),
            to: "rooms.json")
        _ = try scratch.write("type: object\nproperties: { link: { type: string } }\n", to: "room.yaml")
        let run = try Program.accord("convert", "--bundle", document)
        #expect(run.status == 0, "\(run)")
        let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        #expect(json?["bundle"] as? String == document)
        let files = json?["files"] as? [String: String]
        #expect(files?.keys.sorted() == [scratch.path + "/room.yaml", document])
        let broken = try scratch.write("{ \"openapi\": \"3.1.0\" ", to: "broken.json")
        #expect(try Program.accord("convert", "--bundle", broken).status == 3)
    }
}
