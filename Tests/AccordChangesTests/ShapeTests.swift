// SPDX-License-Identifier: Apache-2.0
import AccordChanges
import AccordJSON
import AccordSchema
import ConformanceScore
import Testing

@Suite("Changes that rules misjudge", .enabled("needs a public suite") { try Conformance.has("changes") })
struct ShapeTests {
    @Test("has the documented verdict for servers, strict clients and tolerant clients, in both directions")
    func shapes() throws {
        let fixtures = try Conformance.document("changes/shapes/fixtures.json").root
        var (passed, total) = (0, 0)
        for fixture in fixtures.elements {
            for direction in [fixture, fixture["reverse"]].compactMap(\.self) {
                guard let base = direction["base"]?.string, let revision = direction["revision"]?.string else {
                    continue
                }
                let changes = try #require(ComparedFixture.changes("shapes/\(base)", "shapes/\(revision)"))
                let requests = changes.filter { $0.direction != .response }
                let responses = changes.filter { $0.direction == .response }
                let verdicts = [
                    ("breaking_for_server", requests.contains { $0.impact == .breaking }),
                    ("breaking_for_strict_client", responses.contains { $0.impact >= .strict }),
                    ("breaking_for_tolerant_client", responses.contains { $0.impact == .breaking }),
                ]
                for (name, verdict) in verdicts {
                    total += 1
                    let isExpected = direction[name]?.bool == verdict
                    if isExpected { passed += 1 }
                    let found = changes.map { "\($0.id) \($0.impact) \($0.witness?.compact ?? "")" }
                    #expect(isExpected, "\(base) → \(revision): \(name) is \(verdict): \(found)")
                }
            }
        }
        ConformanceScore.shared.add("changes: shapes", passed: passed, of: total)
    }
}
