import ConformanceScore
import Testing

@Suite(
    "The JSON Schema test suite",
    .enabled(if: Conformance.isThere, "the suite isn't at ../shared/conformance or ACCORD_CONFORMANCE"))
struct SchemaSuiteTests {
    @Test("the verdict on every instance of the JSON Schema test suite is right", arguments: SchemaSuiteFile.all)
    func decides(file: SchemaSuiteFile) throws {
        let failures = try file.run()
        #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
    }
}
