// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import AccordSchema

@Suite("Format names")
struct FormatNamesTests {
    @Test("each checked format has one name, and the other names aren't checked")
    func names() {
        #expect(
            Format.checkedNames.compactMap { Format($0) }
                == Format.allCases.filter { $0 != .plainHostname && $0 != .writtenInteger })
        #expect(Format.uncheckedNames.allSatisfy { Format($0) == nil })
        #expect(Format.isKnown("email") && Format.isKnown("password") && !Format.isKnown("emial"))
    }
}
