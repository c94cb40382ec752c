import AccordHTTP
import Testing

@testable import AccordMock

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
}
