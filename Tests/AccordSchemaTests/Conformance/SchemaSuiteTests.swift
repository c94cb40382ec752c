// SPDX-License-Identifier: Apache-2.0
import ConformanceScore
import Testing

@Suite(
    "The JSON Schema test suite",
    .enabled("needs a public suite") { try Conformance.has("json-schema/tests") })
struct SchemaSuiteTests {
    @Test("the verdict on every instance of the JSON Schema test suite is right", arguments: SchemaSuiteFile.all)
    func decides(file: SchemaSuiteFile) throws {
        let failures = try file.run()
        #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
    }
}
