import AccordContract
import AccordGenerator
import Testing

@Suite("accord.json") struct TestConfigurationTests {
    private static func read(_ text: String) -> TestConfiguration {
        TestConfiguration(path: "/pkg/Tests/T/accord.json", files: MemoryFiles(["/pkg/Tests/T/accord.json": text]))
    }

    @Test("says how tests are generated")
    func whole() {
        let read = Self.read(
            #"{ "contracts": ["a.json"], "level": "full", "strict": false, "isolated": true, "framework": "swift-testing" }"#
        )
        #expect(read.diagnostics.isEmpty)
        #expect(read.contracts == ["a.json"])
        #expect(read.level == .full && !read.isStrict && read.isIsolated && read.framework == .swiftTesting)
    }

    @Test("leaves out what is as usual")
    func empty() {
        let read = Self.read("{}")
        #expect(read.diagnostics.isEmpty && read.contracts == nil)
        #expect(read.level == .standard && read.isStrict && read.isIsolated)
    }

    @Test("tries cases in child processes, but under XCTest, which has none")
    func isolation() {
        #expect(!Self.read(#"{ "framework": "xctest" }"#).isIsolated)
        #expect(!Self.read(#"{ "isolated": false }"#).isIsolated)
    }

    static let mistakes: [(text: String, line: Int, message: String)] = [
        (#"{ "level": "ful" }"#, 1, "Did you mean “full”?"),
        ("{\n \"levle\": \"full\" }", 2, "Did you mean “level”?"),
        (#"{ "isolated": "yes" }"#, 1, "“isolated” is true or false"),
        (#"{ "contracts": [] }"#, 1, "“contracts” is a list of paths"),
        (#"{ "contracts": ["a.json", 1] }"#, 1, "“contracts” is a list of paths"),
        (#"{ "framework": "xctest", "isolated": true }"#, 1, "XCTest can't try a case in a child process"),
        ("[]", 1, "expected an object"),
        ("{ \"level\": }", 1, "error:"),
    ]

    @Test("is told what is wrong with it, on its line", arguments: mistakes)
    func mistaken(text: String, line: Int, message: String) throws {
        let read = Self.read(text)
        let only = try #require(read.diagnostics.first)
        #expect(read.diagnostics.count == 1)
        #expect(only.severity == .error && only.location.line == line)
        #expect(only.rendered.contains(message), "\(only.rendered)")
    }

    @Test("is told where it isn't there")
    func missing() {
        #expect(TestConfiguration(path: "/nowhere.json", files: MemoryFiles([String: String]())).diagnostics.count == 1)
    }

    @Test("is held to the contracts that SwiftPM asked for")
    func stale() {
        var read = Self.read(#"{ "contracts": ["b.json", "a.json"] }"#)
        read.compare(with: ["/pkg/a.json", "/pkg/b.json"]) { "/pkg/\($0)" }
        #expect(read.diagnostics.isEmpty)
        read.compare(with: ["/pkg/a.json"]) { "/pkg/\($0)" }
        #expect(read.diagnostics.first?.rendered.contains("touch Package.swift") == true)
    }
}
