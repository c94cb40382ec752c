// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import AccordTesting

@Suite("ACCORD_CASE") struct CaseFilterTests {
    static let offered = [
        "login/creates a token", "login~a", "login~b", "login~c", "login~d", "login~syntax.invalid-json",
        "login~syntax.truncated-json", "items/lists all", "items~connect.offline",
    ]

    @Test(
        "suggests the most similar cases in any order",
        arguments: [
            ("login~syntx.invalid-json", "login~syntax.invalid-json"), ("offline", "items~connect.offline"),
            ("items/list all", "items/lists all"), ("LOGIN/creates a token", "login/creates a token"),
        ])
    func nearest(wanted: String, meant: String) {
        let nearest = CaseFilter.nearest(to: wanted, in: Self.offered)
        #expect(nearest.first == meant)
        #expect(nearest.count == 5)
    }
}
