import Foundation
import Testing

@testable import AccordMatching

@Suite("curl lines") struct CurlCommandTests {
    static let requests: [(HTTPRequest, String)] = [
        (HTTPRequest(method: "GET", url: "https://h/a?b=1&c=%26"), "curl -sS -i 'https://h/a?b=1&c=%26'"),
        (HTTPRequest(method: "GET", url: "https://h/a"), "curl -sS -i https://h/a"),
        (
            HTTPRequest(method: "DELETE", url: "http://h/a[1]", headers: [HTTPField("X", "it's"), HTTPField("Y", "")]),
            #"curl -sS -i -X DELETE --globoff 'http://h/a[1]' -H 'X: it'\''s' -H 'Y;'"#
        ),
        (
            HTTPRequest(
                method: "POST", url: "http://h/", headers: [HTTPField("Content-Type", "application/json")],
                body: Array(#"{"a":"$HOME `x` it's"}"#.utf8)),
            #"curl -sS -i http://h/ -H 'Content-Type: application/json' --data-raw '{"a":"$HOME `x` it'\''s"}'"#
        ),
        (
            HTTPRequest(method: "PUT", url: "http://h/", body: [0xFF, 0, 1]),
            "printf %s /wAB | base64 -d | curl -sS -i -X PUT http://h/ -H Content-Type: --data-binary @-"
        ),
        (
            HTTPRequest(
                method: "HEAD", url: "http://h/", headers: [HTTPField("Host", "h"), HTTPField("Content-Length", "0")]),
            "curl -sS -i --head http://h/"
        ),
    ]

    @Test("a line is quoted for a POSIX shell", arguments: requests)
    func line(request: HTTPRequest, expected: String) {
        #expect(CurlCommand.line(for: request) == expected)
    }

    @Test("secrets are masked before they are quoted")
    func masked() {
        let request = HTTPRequest(
            method: "POST", url: "http://h/?t=secret", headers: [HTTPField("Authorization", "Bearer secret")],
            body: Array("p=secret".utf8))
        let line = CurlCommand.line(for: request) { $0.replacing("secret", with: "•••") }
        #expect(!line.contains("secret"))
        #expect(line.contains("Bearer •••"))
    }

    @Test("a shell reads the words back as they were")
    func shell() throws {
        let nasty = "a'b\"c$d`e\\f\n g*h;i&j|k<l>m(n)!#~"
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "printf %s \(CurlCommand.quoted(nasty))"]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(String(decoding: output, as: UTF8.self) == nasty)
    }
}
