// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordGenerator
import AccordJSON
import Testing

@Suite("Generated client tests") struct GeneratedFileTests {
    static let contract = """
        {
          "contract": "1.0",
          "info": { "title": "Notes \\"and\\" more", "version": "1" },
          "servers": [ { "url": "https://notes.example" } ],
          "operations": {
            "find": {
              "request": { "method": "GET", "path": "/notes", "query": { "page_no": { "type": "integer" } } },
              "responses": { "200": { "description": "Notes.", "body": { "type": "array", "items": {} } } },
              "cases": { "finds": { "request": { "query": { "page_no": 1 } }, "response": { "status": 200, "bodyFile": "bodies/a.json" } } }
            }
          }
        }
        """

    static func generate(
        _ contract: String = contract, strict: Bool = true, isolated: Bool = true, root: String? = "/pkg",
        framework: ContractSource.Framework = .swiftTesting, reports: String? = nil,
        profile: SeverityProfile = .default
    ) -> GeneratedFile {
        var configuration = TestConfiguration()
        (configuration.framework, configuration.profile) = (framework, profile)
        (configuration.isStrict, configuration.isIsolated) = (strict, isolated)
        return GeneratedFile(
            path: "/pkg/Specs/my-notes.json",
            files: MemoryFiles(["/pkg/Specs/my-notes.json": contract, "/pkg/Specs/bodies/a.json": "[]"]),
            options: .init(
                displayedPath: "Specs/my-notes.json", packageRoot: root, reports: reports,
                configuration: configuration))
    }

    @Test(
        "the source contains a suite, bindings, inputs, the contract and its files",
        arguments: [
            "struct MyNotesContract {", "func find() async",
            "struct MyNotesBindings<Client>: Sendable",
            "find: @escaping @Sendable (Client, MyNotesInputs.FindInput) async throws -> Any?", "var pageNo: Int",
            "/// The input of `find`.", "each operation of Notes \"and\" more.",
            "init(_ values: AccordTesting.CallInput)",
            #"@Suite("Notes \"and\" more", .filterIssues { "#, #""Specs/bodies/a.json": "W10=""#,
        ])
    func parts(part: String) throws {
        let source = try #require(Self.generate().source)
        #expect(source.contains(part))
    }

    @Test("a typed array is a Swift array, and a property records that a closure reads it")
    func typedArray() throws {
        let contract = Self.contract.replacing(
            #""page_no": { "type": "integer" }"#, with: #""tags": { "type": "array", "items": { "type": "string" } }"#
        ).replacing(#""page_no": 1"#, with: #""tags": ["a"]"#)
        let loaded = ContractLoader.load("a.json", files: MemoryFiles(["a.json": contract, "bodies/a.json": "[]"]))
        let operation = try #require(loaded.contract?.operations.first, "\(loaded.diagnostics.map(\.rendered))")
        let text = InputSource(operation, inputs: .typed).text
        #expect(text.contains(#"var tags: [String] { _accordInput.reading("tags", _tags) }"#), "\(text)")
        #expect(text.contains(#"_tags = try values.json("tags").decode([String].self)"#), "\(text)")
    }

    @Test("a typed object is a struct whose properties record that a closure reads them")
    func typedObject() throws {
        let contract = Self.contract.replacing(
            #""page_no": { "type": "integer" }"#,
            with: #"""
                "filter": { "type": "object", "required": ["input-property"], "properties": {
                  "input-property": { "type": "object", "properties": { "at": { "type": "string" } } },
                  "count": { "type": "integer" } } }
                """#
        ).replacing(#""page_no": 1"#, with: #""filter": { "input-property": {} }"#)
        let loaded = ContractLoader.load("a.json", files: MemoryFiles(["a.json": contract, "bodies/a.json": "[]"]))
        let operation = try #require(loaded.contract?.operations.first, "\(loaded.diagnostics.map(\.rendered))")
        let source = InputSource(operation, inputs: .typed)
        #expect(source.text.contains("@InputProperty var inputProperty: InputPropertyValue\n"), "\(source.text)")
        #expect(source.text.contains("@InputProperty var count: Int?\n"), "\(source.text)")
        #expect(source.expressions([]) == ["input.filter.inputProperty", "input.filter.count"])
    }

    @Test("accord.json selects the profile", arguments: [("default", false), ("strict", true)])
    func profile(name: String, isWritten: Bool) throws {
        let files = MemoryFiles(["accord.json": "{ \"profile\": \"\(name)\" }"])
        let configuration = TestConfiguration(path: "accord.json", files: files)
        #expect(configuration.diagnostics.isEmpty)
        let source = Self.generate(profile: configuration.profile).source
        #expect(source?.contains("level: \"standard\", profile: \"strict\",") == isWritten)
    }

    @Test("a bundle of a contract contains its files, and loads like the original")
    func bundle() throws {
        let (path, shown) = ("/pkg/Specs/my-notes.json", "Specs/my-notes.json")
        let files = RecordingFiles(
            MemoryFiles([path: Self.contract, "/pkg/Specs/bodies/a.json": "[]"]), excluding: [path])
        let loaded = ContractLoader.load(path, files: files)
        let contract = try #require(loaded.contract)
        let bundle = EmbeddedContract(contract, loaded, path: path, displayedAs: shown, read: files.read)
        let root = try JSONDocument(parsing: bundle.json.compact).root
        let again = try #require(EmbeddedContract(root)?.load().contract)
        #expect(again.file == shown)
        #expect(again.operations.map(\.id) == ["find"])
        #expect(again.operations.first?.cases.map(\.name) == ["finds"])
        #expect(EmbeddedContract(try JSONDocument(parsing: "{}").root) == nil)
    }

    @Test(
        "an operation may have a name that Swift or the source reserves",
        arguments: [
            ("class", "func `class`()", "`class`: @escaping"), ("await", "func `await`()", "`await`: @escaping"),
            ("client", "func client_()", "client_: @escaping"), ("init", "func init_()", "init_: @escaping"),
            ("_", "func __()", "__: @escaping"), ("type", "func type()", "type: @escaping"),
        ])
    func reservedNames(id: String, function: String, label: String) throws {
        let source = try #require(Self.generate(Self.contract.replacing("\"find\"", with: "\"\(id)\"")).source)
        #expect(source.contains(function) && source.contains(label))
        #expect(source.contains("contract.test(\n            \"\(id)\""), "\(source)")
    }

    @Test("operations whose names differ only in the case of their first letter have separate types and tests")
    func letterCase() throws {
        let second = Self.contract.replacing(
            "\"find\": {",
            with: #"""
                "Find": {
                  "request": { "method": "GET", "path": "/one" },
                  "responses": { "204": { "description": "None." } }
                },
                "find": {
                """#)
        let source = try #require(Self.generate(second).source)
        for name in ["FindInput", "Find2Input"] {
            #expect(source.ranges(of: "struct \(name): Sendable").count == 1, "\(name)")
        }
        #expect(source.contains("find: @escaping @Sendable (Client, MyNotesInputs.FindInput)"))
        #expect(source.contains("Find: @escaping @Sendable (Client, MyNotesInputs.Find2Input)"))
        let methods = try #require(Self.generate(second, framework: .xctest).source)
        #expect(methods.contains("func testFind()") && methods.contains("func testFind2()"))
    }

    @Test("closures are optional unless the configuration is strict")
    func strictness() throws {
        #expect(try #require(Self.generate().source).contains("Any?)? = nil") == false)
        #expect(try #require(Self.generate(strict: false).source).contains("Any?)? = nil"))
    }

    @Test("cases run in a child process unless isolation is off")
    func isolation() throws {
        #expect(try #require(Self.generate().source).contains("processExitsWith"))
        #expect(try #require(Self.generate(isolated: false).source).contains("processExitsWith") == false)
    }

    @Test("the source for XCTest is a class with a method for each operation")
    func xctest() throws {
        let source = try #require(Self.generate(framework: .xctest).source)
        #expect(source.contains("import XCTest\n"))
        #expect(source.contains("final class MyNotesContract: XCTestCase {"))
        #expect(source.contains("func testFind() async throws {"))
        #expect(source.contains(#"let reason = MyNotesDocument.contract.reasonWithoutCases(of: "find")"#))
        #expect(source.contains("try XCTSkipIf(reason != nil, reason)"))
        #expect(!source.contains("import Testing\n"))
    }

    @Test("source to commit contains no absolute path")
    func committed() throws {
        #expect(try #require(Self.generate().source).contains("packageRoot: \"/pkg\""))
        let committed = try #require(Self.generate(root: nil).source)
        #expect(!committed.contains("/pkg"))
        #expect(committed.contains("packageRoot: ClientContract.packageRoot(of: #filePath)"))
    }

    @Test("the source names the folder of its report only in a package with several test targets")
    func reports() throws {
        #expect(try #require(Self.generate(reports: "ShopTests").source).contains("reports: \"ShopTests\""))
        #expect(try #require(Self.generate().source).contains("reports:") == false)
    }

    @Test("an invalid contract has diagnostics and no source")
    func broken() throws {
        let generated = Self.generate(
            Self.contract.replacing("\"path\"", with: "\"pth\""))
        #expect(generated.source == nil)
        let diagnostic = try #require(generated.diagnostics.first { $0.severity == .error })
        #expect(diagnostic.rendered.hasPrefix("/pkg/Specs/my-notes.json:7:"))
    }

    @Test(
        "the suite is named after its file",
        arguments: [
            ("Specs/awesome-todos.json", "AwesomeTodos"), ("a/b/x_y z.json", "XYZ"), ("2.json", "Contract2"),
        ])
    func names(path: String, name: String) {
        #expect(SwiftName.type(of: path) == name)
    }

    @Test(
        "string literals escape quotes and invisible characters",
        arguments: [
            ("a\"b\\(c)\n", #""a\"b\\(c)\n""#), ("\u{202E}x", #""\u{202e}x""#), ("é😹", "\"é😹\""),
            ("\u{0}", #""\u{0}""#),
        ])
    func literals(text: String, literal: String) {
        #expect(SwiftLiteral.string(text) == literal)
    }
}
