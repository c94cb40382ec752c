// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@Suite("accord diff: known changes and the changelog", .timeLimit(.minutes(20)))
struct DiffBaselineTests {
    private static func document(_ version: String, _ schema: String) -> String {
        """
        { "openapi": "3.1.0", "info": { "title": "Rooms", "version": "\(version)" }, "paths": { "/rooms": {
          "post": { "operationId": "add", "requestBody": { "content": { "application/json": { "schema": {
            "type": "object", "properties": { \(schema) } } } } }, "responses": { "204": { "description": "" } } } } } }
        """
    }

    private static let old = document("1.0.0", #""name": { "type": "string" }"#)
    private static let new = document(
        "2.0.0", #""name": { "type": "string", "maxLength": 9 }, "note": { "type": "string" }"#)

    @Test("accepts the changes of a baseline until it expires, and reports new ones")
    func baseline() throws {
        let scratch = try ScratchFolder()
        let (old, new) = try (scratch.write(Self.old, to: "old.json"), scratch.write(Self.new, to: "new.json"))
        let file = scratch.path + "/changes.json"
        let written = try Program.accord("diff", "--write-baseline", file, old, new)
        #expect(written.status == 1 && written.errors.contains("wrote 1 problem to \(file)"), "\(written)")
        let text = try scratch.text("changes.json")
        #expect(text.contains(#""POST /rooms""#) && text.contains("request-property-max-length-set"), "\(text)")
        #expect(try Program.accord("diff", "--baseline", file, old, new).status == 0)
        let gone = try Program.accord("diff", "--baseline", file, old, old)
        #expect(gone.status == 0 && gone.errors.contains("accepts a change that no longer occurs"), "\(gone)")
        let removed = try scratch.write(Self.document("3.0.0", "").replacing("/rooms", with: "/halls"), to: "next.json")
        #expect(try Program.accord("diff", "--baseline", file, old, removed).status == 1)
        // The day on which the entry expires has passed.
        let expired = text.replacing(/"expires": "[0-9-]+"/, with: #""expires": "2026-01-01""#)
        let late = try scratch.write(expired, to: "expired.json")
        #expect(try Program.accord("diff", "--baseline", late, old, new).status == 1)
    }

    @Test("rejects a baseline that names an unknown operation, with a suggestion")
    func unknownOperation() throws {
        let scratch = try ScratchFolder()
        let old = try scratch.write(Self.old, to: "old.json")
        let entry = #"{ "case": "POST /room", "rule": "x", "reason": "x", "expires": "2099-01-01" }"#
        let file = try scratch.write(#"{ "baseline": "1.0", "findings": [\#(entry)] }"#, to: "changes.json")
        let run = try Program.accord("diff", "--baseline", file, old, old)
        #expect(run.status == 2 && run.errors.contains("did you mean “POST /rooms”?"), "\(run)")
    }

    @Test("writes a changelog for people")
    func changelog() throws {
        let scratch = try ScratchFolder()
        let (old, new) = try (scratch.write(Self.old, to: "old.json"), scratch.write(Self.new, to: "new.json"))
        let run = try Program.accord("diff", "--fail-on", "none", "--format", "changelog", old, new)
        #expect(
            run.output == """
                # Changes of Rooms, 1.0.0 to 2.0.0

                ## Changes that break clients

                - `POST /rooms`, request body /name: changed maxLength from none to 9.

                ## Other changes

                - `POST /rooms`, request body /note: the optional property is new.


                """, "\(run)")
    }

    @Test("lists a change of a schema once in the changelog, with the operations that use the schema")
    func sharedSchema() throws {
        let scratch = try ScratchFolder()
        func write(_ limit: Int, to name: String) throws -> String {
            let use = ##""content": { "application/json": { "schema": { "$ref": "#/components/schemas/Room" } } }"##
            let operation = #"{ "requestBody": { \#(use) }, "responses": { "204": { "description": "" } } }"#
            let room = #"{ "type": "object", "properties": { "name": { "type": "string", "maxLength": \#(limit) } } }"#
            return try scratch.write(
                """
                { "openapi": "3.1.0", "info": { "title": "Rooms", "version": "1" },
                  "paths": { "/rooms": { "post": \(operation), "put": \(operation) } },
                  "components": { "schemas": { "Room": \(room) } } }
                """, to: name)
        }
        let run = try Program.accord(
            "diff", "--format", "changelog", write(80, to: "old.json"), write(60, to: "new.json"))
        #expect(
            run.output == """
                # Changes of Rooms

                ## Changes that break clients

                - request Room/name: changed maxLength from 80 to 60, in 2 operations (POST /rooms, PUT /rooms).


                """, "\(run)")
    }
}
