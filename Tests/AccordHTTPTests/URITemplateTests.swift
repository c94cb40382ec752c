import AccordJSON
import ConformanceScore
import Testing

@testable import AccordContract

@Suite("URI templates, RFC 6570") struct URITemplateTests {
    @Test(
        "expands as the public test suite says",
        .enabled(if: Conformance.isThere, "the conformance folder isn't there (ACCORD_CONFORMANCE)"),
        arguments: [
            "spec-examples.json", "spec-examples-by-section.json", "extended-tests.json", "negative-tests.json",
        ])
    func conformance(file: String) throws {
        let root = try Conformance.document("uri-template/\(file)").root
        var count = 0
        for section in root.members {
            guard case .object(let values)? = section.value["variables"].map({ JSON($0) }) else { continue }
            for test in section.value["testcases"]?.elements.map({ $0 }) ?? [] {
                let template = try #require(test[0]?.string)
                let expected = try #require(test[1])
                let actual = try? URITemplate(template).expand(values)
                count += 1
                switch expected.kind {
                case .bool: #expect(actual == nil, "\(template) must fail")
                case .array:
                    #expect(expected.elements.contains { $0.string == actual }, "\(template): \(actual ?? "failed")")
                default: #expect(actual == expected.string, "\(template)")
                }
            }
        }
        #expect(count > 20)
    }

    @Test(
        "says in which column a template is wrong", arguments: [("/a/{id", 7), ("/a}", 3), ("{=x}", 2), ("{a..b}", 4)])
    func columns(template: String, column: Int) {
        #expect { try URITemplate(template) } throws: { ($0 as? URITemplate.Failure)?.column == column }
    }
}
