// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordGenerator
import Testing

@Suite("accord.json") struct TestConfigurationTests {
    private static func read(_ text: String) -> TestConfiguration {
        TestConfiguration(path: "/pkg/Tests/T/accord.json", files: MemoryFiles(["/pkg/Tests/T/accord.json": text]))
    }

    @Test("accord.json configures the generated tests")
    func whole() {
        let read = Self.read(
            #"{ "contracts": ["a.json"], "overlays": ["o.yaml"], "level": "full", "strict": false, "isolated": true, "framework": "swift-testing" }"#
        )
        #expect(read.diagnostics.isEmpty)
        #expect(read.contracts == ["a.json"] && read.overlays == ["o.yaml"])
        #expect(read.level == .full && !read.isStrict && read.isIsolated && read.framework == .swiftTesting)
    }

    @Test("missing keys have defaults")
    func empty() {
        let read = Self.read("{}")
        #expect(read.diagnostics.isEmpty && read.contracts == nil)
        #expect(read.level == .standard && read.isStrict && read.isIsolated)
    }

    @Test("operations are listed by the ids of an OpenAPI document, or by the names of their closures")
    func operations() {
        let read = Self.read(#"{ "operations": ["search/byterm", "addItem"] }"#)
        #expect(read.diagnostics.isEmpty && read.operations == ["searchByterm", "addItem"])
    }

    @Test("isolation is on by default except for XCTest")
    func isolation() {
        #expect(!Self.read(#"{ "framework": "xctest" }"#).isIsolated)
        #expect(!Self.read(#"{ "isolated": false }"#).isIsolated)
    }

    static let mistakes: [(text: String, line: Int, message: String)] = [
        (#"{ "level": "ful" }"#, 1, "Did you mean “full”?"),
        ("{\n \"levle\": \"full\" }", 2, "Did you mean “level”?"),
        (#"{ "isolated": "yes" }"#, 1, "“isolated”: expected true or false"),
        (#"{ "contracts": [] }"#, 1, "“contracts”: expected an array of paths"),
        (#"{ "contracts": ["a.json", 1] }"#, 1, "“contracts”: expected an array of paths"),
        (#"{ "overlays": "o.yaml" }"#, 1, "“overlays”: expected an array of paths"),
        (#"{ "framework": "xctest", "isolated": true }"#, 1, "XCTest can't run a case in a child process"),
        ("[]", 1, "expected a JSON object in accord.json"),
        ("{ \"level\": }", 1, "error:"),
    ]

    @Test("a mistake is reported on its line", arguments: mistakes)
    func mistaken(text: String, line: Int, message: String) throws {
        let read = Self.read(text)
        let only = try #require(read.diagnostics.first)
        #expect(read.diagnostics.count == 1)
        #expect(only.severity == .error && only.location.line == line)
        #expect(only.rendered.contains(message), "\(only.rendered)")
    }

    @Test("a missing file is reported")
    func missing() {
        #expect(TestConfiguration(path: "/nowhere.json", files: MemoryFiles([String: String]())).diagnostics.count == 1)
    }

    @Test("a stale plan is reported")
    func stale() {
        var read = Self.read(#"{ "contracts": ["b.json", "a.json"] }"#)
        read.compare(with: ["/pkg/a.json", "/pkg/b.json"]) { "/pkg/\($0)" }
        #expect(read.diagnostics.isEmpty)
        read.compare(with: ["/pkg/a.json"]) { "/pkg/\($0)" }
        #expect(read.diagnostics.first?.rendered.contains("touch Package.swift") == true)
    }
}
