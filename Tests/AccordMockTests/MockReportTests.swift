// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordJSON
import Foundation
import Testing

@testable import AccordContract
@testable import AccordServer

@Suite("The report of the mock", .timeLimit(.minutes(20)))
struct MockReportTests {
    @Test("the report contains each violation once with its count, and operations without a request")
    func report() async throws {
        let mock = try MockServer([Todos.contract()])
        for text in ["GET /v1/todos", "GET /v1/todos/x", "GET /v1/todos/x", "GET /nowhere"] {
            _ = try await BareClient.send("\(text) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", to: mock.port)
        }
        let results = mock.report.cases
        let byID = Dictionary(results.map { ($0.id, $0) }) { first, _ in first }
        #expect(byID["list/lists"]?.status == .passed)
        #expect(byID["create/creates"]?.status == .skipped)
        #expect(byID["fetch~requests"]?.status == .failed)
        #expect(byID["fetch~requests"]?.findings.count == 1)
        #expect(byID["fetch~requests"]?.findings.first?.details.contains("in 2 requests") == true)
        #expect(byID["undocumented~requests"]?.status == .failed)
        #expect(mock.report.hints.first?.contains("create") == true)
        try mock.stop()
    }
}
