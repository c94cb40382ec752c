import Testing

@testable import AccordSchema

@Suite("The names of formats")
struct FormatNamesTests {
    @Test("are those that are checked, each once, and some that only tell something")
    func names() {
        #expect(
            FormatNames.checked.compactMap { Format($0) }
                == Format.allCases.filter { $0 != .plainHostname && $0 != .writtenInteger })
        #expect(FormatNames.told.allSatisfy { Format($0) == nil })
        #expect(FormatNames.contains("email") && FormatNames.contains("password") && !FormatNames.contains("emial"))
    }
}
