import AccordContract
import AccordCore
import Testing

@testable import AccordServer

@Suite("What the mock hides of requests")
struct SecretNamesTests {
    @Test(
        "is the value of a query item that is named like a secret",
        arguments: [
            ("/login?username=a&password=hush", "/login?username=a&password=•••"),
            ("/login?pass%77ord=hush", "/login?pass%77ord=•••"),
            ("/a?api_key=hush&access_token=hush#x", "/a?api_key=•••&access_token=•••"),
            ("/a?page=2&flag&=b", "/a?page=2&flag&=b"),
            ("/password=a", "/password=a"),
        ])
    func query(url: String, masked: String) {
        #expect(SecretNames.masked(url) == masked)
    }

    @Test(
        "is a header that proves who asks, but for its scheme",
        arguments: [
            ("Authorization", "Bearer hush", "Bearer •••"), ("X-API-Key", "hush", "•••"),
            ("Cookie", "a=hush; b=c", "•••"),
            ("Accept", "text/plain", "text/plain"),
        ])
    func header(name: String, value: String, masked: String) {
        let request = HTTPRequest(method: "GET", url: "http://h/", headers: [HTTPField(name, value)])
        #expect(SecretNames.masked(request).headers.map(\.value) == [masked])
    }

    @Test(
        "is hidden in the findings, too, and what isn't a secret is told",
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
        journal.record(journal.exchange(request, answer), at: 0)
        let finding = try #require(journal.entries.first?.findings.first)
        #expect(finding.actual == "\"•••\"" && finding.expected == "sixteen")
    }
}
