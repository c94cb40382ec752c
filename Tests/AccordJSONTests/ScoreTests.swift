import AccordJSON
import Testing

@Suite("Score", .enabled(if: Conformance.isThere, "the conformance folder isn't there"))
struct ScoreTests {
    @Test("is full on every public suite")
    func score() throws {
        var lines: [(name: String, passed: Int, all: Int)] = []
        for prefix in ["y", "n", "i"] {
            let files = TextConformanceTests.files.filter { $0.hasPrefix("\(prefix)_") }
            let passed = try files.filter { file in
                let isAccepted = (try? Conformance.document("json-text/test_parsing/\(file)")) != nil
                let decision = TextDecision.all.first { "\($0.file).json" == file }?.decision.isAccepted
                _ = try Conformance.bytes("json-text/test_parsing/\(file)")
                return isAccepted == (decision ?? (prefix == "y"))
            }
            lines.append(("JSONTestSuite \(prefix)_", passed.count, files.count))
        }
        let paths = PathConformanceTests.items
        lines.append(("JSONPath RFC 9535", paths.filter { $0.isPassed }.count, paths.count))
        for line in lines { print("score: \(line.name): \(line.passed)/\(line.all)") }
        #expect(lines.map(\.all) == [95, 188, 35, 703])
        #expect(lines.allSatisfy { $0.passed == $0.all })
    }
}
