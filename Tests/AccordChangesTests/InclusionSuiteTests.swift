// SPDX-License-Identifier: Apache-2.0
import AccordChanges
import AccordJSON
import AccordSchema
import ConformanceScore
import Testing

@Suite(
    "Schema inclusion on the pairs of jsonsubschema",
    .enabled("needs a public suite") { try Conformance.has("changes") })
struct InclusionSuiteTests {
    /// The verdicts of the suite that simple values refute: it also ignores `format`.
    private static let refuted: Set<String> = [
        "test_numeric.TestCompositeNumericSubtype.test_enum4", "test_object.TestObjectSubtype.test_tricky2",
    ]

    @Test("decides every pair as the suite does, or leaves it undecided")
    func pairs() throws {
        let suite = try Conformance.document("changes/jsonsubschema/subschema.json")
        var (decided, total, undecided) = (0, 0, [String]())
        for entry in suite.root.elements {
            let name = entry["name"]?.string ?? ""
            for (verdict, inner, outer) in [("s1_subschema_of_s2", "s1", "s2"), ("s2_subschema_of_s1", "s2", "s1")] {
                guard let expected = entry[verdict]?.bool, let inner = entry[inner], let outer = entry[outer] else {
                    continue
                }
                total += 1
                let text = inner.compact + outer.compact
                let hasFlags =
                    text.contains("Minimum\":true") || text.contains("Maximum\":true")
                    || text.contains("Minimum\":false") || text.contains("Maximum\":false")
                let options = SchemaOptions(dialect: hasFlags ? .draft4 : .draft6, assertsFormat: true)
                let left = try Schema.compile(JSON(inner), options: options)
                let right = try Schema.compile(JSON(outer), options: options)
                var graph = SchemaGraph()
                graph.add(left, .neither)
                graph.add(right, .neither)
                graph.merge()
                var search = InclusionSearch(graph)
                switch search.counterexample(of: left, within: right, .neither, isSender: false) {
                case .unknown: undecided.append("\(name) \(verdict)")
                case .none:
                    decided += 1
                    #expect(expected, "\(name) \(verdict): proved, expected a counterexample")
                case .some(let value):
                    decided += 1
                    let isRefuted = Self.refuted.contains(name)
                    #expect(!expected || isRefuted, "\(name) \(verdict): \(value.compact)")
                    #expect(left.isValid(value) && !right.isValid(value))
                }
            }
        }
        ConformanceScore.shared.add("changes: jsonsubschema, decided", passed: decided, of: total)
        print("undecided:", undecided.joined(separator: ", "))
        #expect(decided >= total - 6)
    }
}
