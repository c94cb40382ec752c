// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import Foundation
import Testing

@testable import AccordCore
@testable import AccordRendering

@Suite("The needs of a client") struct NeedsTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

    /// Contracts with flows, header fields, streams, examples and nested schemas.
    private static let fixtures = [
        "Specs/awesome-todos.json", "Specs/geocoder.json", "Specs/open-market.json", "Specs/points-of-interest.json",
    ]

    /// Returns needs in which every part of the documented responses has one of the uses, in turn.
    private static func needs(_ contract: Contract, offset: Int, only operation: String?) -> [ClientNeeds.Operation] {
        let uses: [Dependence.Use] = [.unread, .needed, .read]
        var results: [CaseResult] = []
        for testCase in CasePlan(contract, operations: []).cases {
            guard operation.map({ $0 == testCase.operation.id }) ?? true, let probes = AnswerProbes(testCase) else {
                continue
            }
            var result = CaseResult(
                id: testCase.id, file: contract.file, operation: testCase.operation.id, origin: .documented,
                status: .passed, location: testCase.location)
            result.dependences = probes.all.enumerated().map { index, probe in
                Dependence(
                    status: probes.status, part: probe.part, name: probe.name, use: uses[(index + offset) % uses.count])
            }
            results.append(result)
        }
        let report = RunReport(
            tool: .current, kind: .client, started: "2026-01-01T00:00:00Z", duration: 0, contracts: [], cases: results)
        return ClientNeeds(report).operations
    }

    @Test("a contract reduced to needs passes lint", arguments: fixtures)
    func lint(path: String) throws {
        let file = Self.root.appending(path: path).path
        let contract = try #require(ContractLoader.load(file, displayedAs: path, files: DiskFiles()).contract)
        let json = JSON(contract.document.root)
        for operation in [nil] + contract.operations.map(\.id) {
            for offset in 0..<3 {
                let needs = Self.needs(contract, offset: offset, only: operation)
                guard !needs.isEmpty else { continue }
                let text = JSONWriter.pretty(NeedsContract(json, needs).json)
                // Written beside the original, because the contract refers to files with bodies.
                let loaded = ContractLoader.load(
                    file, displayedAs: path, files: ReplacedFile(path: file, bytes: Array(text.utf8)))
                let errors = loaded.diagnostics.filter { $0.severity == .error }.map(\.rendered)
                #expect(loaded.contract != nil && errors.isEmpty, "\(operation ?? "all"): \(errors)")
            }
        }
    }

    @Test("an example may contain a reference that leads to no component")
    func references() throws {
        let contract = try JSON(
            parsing:
                ##"{ "operations": { "get": { "cases": { "works": { "response": { "body": { "$ref": "#/components" } } } } } }, "components": { "schemas": { "A": {} } } }"##
        )
        let reduced = NeedsContract(contract, [ClientNeeds.Operation(file: "a.json", id: "get", parts: [])]).json
        #expect(reduced["operations"]?["get"] != nil && reduced["components"]?["schemas"] == nil)
    }

    /// The files of the disk, with one replaced.
    private struct ReplacedFile: ContractFiles {
        let path: String
        let bytes: [UInt8]

        func read(_ path: String) throws -> [UInt8] { path == self.path ? bytes : try DiskFiles().read(path) }
    }

    private static func plan(_ body: String, _ type: String, headers: String = "{}") throws -> Case {
        let text = """
            { "contract": "1.0", "info": { "title": "A", "version": "1" }, "servers": [{ "url": "https://a.example" }],
              "operations": { "get": {
                "request": { "method": "GET", "path": "/a" },
                "responses": { "200": { "description": "A.",
                  "headers": { "ETag": { "type": "string" }, "Link": { "type": "string" } }, "body": { "content": { "\(type)": {
                  "\(type.contains("json;") || type == "application/json" ? "schema" : "itemSchema")": {} } } } } },
                "cases": { "works": { "response": { "status": 200, "headers": \(headers), "body": \(body) } } } } } }
            """
        let loaded = ContractLoader.load("a.json", files: MemoryFiles(["a.json": text]))
        let contract = try #require(loaded.contract, "\(loaded.diagnostics.map(\.rendered))")
        return try #require(CasePlan(contract)["get/works"])
    }

    @Test(
        "events, lines, header fields and null are probed",
        arguments: [
            (
                #"[{ "event": "add", "data": "{\"id\":1}" }, { "data": "c" }]"#, "text/event-stream",
                ["/*/event", "/*/data/id"]
            ),
            (#"[{ "price": 3 }, { "price": 5 }]"#, "application/x-ndjson", ["/*/price"]),
            (#"{ "note": null }"#, "application/json", ["/note"]),
        ])
    func probes(body: String, type: String, names: [String]) throws {
        let headers = #"{ "ETag": "\"v1\"", "Link": "</a?page=2>; rel=\"next\"" }"#
        let probes = try #require(AnswerProbes(try Self.plan(body, type, headers: headers)))
        #expect(probes.all.filter { $0.part == .header }.map(\.name).sorted() == ["ETag", "Link"])
        for name in names {
            let probe = try #require(probes.all.first { $0.part == .body && $0.name == name }, "\(probes.all)")
            #expect(probes.changed(probe) != nil && probes.missing(probe) != nil, "\(name)")
        }
    }

    @Test("the report marks what the client requires and reads in the JSON of the response")
    func picture() throws {
        let body = #"{"id":7,"tags":["a","b"],"note":null}"#
        let location = SourceLocation(file: "a.json", line: 1, column: 1)
        var result = CaseResult(
            id: "get/works", file: "a.json", operation: "get", origin: .documented, status: .passed,
            location: location,
            exchanges: [
                ExchangeRecord(
                    request: .init(method: "GET", url: "https://a.example/a", headers: [], body: nil),
                    response: .init(
                        version: nil, status: 200, headers: [],
                        body: .init(text: body, size: body.utf8.count, isCut: false)))
            ])
        func part(_ name: String, _ use: Dependence.Use, _ part: Dependence.Part = .body) -> Dependence {
            Dependence(status: 200, part: part, name: name, use: use)
        }
        result.dependences = [
            part("", .needed), part("/id", .needed), part("/tags", .read), part("/tags/*", .read),
            part("/note", .unread),
            part("ETag", .read, .header),
        ]
        let report = RunReport(
            tool: .current, kind: .client, started: "2026-01-01T00:00:00Z", duration: 0, contracts: [], cases: [result])
        var page: [UInt8] = []
        try HTMLReport.write(report) { page += $0 }
        let text = String(decoding: page, as: UTF8.self)
        #expect(
            text.contains(
                """
                <pre>○ ETag
                ● {
                ●   &quot;id&quot;: 7,
                ○   &quot;tags&quot;: [
                ○     &quot;a&quot;, …
                    ],
                    &quot;note&quot;: null
                  }
                </pre>
                """), "\(text.suffix(30_000).prefix(6000))")
        var plain = report
        plain.cases[0].dependences = []
        var other: [UInt8] = []
        try HTMLReport.write(plain) { other += $0 }
        #expect(!String(decoding: other, as: UTF8.self).contains("What the client needs"))
    }
}
