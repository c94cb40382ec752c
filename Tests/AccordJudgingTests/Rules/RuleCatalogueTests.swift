import Foundation
import Testing

@testable import AccordJudging

@Suite("The catalogue of rules") struct RuleCatalogueTests {
    @Test("explains every rule once, and says what to do next")
    func complete() {
        let rules = RuleCatalogue.rules
        #expect(rules.count > 80)
        #expect(Set(rules.map(\.id)).count == rules.count)
        for rule in rules {
            #expect(!rule.title.isEmpty, "\(rule.id)")
            #expect(!rule.explanation.isEmpty, "\(rule.id)")
            #expect(!rule.advice.isEmpty, "\(rule.id)")
            #expect(!rule.explanation.contains("  "), "\(rule.id)")
        }
    }

    @Test("knows every rule that the judge's source names")
    func source() throws {
        let sources = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources").resolvingSymlinksInPath()
        let files = try ["AccordCases", "AccordJudging"].flatMap { target in
            let folder = sources.appendingPathComponent(target)
            let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
            return files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        }
        var named: Set<String> = []
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /rule: "([a-z-]+(?:\.[a-z-]+)*)"/) { named.insert(String(match.1)) }
            for match in text.matches(of: /direction\.rule\("([a-z.-]+)"\)/) {
                named.formUnion(["request.\(match.1)", "response.\(match.1)"])
            }
        }
        #expect(named.count > 15)
        let known = Set(RuleCatalogue.rules.map(\.id))
        #expect(named.subtracting(known).sorted() == [])
    }

    @Test("finds a rule by its id, and nothing by another")
    func lookup() {
        #expect(RuleCatalogue.rule("request.query.ambiguous-plus")?.title == "+ is read in two ways")
        #expect(RuleCatalogue.rule("request.query") == nil)
    }
}
