import AccordCore
import Foundation
import Testing

@Suite("The rules") struct RuleTests {
    @Test("say what is wrong, why, and what to do next", arguments: Rule.allCases)
    func words(rule: Rule) {
        #expect(!rule.title.isEmpty)
        #expect(!rule.explanation.isEmpty)
        #expect(!rule.advice.isEmpty)
        #expect(!rule.explanation.contains("  ") && !rule.explanation.contains("\n"))
    }

    @Test("have the ids by which reports and baselines know them")
    func ids() {
        #expect(Rule(rawValue: "request.query.ambiguous-plus")?.title == "+ is read in two ways")
        #expect(Rule(rawValue: "request.query") == nil)
    }

    @Test("include every id that the sources still write as text")
    func sources() throws {
        let sources = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources").resolvingSymlinksInPath()
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var unknown: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /Finding\(\s*rule: "([a-z-]+(?:\.[a-z-]+)*)"/) {
                if Rule(rawValue: String(match.1)) == nil { unknown.insert(String(match.1)) }
            }
        }
        #expect(unknown.sorted() == [])
    }
}
