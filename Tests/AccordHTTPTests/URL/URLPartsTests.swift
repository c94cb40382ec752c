// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import AccordContract

@Suite("URLs") struct URLPartsTests {
    @Test(
        "a URL is split and joined unchanged",
        arguments: [
            "https://example.com", "https://user:pw@example.com:8443/a/b?x=1&y#top", "http://[::1]:8080/",
            "/only/a/path",
            "//host/path", "mailto:ada@example.org", "?q", "#f", "", "http://host?q=a/b?c", "a:b:c",
        ])
    func roundTrip(text: String) {
        #expect(URLParts(text).description == text)
    }

    @Test(
        "a host on this machine is an address of the loopback interface or localhost, and no name that begins like it",
        arguments: [
            ("127.0.0.1", true), ("127.8.9.1", true), ("[::1]", true), ("LOCALHOST", true),
            ("localhost.example.test", false), ("127.example.test", false), ("1270.0.0.1", false), ("10.0.0.1", false),
        ])
    func loopback(host: String, isLoopback: Bool) { #expect(URLParts.isLoopback(host) == isLoopback) }

    @Test("a URL has all parts")
    func parts() {
        let parts = URLParts("https://user:pw@example.com:8443/a/b?x=1&y#top")
        #expect(parts.scheme == "https")
        #expect(parts.userInfo == "user:pw")
        #expect(parts.host == "example.com")
        #expect(parts.port == "8443")
        #expect(parts.path == "/a/b")
        #expect(parts.query == "x=1&y")
        #expect(parts.fragment == "top")
        #expect(URLParts("http://[::1]:8080/").host == "[::1]")
        #expect(URLParts("1a://x").scheme == nil)
    }

    @Test(
        "a URL has the default port of its scheme",
        arguments: [
            ("http://h/", 80), ("https://h", 443), ("https://h:8443", 8443), ("http://h:/", 80), ("ftp://h", nil),
        ])
    func port(text: String, expected: Int?) {
        #expect(URLParts(text).effectivePort == expected)
    }

    @Test(
        "a path is appended to the server's path",
        arguments: [
            ("https://h", "/a", "https://h/a"), ("https://h/", "/a", "https://h/a"),
            ("https://h/v4", "/a", "https://h/v4/a"),
            ("https://h/v4/", "a", "https://h/v4/a"),
        ])
    func appending(base: String, path: String, expected: String) {
        #expect(URLParts(base).appending(path: path, query: nil).description == expected)
    }

    @Test(
        "a reference is resolved as RFC 3986, section 5.4, shows",
        arguments: [
            ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
            ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
            ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../../g", "http://a/g"), ("/./g", "http://a/g"),
            ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"),
            ("./g/.", "http://a/b/c/g/"),
            ("g/../h", "http://a/b/c/h"), ("g;x=1/../y", "http://a/b/c/y"), ("g?y/../x", "http://a/b/c/g?y/../x"),
        ])
    func resolving(reference: String, url: String) {
        #expect(URLParts("http://a/b/c/d;p?q").resolving(reference).description == url)
    }
}
