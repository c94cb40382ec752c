// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import ConformanceScore
import Testing

@Suite("Score", .enabled("needs a public suite") { try Conformance.has("json-text") })
struct ScoreTests {
    @Test("every public suite passes")
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
        let transforms = TextDecision.transforms
        let written = try transforms.filter { file, written in
            let bytes = try Conformance.bytes("json-text/test_transform/\(file).json")
            return (try? JSONDocument(parsing: bytes).root.compact).map { Array($0.utf8) }
                == written.map { Array($0.utf8) }
        }
        lines.append(("JSONTestSuite test_transform", written.count, transforms.count))
        let pointers = JSONPointerTests.items
        let followed = pointers.filter { item in
            let text = item.test["pointer"]?.string ?? ""
            return (try? JSONPointer(parsing: text)).flatMap { item.document.value(at: $0) } == item.test["value"]
        }
        lines.append(("JSON Pointer RFC 6901", followed.count, pointers.count))
        let patches = MergePatchTests.items
        let applied = patches.filter { item in
            guard let patch = item.test["patch"], let original = item.test["original"] else { return false }
            return item.test["result"].map { JSON($0) } == MergePatch.apply(JSON(patch), to: JSON(original))
        }
        lines.append(("Merge Patch RFC 7396", applied.count, patches.count))
        for line in lines { ConformanceScore.shared.add(line.name, passed: line.passed, of: line.all) }
        #expect(lines.map(\.all) == [95, 188, 35, 703, 22, 12, 15])
        #expect(lines.allSatisfy { $0.passed == $0.all })
    }
}
