// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Testing

@Suite("Duplicate keys in a JSON body")
struct StrictJSONTests {
    private static func contract(_ json: String) -> String {
        #"""
        {
          "contract": "1.0",
          "info": { "title": "Notes", "version": "1" },
          "servers": [ { "url": "https://notes.example" } ],\#(json)
          "operations": {
            "write": {
              "request": { "method": "POST", "path": "/notes", "body": { "type": "object" } },
              "responses": { "201": { "description": "It.", "body": { "type": "object" } } }
            },
            "stream": {
              "request": { "method": "GET", "path": "/notes" },
              "responses": { "200": { "description": "Them.", "body": { "content": { "application/x-ndjson": {} } } } },
              "cases": { "streams": { "response": { "status": 200 } } }
            }
          }
        }
        """#
    }

    private func operation(_ id: String, _ json: String) throws -> AccordContract.Operation {
        let result = ContractLoader.load("notes.json", files: MemoryFiles(["notes.json": Self.contract(json)]))
        return try #require(result.contract?.operation(id), "\(result.diagnostics.map(\.message))")
    }

    @Test(
        "a duplicate key is an error with strict JSON, and otherwise a warning in requests",
        arguments: [
            (#"{"a":1,"a":2}"#, #" "json": "strict","#, ["error /a"], ["error /a"]),
            (#"{"a":1,"a":2}"#, "", ["warning /a"], []),
            (#"{"a":1,"a":2}"#, #" "json": "lenient","#, ["warning /a"], []),
            (#"{"b":[{"c":1,"d":2,"c":1,"d":2}]}"#, #" "json": "strict","#, ["error /b/0/c"], ["error /b/0/c"]),
            (#"{"a":1,"b":{"a":2}}"#, #" "json": "strict","#, [], []),
        ])
    func bodies(body: String, json: String, sent: [String], answered: [String]) throws {
        let operation = try operation("write", json)
        let type = [HTTPField("Content-Type", "application/json")]
        let request = HTTPRequest(
            method: "POST", url: "https://notes.example/notes", headers: type, body: Array(body.utf8))
        let response = HTTPResponse(status: 201, headers: type, body: Array(body.utf8))
        func told(_ judgement: Judgement, _ rule: String) -> [String] {
            #expect(judgement.findings.allSatisfy { $0.rule.id == rule })
            return judgement.findings.map { "\($0.severity.rawValue) \($0.place?.name ?? "")" }
        }
        #expect(told(Judge.judge(request, documentedBy: operation), "request.body.duplicate-key") == sent)
        #expect(told(Judge.judge(response, documentedBy: operation), "response.body.duplicate-key") == answered)
    }

    @Test("duplicate keys are found in the lines of a stream")
    func lines() throws {
        let operation = try operation("stream", #" "json": "strict","#)
        let response = HTTPResponse(
            status: 200, headers: [HTTPField("Content-Type", "application/x-ndjson")],
            body: Array("{\"a\":1}\n{\"a\":1,\"a\":2}\n".utf8))
        let findings = Judge.judge(response, documentedBy: operation).findings
        #expect(findings.map(\.place?.name) == ["/1/a"])
        #expect(findings.first?.actual?.contains("of line 2") == true)
    }

    @Test(
        "duplicate keys are found in the JSON parts of a multipart body",
        arguments: [("strict", "error"), ("lenient", "warning")], ["application/json", "text/plain"])
    func parts(json: (reading: String, severity: String), type: String) throws {
        let text = Self.contract(#" "json": "\#(json.reading)","#).replacing(
            #""body": { "type": "object" }"#, with: #""body": { "content": { "multipart/form-data": {} } }"#)
        let result = ContractLoader.load("notes.json", files: MemoryFiles(["notes.json": text]))
        let operation = try #require(result.contract?.operation("write"), "\(result.diagnostics.map(\.message))")
        let headers = [HTTPField("Content-Type", "multipart/form-data; boundary=x")]
        let body =
            "--x\r\nContent-Disposition: form-data; name=meta\r\nContent-Type: \(type)\r\n\r\n"
            + "{\"a\":1,\"a\":2}\r\n--x--\r\n"
        let request = HTTPRequest(
            method: "POST", url: "https://notes.example/notes", headers: headers, body: Array(body.utf8))
        let response = HTTPResponse(status: 201, headers: headers, body: Array(body.utf8))
        let found = [
            Judge.judge(request, documentedBy: operation), Judge.judge(response, documentedBy: operation),
        ].map { $0.findings.map { "\($0.severity.rawValue) \($0.rule.id) \($0.place?.name ?? "")" } }
        let expected = ["request", "response"].map { ["\(json.severity) \($0).body.duplicate-key /meta/a"] }
        #expect(found == (type == "text/plain" ? [[], []] : expected))
    }

    @Test("a text that violates its charset is a finding, in requests and responses")
    func charsets() throws {
        let text = Self.contract("").replacing(
            #""body": { "type": "object" }"#, with: #""body": { "content": { "text/plain": {} } }"#)
        let result = ContractLoader.load("notes.json", files: MemoryFiles(["notes.json": text]))
        let operation = try #require(result.contract?.operation("write"), "\(result.diagnostics.map(\.message))")
        let type = [HTTPField("Content-Type", "text/plain; charset=utf-8")]
        for (bytes, isRight) in [(Array("é".utf8), true), ([0xE9], false)] {
            let request = HTTPRequest(
                method: "POST", url: "https://notes.example/notes", headers: type, body: bytes)
            let response = HTTPResponse(status: 201, headers: type, body: bytes)
            let sent = Judge.judge(request, documentedBy: operation).findings.map(\.rule.id)
            let answered = Judge.judge(response, documentedBy: operation).findings.map(\.rule.id)
            #expect(sent == (isRight ? [] : ["request.body.syntax"]))
            #expect(answered == (isRight ? [] : ["response.body.syntax"]))
        }
    }
}

@Suite("The data of events") struct EventDataTests {
    @Test(
        "the data of an event is judged as JSON, except for [DONE]",
        arguments: [
            (#"{"id":1}"#, []), ("[DONE]", []), (#"{"id":"1"}"#, ["response.body.schema /0/data/id"]),
            ("hello", ["response.body.syntax /0/data"]),
        ])
    func judges(data: String, found: [String]) throws {
        let text = """
            { "contract": "1.0", "info": { "title": "T", "version": "1" }, "servers": [{ "url": "https://t.example" }],
              "operations": { "talk": { "request": { "method": "GET", "path": "/talk" },
                "responses": { "200": { "description": "Words.", "body": { "content": { "text/event-stream": {
                  "dataSchema": { "type": "object", "properties": { "id": { "type": "integer" } } } } } } } },
                "cases": { "talks": { "response": { "status": 200 } } } } } }
            """
        let loaded = ContractLoader.load("t.json", files: MemoryFiles(["t.json": text]))
        let operation = try #require(loaded.contract?.operation("talk"), "\(loaded.diagnostics.map(\.message))")
        let response = HTTPResponse(
            status: 200, headers: [HTTPField("Content-Type", "text/event-stream")],
            body: Array("data: \(data)\n\n".utf8))
        let findings = Judge.judge(response, documentedBy: operation).findings
        #expect(findings.map { "\($0.rule.id) \($0.place?.name ?? "")" } == found)
    }
}
