// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Testing

@testable import AccordTesting

@Suite("The progress of a run") struct RunProgressTests {
    private static func results(_ operation: String, _ statuses: [CaseResult.Status]) -> [CaseResult] {
        statuses.enumerated().map { number, status in
            CaseResult(
                id: "\(operation)~\(number)", file: "a.json", operation: operation, origin: .derived, status: status,
                location: SourceLocation(file: "a.json", line: 1, column: 1))
        }
    }

    @Test("a line counts the operations and cases that have ended, and an operation that runs again only once")
    func lines() {
        var ended: [String: Int] = [:]
        var lines: [String?] = []
        for results in [
            Self.results("login", [.passed, .failed]), Self.results("logout", [.passed]), [],
            Self.results("login", [.passed, .passed]),
        ] { lines.append(ClientContract.progress(of: results, among: &ended, of: 3)) }
        #expect(
            lines == [
                "accord: 1 of 3 operations, 2 cases: login, 2 cases, 1 failed",
                "accord: 2 of 3 operations, 3 cases: logout, 1 cases", nil,
                "accord: 2 of 3 operations, 3 cases: login, 2 cases",
            ])
    }
}
