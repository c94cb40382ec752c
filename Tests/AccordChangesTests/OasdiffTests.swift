// SPDX-License-Identifier: Apache-2.0
import AccordChanges
import AccordJSON
import ConformanceScore
import Testing

@Suite("Changes as oasdiff expects them", .enabled("needs a public suite") { try Conformance.has("changes") })
struct OasdiffTests {
    /// The ids that each check of oasdiff reports.
    private let ids: [String: Set<String>]
    private let levels: [String: String]

    init() throws {
        var (ids, levels): ([String: Set<String>], [String: String]) = ([:], [:])
        for rule in try Conformance.document("changes/oasdiff/rules.json").root.elements {
            guard let id = rule["id"]?.string else { continue }
            levels[id] = rule["level"]?.string
            if let check = rule["check"]?.string { ids[check, default: []].insert(id) }
        }
        (self.ids, self.levels) = (ids, levels)
    }

    @Test("agrees with the expectations, or the table of arguments says why not")
    func expectations() throws {
        let entries = try Conformance.document("changes/oasdiff/expectations.json").root.elements
        var (agreed, argued, total) = (0, 0, 0)
        for entry in entries {
            let name = entry["name"]?.string ?? ""
            total += 1
            let problem = disagreement(entry)
            if problem == nil {
                agreed += 1
                #expect(OasdiffArguments.all[name] == nil, "agreed, so the argument is outdated: \(name)")
            } else if OasdiffArguments.all[name] != nil {
                argued += 1
            } else {
                print(
                    "DISAGREES \(name)\t\(entry["base"]?.string ?? "")\t\(entry["revision"]?.string ?? "")\t\(problem ?? "")"
                )
            }
        }
        ConformanceScore.shared.add("changes: oasdiff, agreed", passed: agreed, of: total)
        ConformanceScore.shared.add("changes: oasdiff, agreed or argued", passed: agreed + argued, of: total)
        #expect((agreed + argued) * 100 >= total * 98)
    }

    /// Returns the difference between an expectation and the changes, or `nil` if they agree.
    private func disagreement(_ entry: JSONValue) -> String? {
        guard let base = entry["base"]?.string, let revision = entry["revision"]?.string,
            let changes = ComparedFixture.changes("oasdiff/" + base, "oasdiff/" + revision)
        else { return "can't be loaded" }
        let checks = entry["checks"]?.elements.compactMap(\.string) ?? []
        let until = entry["until"]?.string ?? "INFO"
        let scope = checks.isEmpty ? nil : checks.reduce(into: Set<String>()) { $0.formUnion(ids[$1] ?? []) }
        let found = changes.filter { scope?.contains($0.id) ?? true }
        let shown = Array(Set(found.map { "\($0.id)=\($0.impact)" })).sorted().joined(separator: ", ")
        if until == "ANY" { return found.isEmpty ? nil : "expected no change: \(shown)" }
        let breaking = found.filter { $0.impact >= .strict }
        if entry["none"]?.bool == true {
            let wrong = until == "INFO" ? found : breaking
            return wrong.isEmpty ? nil : "expected none: \(shown)"
        }
        let expected = entry["expected"].map { Array($0.elements) } ?? []
        for finding in expected {
            guard let id = finding["id"]?.string else { continue }
            let matches = found.filter { change in
                change.id == id && finding["operation"]?.string.map { $0 == change.method } ?? true
                    && finding["path"]?.string.map { $0 == change.path } ?? true
            }
            guard !matches.isEmpty else { return "missing \(id): \(shown)" }
            let isError = finding["level"]?.string == "ERR"
            if !matches.contains(where: { ($0.impact >= .strict) == isError }) {
                return "\(id) is \(matches[0].impact), expected \(finding["level"]?.string ?? "")"
            }
        }
        if let any = entry["any_of"]?.elements.compactMap(\.string), !found.contains(where: { any.contains($0.id) }) {
            return "missing one of \(any): \(shown)"
        }
        for absent in entry["absent"]?.elements.compactMap(\.string) ?? []

        where found.contains(where: { $0.id == absent && (until == "INFO" || $0.impact >= .warning) }) {
            return "unexpected \(absent)"
        }
        if entry["some"]?.bool == true, found.isEmpty { return "expected a change" }
        if entry["exact"]?.bool == true {
            let known = Set(expected.compactMap { $0["id"]?.string })
            if let extra = breaking.first(where: { !known.contains($0.id) }) {
                return "unexpected \(extra.id): \(shown)"
            }
        }
        if let only = entry["only"]?.string, let extra = breaking.first(where: { $0.id != only }) {
            return "unexpected \(extra.id)"
        }
        return nil
    }
}
