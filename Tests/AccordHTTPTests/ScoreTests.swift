// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import ConformanceScore
import Testing

@testable import AccordContract

/// A path template from the URI template suite, with an expanded path and the value of each parameter.
///
/// Covers only `{name}` and `{+name}` with nonempty strings. Other expansions aren't paths or can't be matched back.
struct PathTemplateItem: Sendable {
    let template: PathTemplate
    let path: String
    let values: [String: String]

    static let all: [PathTemplateItem] = [
        "spec-examples.json", "spec-examples-by-section.json", "extended-tests.json",
    ].flatMap { file in
        let sections = (try? Conformance.document("uri-template/\(file)").root).map { Array($0.members) } ?? []
        return sections.flatMap { section in
            let values = section.value["variables"].flatMap { JSON($0).object } ?? JSONObject()
            return section.value["testcases"]?.elements.compactMap { PathTemplateItem($0, values) } ?? []
        }
    }

    init?(_ test: JSONValue, _ variables: JSONObject) {
        guard let text = test[0]?.string, let expanded = test[1]?.string, !text.contains("}{"),
            !expanded.contains(where: { "?#".contains($0) })
        else { return nil }
        let slash = text.hasPrefix("/") ? "" : "/"
        guard let template = try? PathTemplate(parsing: slash + text), !template.parameterNames.isEmpty else {
            return nil
        }
        var values: [String: String] = [:]
        for name in template.parameterNames {
            guard case .string(let value)? = variables[name], !value.isEmpty else { return nil }
            // `{+name}` keeps escapes, so they can't be told from those of the expansion.
            values[name] = text.contains("{+\(name)}") ? Percent.decodeText(value) : value
        }
        self.template = template
        path = slash + expanded
        self.values = values
    }

    /// Whether the matcher finds the values in the path.
    var isMatched: Bool { PathMatcher(template).match(path)?.mapValues { Percent.decodeText($0) } == values }
}

@Suite("Score", .enabled("needs a public suite") { try Conformance.has("uri-template", "url") })
struct ScoreTests {
    @Test("Accord passes all public suites for URLs")
    func score() throws {
        var lines: [(name: String, passed: Int, all: Int)] = []
        let paths = PathTemplateItem.all
        lines.append(("path templates", paths.filter(\.isMatched).count, paths.count))
        let forms = try Conformance.document("url/urlencoded-parser-data.json").root.elements
        let read = forms.filter { test in
            let output = test["output"]?.elements.map { Form.Item($0[0]?.string ?? "", $0[1]?.string ?? "") }
            return test["input"]?.string.map { Form.parse($0) } == output
        }
        lines.append(("form decoding", read.count, forms.count))
        let percents = try Conformance.document("url/percent-encoding.json").root.elements.filter { $0.kind == .object }
        let encoded = percents.filter { test in
            test["input"]?.string.map { Percent.encode($0, keeping: .webQuery) } == test["output"]?["utf-8"]?.string
        }
        lines.append(("percent-encoding", encoded.count, percents.count))
        for line in lines { ConformanceScore.shared.add(line.name, passed: line.passed, of: line.all) }
        #expect(lines.map(\.all) == [paths.count, 35, 7])
        #expect(paths.count > 20)
        #expect(lines.allSatisfy { $0.passed == $0.all }, "\(paths.filter { !$0.isMatched })")
    }

    @Test("a path of a different template isn't counted")
    func other() throws {
        let template = try PathTemplate(parsing: "/users/{id}")
        for path in ["/users/", "/users/a/b", "/user/a", "/users"] {
            #expect(PathMatcher(template).match(path) == nil)
        }
    }
}
