// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import Foundation
import Testing

@Suite("docs/contract-format.md")
struct ReferencePageTests {
    private static let text =
        (try? String(contentsOfFile: PackageRoot.file("docs/contract-format.md"), encoding: .utf8)) ?? ""

    /// What stands between ```json and ```.
    private static let examples: [String] = text.split(separator: "```json\n").dropFirst().compactMap { piece in
        piece.split(separator: "```").first.map(String.init)
    }

    @Test("the reference names every key of the format")
    func namesEveryKey() throws {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: PackageRoot.file("Specs/contract.schema.json"))))
        let root = try JSONDocument(parsing: bytes).root
        var keys: Set<String> = []
        var pending = [root]
        while let value = pending.popLast() {
            pending += value.elements
            for member in value.members {
                // The words of JSON Schema are JSON Schema's to explain.
                if member.key == "schema", member.value["else"] != nil { continue }
                if member.key == "properties" { keys.formUnion(member.value.members.map(\.key)) }
                pending.append(member.value)
            }
        }
        #expect(keys.count > 80)
        let unnamed = keys.filter { !Self.text.contains("`\($0)`") && !Self.text.contains("\"\($0)\"") }
        #expect(unnamed.sorted() == [])
    }

    @Test("the reference names every rule of lint")
    func namesEveryRule() {
        for rule in ContractRule.allCases { #expect(Self.text.contains("`\(rule.rawValue)`"), "\(rule)") }
    }

    @Test("the examples in the reference are JSON, and its contracts have no diagnostics")
    func examplesAreRight() throws {
        #expect(Self.examples.count > 8)
        var contracts = 0
        for example in Self.examples {
            let root = try JSONDocument(parsing: example).root
            guard root["contract"] != nil, root["extends"] == nil else { continue }
            contracts += 1
            #expect(Contracts.load(example).diagnostics == [])
        }
        #expect(contracts == 1)
    }
}
