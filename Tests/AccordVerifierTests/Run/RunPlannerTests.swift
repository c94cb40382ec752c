// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordJSON
import AccordOpenAPI
import LoopbackServer
import Testing

@testable import AccordContract
@testable import AccordVerifier

@Suite("Planning during the run", .timeLimit(.minutes(20)))
struct RunPlannerTests {
    private func contract() throws -> Contract {
        let text = #"""
            {
              "contract": "1.0", "info": { "title": "Shelf", "version": "1" },
              "servers": [ { "url": "https://shelf.example" } ],
              "operations": {
                "list": {
                  "request": { "method": "GET", "path": "/books", "query": { "limit": { "required": false, "schema": { "type": "integer", "minimum": 1 } } } },
                  "responses": { "200": { "description": "All." }, "400": { "description": "No." } },
                  "cases": { "lists": { "response": { "status": 200 } } }
                },
                "add": {
                  "request": { "method": "POST", "path": "/books", "body": { "content": { "application/json": { "schema": { "type": "object", "required": ["title"], "properties": { "title": { "type": "string" } } } } } } },
                  "responses": { "201": { "description": "Added.", "headers": { "Location": {} } }, "400": { "description": "No." } },
                  "cases": { "adds": { "request": { "body": { "title": "Emma" } }, "response": { "status": 201 } } }
                },
                "search": {
                  "request": { "method": "GET", "path": "/search", "query": { "text": { "schema": { "type": "string", "minLength": 1 } } } },
                  "responses": { "200": { "description": "Found." }, "400": { "description": "No." } },
                  "cases": { "searches": { "request": { "query": { "text": "Emma" } }, "response": { "status": 200 } } }
                },
                "remove": {
                  "request": { "method": "DELETE", "path": "/books/1" },
                  "responses": { "204": { "description": "Gone." }, "404": { "description": "None." } },
                  "cases": { "removes": { "after": ["add/adds"], "response": { "status": 204 } } }
                },
                "ping": {
                  "request": { "method": "GET", "path": "/ping" },
                  "responses": { "200": { "description": "Fine." } },
                  "cases": { "pings": { "response": { "status": 200 } } }
                }
              }
            }
            """#
        let result = ContractLoader.load("shelf.json", files: MemoryFiles(["shelf.json": text]))
        return try #require(result.contract, "\(result.diagnostics.map(\.message))")
    }

    private func options(refusals: Bool = true, fuzz: Int = 20) -> PlanOptions {
        var options = PlanOptions(today: "2026-01-01")
        options.refusals = refusals ? RefusalOptions(allowsUnsafe: true) : nil
        options.fuzz = fuzz > 0 ? FuzzOptions(count: fuzz, seed: 1, allowsUnsafe: true) : nil
        options.allowsUnsafe = true
        return options
    }

    @Test("deletions that need no earlier case come last, so that other requests find the documented resource")
    func deletionsLast() throws {
        let text = #"""
            { "contract": "1.0", "info": { "title": "Shelf", "version": "1" }, "servers": [ { "url": "https://shelf.example" } ],
              "operations": {
                "remove": { "request": { "method": "DELETE", "path": "/books/1" },
                  "responses": { "204": { "description": "Gone." } }, "cases": { "removes": { "response": { "status": 204 } } } },
                "read": { "request": { "method": "GET", "path": "/books/1" },
                  "responses": { "200": { "description": "It." } }, "cases": { "reads": { "response": { "status": 200 } } } } } }
            """#
        let result = ContractLoader.load("shelf.json", files: MemoryFiles(["shelf.json": text]))
        var planner = RunPlanner([try #require(result.contract)], options: options())
        let plan = planner.rest()
        var schedule = Schedule(plan.order(setsUpStates: false), concurrency: 1)
        var ids: [String] = []
        while case .start(let position) = schedule.next() {
            ids.append(plan.entries[position].testCase.id)
            _ = schedule.end(position, .succeeded)
        }
        #expect(ids.count == plan.entries.count && ids.last == "remove/removes", "\(ids)")
    }

    @Test("a documented DELETE of a part comes before the DELETE of the whole")
    func innerDeletionsFirst() throws {
        func remove(_ path: String) -> String {
            #"""
            { "request": { "method": "DELETE", "path": "\#(path)" },
              "responses": { "204": { "description": "Gone." } }, "cases": { "removes": { "response": { "status": 204 } } } }
            """#
        }
        let text = #"""
            { "contract": "1.0", "info": { "title": "Shelf", "version": "1" }, "servers": [ { "url": "https://shelf.example" } ],
              "operations": { "whole": \#(remove("/books/1")), "part": \#(remove("/books/1/pages/2")),
                "other": \#(remove("/books/10")) } }
            """#
        let result = ContractLoader.load("shelf.json", files: MemoryFiles(["shelf.json": text]))
        var planner = RunPlanner([try #require(result.contract)], options: options(refusals: false, fuzz: 0))
        let plan = planner.rest()
        let phases = Dictionary(
            uniqueKeysWithValues: zip(
                plan.entries.map(\.testCase.operation.id), plan.order(setsUpStates: false).map(\.phase)))
        #expect(phases == ["whole": .deletion, "part": .innerDeletion, "other": .deletion])
    }

    @Test("a part has one operation, the documented cases first, or all operations of a flow")
    func parts() throws {
        var planner = try RunPlanner([contract()], options: options())
        var parts: [[String]] = []
        var isDerived: [Bool] = []
        while let part = planner.next() {
            let operations = part.entries.map(\.testCase.operation.id)
            parts.append(operations.reduce(into: []) { if $0.last != $1 { $0.append($1) } })
            isDerived.append(part.entries.allSatisfy(\.testCase.isDerived))
        }
        #expect(parts == [["list"], ["list"], ["add", "search", "remove"], ["ping"], ["ping"]])
        #expect(isDerived == [false, true, false, false, true])
    }

    @Test("the parts together are the plan of the whole contract")
    func together() throws {
        let contract = try contract()
        let fuzz = FuzzPlan([contract], options: FuzzOptions(count: 20, seed: 1, allowsUnsafe: true))
        let whole = RunPlan(
            [contract], selection: Selection(), serverName: nil, today: "2026-01-01",
            refusals: RefusalOptions(allowsUnsafe: true), fuzz: fuzz)
        var planner = RunPlanner([contract], options: options())
        let rest = planner.rest()
        #expect(rest.entries.map(\.testCase.id) == whole.entries.map(\.testCase.id))
        #expect(rest.needs == whole.needs)
        #expect(rest.entries.count { FuzzID($0.testCase.id) != nil } == 20)
        #expect(Set(rest.entries.map(\.testCase.id)).count == rest.entries.count)
        #expect(
            Set(planner.omissions) == Set(Omission.all(in: contract, refusals: options().refusals) + fuzz.omissions))
    }

    @Test(
        "a contract skips generated requests only until a date, and only on its servers",
        arguments: [
            (#""until": "2026-01-02""#, true), (#""until": "2026-01-01""#, false), (#""servers": ["live"]"#, true),
            (#""servers": ["test"]"#, false),
        ])
    func exemptions(limit: String, isInForce: Bool) throws {
        let text = #"""
            { "contract": "1.0", "info": { "title": "Shelf", "version": "1" },
              "servers": [ { "url": "https://shelf.example", "name": "live" }, { "url": "https://t.example", "name": "test" } ],
              "derived": { "fuzz": { "skip": { "reason": "costs money", \#(limit) } } },
              "operations": { "search": {
                "request": { "method": "POST", "path": "/search", "query": { "text": { "required": false, "schema": { "type": "string" } } } },
                "responses": { "201": { "description": "Found." } }, "cases": { "searches": { "response": { "status": 201 } } } } } }
            """#
        let result = ContractLoader.load("shelf.json", files: MemoryFiles(["shelf.json": text]))
        let contract = try #require(result.contract, "\(result.diagnostics.map(\.message))")
        var options = options(refusals: false)
        options.serverName = "live"
        var planner = RunPlanner([contract], options: options)
        #expect(planner.hasFuzz == !isInForce)
        #expect(planner.rest().entries.contains { FuzzID($0.testCase.id) != nil } == !isInForce)
        #expect(planner.omissions.map(\.reason) == (isInForce ? ["waived: costs money"] : []))
    }

    @Test(
        "a case with a skip or as pending has no invalid requests only until a date, and only on its servers",
        arguments: [
            (#""skip": { "reason": "slow", "until": "2026-01-02" }"#, true),
            (#""skip": { "reason": "slow", "until": "2026-01-01" }"#, false),
            (#""skip": { "reason": "slow", "servers": ["live"] }"#, true),
            (#""skip": { "reason": "slow", "servers": ["test"] }"#, false),
            (#""pending": { "reason": "planned", "until": "2026-01-02" }"#, true),
            (#""pending": { "reason": "planned", "until": "2026-01-01" }"#, false),
        ])
    func endedExemption(exemption: String, isInForce: Bool) throws {
        let text = #"""
            { "contract": "1.0", "info": { "title": "Shelf", "version": "1" },
              "servers": [ { "url": "https://shelf.example", "name": "live" }, { "url": "https://t.example", "name": "test" } ],
              "operations": { "search": {
                "request": { "method": "GET", "path": "/search", "query": { "text": { "type": "string", "minLength": 1 } } },
                "responses": { "200": { "description": "Found." }, "400": { "description": "No." } },
                "cases": { "searches": { \#(exemption), "request": { "query": { "text": "Emma" } }, "response": { "status": 200 } } } } } }
            """#
        let result = ContractLoader.load("shelf.json", files: MemoryFiles(["shelf.json": text]))
        let contract = try #require(result.contract, "\(result.diagnostics.map(\.message))")
        var options = options(fuzz: 0)
        options.serverName = "live"
        var planner = RunPlanner([contract], options: options)
        let ids = planner.rest().entries.map(\.testCase.id)
        #expect(ids.contains("search~refuse.missing:query.text") == !isInForce, "\(ids)")
    }

    @Test("a selected id plans the derived cases of its operation only")
    func selected() throws {
        var chosen = options(fuzz: 0)
        chosen.selection.included.cases = ["search~refuse.missing:query.text"]
        let planner = try RunPlanner([contract()], options: chosen)
        #expect(planner.misses { false } == [])
        chosen.selection.included.cases = ["search~refuse.missing:query.txt"]
        let misses = try RunPlanner([contract()], options: chosen).misses { false }
        #expect(misses.count == 1)
        #expect(misses.first?.hasPrefix("--case “search~refuse.missing:query.txt” matches no case") == true)
    }

    private func run(
        _ server: ScriptedServer, _ options: PlanOptions, _ change: (inout VerifierOptions) -> Void = { _ in }
    ) throws -> (results: [CaseResult], source: PlanSource, totals: [Int]) {
        let contract = try contract()
        var verifierOptions = VerifierOptions(target: .baseURL("http://127.0.0.1:\(server.port)"))
        change(&verifierOptions)
        let source = PlanSource(RunPlanner([contract], options: options))
        let totals = Locked<[Int]>([])
        let results = try Verifier.run(
            source, options: verifierOptions, recorder: Recorder(Secrets([contract]) { _ in nil }, keptExchanges: 10)
        ) { event in
            if case .planned(let count, _) = event { totals.withLock { $0.append(count) } }
        }
        return (results, source, totals.withLock { $0 })
    }

    private static let answer = ScriptedServer.Act.send(
        "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")

    @Test("the time limit includes the time before the run and for the reports", arguments: [3600.0, 36_000])
    func timeLimit(limit: Double) throws {
        let server = try ScriptedServer { _ in [.readHead, Self.answer] }
        let (results, _, _) = try run(server, options()) { options in
            options.maximumTime = limit
            options.start = .now - .seconds(3500)
        }
        let isOver = limit == 3600
        #expect(results.contains { $0.reason == "not run: --max-time 3600s was reached" } == isOver)
        #expect((server.connectionCount == 0) == isOver)
    }

    @Test("a run sends every case of every part")
    func sendsAll() throws {
        let server = try ScriptedServer { _ in [.readHead, Self.answer] }
        let (results, source, totals) = try run(server, options())
        var planner = try RunPlanner([contract()], options: options())
        #expect(results.map(\.id) == planner.rest().entries.map(\.testCase.id))
        #expect(totals.last == results.count)
        #expect(source.omissions == planner.omissions)
    }

    @Test("a finding of a case names the requests that the case depends on, and other findings name none")
    func earlierRequests() throws {
        let ok = "HTTP/1.1 201 Created\r\nConnection: close\r\nLocation: /books/1\r\nContent-Length: 0\r\n\r\n"
        let server = try ScriptedServer([.answer { [$0.hasPrefix("POST") ? .send(ok) : Self.answer] }])
        let (results, _, _) = try run(server, options(refusals: false, fuzz: 0))
        let earlier = { (id: String) in
            results.first { $0.id == id }?.findings.flatMap(\.details).filter { $0.hasPrefix("sent before: ") }
        }
        #expect(earlier("remove/removes") == ["sent before: POST /books → 201, add/adds"])
        #expect(earlier("list/lists") == [])
    }

    @Test("a run that ends early skips the documented cases of later parts, and names the derived ones")
    func endsEarly() throws {
        let server = try ScriptedServer { _ in [.readHead, Self.answer] }
        let (results, source, _) = try run(server, options()) {
            $0.maximumFailures = 1; $0.concurrency = 1
        }
        let documented = results.filter { $0.origin != .derived }.map(\.id)
        #expect(documented == ["list/lists", "add/adds", "search/searches", "remove/removes", "ping/pings"])
        #expect(results.last?.status == .skipped)
        #expect(results.last?.reason == "not started: --fail-fast ended the run after list/lists failed")
        #expect(
            source.omissions.contains { $0.operation == "ping" && $0.what == "refuse" && $0.reason.contains("ended") })
    }
}
