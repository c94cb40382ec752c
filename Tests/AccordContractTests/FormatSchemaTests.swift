import AccordContract
import AccordJSON
import AccordSchema
import Foundation
import Testing

@Suite("Specs/contract.schema.json, the format for editors")
struct FormatSchemaTests {
    private static let compiled: Result<Schema, any Error> = Result {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: PackageRoot.file("Specs/contract.schema.json"))))
        let document = try JSONDocument(parsing: bytes, file: "contract.schema.json")
        return try Schema.compile(document.root)
    }

    private static func schema() throws -> Schema { try compiled.get() }

    @Test("allows every contract that loads", arguments: PackageRoot.specs + PackageRoot.workedContracts)
    func allowsWhatLoads(path: String) throws {
        let document = try JSONDocument(parsing: [UInt8](try Data(contentsOf: URL(filePath: path))), file: path)
        let violations = try Self.schema().validate(document.root)
        #expect(violations.map(\.description) == [])
    }

    @Test("allows what a test says is right", arguments: CaseTests.right + MultipartTests.right + ReferenceTests.right)
    func allowsWhatIsRight(contract: BrokenContract) throws {
        let document = try JSONDocument(parsing: contract.unmarked.text)
        #expect(try Self.schema().validate(document.root).map(\.description) == [])
    }

    /// What is wrong with the form alone, without looking at two places at once.
    private static let formal: Set<ContractRule> = [
        .unknownKey, .wrongType, .missingKey, .noAssertion, .empty, .version,
    ]

    static let broken: [BrokenContract] = {
        let all = FormTests.broken + OperationTests.broken + CaseTests.broken + MultipartTests.broken
        return all.filter { formal.contains($0.rule) && !beyond.contains($0.what) }
    }()

    /// What needs more than one place, or is allowed by JSON Schema's own vocabulary.
    private static let beyond: Set<String> = [
        "no case", "an unknown keyword", "keys beside a reference", "a client for the server", "a fault for the server",
        "a poll for the client", "credentials of another kind", "a stream that is no list",
    ]

    @Test("refuses what the loader refuses for its form", arguments: broken)
    func refusesWhatIsBroken(contract: BrokenContract) throws {
        let document = try JSONDocument(parsing: contract.unmarked.text)
        #expect(try !Self.schema().isValid(document.root))
    }

    @Test("describes itself to people who type")
    func describesItself() throws {
        let root = try Self.schema().source
        for name in ["contract", "info", "servers", "operations", "components", "extends"] {
            let property = try #require(root["properties"]?[name])
            #expect(SchemaShape(property).keyword("description") != nil, "\(name)")
        }
    }
}
