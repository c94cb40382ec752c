// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import AccordSchema
import Foundation
import Testing

@Suite("Specs/contract.schema.json")
struct FormatSchemaTests {
    private static let compiled: Result<Schema, any Error> = Result {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: PackageRoot.file("Specs/contract.schema.json"))))
        let document = try JSONDocument(parsing: bytes, file: "contract.schema.json")
        return try Schema.compile(document.root)
    }

    private static func schema() throws -> Schema { try compiled.get() }

    @Test("the schema accepts every contract that loads", arguments: PackageRoot.specs + PackageRoot.workedContracts)
    func allowsWhatLoads(path: String) throws {
        let document = try JSONDocument(parsing: [UInt8](try Data(contentsOf: URL(filePath: path))), file: path)
        let violations = try Self.schema().validate(document.root)
        #expect(violations.map(\.description) == [])
    }

    @Test(
        "the schema accepts every valid contract of the tests",
        arguments: CaseTests.right + MultipartTests.right + ReferenceTests.right)
    func allowsWhatIsRight(contract: BrokenContract) throws {
        let document = try JSONDocument(parsing: contract.unmarked.text)
        #expect(try Self.schema().validate(document.root).map(\.description) == [])
    }

    static let broken: [BrokenContract] =
        FormTests.broken + OperationTests.broken + CaseTests.broken + MultipartTests.broken + EditorMistakes.all

    /// What JSON Schema can't say, and why.
    private static let beyond: [(reason: String, label: Set<String>)] = [
        ("it isn't JSON, or JSON Schema never sees it", ["an empty file", "a trailing comma", "a key twice"]),
        (
            "two places are held against each other",
            [
                "two servers of one name", "a security scheme that isn't there",
                "two operations of one method and path", "no case", "a place without a schema",
                "a schema without a place", "headers that differ only in case", "rows of one label",
                "a skip on a server that isn't there", "an undocumented status", "an undocumented header",
                "a query item that isn't documented", "a header that isn't documented", "another media type",
                "parts of what has none", "a case before that isn't there", "a case before that has rows",
                "a case that waits for itself", "an output twice in a flow", "a step of an operation that isn't there",
                "a key that the row hasn't", "a parameter that no state has",
                "two answers to one question", "two answers to one row", "a component that nobody uses",
                "components that use only each other", "a parameter that refers to itself",
                "a reference that leads nowhere", "a name mistyped in a reference", "a part that isn't documented",
                "a type that isn't documented", "a query item that nobody documents",
            ]
        ),
        (
            "a value is held to a schema in the same file",
            [
                "a default that breaks the schema", "a case whose query items don't go together",
                "an example that breaks the schema", "a query item out of range",
                "a query item of another type", "an empty path parameter", "a required one left out",
                "a body without what is required", "a body with a value out of range", "no body where one is required",
                "a text that is no JSON", "assertions that it breaks itself", "a header of another type",
                "a required header left out", "a body of another type",
                "a body that must be", "an assertion that nothing meets", "an assertion that forbids what is there",
                "a part left out", "a part that breaks its schema", "too many parts", "a form without a field",
                "a stream that is no list", "a text that is too long", "an item that breaks its schema",
                "answers what is only written", "misses what must be sent", "sends what is only read",
            ]
        ),
        (
            "another file is looked at",
            [
                "a file that isn't there", "a reference to a network", "a file that breaks the schema",
            ]
        ),
        (
            "it is only a warning",
            [
                "a format that is mistyped", "a format of somebody's own", "schemas that nothing satisfies",
                "a body of GET", "an idempotency key that may repeat", "a pattern that backtracks",
            ]
        ),
        (
            "it is the look of a text",
            [
                "a GitHub token", "an AWS access key", "a random text",
                "what issuers mark as secrets, in texts for readers",
            ]
        ),
    ]

    @Test("the schema rejects the mistakes that JSON Schema can express", arguments: broken)
    func refusesWhatIsBroken(contract: BrokenContract) throws {
        let isBeyond = Self.beyond.contains { $0.label.contains(contract.label) }
        guard let document = try? JSONDocument(parsing: contract.unmarked.text) else {
            #expect(isBeyond)
            return
        }
        let isRefused = try !Self.schema().isValid(document.root)
        // What is said to be beyond it is looked at, too, so that the list stays true.
        #expect(isRefused == !isBeyond || contract.label == "a key twice")
    }

    /// A contract with one small mistake.
    private static func wrong(_ contract: JSON, _ mistake: JSON) throws -> JSON {
        let pointer = try JSONPointer(parsing: try #require(mistake["at"]?.string))
        var (wrong, isChanged) = (contract, false)
        if let name = mistake["rename"]?.string {
            let value = try #require(wrong.value(at: pointer))
            isChanged = wrong.remove(at: pointer)
            wrong.set(value, at: try #require(pointer.parent).appending(name))
        } else if let value = mistake["value"] {
            isChanged = wrong.set(value, at: pointer)
        } else {
            isChanged = wrong.remove(at: pointer)
        }
        #expect(isChanged, "\(mistake)")
        return wrong
    }

    @Test("lint rejects 90 wrong contracts, and the schema all but the 13 that JSON Schema can't express")
    func wrongContracts() throws {
        let file = PackageRoot.file("Tests/Fixtures/wrong-contracts.json")
        let fixture = try JSON(parsing: String(contentsOfFile: file, encoding: .utf8))
        let (right, mistakes) = (try #require(fixture["contract"]), try #require(fixture["mistakes"]?.array))
        #expect(try Self.schema().validate(right).map(\.description) == [])
        #expect(Contracts.load(right.pretty).diagnostics.map(\.rendered) == [])
        var (bySchema, byLint) = (0, 0)
        for mistake in mistakes {
            let label = mistake["mistake"]?.string ?? ""
            let wrong = try Self.wrong(right, mistake)
            let isRejected = try !Self.schema().isValid(wrong)
            #expect(isRejected == (mistake["beyond"] == nil), "\(label)")
            let hasError = Contracts.load(wrong.pretty).diagnostics.contains { $0.severity == .error }
            #expect(hasError, "\(label)")
            bySchema += isRejected ? 1 : 0
            byLint += hasError ? 1 : 0
        }
        print("wrong contracts rejected: by the schema \(bySchema), by lint \(byLint) of \(mistakes.count)")
        #expect(mistakes.count == 90 && bySchema >= 75)
    }

    @Test(
        "the schema accepts every key and template that the loader reads",
        arguments: [
            #""a": { "request": { "query": { "page": 1 }, "headers": { "Trace": "${uuid}" }, "body": { "name": "${now+1h}" } }, \#(CaseTests.answer) }"#,
            #""a": { "request": { "headers": { "Trace": ["${run.id}", "b"] }, "body": { "name": "x" } }, "response": { "status": 204 } }"#,
        ])
    func acceptsTemplates(cases: String) throws {
        let text = Contracts.withOperation(
            Contracts.rich(cases: cases), components: #"{ "requestBodies": {} }"#,
            top: #""schemaDialect": "https://json-schema.org/draft/2020-12/schema", "webhooks": {},"#)
        #expect(Contracts.load(text).diagnostics.filter { $0.severity == .error }.map(\.rendered) == [])
        #expect(try Self.schema().validate(JSONDocument(parsing: text).root).map(\.description) == [])
    }

    @Test("the schema is tested with more than eighty mistakes")
    func count() {
        let beyond = Set(Self.beyond.flatMap(\.label))
        #expect(Set(Self.broken.map(\.label)).subtracting(beyond).count > 80)
        #expect(beyond.subtracting(Self.broken.map(\.label)) == [], "a mistake that no table has")
    }

    @Test("the schema lists the names in the catalogues")
    func catalogues() throws {
        let definitions = try #require(try Self.schema().source["$defs"])
        func names(_ value: JSONValue?) -> [String] { value?.elements.compactMap(\.string) ?? [] }
        let fault = definitions["caseResponse"]?["then"]?["properties"]?["fault"]?["enum"]
        #expect(names(fault) == CatalogueNames.faults)
        let derived = definitions["derived"]?["else"]?["propertyNames"]?["anyOf"]?.elements
        #expect(names(derived?.first?["enum"]) == CatalogueNames.selectors)
        let pattern = try #require(derived?.dropFirst().first?["pattern"]?.string)
        let expression = try Regex(pattern)
        for name in CatalogueNames.selectors {
            #expect("\(name):/x".firstMatch(of: expression) != nil, "\(name)")
        }
        let method = definitions["request"]?["properties"]?["method"]?["enum"]
        #expect(names(method) == HTTPMethod.registered.sorted())
        let on = definitions["retry"]?["else"]?["properties"]?["on"]?["items"]?["anyOf"]?.elements
        #expect(names(on?.first?["enum"]) == CatalogueNames.faultGroups + CatalogueNames.faults)
    }

    @Test("the schema lists the keywords of the schema compiler")
    func words() throws {
        let definitions = try #require(try Self.schema().source["$defs"])
        let words = definitions["schema"]?["else"]?["properties"]?.members.map(\.key) ?? []
        #expect(Set(words) == Set(SchemaKeywords.all))
        let asserted = definitions["asserts"]?["additionalProperties"]?["propertyNames"]?["anyOf"]?.elements.first
        #expect(Set(asserted?["enum"]?.elements.compactMap(\.string) ?? []) == Set(SchemaKeywords.all))
    }

    @Test("the schema describes its keys")
    func describesItself() throws {
        let root = try Self.schema().source
        for name in ["contract", "info", "servers", "operations", "components", "extends"] {
            let property = try #require(root["properties"]?[name])
            #expect(SchemaView(property).keyword("description") != nil, "\(name)")
        }
    }
}
