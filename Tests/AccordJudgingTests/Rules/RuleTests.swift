// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation
import Testing

@Suite("The rules") struct RuleTests {
    @Test("A rule names the defect, explains it and gives advice", arguments: Rule.all)
    func texts(rule: Rule) {
        #expect(!rule.title.isEmpty)
        #expect(!rule.title.hasSuffix("."), "\(rule.title)")
        #expect(rule.explanation.hasSuffix("."), "\(rule.explanation)")
        #expect(rule.advice.hasSuffix("."), "\(rule.advice)")
        #expect(!rule.explanation.contains("  ") && !rule.explanation.contains("\n"))
    }

    @Test("Rules have the ids that reports and baselines contain")
    func ids() {
        #expect(Rule.named("request.query.ambiguous-plus") == .requestQueryAmbiguousPlus)
        #expect(Rule.named("request.query.ambiguous-plus")?.title == "ambiguous plus sign in a query item")
        #expect(Rule.named("request.query") == nil)
        #expect(Set(Rule.all.map(\.id)).count == Rule.all.count)
    }

    @Test("The list of all rules contains every declared rule")
    func list() throws {
        let folder = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources/AccordCore/Findings")
            .resolvingSymlinksInPath()
        var declared: Set<String> = []
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            declared.formUnion(text.matches(of: /\w = Rule\(id: "([a-z.-]+)"/).map { String($0.1) })
        }
        #expect(declared == Set(Rule.all.map(\.id)))
    }
}
