// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import LoopbackServer
import Testing

@testable import AccordVerifier

@Suite("Streams of a server", .timeLimit(.minutes(20)))
struct StreamRunTests {
    typealias Act = ScriptedServer.Act

    struct Stream: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var type = "text/event-stream"
        /// The members of the media type in the contract.
        var described = #""dataSchema": { "type": "integer" }"#
        var fields = ""
        /// The members of the case's response.
        var stated = ""
        var acts: [Act]
        var status = CaseResult.Status.passed
        /// The rule and the place of each finding.
        var findings: [String] = []
        var items = 0
        var closing: ReceivedStream.Closing?
    }

    private static let endless = #""dataSchema": { "type": "integer" }, "endless": { "items": 3 }"#
    private static let lines = #""itemSchema": { "type": "integer" }, "endless": { "items": 3, "seconds": 600 }"#
    private static let short = #""dataSchema": { "type": "integer" }, "endless": { "seconds": 0.2 }"#
    private static let chunked = "Transfer-Encoding: chunked\r\n"

    static let streams = [
        Stream(testDescription: "a stream that ends", acts: [.send("data: 1\n\ndata: 2\n\n")], items: 2),
        Stream(
            testDescription: "endless events", described: endless, acts: [.sendForever(Array("data: 1\n\n".utf8))],
            items: 3, closing: .count),
        Stream(
            testDescription: "endless events byte by byte, with comments", described: endless,
            acts: [.drip(Array(": wait\n\nid: 1\ndata: 1\r\n\r\n".utf8), milliseconds: 1)], items: 3, closing: .count),
        Stream(
            testDescription: "endless lines", type: "application/jsonl", described: lines,
            acts: [.sendForever(Array("1\n".utf8))], items: 3, closing: .count),
        Stream(
            testDescription: "endless lines of NDJSON", type: "application/x-ndjson", described: lines,
            acts: [.send("1\n\n2\r\n3\n4"), .hold], items: 3, closing: .count),
        Stream(
            testDescription: "an event out of the schema in endless events", described: endless,
            acts: [.send("data: 1\n\ndata: one\n\ndata: 3\n\ndata: four\n\n"), .hold], status: .failed,
            findings: ["response.body.syntax /1/data"], items: 3, closing: .count),
        Stream(
            testDescription: "a line out of the schema in endless lines", type: "application/jsonl", described: lines,
            acts: [.send("1\n2\ntrue\n"), .hold], status: .failed, findings: ["response.body.schema /2"], items: 3,
            closing: .count),
        Stream(
            testDescription: "endless events that end", described: endless, acts: [.send("data: 1\n\ndata: 2\n\n")],
            status: .failed, findings: ["response.stream.ended "], items: 2),
        Stream(
            testDescription: "an open stream for the documented time", described: short,
            acts: [.send("data: 1\n\ndata: 2\n\ndata: cut"), .hold], items: 2, closing: .duration),
        Stream(
            testDescription: "no item in the documented time", described: short, acts: [.send(": wait\n\n"), .hold],
            status: .skipped),
        Stream(
            testDescription: "a stream that is larger than the limit", acts: [.sendForever(Array("data: 1\n\n".utf8))],
            findings: ["response.stream.open "], items: 20_000 / 9, closing: .size),
        Stream(
            testDescription: "an abrupt end between two items", fields: chunked,
            acts: [.send("9\r\ndata: 1\n\n\r\n")], status: .failed, findings: ["transport.cut "], items: 1),
        Stream(
            testDescription: "an end within an event", acts: [.send("data: 1\n\ndata: 2\n")], status: .failed,
            findings: ["response.body.syntax /1"], items: 1),
        Stream(
            testDescription: "an end marker without an empty line", acts: [.send("data: 1\n\ndata: [DONE]\n")],
            items: 1),
        Stream(
            testDescription: "an array that gets its other items later", type: "application/jsonl",
            described: #""schema": { "type": "array", "minItems": 5, "maxItems": 9 }, "endless": { "items": 2 }"#,
            acts: [.send("1\n2\n"), .hold], items: 2, closing: .count),
        Stream(
            testDescription: "an array with too many items", type: "application/jsonl",
            described: #""schema": { "type": "array", "maxItems": 2 }, "endless": { "items": 3 }"#,
            acts: [.send("1\n2\n3\n"), .hold], status: .failed, findings: ["response.body.schema "], items: 3,
            closing: .count),
    ]

    private func run(_ stream: Stream, timeout: Double = 60) throws -> CaseResult {
        let text = #"""
            {
              "contract": "1.0",
              "info": { "title": "Ticks", "version": "1" },
              "servers": [ { "url": "https://ticks.example" } ],
              "operations": {
                "watch": {
                  "request": { "method": "GET", "path": "/ticks" },
                  "responses": {
                    "200": {
                      "description": "Ticks.",
                      "body": { "content": { "\#(stream.type)": { \#(stream.described) } } }
                    }
                  },
                  "cases": { "watches": { "response": { "status": 200\#(stream.stated) } } }
                }
              }
            }
            """#
        let loaded = ContractLoader.load("ticks.json", files: MemoryFiles(["ticks.json": text]))
        let contract = try #require(loaded.contract, "\(loaded.diagnostics.map(\.message))")
        let head = "HTTP/1.1 200 OK\r\nContent-Type: \(stream.type)\r\n\(stream.fields)\r\n"
        // The head and the first items arrive together.
        var acts = stream.acts
        if case .send(let bytes) = acts[0] {
            acts[0] = .send(Array(head.utf8) + bytes)
        } else {
            acts.insert(.send(head), at: 0)
        }
        let server = try ScriptedServer([.readHead] + acts)
        var options = VerifierOptions(target: .baseURL("http://127.0.0.1:\(server.port)"))
        options.transport.maximumBodyBytes = 20_000
        options.transport.totalTimeout = timeout
        let plan = RunPlan([contract], selection: Selection(), serverName: nil, today: "2026-01-01")
        let recorder = Recorder(Secrets([contract]) { _ in nil }, keptExchanges: 10)
        return try #require(try Verifier.run(plan, options: options, recorder: recorder).first)
    }

    @Test("verify reads a stream as far as documented, and judges its items", arguments: streams)
    func reads(stream: Stream) throws {
        let result = try run(stream)
        #expect(result.status == stream.status, "\(result.findings)")
        let found = result.findings.map { "\($0.rule.id) \($0.place?.name ?? "")" }
        #expect(found == stream.findings, "\(result.findings)")
        guard stream.status != .skipped else {
            #expect(result.reason == "the server sent no item of the stream before Accord closed the connection")
            return
        }
        let record = try #require(result.exchanges.first?.response?.stream)
        #expect(record.closing == stream.closing)
        if stream.closing == .size {
            #expect(record.count <= stream.items)
        } else {
            #expect(record.count == stream.items)
        }
        #expect(record.items.map(\.index).first == 0 && record.items.count == min(record.count, 100))
        let times = record.items.map(\.milliseconds)
        #expect(times == times.sorted())
    }

    @Test("a stream that is open at the time limit of a response isn't a timeout")
    func slow() throws {
        let stream = Stream(testDescription: "", acts: [.send("data: 1\n\ndata: 2\n\n"), .hold])
        let result = try run(stream, timeout: 3)
        #expect(result.status == .passed)
        let finding = try #require(result.findings.first)
        #expect(finding.rule == .responseStreamOpen && finding.severity == .warning)
        #expect(finding.message.contains("reached the time limit of a response; Accord judged only the first 2 items"))
    }

    @Test("an error in a stream lists the items with their times")
    func listed() throws {
        let stream = Stream(testDescription: "", acts: [.send("data: 1\n\ndata: one\n\n")])
        let finding = try #require(try run(stream).findings.first)
        let details = finding.details
        #expect(finding.reproduce?.contains("--max-time") == false)
        #expect(details.contains { $0.hasPrefix("item 1 after ") && $0.hasSuffix(" ms: data: one") }, "\(details)")
        #expect(details.contains("2 items, then the server ended the stream"), "\(details)")
    }

    @Test("a case reads as many items of an endless stream as it specifies")
    func exact() throws {
        var stream = Stream(
            testDescription: "", type: "application/jsonl", described: Self.lines,
            acts: [.send("1\n2\n3\n4\n5\n"), .hold])
        stream.stated = #", "matching": "exact", "body": [1, 2, 3, 5]"#
        let result = try run(stream)
        #expect(result.exchanges.first?.response?.stream?.count == 4)
        #expect(result.findings.map(\.rule) == [.responseBodyValue])
        // Without a time limit, curl would wait for the end of the stream.
        #expect(result.findings.first?.reproduce?.contains(" --max-time ") == true)
    }
}
