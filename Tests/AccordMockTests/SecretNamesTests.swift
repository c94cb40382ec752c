// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Testing

@testable import AccordServer

@Suite("Secrets in the journal")
struct SecretNamesTests {
    @Test(
        "values of query items with secret names are masked",
        arguments: [
            ("/login?username=a&password=hush", "/login?username=a&password=•••"),
            ("/login?pass%77ord=hush", "/login?pass%77ord=•••"),
            ("/a?api_key=hush&access_token=hush#x", "/a?api_key=•••&access_token=•••"),
            ("/a?pwd=hush&passphrase=hush&Access_Key=hush", "/a?pwd=•••&passphrase=•••&Access_Key=•••"),
            ("/a?page=2&flag&=b", "/a?page=2&flag&=b"),
            ("/password=a", "/password=a"),
        ])
    func query(url: String, masked: String) {
        #expect(SecretNames.masked(url) == masked)
    }

    @Test(
        "credentials in header fields are masked except for the scheme",
        arguments: [
            ("Authorization", "Bearer hush", "Bearer •••"), ("X-API-Key", "hush", "•••"),
            ("Cookie", "a=hush; b=c", "•••"),
            ("Accept", "text/plain", "text/plain"),
        ])
    func header(name: String, value: String, masked: String) {
        let request = HTTPRequest(method: "GET", url: "http://h/", headers: [HTTPField(name, value)])
        #expect(SecretNames.masked(request).headers.map(\.value) == [masked])
    }

    @Test("a finding about one of thousands of cookies quotes no value")
    func cookies() throws {
        let journal = Journal(limit: 1)
        var answer = MockAnswer(HTTPResponse(status: 400))
        answer.findings = [
            Finding(
                rule: .requestCookieUnexpected, blame: .client, "it is unexpected", place: .init(.cookie, "c7"),
                actual: "hush-hush-7")
        ]
        let cookies = (0..<15_000).map { "c\($0)=hush-hush-\($0)" }.joined(separator: "; ")
        let request = HTTPRequest(method: "GET", url: "http://h/", headers: [HTTPField("Cookie", cookies)])
        journal.record(request, answer, at: 0)
        #expect(journal.entries.first?.exchange.answer.findings.first?.actual == "•••")
        let values = SecretNames.values(in: request, quotedBy: answer.findings)
        #expect(values == ["hush-hush-7"])
    }

    @Test(
        "secrets in findings are masked, other values are not",
        arguments: [
            HTTPRequest(method: "POST", url: "http://h/?token=hu%73h", body: []),
            HTTPRequest(
                method: "POST", url: "http://h/", headers: [HTTPField("Authorization", "Bearer hush")], body: []),
            HTTPRequest(
                method: "POST", url: "http://h/",
                headers: [HTTPField("Content-Type", "application/x-www-form-urlencoded")],
                body: Array("password=hush".utf8)),
            HTTPRequest(method: "POST", url: "http://h/", body: Array(#"{"password": "hush"}"#.utf8)),
        ])
    func findings(request: HTTPRequest) throws {
        let journal = Journal(limit: 1)
        var answer = MockAnswer(HTTPResponse(status: 400))
        answer.findings = [
            Finding(rule: .requestBodyValue, blame: .client, "it is wrong", expected: "sixteen", actual: "\"hush\"")
        ]
        journal.record(request, answer, at: 0)
        let finding = try #require(journal.entries.first?.exchange.answer.findings.first)
        #expect(finding.actual == "\"•••\"" && finding.expected == "sixteen")
    }
}
