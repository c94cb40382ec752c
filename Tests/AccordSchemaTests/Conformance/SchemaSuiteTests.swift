import ConformanceScore
import Testing

@Suite(
    "The JSON Schema test suite",
    .enabled(if: Conformance.isThere, "the suite isn't at ../shared/conformance or ACCORD_CONFORMANCE"))
struct SchemaSuiteTests {
    @Test("decides every instance as the suite does", arguments: SchemaSuiteFile.all)
    func decides(file: SchemaSuiteFile) throws {
        let failures = try file.run()
        #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
    }
}
