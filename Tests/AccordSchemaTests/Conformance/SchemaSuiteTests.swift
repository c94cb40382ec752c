import Testing

/// Prints the score when all files have run.
struct PrintsScore: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await function()
        print(SuiteScore.shared.summary)
    }
}

@Suite(
    "The JSON Schema test suite", PrintsScore(),
    .enabled(if: ConformanceFolder.hasSchemaSuite, "the suite isn't at ../shared/conformance or ACCORD_CONFORMANCE"))
struct SchemaSuiteTests {
    @Test("decides every instance as the suite does", arguments: SchemaSuiteFile.all)
    func decides(file: SchemaSuiteFile) throws {
        let failures = try file.run(SuiteScore.shared)
        #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
    }
}
