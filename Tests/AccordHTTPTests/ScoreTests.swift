import AccordJSON
import ConformanceScore
import Testing

@testable import AccordContract

/// A test of the URI template suite that is also a path: a template, the path it expands to, and its parameters.
struct ExpandedPath: Sendable {
    let template: PathTemplate
    let path: String
    let texts: [String: String]

    static let all: [ExpandedPath] = [
        "spec-examples.json", "spec-examples-by-section.json", "extended-tests.json", "negative-tests.json",
    ].flatMap { file in
        let sections = (try? Conformance.document("uri-template/\(file)").root).map { Array($0.members) } ?? []
        return sections.flatMap { section in
            let values = section.value["variables"].flatMap { JSON($0).object } ?? JSONObject()
            return section.value["testcases"]?.elements.compactMap { ExpandedPath($0, values) } ?? []
        }
    }

    /// Returns `nil` for a template with operators other than `+`, with empty values or with adjacent parameters.
    init?(_ test: JSONValue, _ values: JSONObject) {
        guard let text = test[0]?.string, let expanded = test[1]?.string, !text.contains("}{"),
            !expanded.contains(where: { "?#".contains($0) })
        else { return nil }
        let slash = text.hasPrefix("/") ? "" : "/"
        guard let template = try? PathTemplate(parsing: slash + text), !template.parameterNames.isEmpty else {
            return nil
        }
        let reserved = ByteSet.unreserved.union(":/?#[]@!$&'()*+,;=")
        var texts: [String: String] = [:]
        for part in template.parts {
            guard case .parameter(let name, let holdsSlashes) = part else { continue }
            guard case .string(let value)? = values[name], !value.isEmpty else { return nil }
            texts[name] = Percent.normalized(Percent.encode(value, keeping: holdsSlashes ? reserved : .unreserved))
        }
        self.template = template
        path = slash + expanded
        self.texts = texts
    }
}

@Suite("Score", .enabled(if: Conformance.isThere, "the conformance folder isn't there"))
struct ScoreTests {
    @Test("all tests of the URL suites pass")
    func score() throws {
        var lines: [(name: String, passed: Int, all: Int)] = []
        let paths = ExpandedPath.all
        let unmatched = paths.filter { PathMatcher($0.template).match($0.path) != $0.texts }
        lines.append(("URI templates matched back", paths.count - unmatched.count, paths.count))
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
        #expect(lines.allSatisfy { $0.passed == $0.all }, "\(unmatched)")
    }

    @Test("other paths don't match")
    func other() throws {
        let template = try PathTemplate(parsing: "/users/{id}")
        for path in ["/users/", "/users/a/b", "/user/a", "/users"] {
            #expect(PathMatcher(template).match(path) == nil)
        }
    }
}
