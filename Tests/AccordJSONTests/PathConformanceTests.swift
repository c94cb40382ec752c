// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import ConformanceScore
import Testing

@Suite("JSONPath compliance", .enabled("needs a public suite") { try Conformance.has("jsonpath") })
struct PathConformanceTests {
    /// A test of the suite, shown by its name.
    struct Item: Sendable, CustomTestStringConvertible {
        let test: JSONValue
        var selector: String { test["selector"]?.string ?? "" }
        var isInvalid: Bool { test["invalid_selector"]?.bool == true }
        var testDescription: String { test["name"]?.string ?? "?" }

        /// The one answer that is right, or those of which one must come.
        func accepted(_ name: String, _ several: String) -> [JSON] {
            if let one = test[name] { return [JSON(one)] }
            return test[several]?.elements.map { JSON($0) } ?? []
        }

        /// The values and the normalized paths that the query selects from the test's document.
        func answer() throws -> (values: JSON, paths: JSON) {
            let path = try JSONPath(selector)
            let selected = try path.query(JSONDocument(JSON(try #require(test["document"]))).root)
            return (.array(selected.map { JSON($0) }), .array(selected.map { .string($0.normalizedPath) }))
        }

        /// Whether the answer, or the refusal, is the one wanted.
        var isPassed: Bool {
            guard !isInvalid else { return (try? JSONPath(selector)) == nil }
            guard let answer = try? answer() else { return false }
            return accepted("result", "results").contains(answer.values)
                && accepted("result_paths", "results_paths").contains(answer.paths)
        }
    }

    static let items: [Item] = {
        let document = try? Conformance.document("jsonpath/cts.json")
        return document?.root["tests"]?.elements.map { Item(test: $0) } ?? []
    }()

    @Test("a query selects the expected values and paths", arguments: items.filter { !$0.isInvalid })
    func selects(_ item: Item) throws {
        let answer = try item.answer()
        #expect(item.accepted("result", "results").contains(answer.values))
        #expect(item.accepted("result_paths", "results_paths").contains(answer.paths))
    }

    @Test("an invalid query is rejected with a column", arguments: items.filter(\.isInvalid))
    func refuses(_ item: Item) throws {
        let error = try #require(throws: JSONPathError.self) { try JSONPath(item.selector) }
        #expect((1...item.selector.unicodeScalars.count + 1).contains(error.column))
        #expect(!error.reason.isEmpty)
    }
}
