// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Testing

@testable import AccordContract
@testable import AccordCore
@testable import AccordVerifier

@Suite("Fuzz-generated requests")
struct FuzzPlanTests {
    static let text = #"""
        {
          "contract": "1.0",
          "info": { "title": "Chance", "version": "1" },
          "servers": [ { "url": "https://chance.example/v1" } ],
          "operations": {
            "list": {
              "security": [ { "key": [] } ],
              "request": {
                "method": "GET", "path": "/items/{shelf}",
                "pathParameters": { "shelf": { "type": "string" } },
                "query": {
                  "limit": { "type": "integer", "minimum": 1, "maximum": 100 },
                  "name": { "required": false, "schema": { "type": "string", "minLength": 3 } },
                  "tags": { "required": false, "schema": { "type": "array", "items": { "type": "string" }, "maxItems": 3 } }
                },
                "headers": { "X-Trace": { "required": false, "schema": { "type": "string" } } },
                "cookies": { "theme": { "required": false, "schema": { "enum": ["light", "dark"] } } }
              },
              "responses": {
                "200": { "description": "Some.", "body": { "type": "array" } },
                "404": { "description": "No." }
              },
              "cases": {
                "lists": {
                  "request": { "pathParameters": { "shelf": "a" }, "query": { "limit": 10 } },
                  "response": { "status": 200, "body": [] }
                }
              }
            },
            "ping": {
              "request": { "method": "GET", "path": "/ping" },
              "responses": { "200": { "description": "It." } },
              "cases": { "pings": { "response": { "status": 200 } } }
            },
            "add": {
              "request": {
                "method": "POST", "path": "/items",
                "body": {
                  "type": "object", "required": ["name"],
                  "properties": {
                    "id": { "type": "integer", "readOnly": true },
                    "name": { "type": "string", "minLength": 1 },
                    "sizes": { "type": "array", "items": { "type": "number" } },
                    "owner": { "type": "object", "properties": { "email": { "type": "string", "format": "email" } } }
                  }
                }
              },
              "responses": { "201": { "description": "Added." }, "422": { "description": "No." } },
              "cases": { "adds": { "request": { "body": { "name": "x" } }, "response": { "status": 201 } } }
            },
            "waived": {
              "derived": { "fuzz": { "skip": { "reason": "costs money" } } },
              "request": { "method": "GET", "path": "/waived", "query": { "q": { "type": "string" } } },
              "responses": { "200": { "description": "It." } },
              "cases": { "asks": { "request": { "query": { "q": "x" } }, "response": { "status": 200 } } }
            }
          },
          "components": {
            "securitySchemes": {
              "key": { "type": "apiKey", "in": "header", "name": "X-Key", "credentials": { "value": "${env.KEY}" } }
            }
          }
        }
        """#

    static func contract() throws -> Contract {
        let result = ContractLoader.load("chance.json", files: MemoryFiles(["chance.json": text]))
        return try #require(result.contract, "\(result.diagnostics.map(\.message))")
    }

    static func cases(_ options: FuzzOptions, replaying ids: [String] = []) throws -> [Case] {
        try Array(FuzzPlan([contract()], options: options, replaying: ids).cases.joined())
    }

    private static func request(_ testCase: Case) throws -> HTTPRequest {
        try testCase.request(0, scope: testCase.scope(), baseURL: "https://chance.example/v1")
    }

    @Test("a discriminator always names the schema of its object")
    func discriminators() throws {
        let text = ##"""
            { "contract": "1.0", "info": { "title": "t", "version": "1" },
              "servers": [ { "url": "https://t.example" } ], "operations": { "add": {
                "request": { "method": "POST", "path": "/pets", "body": { "$ref": "#/components/schemas/Pet" } },
                "responses": { "201": { "description": "" } },
                "cases": { "adds": { "request": { "body": { "kind": "Dog" } }, "response": { "status": 201 } } } } },
              "components": { "schemas": {
                "Pet": { "type": "object", "required": ["kind"], "discriminator": { "propertyName": "kind" },
                  "properties": { "kind": { "type": "string" }, "name": { "type": "string" } } },
                "Cat": { "allOf": [ { "$ref": "#/components/schemas/Pet" }, { "required": ["lives"],
                  "properties": { "lives": { "type": "integer", "maximum": 9 } } } ] },
                "Dog": { "allOf": [ { "$ref": "#/components/schemas/Pet" } ] } } } }
            """##
        let loaded = ContractLoader.load("a.json", files: MemoryFiles(["a.json": text]))
        let contract = try #require(loaded.contract, "\(loaded.diagnostics.map(\.rendered))")
        let cases = Array(
            FuzzPlan([contract], options: FuzzOptions(count: 60, seed: 1, allowsUnsafe: true)).cases.joined())
        let bodies = cases.compactMap { fuzzed in
            try? JSON(parsing: String(decoding: Self.request(fuzzed).body, as: UTF8.self))
        }
        let kinds = bodies.compactMap { $0["kind"]?.string }
        #expect(Set(kinds) == ["Cat", "Dog"] && kinds.count > 30, "\(Set(kinds))")
        let lives = bodies.filter { $0["kind"] == "Cat" }.map { $0["lives"]?.number?.double ?? 10 }
        #expect(lives.allSatisfy { $0 <= 9 }, "a Cat has the constraints of its own schema: \(lives)")
    }

    @Test(
        "a request that requires a version sends the ETag of the resource, unless its path is generated",
        arguments: [("ETag", true, true), ("X-Tag", true, false), ("ETag", false, false)])
    func versions(field: String, hasExample: Bool, isRead: Bool) throws {
        let id = #"{ "type": "string"\#(hasExample ? #", "example": "a""# : "") }"#
        let text = #"""
            { "contract": "1.0", "info": { "title": "t", "version": "1" }, "servers": [ { "url": "https://t.example" } ],
              "operations": {
                "ping": { "request": { "method": "GET", "path": "/ping" }, "responses": { "204": { "description": "" } },
                  "cases": { "works": { "response": { "status": 204 } } } },
                "show": { "request": { "method": "GET", "path": "/a/{id}", "pathParameters": { "id": \#(id) } },
                  "responses": { "200": { "description": "", "headers": { "\#(field)": { "type": "string" } } } } },
                "put": { "request": { "method": "PUT", "path": "/a/{id}", "pathParameters": { "id": \#(id) },
                    "headers": { "If-Match": { "type": "string", "example": "\"1\"" } },
                    "body": { "type": "object", "properties": { "n": { "type": "integer" } }, "example": { "n": 1 } } },
                  "responses": { "204": { "description": "" }, "412": { "description": "" } } } } }
            """#
        var contract = try #require(ContractLoader.load("t.json", files: MemoryFiles(["t.json": text])).contract)
        contract.origin = .openAPI
        contract = contract.withImpliedCases
        contract.operations = contract.operations.map { operation in
            operation.with(
                cases: operation.cases.map { definition in
                    var definition = definition
                    definition.hasGeneratedRequest = !hasExample
                    return definition
                })
        }
        let plan = FuzzPlan([contract], options: FuzzOptions(count: 20, seed: 1, allowsUnsafe: true))
        let puts = plan.cases.joined().filter { $0.operation.id == "put" }
        #expect(!puts.isEmpty)
        for testCase in puts {
            #expect(testCase.steps.map(\.operation.id) == (isRead ? ["show", "put"] : ["put"]))
            let tag = testCase.lastDefinition.headers.first { $0.name == "If-Match" }?.value.text
            #expect((tag == #""${outputs.version}""#) == isRead && RunPlan.isForServers(testCase))
        }
    }

    @Test(
        "some idempotency keys are as long or as short as the contract allows, unless a short key isn't unique",
        arguments: [(12, 60, [12, 36, 60]), (1, 20, [20]), (36, 36, [36])])
    func keyLengths(least: Int, most: Int, lengths: [Int]) throws {
        let text = """
            { "contract": "1.0", "info": { "title": "t", "version": "1" }, "servers": [ { "url": "https://t.example" } ],
              "operations": {
                "ping": { "request": { "method": "GET", "path": "/ping" }, "responses": { "204": { "description": "" } },
                  "cases": { "works": { "response": { "status": 204 } } } },
                "add": { "request": { "method": "POST", "path": "/a", "headers": { "Idempotency-Key": {
                  "type": "string", "minLength": \(least), "maxLength": \(most) } } },
                "responses": { "201": { "description": "" } } } } }
            """
        let contract = try #require(ContractLoader.load("t.json", files: MemoryFiles(["t.json": text])).contract)
        let testCase = DocumentedCases(contract).bare(contract.operations[1])
        let keys = try (0..<40).map { number in
            var scope = testCase.scope()
            scope.identity = "run\ncase \(number)"
            let request = try testCase.request(0, scope: scope, baseURL: "https://t.example")
            return try #require(request.headers.first("Idempotency-Key"))
        }
        #expect(
            Set(keys.map(\.count)).isSuperset(of: lengths) && Set(keys).count == keys.count, "\(Set(keys.map(\.count)))"
        )
        #expect(keys.allSatisfy { $0.count >= min(8, most) })
    }

    @Test(
        "a generated request for a list judges its limit",
        arguments: [
            ("limit=1", #"[{"state":"a"}]"#, false), ("limit=1", #"[{"state":"a"},{"state":"a"}]"#, true),
            ("limit=0", #"[{"state":"a"}]"#, false), ("limit=1", #"{"all":[{"state":"a"},{"state":"a"}]}"#, true),
            ("limit=1", #"{"all":[1,2],"others":[3]}"#, false), ("limit=-1", #"[{"state":"a"}]"#, false),
        ])
    func selection(query: String, body: String, isWrong: Bool) throws {
        let text = """
            { "contract": "1.0", "info": { "title": "t", "version": "1" }, "servers": [ { "url": "https://t.example" } ],
              "operations": {
                "ping": { "request": { "method": "GET", "path": "/ping" }, "responses": { "204": { "description": "" } },
                  "cases": { "works": { "response": { "status": 204 } } } },
                "list": { "request": { "method": "GET", "path": "/a",
                  "query": { "limit": { "required": false, "schema": { "type": "integer" } } } },
                "responses": { "200": { "description": "", "body": {} } } } } }
            """
        let contract = try #require(ContractLoader.load("t.json", files: MemoryFiles(["t.json": text])).contract)
        let plan = FuzzPlan([contract], options: FuzzOptions(count: 4, seed: 1))
        let testCase = try #require(plan.cases.joined().first { $0.operation.id == "list" })
        let json = [HTTPField("Content-Type", "application/json")]
        let response = HTTPResponse(status: 200, headers: json, body: Array(body.utf8))
        let request = HTTPRequest(method: "GET", url: "https://t.example/a?\(query)")
        let exchange = StepExchange(step: 0, request: request, response: response)
        let judgement = Judge.judge(response, of: testCase, step: 0, scope: testCase.scope(), exchanges: [exchange])
        #expect(judgement.findings.map(\.rule.id) == (isWrong ? ["resource.selection"] : []))
    }

    @Test("requests are generated for an operation with an API key", arguments: ["header", "query", "cookie"])
    func keys(place: String) throws {
        let text = """
            { "contract": "1.0", "info": { "title": "t", "version": "1" }, "servers": [ { "url": "https://t.example" } ],
              "security": [ { "key": [] } ], "components": { "securitySchemes": {
                "key": { "type": "apiKey", "in": "\(place)", "name": "sid", "credentials": { "value": "${env.KEY}" } } } },
              "operations": { "list": {
                "request": { "method": "GET", "path": "/items", "query": { "limit": { "type": "integer" } } },
                "responses": { "200": { "description": "Some." }, "400": { "description": "No." } },
                "cases": { "lists": { "request": { "query": { "limit": 1 } }, "response": { "status": 200 } } } } } }
            """
        let contract = try #require(ContractLoader.load("t.json", files: MemoryFiles(["t.json": text])).contract)
        let plan = FuzzPlan([contract], options: FuzzOptions(count: 20, seed: 1))
        #expect(plan.cases.joined().count == 20)
    }

    @Test(
        "generated requests are mostly distinct if the schemas allow it",
        arguments: [
            #""body": { "required": false, "content": { "application/json": { "schema": { "type": "object", "properties": { "id": { "type": "integer" }, "name": { "type": "string" }, "bio": { "type": "string" }, "age": { "type": "integer" } } } } } }"#,
            #""query": { "a": { "required": false, "schema": { "type": "string", "maxLength": 40 } }, "b": { "required": false, "schema": { "type": "integer" } }, "c": { "required": false, "schema": { "type": "string", "format": "date-time" } } }"#,
        ], 1...2 as ClosedRange<UInt64>)
    func distinct(request: String, seed: UInt64) throws {
        let text = #"""
            {
              "contract": "1.0", "info": { "title": "Many", "version": "1" },
              "servers": [ { "url": "https://many.example" } ],
              "operations": { "ask": {
                "request": { "method": "POST", "path": "/", \#(request) },
                "responses": { "200": { "description": "Fine." }, "400": { "description": "No." } },
                "cases": { "asks": { "response": { "status": 200 } } }
              } }
            }
            """#
        let result = ContractLoader.load("many.json", files: MemoryFiles(["many.json": text]))
        let contract = try #require(result.contract, "\(result.diagnostics.map(\.message))")
        let plan = FuzzPlan([contract], options: FuzzOptions(count: 200, seed: seed, allowsUnsafe: true))
        let requests = try plan.cases.joined().map { testCase in
            try testCase.request(0, scope: testCase.scope(), baseURL: "https://many.example")
        }
        #expect(requests.count == 200)
        #expect(Set(requests).count >= 150, "\(Set(requests).count)")
    }

    @Test("generated requests are distinct even if only a path id varies, and are reproduced by their ids")
    func distinctIDs() throws {
        let text = #"""
            {
              "contract": "1.0", "info": { "title": "Many", "version": "1" },
              "servers": [ { "url": "https://many.example" } ],
              "operations": {
                "fetch": {
                  "request": { "method": "GET", "path": "/things/{id}", "pathParameters": { "id": { "type": "integer", "minimum": 1, "maximum": 1000 } } },
                  "responses": { "200": { "description": "Fine." }, "400": { "description": "No." }, "404": { "description": "None." } },
                  "cases": { "fetches": { "request": { "pathParameters": { "id": 7 } }, "response": { "status": 200 } } }
                },
                "pick": {
                  "request": { "method": "GET", "path": "/kinds/{kind}", "pathParameters": { "kind": { "enum": ["a", "b"] } } },
                  "responses": { "200": { "description": "Fine." }, "400": { "description": "No." } },
                  "cases": { "picks": { "request": { "pathParameters": { "kind": "a" } }, "response": { "status": 200 } } }
                }
              }
            }
            """#
        let result = ContractLoader.load("many.json", files: MemoryFiles(["many.json": text]))
        let contract = try #require(result.contract, "\(result.diagnostics.map(\.message))")
        let options = FuzzOptions(count: 200, seed: 3, allowsUnsafe: false)
        func requests(_ cases: [Case]) throws -> [HTTPRequest] {
            try cases.map { try $0.request(0, scope: $0.scope(), baseURL: "https://many.example") }
        }
        let fetching = Array(FuzzPlan([contract], options: options) { $0.id == "fetch" }.cases.joined())
        let all = try requests(fetching)
        #expect(all.count == 200)
        #expect(Set(all).count >= 150, "\(Set(all).count)")
        #expect(all.contains { $0.url.hasSuffix("/things/7") })
        let none = FuzzOptions(count: 0, seed: 3, allowsUnsafe: false)
        for index in [0, 4, 60, 61, 198] {
            let plan = FuzzPlan([contract], options: none, replaying: [fetching[index].id])
            #expect(try requests(Array(plan.cases.joined())) == [all[index]], "\(fetching[index].id)")
        }
        // Requests repeat after the last one.
        #expect(FuzzPlan([contract], options: options) { $0.id == "pick" }.cases.joined().count == 200)
    }

    @Test("generated requests are distributed over the operations, only safe ones by default")
    func spread() throws {
        let safe = try Self.cases(FuzzOptions(count: 20, seed: 7))
        #expect(safe.map(\.id) == (1...20).map { "list~fuzz.7-\($0)" })
        let all = try Self.cases(FuzzOptions(count: 20, seed: 7, allowsUnsafe: true))
        #expect(all.count == 20)
        #expect(["list", "add"].allSatisfy { id in all.count { $0.operation.id == id } >= 5 })
        #expect(Self.shares(of: 200, weights: [1, 1, 18]) == [39, 38, 123])
        #expect(Self.shares(of: 7, weights: [1, 9, 1]) == [1, 4, 2])
        #expect(Self.shares(of: 3, weights: [1, 50, 1]) == [1, 1, 1])
        #expect(Self.shares(of: 2, weights: [1, 50, 1]) == [1, 1, 0])
        #expect(try Self.cases(FuzzOptions(count: 1, seed: 7)).count == 1)
        let none = try FuzzPlan([Self.contract()], options: FuzzOptions(count: 9, seed: 7)) { $0.id == "ping" }
        #expect(none.cases.joined().isEmpty)
    }

    private static func shares(of count: Int, weights: [Int]) -> [Int] {
        var shares = FuzzShares(count)
        for (index, weight) in weights.enumerated() { shares.add(weight, OperationKey("", "\(index)")) }
        shares.begin()
        return weights.indices.map { shares.take(OperationKey("", "\($0)")) }
    }

    @Test("the requests of an operation that can't have requests go to the operations that follow")
    func passedOn() {
        var shares = FuzzShares(20)
        for operation in ["a", "b", "c"] { shares.add(1, OperationKey("", operation)) }
        shares.begin()
        let first = shares.take(OperationKey("", "a"))
        #expect(shares.remove(OperationKey("", "b")) && !shares.remove(OperationKey("", "b")))
        #expect(!shares.isExhausted)
        #expect(first + shares.take(OperationKey("", "c")) == 20 && shares.isExhausted)
    }

    @Test("operations that get none of a few generated requests are reported")
    func tooFew() throws {
        let contract = try Self.contract()
        var plan = FuzzPlan([contract], options: FuzzOptions(count: 1, seed: 7, allowsUnsafe: true))
        let cases = contract.operations.flatMap { plan.cases(of: $0, ofContract: 0) }
        #expect(cases.map(\.operation.id) == ["list"])
        let omission = plan.omissions.first { $0.operation == "add" }
        #expect(omission?.reason == "--fuzz sends fewer requests than there are operations; increase its number")
    }

    @Test("generated requests depend on the seed, and are reproduced by their ids")
    func deterministic() throws {
        let options = FuzzOptions(count: 60, seed: 7, allowsUnsafe: true)
        let first = try Self.cases(options).map(Self.request)
        #expect(try Self.cases(options).map(Self.request) == first)
        var other = options
        other.seed = 8
        #expect(try Self.cases(other).map(Self.request) != first)
        #expect(Set(first).count > 50)
        let nothing = FuzzOptions(count: 0, seed: 1)
        for (index, testCase) in try Self.cases(options).enumerated() where index % 12 < 2 {
            for id in [testCase.id, testCase.qualifiedID] {
                let again = try Self.cases(nothing, replaying: [id])
                #expect(again.map(\.id) == [testCase.id])
                #expect(try again.map(Self.request) == [first[index]])
            }
        }
        #expect(try Self.cases(nothing, replaying: ["other.json:list~fuzz.7-1", "lst~fuzz.7-1", "list/lists"]).isEmpty)
    }

    @Test("valid generated requests satisfy the contract, and invalid ones violate it")
    func sound() throws {
        let cases = try Self.cases(FuzzOptions(count: 160, seed: 3, allowsUnsafe: true))
        var refused = 0
        for testCase in cases {
            guard case .generated(let generated)? = testCase.steps.first?.answer else {
                Issue.record("\(testCase.id) isn't generated")
                continue
            }
            let judgement = Judge.judge(try Self.request(testCase), documentedBy: testCase.operation)
            #expect(judgement.failed == (generated.refusal != nil), "\(testCase.id) \(judgement.findings)")
            if generated.refusal != nil { refused += 1 }
        }
        #expect((20...60).contains(refused))
    }

    @Test("generated requests contain boundary values and unusual characters")
    func reach() throws {
        let urls = try Self.cases(FuzzOptions(count: 300, seed: 1)).map { try Self.request($0).url }
        #expect(urls.contains { $0.contains("limit=1&") || $0.hasSuffix("limit=1") })
        #expect(urls.contains { $0.contains("limit=100&") || $0.hasSuffix("limit=100") })
        #expect(urls.contains { $0.contains("%27") })
        #expect(urls.contains { $0.contains("%F0%9F") })
        // Credentials stay unchanged.
        let cases = try Self.cases(FuzzOptions(count: 50, seed: 1))
        #expect(try cases.allSatisfy { try Self.request($0).headers.values("X-Key").count == 1 })
    }

    @Test("a few generated requests cover the most important edge cases of each part, with any seed", arguments: 1...5)
    func corners(seed: UInt64) throws {
        let cases = try Self.cases(FuzzOptions(count: 60, seed: seed, allowsUnsafe: true))
        let bodies = try cases.filter { $0.operation.id == "add" }.compactMap { testCase -> JSON? in
            guard case .generated(let own)? = testCase.steps.first?.answer, own.refusal == nil else { return nil }
            return try JSON(parsing: String(decoding: Self.request(testCase).body, as: UTF8.self))
        }
        let names = bodies.compactMap { $0.object?["name"]?.string }
        #expect(names.contains { name in ["'", "\u{1}", "\""].allSatisfy { name.contains($0) } }, "\(names)")
        #expect(names.contains(" "))
        let sizes = bodies.compactMap { $0.object?["sizes"]?.array }
        #expect(sizes.contains { $0.isEmpty })
        #expect(sizes.joined().contains { ($0.number?.double ?? 0) < 0 })
        for member in ["sizes", "owner"] {
            #expect(bodies.contains { $0.object?[member] == nil } && bodies.contains { $0.object?[member] != nil })
        }
    }

    @Test(
        "no member of an exploded object has the name of a different parameter", arguments: 1...5 as ClosedRange<UInt64>
    )
    func ambiguous(seed: UInt64) throws {
        let text = #"""
            {
              "contract": "1.0", "info": { "title": "Near", "version": "1" },
              "servers": [ { "url": "https://near.example" } ],
              "operations": { "ask": {
                "request": { "method": "GET", "path": "/", "query": {
                  "ids": { "required": false, "explode": false, "schema": { "type": "array", "items": { "type": "integer" } } },
                  "name": { "required": false, "schema": { "type": "string" } },
                  "near": { "required": false, "schema": { "type": "object", "required": ["lat"], "properties": { "lat": { "type": "number" } } } } } },
                "responses": { "200": { "description": "Fine." }, "400": { "description": "No." } },
                "cases": { "asks": { "response": { "status": 200 } } }
              } }
            }
            """#
        let contract = try #require(ContractLoader.load("near.json", files: MemoryFiles(["near.json": text])).contract)
        for testCase in FuzzPlan([contract], options: FuzzOptions(count: 200, seed: seed)).cases.joined() {
            guard case .generated(let own)? = testCase.steps.first?.answer, case .made(let near) = own.request.values[2]
            else { continue }
            guard own.refusal == nil else {
                // The request is invalid because of its violation, and not because of its other parts.
                var request = own.request
                request.values[2] = .absent
                let bare = testCase.with { $0.last.request = request.definition(in: testCase, stated: own.stated) }
                let sent = try bare.request(0, scope: bare.scope(), baseURL: "https://near.example")
                #expect(Judge.judge(sent, documentedBy: bare.operation).failed, "\(sent.url)")
                continue
            }
            #expect(near.object?["ids"] == nil && near.object?["name"] == nil, "\(testCase.id): \(near.compact)")
        }
    }

    @Test("a plain notation replaces integers with a fraction or exponent, and leap seconds")
    func notation() throws {
        let cases: [(JSON, JSON?, Rule?)] = [
            (1, nil, nil), ("12:30:59Z", nil, nil),
            (["a": "2016-12-31T23:59:60Z"], ["a": "2016-12-31T23:59:59Z"], .fuzzPractice),
            ("23:59:60.5+01:00", "23:59:59.5+01:00", .fuzzPractice),
            (try JSON(parsing: "[1e2]"), [100], .fuzzIntegerNotation), ("a\u{0}", "a0", .fuzzPractice),
            (" \t", "aa", .fuzzPractice), ("a b", nil, nil),
        ]
        for (value, plain, rule) in cases {
            let found = FuzzRequest(values: [.made(value)], body: .absent).withPlainNotation([])
            #expect(found?.rule == rule)
            if let found, case .made(let respelled) = found.request.values[0] { #expect(respelled == plain) }
        }
    }

    @Test(
        "a plain notation leaves out an optional text cursor, and no other parameter",
        arguments: [
            ("query", "cursor", #"{ "required": false, "schema": { "type": "string" } }"#, true),
            ("query", "page_token", #"{ "required": false, "schema": { "type": "string" } }"#, true),
            ("query", "starting_after", #"{ "required": false, "schema": { "type": "string" } }"#, true),
            ("query", "cursor", #"{ "schema": { "type": "string" } }"#, false),
            ("query", "name", #"{ "required": false, "schema": { "type": "string" } }"#, false),
            ("query", "after", #"{ "required": false, "schema": { "type": "string", "format": "date" } }"#, false),
            ("query", "before", #"{ "required": false, "schema": { "enum": [ "a", "b" ] } }"#, false),
            ("query", "cursor", #"{ "required": false, "schema": { "type": "integer" } }"#, false),
            ("headers", "Cursor", #"{ "required": false, "schema": { "type": "string" } }"#, false),
        ])
    func cursors(place: String, name: String, described: String, isLeftOut: Bool) throws {
        let text = """
            { "contract": "1.0", "info": { "title": "t", "version": "1" }, "servers": [ { "url": "https://t.example" } ],
              "operations": { "list": {
                "request": { "method": "GET", "path": "/items", "\(place)": { "\(name)": \(described) } },
                "responses": { "200": { "description": "Some." } },
                "cases": { "lists": { "response": { "status": 200 } } } } } }
            """
        let contract = try #require(ContractLoader.load("t.json", files: MemoryFiles(["t.json": text])).contract)
        let parameters = FuzzRequest.parameters(of: try #require(contract.operations.first).request, [])
        try #require(parameters.map(\.name) == [name])
        let request = FuzzRequest(values: [.made("a")], body: .absent)
        #expect((request.withPlainNotation(parameters) != nil) == isLeftOut)
    }

    @Test(
        "a required header field with an example keeps the example, because it may select a tenant",
        arguments: [
            (#"{ "schema": { "type": "string" }, "example": "acme" }"#, false),
            (#"{ "schema": { "type": "string" } }"#, true),
            (#"{ "schema": { "type": "integer" }, "example": 7 }"#, true),
            (#"{ "schema": { "enum": [ "a", "b" ], "type": "string" }, "example": "a" }"#, true),
            (#"{ "required": false, "schema": { "type": "string" }, "example": "acme" }"#, true),
        ])
    func selecting(described: String, varies: Bool) throws {
        let text = """
            { "contract": "1.0", "info": { "title": "t", "version": "1" }, "servers": [ { "url": "https://t.example" } ],
              "operations": { "list": {
                "request": { "method": "GET", "path": "/items", "headers": { "X-Tenant": \(described) } },
                "responses": { "200": { "description": "Some." } },
                "cases": { "lists": { "response": { "status": 200 } } } } } }
            """
        let contract = try #require(ContractLoader.load("t.json", files: MemoryFiles(["t.json": text])).contract)
        let parameters = FuzzRequest.parameters(of: try #require(contract.operations.first).request, [])
        #expect(parameters.isEmpty != varies)
    }

    @Test("generated requests run after the other cases of their operation")
    func order() throws {
        let contract = try Self.contract()
        let plan = FuzzPlan([contract], options: FuzzOptions(count: 4, seed: 1, allowsUnsafe: true))
        var options = PlanOptions(today: "2026-01-01")
        options.allowsUnsafe = true
        var planner = RunPlanner([contract], options: options)
        planner.fuzz = plan
        let run = planner.rest()
        #expect(
            run.entries.map(\.testCase.id) == [
                "list/lists", "list~fuzz.1-1", "list~fuzz.1-2", "ping/pings", "add/adds", "add~fuzz.1-1",
                "add~fuzz.1-2", "waived/asks",
            ])
    }

    @Test(
        "the id of a generated request has its operation, seed and number",
        arguments: [
            ("list~fuzz.7-123", true), ("todos.json:list~fuzz.18446744073709551615-1", true), ("list~fuzz.7-0", false),
            ("list~fuzz.7", false), ("list~fuzz.-7-1", false), ("~fuzz.7-1", false), ("list~refuse.7-1", false),
            ("list/fuzz.7-1", false),
        ])
    func ids(text: String, isOne: Bool) {
        #expect((FuzzID(text) != nil) == isOne)
        if let id = FuzzID(text) { #expect(text.hasSuffix(id.description)) }
    }

    @Test("generated requests must get a documented response, and never a 5xx")
    func judged() throws {
        let cases = try Self.cases(FuzzOptions(count: 100, seed: 3))
        func isAllowed(_ testCase: Case) -> Bool {
            if case .generated(let own)? = testCase.steps.first?.answer { own.refusal == nil } else { false }
        }
        let allowed = try #require(cases.first(where: isAllowed))
        let refused = try #require(cases.first { !isAllowed($0) })
        func rules(_ status: Int, _ testCase: Case) -> [String] {
            let body = status == 200 ? Array("[]".utf8) : []
            let fields = status == 200 ? [HTTPField("Content-Type", "application/json")] : []
            let response = HTTPResponse(status: status, headers: fields, body: body)
            return Judge.judge(response, of: testCase, step: 0, scope: testCase.scope()).findings.map(\.rule.id)
        }
        #expect(rules(200, allowed) == [])
        #expect(rules(404, allowed) == [])
        #expect(rules(500, allowed) == ["fuzz.crashed"])
        #expect(rules(418, allowed) == ["response.status.undocumented"])
        #expect(rules(200, refused) == ["refusal.accepted"])
        #expect(rules(404, refused) == [])
        #expect(rules(500, refused) == ["refusal.crashed"])
    }

    @Test(
        "generated requests have forms, multipart bodies and texts",
        arguments: [
            ("application/x-www-form-urlencoded", "object"), ("multipart/form-data", "object"),
            ("application/merge-patch+json", "object"), ("text/plain", "string"),
        ])
    func media(type: String, kind: String) throws {
        let text = """
            {
              "contract": "1.0",
              "info": { "title": "Media", "version": "1" },
              "servers": [ { "url": "https://media.example" } ],
              "operations": {
                "send": {
                  "request": {
                    "method": "POST", "path": "/send",
                    "body": { "content": { "\(type)": { "schema": {
                      "type": "\(kind)", "minLength": 1, "required": ["a"],
                      "properties": { "a": { "type": "string" }, "b": { "type": "integer" } }
                    } } } }
                  },
                  "responses": { "201": { "description": "Sent." } },
                  "cases": { "sends": { "response": { "status": 201 } } }
                }
              }
            }
            """
        let result = ContractLoader.load("media.json", files: MemoryFiles(["media.json": text]))
        let contract = try #require(result.contract, "\(result.diagnostics.map(\.message))")
        let options = FuzzOptions(count: 60, seed: 4, allowsUnsafe: true)
        let requests = try FuzzPlan([contract], options: options).cases.joined().map(Self.request)
        #expect(Set(requests.map(\.body)).count > 20)
        #expect(requests.count { $0.headers.first("Content-Type")?.hasPrefix(type) == true } > 40)
    }
}
