import AccordJSON
import Testing

@Suite("JSONPath compliance", .enabled(if: Conformance.isThere, "the conformance folder isn't there"))
struct PathConformanceTests {
    /// A test of the suite, shown by its name.
    struct Item: Sendable, CustomTestStringConvertible {
        let test: JSONValue
        var name: String { test["name"]?.string ?? "?" }
        var selector: String { test["selector"]?.string ?? "" }
        var testDescription: String { name }
    }

    static let items: [Item] = {
        let document = try? Conformance.document("jsonpath/cts.json")
        return document?.root["tests"]?.elements.map { Item(test: $0) } ?? []
    }()

    @Test("selects the values and paths of the suite", arguments: items.filter { $0.test["invalid_selector"] == nil })
    func selects(_ item: Item) throws {
        let path = try JSONPath(item.selector)
        let document = JSONDocument(JSON(try #require(item.test["document"])))
        let selected = path.query(document.root)
        let values = JSON.array(selected.map { JSON($0) })
        let paths = JSON.array(selected.map { .string($0.normalizedPath) })
        #expect(Self.accepted(item.test, "result").contains(values))
        #expect(Self.accepted(item.test, "result_paths").contains(paths))
    }

    @Test(
        "refuses the suite's invalid queries with a column",
        arguments: items.filter { $0.test["invalid_selector"] != nil })
    func refuses(_ item: Item) throws {
        let error = #expect(throws: JSONPathError.self) { try JSONPath(item.selector) }
        #expect(error.map { $0.column >= 1 && $0.column <= item.selector.unicodeScalars.count + 1 } == true)
        #expect(error?.reason.isEmpty == false)
    }

    /// The one answer that is right, or those of which one must come.
    private static func accepted(_ test: JSONValue, _ name: String) -> [JSON] {
        if let one = test[name] { return [JSON(one)] }
        let several = name == "result" ? "results" : "results_paths"
        return test[several]?.elements.map { JSON($0) } ?? []
    }
}
