// SPDX-License-Identifier: Apache-2.0
import AccordOpenAPI
import Testing

@testable import AccordCore
@testable import AccordServer

@Suite("Resources of OpenAPI documents that clients create in the mock")
struct CreatedResourceTests {
    private static let text = """
        openapi: 3.1.0
        info: {title: Firewalls, version: '1'}
        paths:
          /firewalls:
            get:
              operationId: list
              parameters: [{name: sort, in: query, schema: {enum: [name, -name]}}]
              responses:
                200:
                  description: All.
                  content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Firewall'}}}}
            post:
              operationId: create
              requestBody:
                content:
                  application/json: {schema: {$ref: '#/components/schemas/Change'}, example: {name: office}}
              responses:
                201:
                  description: Created.
                  content:
                    application/json:
                      schema: {$ref: '#/components/schemas/Firewall'}
                      example: {id: f-7, name: office, level: low, notes: ''}
          /firewalls/{id}:
            parameters: [{name: id, in: path, required: true, schema: {type: string}, example: f-7}]
            get: {operationId: read, responses: {200: {$ref: '#/components/responses/Firewall'}, 404: {description: None.}}}
            put:
              operationId: replace
              requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Change'}}}}
              responses: {200: {$ref: '#/components/responses/Firewall'}, 404: {description: None.}}
            delete: {operationId: remove, responses: {204: {description: Gone.}, 404: {description: None.}}}
          /members/{user}:
            parameters: [{name: user, in: path, required: true, schema: {type: string}}]
            get: {operationId: member, responses: {200: {$ref: '#/components/responses/Member'}, 404: {description: None.}}}
            put:
              operationId: join
              requestBody: {content: {application/json: {schema: {type: object, properties: {nick: {type: string}}}}}}
              responses: {201: {$ref: '#/components/responses/Member'}, 204: {description: Already joined.}}
            delete: {operationId: leave, responses: {204: {description: Gone.}, 404: {description: None.}}}
          /guests/{user}:
            parameters: [{name: user, in: path, required: true, schema: {type: string}}]
            get: {operationId: guest, responses: {200: {$ref: '#/components/responses/Member'}, 404: {description: None.}}}
            put:
              operationId: invite
              requestBody: {content: {application/json: {schema: {type: object, properties: {nick: {type: string}}}}}}
              responses: {200: {$ref: '#/components/responses/Member'}, 201: {$ref: '#/components/responses/Member'}}
            delete: {operationId: disinvite, responses: {204: {description: Gone.}, 404: {description: None.}}}
          /texts/{name}:
            parameters: [{name: name, in: path, required: true, schema: {type: string}}]
            get: {responses: {200: {description: It., content: {text/plain: {schema: {type: string}}}}, 404: {description: None.}}}
            put:
              requestBody: {content: {text/plain: {schema: {type: string}}}}
              responses: {201: {description: Kept.}}
            delete: {responses: {204: {description: Gone.}, 404: {description: None.}}}
        components:
          responses:
            Firewall: {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/Firewall'}}}}
            Member:
              description: One.
              content: {application/json: {schema: {type: object, required: [nick], properties: {nick: {type: string}}}}}
          schemas:
            Change:
              type: object
              properties: {id: {type: string}, name: {type: string}, level: {type: integer}, notes: {type: string}}
            Firewall:
              type: object
              required: [id, name, level, notes]
              properties: {id: {type: string}, name: {type: string}, level: {type: string}, notes: {type: string}}
        """

    private func mock() throws -> MockResponder {
        let loaded = ContractLoader.load("a.yaml", files: MemoryFiles(["a.yaml": Self.text]), formats: .all())
        return try MockResponder([#require(loaded.contract?.withImpliedCases, "\(loaded.diagnostics.map(\.rendered))")])
    }

    private func names(_ mock: MockResponder) -> [String] {
        (mock.ask("GET", "/firewalls").json?.array ?? []).compactMap { $0.object?["id"]?.string }
    }

    @Test("the identifier of an example belongs to one resource at a time")
    func exampleIdentifier() throws {
        let mock = try mock()
        func create() -> String? { mock.ask("POST", "/firewalls", #"{"name":"office"}"#).json?.object?["id"]?.string }
        #expect(create() == "f-7")
        let second = try #require(create())
        #expect(second != "f-7" && names(mock).suffix(2) == ["f-7", second])
        #expect(mock.ask("DELETE", "/firewalls/\(second)").status == 204)
        #expect(mock.ask("GET", "/firewalls/\(second)").status == 404)
        #expect(mock.ask("DELETE", "/firewalls/f-7").status == 204)
        #expect(mock.ask("GET", "/firewalls/f-7").status == 404)
        #expect(create() == "f-7")
    }

    @Test("a changed resource keeps the identifier of its path, and stays in the list with the types of responses")
    func change() throws {
        let mock = try mock()
        let id = try #require(mock.ask("POST", "/firewalls", #"{"name":"home"}"#).json?.object?["id"]?.string)
        // Discord's documents have a permission that is a number in requests and a text in responses.
        let sent = #"{"id":"other","name":"a","level":5,"notes":"b"}"#
        let changed = mock.ask("PUT", "/firewalls/\(id)", sent).json?.object
        #expect(changed?["id"] == .string(id) && changed?["name"] == "a" && changed?["level"]?.string != nil)
        #expect(mock.ask("GET", "/firewalls/\(id)").json?.object == changed)
        #expect(names(mock).last == id)
    }

    @Test("a list is sorted by a property", arguments: [("name", ["a", "b"]), ("-name", ["b", "a"])])
    func sorted(order: String, names: [String]) throws {
        let mock = try mock()
        for name in ["b", "a"] { _ = mock.ask("POST", "/firewalls", "{\"name\":\"\(name)\"}") }
        let listed = mock.ask("GET", "/firewalls?sort=\(order)").json?.array?.compactMap { $0.object?["name"]?.string }
        #expect(listed?.filter(names.contains) == names)
    }

    @Test("a PUT with a documented 201 creates a resource, also after a DELETE")
    func chosenIdentifier() throws {
        let mock = try mock()
        for nick in ["ada", "alan"] {
            #expect(mock.ask("PUT", "/members/9", "{\"nick\":\"\(nick)\"}").status == 201)
            #expect(mock.ask("GET", "/members/9").json?.object?["nick"] == .string(nick))
            #expect(mock.ask("DELETE", "/members/9").status == 204)
            #expect(mock.ask("GET", "/members/9").status == 404)
        }
        #expect(mock.ask("PUT", "/texts/a", "hello", type: "text/plain").status == 201)
        #expect(mock.ask("GET", "/texts/a").status == 200 && mock.ask("DELETE", "/texts/a").status == 204)
        #expect(mock.ask("GET", "/texts/a").status == 404)
        // A member with a different response for a change.
        #expect(mock.ask("PUT", "/guests/9", #"{"nick":"ada"}"#).status == 200)
        #expect(mock.ask("DELETE", "/guests/9").status == 204 && mock.ask("GET", "/guests/9").status == 404)
        // No client created this member.
        #expect(mock.ask("DELETE", "/members/8").status == 204 && mock.ask("GET", "/members/8").status == 200)
    }
}
