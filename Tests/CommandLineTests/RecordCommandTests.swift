// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@Suite("accord record", .timeLimit(.minutes(20)))
struct RecordCommandTests {
    private static let har = #"""
        { "log": { "version": "1.2", "entries": [
          {
            "request": { "method": "GET", "url": "https://h.example/~{user}/a%20b/?tag=a&tag=b&flag&e=", "headers": [] },
            "response": { "status": 200, "content": { "mimeType": "text/html", "text": "aGk=", "encoding": "base64" } }
          },
          {
            "request": { "method": "POST", "url": "https://h.example/login", "headers": [], "postData": {
              "mimeType": "application/x-www-form-urlencoded",
              "params": [{ "name": "user name", "value": "a&b" }, { "name": "password", "value": "hunter2" }]
            } },
            "response": { "status": 200, "content": { "mimeType": "application/json", "text": "{\"at\":\"${now}\"}" } }
          },
          {
            "request": { "method": "PUT", "url": "https://h.example/j", "headers": [], "postData": {
              "mimeType": "application/json", "text": "not JSON"
            } },
            "response": { "status": 400, "content": {} }
          },
          {
            "request": { "method": "GET", "url": "https://h.example.other/", "headers": [] },
            "response": { "status": 200, "content": {} }
          }
        ] } }
        """#

    @Test("the recorded contract is valid, and its mock satisfies it")
    func odd() throws {
        let scratch = try ScratchFolder()
        let har = try scratch.write(Self.har, to: "odd.har")
        let file = "\(scratch.path)/recorded.json"
        let recorded = try Program.accord("record", "--har", har, "--output", file)
        #expect(recorded.status == 0 && recorded.errors.contains("wrote 3 cases"), "\(recorded)")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.contains("user+name=a%26b&password=masked") && !text.contains("hunter2"))
        #expect(try Program.accord("lint", file).status == 0)
        let repeated = try Program.accord("record", "--har", har, "--output", file)
        #expect(repeated.status == 0 && repeated.errors.contains("nothing to record"), "\(repeated)")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
        let mock = try RunningServer.mock(file)
        let run = try Program.accord("verify", "--base-url", mock.address, "--report", "\(scratch.path)/r", file)
        #expect(run.status == 0, "\(run)")
        #expect(mock.stop() == 0)
    }

    @Test("one recorded exchange is one case")
    func one() throws {
        let scratch = try ScratchFolder()
        let entry = #"{"request":{"method":"GET","url":"https://h.example/a"},"response":{"status":200}}"#
        let har = try scratch.write("{\"log\":{\"entries\":[\(entry)]}}", to: "one.har")
        let run = try Program.accord("record", "--har", har, "--output", "\(scratch.path)/one.json")
        #expect(run.status == 0 && run.errors.contains("wrote 1 case to "), "\(run)")
        let empty = try scratch.write(#"{"log":{"entries":[]}}"#, to: "empty.har")
        let none = try Program.accord("record", "--har", empty, "--output", "\(scratch.path)/none.json")
        #expect(none.status == 1 && none.errors.contains("there was no request to record"), "\(none)")
    }

    @Test("a recording doesn't replace a file that isn't a contract")
    func foreignFile() throws {
        let scratch = try ScratchFolder()
        let har = try scratch.write(Self.har, to: "odd.har")
        let file = try scratch.write(#"{ "openapi": "3.1.0" }"#, to: "openapi.json")
        let run = try Program.accord("record", "--har", har, "--output", file)
        #expect(run.status == 2 && run.errors.contains("can't extend"), "\(run)")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == #"{ "openapi": "3.1.0" }"#)
    }
}
