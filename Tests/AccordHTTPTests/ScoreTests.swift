import AccordJSON
import ConformanceScore
import Testing

@testable import AccordContract

/// A test of the URI template suite: what the template must become with the variables.
struct URITemplateItem: Sendable {
    let template: String
    let values: JSONObject
    /// The texts of which one must come; none where the template must fail.
    let accepted: [String]

    static let all: [URITemplateItem] = [
        "spec-examples.json", "spec-examples-by-section.json", "extended-tests.json", "negative-tests.json",
    ].flatMap { file in
        let sections = (try? Conformance.document("uri-template/\(file)").root).map { Array($0.members) } ?? []
        return sections.flatMap { section in
            let values = section.value["variables"].flatMap { JSON($0).object } ?? JSONObject()
            return section.value["testcases"]?.elements.map { URITemplateItem($0, values) } ?? []
        }
    }

    init(_ test: JSONValue, _ values: JSONObject) {
        template = test[0]?.string ?? ""
        self.values = values
        switch test[1]?.kind {
        case .string: accepted = [test[1]?.string].compactMap(\.self)
        case .array: accepted = test[1]?.elements.compactMap(\.string) ?? []
        default: accepted = []
        }
    }

    var isPassed: Bool {
        guard let text = try? URITemplate(template).expand(values) else { return accepted.isEmpty }
        return accepted.contains(text)
    }

    /// The template as that of a path, with the path it becomes and the text of each variable there.
    ///
    /// Only names and `{+name}` with a text that isn't empty, no two of them next to each other: the rest has no way
    /// back, or isn't a path's.
    var asPath: (template: PathTemplate, path: String, texts: [String: String])? {
        guard let expanded = try? URITemplate(template).expand(values), !template.contains("}{"),
            !expanded.contains(where: { "?#".contains($0) })
        else { return nil }
        let slash = template.hasPrefix("/") ? "" : "/"
        guard let path = try? PathTemplate(parsing: slash + template), !path.parameterNames.isEmpty else { return nil }
        var texts: [String: String] = [:]
        for part in path.parts {
            guard case .parameter(let name, let holdsSlashes) = part else { continue }
            guard case .string(let value)? = values[name], !value.isEmpty,
                let text = try? URITemplate(holdsSlashes ? "{+\(name)}" : "{\(name)}").expand(values)
            else { return nil }
            texts[name] = Percent.normalized(text)
        }
        return (path, slash + expanded, texts)
    }
}

@Suite("Score", .enabled(if: Conformance.isThere, "the conformance folder isn't there"))
struct ScoreTests {
    @Test("is full on the suites for URLs")
    func score() throws {
        var lines: [(name: String, passed: Int, all: Int)] = []
        let items = URITemplateItem.all
        lines.append(("URI templates RFC 6570", items.filter(\.isPassed).count, items.count))
        let paths = items.compactMap(\.asPath)
        let matched = paths.filter { path in
            PathMatcher(path.template).match(path.path) == path.texts
                && path.template.match(path.path) == path.texts
        }
        lines.append(("URI templates matched back", matched.count, paths.count))
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
        #expect(lines.map(\.all) == [270, paths.count, 35, 7])
        #expect(paths.count > 20)
        #expect(lines.allSatisfy { $0.passed == $0.all }, "\(paths.filter { $0.template.match($0.path) != $0.texts })")
    }

    @Test("leaves out what isn't matched back: a path of another template")
    func other() throws {
        let template = try PathTemplate(parsing: "/users/{id}")
        for path in ["/users/", "/users/a/b", "/user/a", "/users"] {
            #expect(PathMatcher(template).match(path) == nil && template.match(path) == nil)
        }
    }
}
