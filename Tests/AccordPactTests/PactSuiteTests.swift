// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordPact
import AccordPactJudge
import ConformanceScore
import Testing

@Suite("Pact suite", .enabled("needs a public suite") { try Conformance.has("pact") })
struct PactSuiteTests {
    static let files: [String] = Conformance.files(in: "pact")

    @Test("passes every case of the Pact specification, read from a pact file")
    func score() throws {
        var missed: [String] = []
        for file in Self.files where try !PactSuiteCase(file).isPassed { missed.append(file) }
        ConformanceScore.shared.add("Pact specification", passed: Self.files.count - missed.count, of: Self.files.count)
        #expect(missed == [], "\(missed.count) of \(Self.files.count)")
        #expect(Self.files.count == 803)
    }
}

/// A case of the specification: an expected message, an actual one, and whether they match.
struct PactSuiteCase {
    let isPassed: Bool

    init(_ file: String) throws {
        // Some files of the suite begin with a byte order mark.
        let bytes = try Conformance.bytes("pact/\(file)")
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        let root = try JSONDocument(parsing: text, file: file).root
        let parts = file.split(separator: "/").map(String.init)
        let version = try #require(PactVersion(parsing: String(parts[0].dropFirst())))
        let expected = try #require(root["expected"])
        let message = try Self.message(expected.count == 0 ? "{}" : expected.text, parts, version)
        let actual = Self.actual(try #require(root["actual"]), message.kind, version)
        let comparison = PactComparison(message, actual)
        isPassed = comparison.findings.isEmpty == root["match"]?.bool
    }

    /// Returns the message of a pact with one interaction, as the case of the contract has it.
    private static func message(_ text: String, _ parts: [String], _ version: PactVersion) throws -> PactMessage {
        let interaction =
            switch parts[1] {
            case "request": "\"interactions\": [{ \"description\": \"a\", \"request\": \(text), \"response\": {} }]"
            case "response": "\"interactions\": [{ \"description\": \"a\", \"request\": {}, \"response\": \(text) }]"
            default:
                version == .v3
                    ? "\"messages\": [\(text)]"
                    : "\"interactions\": [{ \"type\": \"Asynchronous/Messages\"\(text == "{}" ? "" : ",") \(text.dropFirst())]"
            }
        let specification = "{ \"pactSpecification\": { \"version\": \"\(version.rawValue)\" } }"
        let pact = "{ \"consumer\": { \"name\": \"c\" }, \(interaction), \"metadata\": \(specification) }"
        let result = ContractLoader.load(
            "pact.json", files: MemoryFiles(["pact.json": pact]), formats: ContractFormats([PactFormat()]))
        let contract = try #require(result.contract, "\(result.diagnostics.map(\.rendered))")
        let step = try #require(contract.operations.first?.cases.first?.steps.first)
        return try #require((parts[1] == "request" ? step.request?.rules : step.response.rules) as? PactMessage)
    }

    private static func actual(_ value: JSONValue, _ kind: PactMessage.Kind, _ version: PactVersion) -> PactActual {
        let message = PactMessageReader.message(value, kind, version) { _, _, _ in }
        var actual = PactActual()
        actual.method = message.method
        actual.path = message.path
        actual.status = message.status ?? 200
        actual.query =
            value["query"]?.string
            ?? Form.serialize(message.query.flatMap { item in item.values.map { Form.Item(item.name, $0) } })
        actual.headers = message.headers.flatMap { item in item.values.map { HTTPField(item.name, $0) } }
        actual.metadata = message.metadata.flatMap { item in item.values.map { HTTPField(item.name, $0) } }
        switch message.body {
        case .missing, .empty: break
        case .json(let json): actual.body = Array(json.text.utf8)
        case .text(let text, _): actual.body = Array(text.utf8)
        case .bytes(let bytes, _): actual.body = bytes
        }
        return actual
    }
}
