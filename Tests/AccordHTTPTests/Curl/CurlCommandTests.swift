// SPDX-License-Identifier: Apache-2.0
import AccordSchema
import Foundation
import Testing

@testable import AccordContract

@Suite("curl commands") struct CurlCommandTests {
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
            HTTPRequest(
                method: "POST", url: "http://h/", headers: [HTTPField("Content-Type", "text/csv")],
                body: Array("a\\b\r\n1\u{1B}".utf8)),
            #"printf %b 'a\\b\r\n1\0033' | curl -sS -i http://h/ -H 'Content-Type: text/csv' --data-binary @-"#
        ),
        (
            HTTPRequest(method: "PUT", url: "http://h/", body: [0xFF, 0, 1]),
            "printf %s /wAB | base64 -d | curl -sS -i -X PUT http://h/ -H Content-Type: --data-binary @-"
        ),
        (HTTPRequest(method: "POST", url: "http://h/"), "curl -sS -i -X POST -H 'Content-Length: 0' http://h/"),
        (
            HTTPRequest(
                method: "HEAD", url: "http://h/", headers: [HTTPField("Host", "h"), HTTPField("Content-Length", "0")]),
            "curl -sS -i --head http://h/"
        ),
    ]

    @Test("a command is quoted for a POSIX shell", arguments: requests)
    func line(request: HTTPRequest, expected: String) {
        #expect(CurlCommand.line(for: request) == expected)
    }

    @Test("a command for a response that doesn't end has a time limit")
    func limited() {
        let request = HTTPRequest(method: "GET", url: "https://h/events")
        #expect(CurlCommand.line(for: request, within: 10) == "curl -sS -i --max-time 10 https://h/events")
    }

    @Test("a command can read a long body from a file")
    func bodyFile() {
        let request = HTTPRequest(
            method: "POST", url: "https://h/", headers: [], body: Array(repeating: 97, count: 9_000))
        let line = CurlCommand.line(for: request, bodyFile: "Reports/my bodies/1.txt")
        #expect(line == "curl -sS -i https://h/ -H Content-Type: --data-binary '@Reports/my bodies/1.txt'")
    }

    @Test("a configuration file has the long URL and the header fields, except secrets")
    func configuration() {
        let request = HTTPRequest(
            method: "GET", url: "https://h/a?q=\"b\\",
            headers: [HTTPField("X-Long", "a b"), HTTPField("X-Empty", ""), HTTPField("X-Key", "secret&")])
        #expect(
            CurlCommand.configuration(for: request, masking: Self.pieces)
                == #"""
                url = "https://h/a?q=\"b\\"
                header = "X-Long: a b"
                header = "X-Empty;"

                """#)
        #expect(
            CurlCommand.line(for: request, configuration: "Reports/1.txt", masking: Self.pieces)
                == #"curl -sS -i -K Reports/1.txt -H "X-Key: $KEY""#)
    }

    /// `secret&` is the variable KEY's, `hidden` nobody's.
    private static func pieces(_ text: String) -> [MaskedPiece] {
        var pieces: [MaskedPiece] = []
        var rest = text[...]
        while let range = rest.firstRange(of: /secret&|secret%26|hidden/) {
            if range.lowerBound > rest.startIndex { pieces.append(.text(String(rest[..<range.lowerBound]))) }
            pieces.append(rest[range] == "secret&" ? .variable("KEY") : .hidden)
            rest = rest[range.upperBound...]
        }
        return rest.isEmpty && !pieces.isEmpty ? pieces : pieces + [.text(String(rest))]
    }

    @Test("secrets are hidden or replaced by variables")
    func masked() {
        let request = HTTPRequest(
            method: "POST", url: "http://h/?t=hidden",
            headers: [
                HTTPField("Authorization", "Bearer secret&"), HTTPField("X-Key", "secret&s"),
                HTTPField("X-Odd", "$1 \"secret&\"!"), HTTPField("X-Other", "hidden"),
            ],
            body: Array(#"{"p":"secret&"}"#.utf8))
        let words = [
            "curl -sS -i 'http://h/?t=•••'", #"-H "Authorization: Bearer $KEY""#, #"-H "X-Key: ${KEY}s""#,
            #"-H 'X-Odd: $1 "'"$KEY"'"!'"#, "-H 'X-Other: •••'", "-H Content-Type:", #"--data-raw '{"p":"'"$KEY"'"}'"#,
        ]
        #expect(CurlCommand.line(for: request, masking: Self.pieces) == words.joined(separator: " "))
    }

    @Test("Basic credentials become -u or are hidden")
    func basic() {
        func line(_ user: String) -> String {
            let header = HTTPField("Authorization", "Basic \(Base64.encode(Array(user.utf8)))")
            return CurlCommand.line(
                for: HTTPRequest(method: "GET", url: "http://h/", headers: [header]), masking: Self.pieces)
        }
        #expect(line("me:secret&") == #"curl -sS -i http://h/ -u "me:$KEY""#)
        #expect(line("secret&:secret&") == #"curl -sS -i http://h/ -u "${KEY}:$KEY""#)
        #expect(line("me:hidden") == "curl -sS -i http://h/ -H 'Authorization: Basic •••'")
        #expect(line("me:public") == "curl -sS -i http://h/ -H 'Authorization: Basic bWU6cHVibGlj'")
    }

    @Test("curl encodes a variable in the query")
    func query() {
        func line(_ url: String) -> String {
            CurlCommand.line(for: HTTPRequest(method: "GET", url: url), masking: Self.pieces)
        }
        #expect(line("http://h/?key=secret%26") == #"curl -sS -i http://h/ -G --data-urlencode "key=$KEY""#)
        #expect(line("http://h/?a=1&key=secret%26") == #"curl -sS -i 'http://h/?a=1' -G --data-urlencode "key=$KEY""#)
        #expect(line("http://h/?key=hidden") == "curl -sS -i 'http://h/?key=•••'")
        #expect(
            line("http://h/secret%26")
                == #"curl -sS -i http://h/"$(printf %s "$KEY" | od -An -v -tx1 | tr -d ' \n' | sed 's/../%&/g')""#)
        #expect(line("http://h/hidden") == "curl -sS -i 'http://h/•••'")
    }

    @Test("a shell parses the quoted words unchanged")
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
