// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordVerifier
import Testing

@Suite("Requests that a server must refuse")
struct RefusalCasesTests {
    static let text = #"""
        {
          "contract": "1.0",
          "info": { "title": "Refusals", "version": "1" },
          "servers": [ { "url": "https://refusals.example" } ],
          "operations": {
            "list": {
              "security": [ { "key": [] } ],
              "request": {
                "method": "GET", "path": "/items",
                "query": {
                  "limit": { "type": "integer", "minimum": 1, "maximum": 100 },
                  "name": { "required": false, "schema": { "type": "string", "maxLength": 3 } }
                }
              },
              "responses": {
                "200": { "description": "Some.", "body": { "type": "array" } },
                "400": { "description": "No.", "body": { "type": "string" } }
              },
              "cases": { "lists": { "request": { "query": { "limit": 10 } }, "response": { "status": 200, "body": [] } } }
            },
            "add": {
              "request": {
                "method": "POST", "path": "/items",
                "body": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string", "minLength": 1 } } }
              },
              "responses": { "201": { "description": "Added." }, "422": { "description": "No." } },
              "cases": { "adds": { "request": { "body": { "name": "x" } }, "response": { "status": 201 } } }
            }
          },
          "components": {
            "securitySchemes": {
              "key": { "type": "apiKey", "in": "header", "name": "X-Key", "credentials": { "value": "${env.KEY}" } }
            }
          }
        }
        """#

    private func cases(_ options: RefusalOptions, _ text: String = text) throws -> [Case] {
        let result = ContractLoader.load("refusals.json", files: MemoryFiles(["refusals.json": text]))
        let contract = try #require(result.contract, "\(result.diagnostics.map(\.message))")
        return CasePlan(contract, operations: [], refusals: options).cases.filter(\.isDerived)
    }

    @Test("refusals are derived from the schemas, with stable ids and safe methods")
    func safe() throws {
        #expect(
            try cases(RefusalOptions()).map(\.id) == [
                "list~refuse.missing:query.limit", "list~refuse.schema:query.limit:type.string",
                "list~refuse.schema:query.limit:type.boolean", "list~refuse.schema:query.limit:type.a-fraction",
                "list~refuse.schema:query.limit:minimum.just-outside",
                "list~refuse.schema:query.limit:maximum.just-outside",
                "list~refuse.schema:query.name:maxLength.one-more",
                "list~refuse.method:TRACE", "list~refuse.missing-credentials", "list~refuse.wrong-credentials:key",
                "list~refuse.truncated-credentials:key", "list~http.head", "add~refuse.method:TRACE",
            ])
    }

    @Test(
        "an undocumented member of an object is sent if it has a name of its own in the query",
        arguments: [
            (#""style": "deepObject", "explode": true"#, true), (#""explode": false"#, true),
            (#""explode": true"#, false),
        ])
    func undocumentedMember(style: String, isSent: Bool) throws {
        let filter = #"""
            "filter": { "required": false, \#(style), "schema": {
              "type": "object", "properties": { "a": { "type": "string" } }, "additionalProperties": false } },
            """#
        let text = Self.text.replacing(#""limit": { "type""#, with: #"\#(filter) "limit": { "type""#)
        let ids = try cases(RefusalOptions(), text).map(\.id)
        #expect(ids.contains { $0.contains("query.filter:additionalProperties") } == isSent, "\(ids)")
        let isText = style == #""explode": false"#
        #expect(ids.contains { $0.contains("query.filter:type") } == isText, "text for an object: \(ids)")
    }

    @Test(
        "each alternative of “security” with credentials is sent wrong, and an alternative isn't sent right",
        arguments: [(#", "credentials": { "value": "${env.KEY}" }"#, true), ("", false)])
    func alternatives(credentials: String, isSent: Bool) throws {
        let other = #""other": { "type": "apiKey", "in": "header", "name": "X-Other"\#(credentials) },"#
        let text = Self.text.replacing(#"[ { "key": [] } ]"#, with: #"[ { "key": [] }, { "other": [] } ]"#)
            .replacing(#""securitySchemes": {"#, with: #""securitySchemes": { \#(other)"#)
        let found = try cases(RefusalOptions(), text).filter { $0.id.hasSuffix("wrong-credentials:other") }
        #expect(found.count == (isSent ? 1 : 0))
        for wrong in found {
            let scope = wrong.ownScope([:]) { _ in "secret-of-ann" }
            let request = try wrong.request(0, scope: scope, baseURL: "https://refusals.example")
            #expect(request.headers.first("X-Key") == nil)
            #expect(request.headers.first("X-Other") == "accord-wrong")
        }
        let result = ContractLoader.load("refusals.json", files: MemoryFiles(["refusals.json": text]))
        let omissions = Omission.all(in: try #require(result.contract), refusals: RefusalOptions()).map(\.what)
        let unsent = isSent ? [] : ["refuse.wrong-credentials:other"]
        #expect(omissions.filter { $0.contains("other") } == ["security other"] + unsent)
    }

    @Test("refusals of equal properties in different branches have different ids")
    func numbered() throws {
        func branch(_ name: String, _ member: String) -> String {
            #"{ "required": ["k", "\#(member)"], "properties": { "k": { "const": "\#(name)" }, "\#(member)": { "type": "array" } } }"#
        }
        let text = Self.text.replacing(
            #"{ "type": "object", "required": ["name"], "properties": { "name": { "type": "string", "minLength": 1 } } }"#,
            with: #"{ "type": "object", "oneOf": [ \#(branch("c", "x")), \#(branch("d", "y")) ] }"#
        ).replacing(#""body": { "name": "x" }"#, with: #""body": { "k": "c", "x": [] }"#)
        let ids = try cases(RefusalOptions(allowsUnsafe: true), text).map(\.id)
        for id in ["body/k:const.another-value", "body:required.without-k"] {
            #expect(ids.filter { $0.contains(id) } == ["", ".2"].map { "add~refuse.schema:\(id)\($0)" }, "\(ids)")
        }
    }

    @Test("refusals include unsafe methods if they are allowed")
    func unsafe() throws {
        let ids = try cases(RefusalOptions(allowsUnsafe: true)).map(\.id).filter { $0.hasPrefix("add~") }
        for id in ["missing:body", "malformed:body", "media-type", "method:TRACE", "method:PATCH"] {
            #expect(ids.contains("add~refuse.\(id)"), "\(id)")
        }
        #expect(ids.contains { $0.hasPrefix("add~refuse.schema:body/name:minLength") }, "\(ids)")
        #expect(ids.contains { $0.hasPrefix("add~refuse.schema:body:required") }, "\(ids)")
    }

    @Test("wrong credentials need no token from a login")
    func wrongToken() throws {
        let text = Self.text.replacing(
            #""type": "apiKey", "in": "header", "name": "X-Key", "credentials": { "value": "${env.KEY}" }"#,
            with: #""type": "http", "scheme": "bearer""#)
        let result = ContractLoader.load("refusals.json", files: MemoryFiles(["refusals.json": text]))
        var contract = try #require(result.contract, "\(result.diagnostics.map(\.message))")
        contract.securitySchemes[0].hasLogin = true
        let cases = CasePlan(contract, operations: [], refusals: RefusalOptions()).cases
        let wrong = try #require(cases.first { $0.id == "list~refuse.wrong-credentials:key" })
        let request = try wrong.request(0, scope: wrong.ownScope([:]) { _ in nil }, baseURL: "https://refusals.example")
        #expect(request.headers.first("Authorization") == "Bearer accord-wrong")
    }

    @Test("wrong Digest credentials respond to the server's challenge with a wrong password")
    func wrongDigest() throws {
        let credentials = #"{ "username": "${env.KEY}", "password": "${env.KEY}" }"#
        let text = Self.text.replacing(
            #""type": "apiKey", "in": "header", "name": "X-Key", "credentials": { "value": "${env.KEY}" }"#,
            with: #""type": "http", "scheme": "digest", "credentials": \#(credentials)"#)
        let cases = try cases(RefusalOptions(), text).filter { $0.id.hasSuffix("-credentials:key") }
        #expect(cases.map(\.id) == ["list~refuse.wrong-credentials:key"])
        let scope = try #require(cases.first).ownScope([:]) { $0 == "KEY" ? "secret-of-ann" : nil }
        let request = try cases[0].request(0, scope: scope, baseURL: "https://refusals.example")
        #expect(request.digest?.password == "secret-of-an" && request.headers.first("Authorization") == nil)
    }

    @Test(
        "a version that the resource never had is invalid if the operation documents 412, and its path an ETag",
        arguments: [
            ("412", "ETag", 412, nil), ("412", "ETag", 200, "refusal.accepted"), ("409", "ETag", nil, nil),
            ("412", "X-Other", nil, nil),
        ])
    func staleVersion(documented: String, field: String, status: Int?, rule: String?) throws {
        let tagged = #""headers": { "\#(field)": { "type": "string" } }, "body": { "type": "array" }"#
        let text = Self.text.replacing(#""body": { "type": "array" }"#, with: tagged).replacing(
            #""method": "POST", "path": "/items","#,
            with: #""method": "PUT", "path": "/items", "headers": { "If-Match": { "required": false, "schema": {} } },"#
        ).replacing(#""422": { "description": "No." }"#, with: #""\#(documented)": { "description": "No." }"#)
        let stale = try cases(RefusalOptions(allowsUnsafe: true), text).first { $0.id == "add~refuse.stale-version" }
        #expect((stale == nil) == (status == nil))
        guard let stale, let status else { return }
        let request = try stale.request(0, scope: stale.scope(), baseURL: "https://refusals.example")
        #expect(request.headers.first("If-Match") == #""accord-stale""#)
        let judgement = Judge.judge(HTTPResponse(status: status), of: stale, step: 0, scope: stale.scope())
        #expect(judgement.findings.map(\.rule.id) == (rule.map { [$0] } ?? []))
    }

    @Test(
        "an accepted duplicate key in a JSON body is a warning, or an error with strict JSON; a rejection passes",
        arguments: [
            (false, 201, Finding.Severity.warning), (true, 201, .error), (false, 422, nil), (true, 422, nil),
            (false, 500, .error),
        ] as [(Bool, Int, Finding.Severity?)])
    func duplicateKey(isStrict: Bool, status: Int, severity: Finding.Severity?) throws {
        let text =
            isStrict
            ? Self.text.replacing(#""contract": "1.0","#, with: #""contract": "1.0", "json": "strict","#) : Self.text
        let refusal = try #require(
            try cases(RefusalOptions(allowsUnsafe: true), text).first { $0.id == "add~refuse.duplicate-key:body" })
        let request = try refusal.request(0, scope: refusal.scope(), baseURL: "https://refusals.example")
        #expect(String(decoding: request.body, as: UTF8.self) == #"{"name":"x","name":"x"}"#)
        let judgement = Judge.judge(HTTPResponse(status: status), of: refusal, step: 0, scope: refusal.scope())
        #expect(judgement.findings.map(\.severity) == (severity.map { [$0] } ?? []))
        #expect(
            judgement.findings.map(\.rule.id)
                == (severity == nil ? [] : [status == 500 ? "refusal.crashed" : "refusal.duplicate-key"]))
        #expect(judgement.assertions > 0)
    }

    @Test("a body without members, and a form, have no duplicate key")
    func noDuplicateKey() throws {
        let empty = Self.text.replacing(#""body": { "name": "x" } }"#, with: #""body": [] }"#)
            .replacing(
                #""body": { "type": "object", "required": ["name"]"#,
                with: #""body": { "type": "array", "required": ["name"]"#)
        for text in [empty, Self.parts] {
            #expect(try cases(RefusalOptions(allowsUnsafe: true), text).allSatisfy { !$0.id.contains("duplicate-key") })
        }
    }

    @Test(
        "each refusal violates the contract at one place",
        arguments: [
            ("missing:query.limit", "https://refusals.example/items", "k"),
            ("schema:query.limit:maximum.just-outside", "https://refusals.example/items?limit=101", "k"),
            ("missing-credentials", "https://refusals.example/items?limit=10", nil),
            ("wrong-credentials:key", "https://refusals.example/items?limit=10", "accord-wrong"),
        ] as [(String, String, String?)])
    func requests(id: String, url: String, key: String?) throws {
        let refusal = try #require(try cases(RefusalOptions()).first { $0.id == "list~refuse.\(id)" })
        let scope = refusal.ownScope([:]) { $0 == "KEY" ? "k" : nil }
        let request = try refusal.request(0, scope: scope, baseURL: "https://refusals.example")
        #expect(request.url == url)
        #expect(request.headers.first("X-Key") == key)
    }

    @Test(
        "a truncated secret lacks its last character, and a short secret is replaced",
        arguments: [("a-long-secret", "a-long-secre"), ("short", "accord-wrong")])
    func truncated(secret: String, sent: String) throws {
        let refusal = try #require(
            try cases(RefusalOptions()).first { $0.id == "list~refuse.truncated-credentials:key" })
        let scope = refusal.ownScope([:]) { $0 == "KEY" ? secret : nil }
        #expect(try refusal.request(0, scope: scope, baseURL: "https://h.example").headers.first("X-Key") == sent)
        let contract = try #require(ContractLoader.load("r.json", files: MemoryFiles(["r.json": Self.text])).contract)
        let secrets = Secrets([contract]) { $0 == "KEY" ? secret : nil }
        #expect(!secrets.masking.mask("X-Key: \(sent)").contains(secret.dropLast()))
    }

    @Test(
        "the truncated secret of Basic credentials is the password, or the user name if the password is empty",
        arguments: [
            ("ann:a-long-secret", "ann:a-long-secre"), ("a-long-secret:", "a-long-secre:"), (":", "accord-wrong:"),
        ])
    func truncatedBasic(pair: String, sent: String) throws {
        let words = pair.split(separator: ":", omittingEmptySubsequences: false)
        let text = Self.text.replacing(
            #"{ "type": "apiKey", "in": "header", "name": "X-Key", "credentials": { "value": "${env.KEY}" } }"#,
            with:
                #"{ "type": "http", "scheme": "basic", "credentials": { "username": "${env.USER}", "password": "${env.PASSWORD}" } }"#
        )
        let refusal = try #require(
            try cases(RefusalOptions(), text).first { $0.id == "list~refuse.truncated-credentials:key" })
        let scope = refusal.ownScope([:]) { String(words[$0 == "USER" ? 0 : 1]) }
        let request = try refusal.request(0, scope: scope, baseURL: "https://h.example")
        #expect(request.headers.first("Authorization") == BasicCredentials.fieldValue(sent))
    }

    @Test("a token that an earlier response contains is never truncated")
    func issuedToken() throws {
        let text = Self.text.replacing("${env.KEY}", with: "${outputs.token}")
            .replacing(#"{ "lists": {"#, with: #"{ "lists": { "after": ["add/adds"],"#)
            .replacing(#""adds": {"#, with: ##""adds": { "outputs": { "token": "$request.body#/name" },"##)
        #expect(try cases(RefusalOptions(), text).allSatisfy { !$0.id.contains("truncated") })
    }

    @Test("a JSON query parameter is sent as text that isn't JSON")
    func malformedParameter() throws {
        let content = #"{ "application/json": { "schema": { "type": "object" } } }"#
        let filter = #""filter": { "required": false, "content": \#(content) }"#
        let text = Self.text.replacing(
            #""name": { "required": false, "schema": { "type": "string", "maxLength": 3 } }"#, with: filter)
        let refusal = try #require(
            try cases(RefusalOptions(), text).first { $0.id.hasSuffix("malformed:query.filter") })
        let request = try refusal.request(0, scope: refusal.scope(), baseURL: "https://refusals.example")
        #expect(request.url == "https://refusals.example/items?limit=10&filter=%7B%22a%22%3A")
        #expect(try cases(RefusalOptions()).allSatisfy { !$0.id.contains("malformed:query") })
    }

    @Test(
        "a refusal must be a documented 4xx that satisfies its schema",
        arguments: [
            (
                HTTPResponse(
                    status: 400, headers: [HTTPField("Content-Type", "application/json")], body: Array(#""no""#.utf8)),
                nil
            ),
            (
                HTTPResponse(
                    status: 400, headers: [HTTPField("Content-Type", "application/json")], body: Array("1".utf8)),
                "response.body.schema"
            ),
            (HTTPResponse(status: 404), "response.status.undocumented"), (HTTPResponse(status: 418), nil),
            (HTTPResponse(status: 200), "refusal.accepted"), (HTTPResponse(status: 204), "refusal.accepted"),
            (HTTPResponse(status: 302), "refusal.other"), (HTTPResponse(status: 500), "refusal.crashed"),
            (HTTPResponse(status: 501), "refusal.crashed"),
        ] as [(HTTPResponse, String?)])
    func judged(response: HTTPResponse, rule: String?) throws {
        let refusal = try #require(
            try cases(RefusalOptions(statuses: [418])).first { $0.id == "list~refuse.missing:query.limit" })
        let judgement = Judge.judge(response, of: refusal, step: 0, scope: refusal.scope())
        #expect(judgement.findings.filter { $0.severity == .error }.map(\.rule.id) == (rule.map { [$0] } ?? []))
        #expect(judgement.assertions > 0)
    }

    @Test(
        "an undocumented refusal of an invalid request is a warning about the contract",
        arguments: [
            ([], 400, Finding.Severity.warning), ([], 422, .warning), ([], 404, .warning), ([], 418, .error),
            ([401, 409], 400, .warning), ([401], 415, .warning), ([401], 404, .error), ([404], 409, .error),
            ([400], 422, .warning), ([422], 400, .warning),
        ])
    func forgotten(documented: [Int], status: Int, severity: Finding.Severity) throws {
        let others = documented.map { #", "\#($0)": { "description": "No." }"# }.joined()
        let text = #"""
            {
              "contract": "1.0", "info": { "title": "Silent", "version": "1" },
              "servers": [ { "url": "https://refusals.example" } ],
              "operations": { "list": {
                "request": { "method": "GET", "path": "/items", "query": { "limit": { "type": "integer" } } },
                "responses": { "200": { "description": "Some." }\#(others) },
                "cases": { "lists": { "request": { "query": { "limit": 10 } }, "response": { "status": 200 } } }
              } }
            }
            """#
        let refusal = try #require(
            try cases(RefusalOptions(), text).first { $0.id == "list~refuse.missing:query.limit" })
        let findings = Judge.judge(HTTPResponse(status: status), of: refusal, step: 0, scope: refusal.scope()).findings
        #expect(findings.map(\.rule.id) == ["response.status.undocumented"])
        #expect(findings.map(\.severity) == [severity])
        #expect(findings.map(\.blame) == [.contract])
    }

    private static let parts = #"""
        {
          "contract": "1.0",
          "info": { "title": "Parts", "version": "1" },
          "servers": [ { "url": "https://refusals.example" } ],
          "operations": {
            "upload": {
              "request": {
                "method": "POST", "path": "/files/{shelf}",
                "pathParameters": { "shelf": { "type": "string", "pattern": "^[a-z]{1,9}$" } },
                "body": { "content": { "multipart/form-data": {
                  "schema": {
                    "type": "object", "required": ["meta", "note"], "additionalProperties": false,
                    "properties": {
                      "meta": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } },
                      "note": { "type": "string", "maxLength": 6 }
                    }
                  },
                  "encoding": { "meta": { "contentType": "application/json" } }
                } } }
              },
              "responses": { "201": { "description": "Kept." }, "400": { "description": "No." } },
              "cases": {
                "keeps": {
                  "request": {
                    "pathParameters": { "shelf": "a" },
                    "parts": { "meta": { "body": { "name": "mine" } }, "note": { "bodyText": "own" } }
                  },
                  "response": { "status": 201 }
                }
              }
            },
            "replace": {
              "request": { "method": "PUT", "path": "/files", "body": { "type": "object" } },
              "responses": { "204": { "description": "Done." }, "400": { "description": "No." } },
              "cases": { "replaces": { "request": { "body": {} }, "response": { "status": 204 } } }
            }
          }
        }
        """#

    @Test("refusals keep the other parts of the case, and include parts that aren't JSON")
    func multipart() throws {
        let cases = try cases(RefusalOptions(allowsUnsafe: true), Self.parts)
        func request(_ id: String) throws -> HTTPRequest {
            let own = try #require(cases.first { $0.id == "upload~refuse.\(id)" }, "\(id) in \(cases.map(\.id))")
            return try own.request(0, scope: own.scope(), baseURL: "https://refusals.example")
        }
        func body(_ id: String) throws -> String { String(decoding: try request(id).body, as: UTF8.self) }
        let mine = "\r\n\r\n{\"name\":\"mine\"}\r\n", own = "\r\n\r\nown\r\n"
        let more = try body("schema:body:additionalProperties.one-more")
        #expect(more.contains(mine) && more.contains(own), "\(more)")
        let less = try body("schema:body:required.without-note")
        #expect(less.contains(mine) && !less.contains("note"), "\(less)")
        let long = try body("schema:body/note:maxLength.one-more")
        #expect(long.contains(mine) && !long.contains("\r\n\r\n\""), "\(long)")
        let malformed = try body("malformed:body/meta")
        #expect(malformed.contains("\r\n\r\n{\"a\": \r\n") && malformed.contains(own), "\(malformed)")
        #expect(try request("schema:path.shelf:pattern.no-match").url.hasPrefix("https://refusals.example/files/"))
    }

    @Test("an element of a list in a multipart body is text, which can't have a wrong type if it is a string")
    func multipartList() throws {
        let note = #""note": { "type": "string", "maxLength": 6 }"#
        let list = #", "labels": { "type": "array", "items": { "type": "string", "minLength": 2 } }"#
        let text = Self.parts.replacing(note, with: note + list)
        let ids = try cases(RefusalOptions(allowsUnsafe: true), text).map(\.id)
        #expect(ids.contains { $0.contains("body/labels/0:minLength") }, "\(ids)")
        #expect(!ids.contains { $0.contains("body/labels/0:type") }, "\(ids)")
        let numbers = list.replacing(#""type": "string", "minLength": 2"#, with: #""type": "integer""#)
        let others = try cases(RefusalOptions(allowsUnsafe: true), Self.parts.replacing(note, with: note + numbers))
        #expect(others.contains { $0.id.contains("body/labels/0:type") }, "\(others.map(\.id))")
    }

    @Test(
        "an operation that only redirects refuses nothing",
        arguments: [
            ("308", "500", true), ("302", "default", true), ("308", "422", false), ("303", "500", false),
            ("201", "500", false),
        ])
    func redirects(status: String, other: String, isMoved: Bool) throws {
        let documented = #""201": { "description": "Added." }, "422""#
        let text = Self.text.replacing(documented, with: #""\#(status)": { "description": "" }, "\#(other)""#)
            .replacing(#""status": 201"#, with: #""status": \#(status)"#)
        let refused = try cases(RefusalOptions(allowsUnsafe: true), text).filter { $0.id.hasPrefix("add~refuse") }
        #expect(refused.isEmpty == isMoved)
    }

    @Test("refusals run before cases that change or delete a resource")
    func first() throws {
        let result = ContractLoader.load("parts.json", files: MemoryFiles(["parts.json": Self.parts]))
        let contract = try #require(result.contract)
        let cases = CasePlan(contract, operations: [], refusals: RefusalOptions(allowsUnsafe: true)).cases
        #expect(cases.first?.id == "upload/keeps")
        #expect(cases.last?.id == "replace/replaces")
    }

    private static let life = #"""
        {
          "contract": "1.0", "info": { "title": "Life", "version": "1" },
          "servers": [ { "url": "https://life.example" } ],
          "operations": {
            "add": {
              "request": { "method": "POST", "path": "/notes" },
              "responses": { "201": { "description": "It.", "body": { "type": "object" } } },
              "cases": { "adds": { "response": { "status": 201, "body": { "id": "1" } }, "outputs": { "id": "$response.body#/id" } } }
            },
            "get": {
              "request": { "method": "GET", "path": "/notes/{id}", "pathParameters": { "id": { "type": "string" } } },
              "responses": { "200": { "description": "It." }, "404": { "description": "None." } },
              "cases": { "reads": { "after": ["add/adds"], "request": { "pathParameters": { "id": "${outputs.id}" } }, "response": { "status": 200 } } }
            },
            "remove": {
              "request": { "method": "DELETE", "path": "/notes/{id}", "pathParameters": { "id": { "type": "string" } } },
              "responses": { "204": { "description": "Gone." }, "404": { "description": "None." } },
              "cases": { "removes": { "after": ["add/adds"], "request": { "pathParameters": { "id": "${outputs.id}" } }, "response": { "status": 204 } } }
            }
          }
        }
        """#

    @Test("refusals request the deleted resource, also with earlier operations")
    func deleted() throws {
        let cases = try cases(RefusalOptions(allowsUnsafe: true), Self.life)
        let ids = cases.map(\.id).filter { $0.contains("deleted") }
        #expect(ids == ["remove~refuse.deleted-again", "remove~refuse.deleted:get"])
        let used = try #require(cases.first { $0.id == "remove~refuse.deleted:get" })
        #expect(used.steps.map(\.operation.request.method) == ["POST", "DELETE", "GET"])
        for (status, rules) in [(404, []), (200, ["refusal.accepted"])] {
            let judgement = Judge.judge(HTTPResponse(status: status), of: used, step: 2, scope: used.scope())
            #expect(judgement.findings.map(\.rule.id) == rules)
        }
    }

    @Test("refusals request the deleted resource with each operation that uses it")
    func used() throws {
        func operation(
            _ id: String, _ method: String, _ path: String = "/notes/{id}", status: Int = 200,
            value: String = "${outputs.id}"
        ) -> String {
            let success = "{ \"status\": \(status) }"
            return #"""
                "\#(id)": {
                  "request": { "method": "\#(method)", "path": "\#(path)", "pathParameters": { "id": { "type": "string" } } },
                  "responses": { "\#(status)": { "description": "It." }, "404": { "description": "None." } },
                  "cases": { "works": { "after": ["add/adds"], "request": { "pathParameters": { "id": "\#(value)" } }, "response": \#(success) } }
                },
                """#
        }
        let more = [
            operation("patch", "PATCH"), operation("put", "PUT"),
            operation("make", "PUT", "/notes/{id}/a", status: 201),
            operation("merge", "PATCH", "/notes/{id}/b", status: 201),
            operation("comment", "POST", "/notes/{id}/comments", status: 201),
            operation("clear", "DELETE", "/notes/{id}/comments", status: 204),
            operation("other", "GET", "/notes/{id}/text", value: "fixed"), operation("near", "GET", "/notes/{id}.txt"),
        ]
        let text = Self.life.replacing(#""operations": {"#, with: #""operations": {"# + more.joined())
        let cases = try cases(RefusalOptions(allowsUnsafe: true), text)
        let ids = cases.map(\.id).filter { $0.hasPrefix("remove~refuse.deleted") }.sorted()
        #expect(ids == ["-again", ":clear", ":comment", ":get", ":patch", ":put"].map { "remove~refuse.deleted" + $0 })
        for (id, status, rules) in [
            ("patch", 404, []), ("patch", 200, ["refusal.accepted"]), ("comment", 201, ["refusal.accepted"]),
            ("clear", 204, []), ("clear", 404, []), ("clear", 500, ["refusal.crashed"]),
        ] {
            let used = try #require(cases.first { $0.id == "remove~refuse.deleted:\(id)" })
            let judgement = Judge.judge(HTTPResponse(status: status), of: used, step: 2, scope: used.scope())
            #expect(judgement.findings.map(\.rule.id) == rules, "\(id) \(status)")
        }
    }

    @Test("no refusal differs only in a readOnly property, which a server may ignore")
    func readOnly() throws {
        let body =
            #""body": { "type": "object", "required": ["id", "name"], "properties": { "id": { "type": "integer", "readOnly": true },"#
        let text = Self.text.replacing(
            #""body": { "type": "object", "required": ["name"], "properties": {"#, with: body)
        let ids = try cases(RefusalOptions(allowsUnsafe: true), text).map(\.id).filter {
            $0.hasPrefix("add~refuse.schema")
        }
        #expect(ids.contains("add~refuse.schema:body:required.without-name"), "\(ids)")
        #expect(ids.contains { $0.hasPrefix("add~refuse.schema:body/name") }, "\(ids)")
        #expect(!ids.contains { $0.contains("/id") || $0.contains("without-id") }, "\(ids)")
    }

    @Test("no refusal differs only in a readOnly property of a union", arguments: ["oneOf", "anyOf"])
    func readOnlyInUnion(union: String) throws {
        let branch = #"{ "required": ["name"], "properties": { "name": { "type": "string" }, "id": READ } }"#
            .replacing("READ", with: #"{ "type": "integer", "readOnly": true }"#)
        let text = Self.text.replacing(
            #""body": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string", "minLength": 1 } } }"#,
            with: #""body": { "type": "object", "\#(union)": [ \#(branch), { "required": ["never"] } ] }"#)
        let ids = try cases(RefusalOptions(allowsUnsafe: true), text).map(\.id)
        #expect(!ids.contains { $0.contains("body/id") }, "\(ids)")
        #expect(ids.contains { $0.hasPrefix("add~refuse.schema:body/name:type") }, "\(ids)")
    }

    @Test(
        "Spring Data uses the default for a wrong page: the probe of a page that springdoc describes is marked",
        arguments: [("Zero-based page index (0..N)", true), ("The page.", false)])
    func springPage(description: String, isMarked: Bool) throws {
        let text = Self.text.replacing(
            #""name": { "required": false, "schema": { "type": "string", "maxLength": 3 } }"#,
            with: #""page": { "required": false, "description": "\#(description)", "#
                + #""schema": { "type": "integer", "minimum": 0 } }"#)
        let pages = try cases(RefusalOptions(), text).filter { $0.id.hasPrefix("list~refuse.schema:query.page") }
        let marked = pages.filter { testCase in
            if case .refusal(let refusal)? = testCase.steps.last?.answer { refusal.isUsual } else { false }
        }
        #expect(!pages.isEmpty && marked.count == (isMarked ? pages.count : 0), "\(pages.map(\.id))")
    }

    @Test("many frameworks accept a Boolean value as 1, and an upper-case content coding: the probe is marked")
    func practice() throws {
        let text = Self.text.replacing(
            #""name": { "required": false, "schema": { "type": "string", "maxLength": 3 } }"#,
            with: #""all": { "required": false, "schema": { "type": "boolean" } }"#
        ).replacing(
            #""method": "GET", "path": "/items","#,
            with:
                #""method": "GET", "path": "/items", "headers": { "Content-Encoding": { "required": false, "schema": { "enum": ["gzip"] } }, "Mode": { "required": false, "schema": { "enum": ["fast"] } } },"#
        )
        let usual = try cases(RefusalOptions(), text).filter { testCase in
            if case .refusal(let refusal)? = testCase.steps.last?.answer { refusal.isUsual } else { false }
        }
        #expect(
            Set(usual.map(\.id)) == [
                "list~refuse.schema:query.all:type.number",
                "list~refuse.schema:header.Content-Encoding:enum.a-different-case",
            ])
        let accepted = try #require(usual.first)
        let findings = [200, 500].flatMap {
            Judge.judge(HTTPResponse(status: $0), of: accepted, step: 0, scope: accepted.scope()).findings
        }
        #expect(findings.map(\.rule.id) == ["refusal.practice", "refusal.practice"])
        let rejected = Judge.judge(HTTPResponse(status: 400), of: accepted, step: 0, scope: accepted.scope())
        #expect(!rejected.findings.contains { $0.rule.id == "refusal.practice" })
    }

    @Test("a refusal without a known value is reported as missing")
    func unknown() throws {
        let text = Self.life.replacing(#", "body": { "id": "1" } }"#, with: " }")
        // Accord generates an id that is the whole value of a path parameter.
        #expect(try untold(text) == [])
        let composed = text.replacing("${outputs.id}", with: "n${outputs.id}")
        #expect(try untold(composed) == ["get refuse", "get http.head", "remove refuse"])
        let known = ContractLoader.load("life.json", files: MemoryFiles(["life.json": Self.life]))
        #expect(Omission.all(in: try #require(known.contract), refusals: RefusalOptions(allowsUnsafe: true)) == [])
    }

    /// Returns the operations whose requests need a documented example of a response.
    private func untold(_ text: String) throws -> [String] {
        let result = ContractLoader.load("life.json", files: MemoryFiles(["life.json": text]))
        let contract = try #require(result.contract, "\(result.diagnostics.map(\.message))")
        let omissions = Omission.all(in: contract, refusals: RefusalOptions(allowsUnsafe: true))
        return omissions.filter { $0.reason.contains("document an example") }.map { "\($0.operation) \($0.what)" }
    }

    @Test("a refusal can be waived with a reason")
    func waived() throws {
        let waiver = #""derived": { "refuse.missing": { "skip": { "reason": "a default holds" } } }, "operations""#
        let all = try cases(RefusalOptions(), Self.text.replacing("\"operations\"", with: waiver))
        #expect(all.filter { $0.skip != nil }.map(\.id) == ["list~refuse.missing:query.limit"])
    }

    @Test(
        "the most specific rule gives the reason why a refusal is waived",
        arguments: [
            (["refuse", "refuse.missing", "refuse.missing:query.limit"], "refuse.missing:query.limit"),
            (["refuse.missing:query.limit", "refuse.missing", "refuse"], "refuse.missing:query.limit"),
            (["refuse.missing", "refuse"], "refuse.missing"), (["refuse", "refuse.missing:query.page"], "refuse"),
        ])
    func specific(rules: [String], reason: String) throws {
        let entries = rules.map { "\"\($0)\": { \"skip\": { \"reason\": \"\($0)\" } }" }.joined(separator: ", ")
        let all = try cases(
            RefusalOptions(), Self.text.replacing("\"operations\"", with: "\"derived\": { \(entries) }, \"operations\"")
        )
        let missing = try #require(all.first { $0.id == "list~refuse.missing:query.limit" })
        #expect(missing.skip?.reason == reason)
    }
}
