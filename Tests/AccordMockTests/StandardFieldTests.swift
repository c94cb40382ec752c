// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordOpenAPI
import Testing

@testable import AccordServer

@Suite("What HTTP says about responses of the mock")
struct StandardFieldTests {
    private static let text = """
        openapi: 3.1.0
        info: {title: Notes, version: '1'}
        paths:
          /notes:
            get:
              parameters: [{name: page, in: query, schema: {type: integer}}]
              responses:
                200:
                  description: A page.
                  content: {application/json: {schema: {type: array, maxItems: 2, items: {$ref: '#/components/schemas/Note'}}}}
            post:
              requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}
              responses:
                201: {description: Made., content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}
          /notes/{id}:
            parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
            get:
              responses:
                200: {$ref: '#/components/responses/Note'}
                404:
                  description: None.
                  content:
                    application/problem+json:
                      schema: {type: object, required: [status], properties: {status: {type: integer}}}
            put:
              parameters: [{name: If-Match, in: header, required: true, schema: {type: string}}]
              requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}
              responses: {200: {$ref: '#/components/responses/Note'}, 412: {description: Another one.}, 428: {description: Which one?}}
            delete:
              responses:
                default: {description: Error., content: {application/json: {schema: {type: object}}}}
                204: {description: Gone.}
        components:
          responses:
            Note:
              description: One.
              headers: {ETag: {required: true, schema: {type: string}}, Set-Cookie: {required: true, schema: {type: string}}}
              content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}
          schemas:
            Note: {type: object, required: [text], properties: {id: {type: integer, readOnly: true}, text: {type: string}}}
        """

    private let mock: MockResponder

    init() throws {
        let files = MemoryFiles(["notes.yaml": Self.text])
        let result = ContractLoader.load("notes.yaml", files: files, formats: .all(OpenAPIOptions()))
        mock = try MockResponder([try #require(result.contract, "\(result.diagnostics.map(\.message))")])
    }

    @Test("“default” isn't a success beside a documented one")
    func success() {
        let answer = mock.ask("DELETE", "/notes/1")
        #expect(answer.status == 204 && answer.body.isEmpty)
        #expect(mock.ask("DELETE", "/notes/1", "", HTTPField("Accept", "application/json")).status == 204)
    }

    @Test("a different representation has a different entity tag, so that it isn't a 304")
    func entityTags() throws {
        let first = mock.ask("GET", "/notes/1")
        let tag = try #require(first.headers.first("ETag"))
        #expect(tag.hasPrefix("\"") && tag.hasSuffix("\"") && first.headers.first("Set-Cookie")?.contains("=") == true)
        #expect(mock.ask("GET", "/notes/1", "", HTTPField("If-None-Match", tag)).status == 304)
        #expect(mock.ask("PUT", "/notes/1", #"{"text": "new"}"#, HTTPField("If-Match", tag)).status == 200)
        let changed = mock.ask("GET", "/notes/1", "", HTTPField("If-None-Match", tag))
        #expect(changed.status == 200 && changed.headers.first("ETag") != tag)
    }

    @Test("a request without its condition gets a documented 428, and a different mistake doesn't")
    func conditions() {
        #expect(mock.ask("PUT", "/notes/1", #"{"text": "new"}"#).status == 428)
        #expect(mock.ask("PUT", "/notes/1", "{}", HTTPField("If-Match", "*")).status == 400)
        let never = HTTPField("If-Match", #""accord-stale""#)
        #expect(mock.ask("PUT", "/notes/1", #"{"text": "new"}"#, never).status == 412)
        #expect(mock.ask("PUT", "/notes/1", #"{"text": "new"}"#, HTTPField("If-Match", "*")).status == 200)
    }

    @Test("a problem document has the status code of its response")
    func problems() throws {
        let answer = mock.ask("GET", "/notes/1", "", HTTPField("Prefer", "code=404"))
        #expect(answer.status == 404)
        #expect(try JSONDocument(parsing: answer.body).root["status"]?.int == 404)
    }

    @Test("a list that may not grow shows the newest resources")
    func lists() throws {
        for text in ["a", "b", "c"] { #expect(mock.ask("POST", "/notes", #"{"text": "\#(text)"}"#).status == 201) }
        let list = try JSONDocument(parsing: mock.ask("GET", "/notes").body).root
        #expect(list.elements.compactMap { $0["text"]?.string } == ["b", "c"])
    }
}
