// SPDX-License-Identifier: Apache-2.0
import Foundation
import LoopbackServer
import Testing

@Suite("Malformed responses", .timeLimit(.minutes(20)))
struct OddAnswerTests {
    struct Answer: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var fields = ""
        var body = "{}"
        var rule: String
        var says: [String]
    }

    static let answers = [
        Answer(
            testDescription: "a header of 2 MB", fields: "X-Trace: \(String(repeating: "x", count: 2_000_000))\r\n",
            rule: "transport.too-large.head",
            says: ["the response's header fields are larger than the limit", "exceeds 100 KB", "8 to 64 KB"]),
        Answer(
            testDescription: "many headers",
            fields: String(repeating: "X-Trace: \(String(repeating: "x", count: 1000))\r\n", count: 2000),
            rule: "transport.too-large.head", says: ["more than 262144 bytes of header fields", "8 to 64 KB"]),
        Answer(
            testDescription: "a body nested 600 deep",
            body: String(repeating: "[", count: 600) + String(repeating: "]", count: 600), rule: "response.body.syntax",
            says: ["more than 512 nested levels", "at most 512", "look for an object that contains itself"]),
        Answer(
            testDescription: "gzip that isn't", fields: "Content-Encoding: gzip\r\n", rule: "transport.encoding",
            says: ["the body can't be decoded as Content-Encoding specifies", "omit Content-Encoding"]),
    ]

    @Test("malformed responses are findings with the limit and advice", arguments: answers)
    func findings(answer: Answer) throws {
        let server = try ScriptedServer([.readHead, .response("200 OK", fields: answer.fields, body: answer.body)])
        let scratch = try ScratchFolder()
        let file = try scratch.write(BadDayTests.contract, to: "odd.json")
        let run = try Program.accord(
            "verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", scratch.path, "--operation", "op1",
            file)
        #expect(run.status == 1, "\(run)")
        #expect(run.output.contains("rule      \(answer.rule)\n"), "\(run)")
        for words in answer.says { #expect(run.output.contains(words), "\(run)") }
        let report = try VerifyCommandTests.Report(in: scratch)
        #expect(report.cases.flatMap(\.findings).map(\.rule) == [answer.rule])
    }
}
