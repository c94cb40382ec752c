import Testing

/// Starts one browser for all tests of a suite, as starting it takes longer than any of them.
struct BrowserScope: SuiteTrait, TestScoping {
    @TaskLocal static var browser: Browser?

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let folder = try ScratchFolder()
        try await Self.$browser.withValue(Browser(folder: folder.path), operation: function)
        withExtendedLifetime(folder) {}
    }
}

extension Trait where Self == BrowserScope {
    static var oneBrowser: Self { BrowserScope() }
}
