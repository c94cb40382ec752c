import AccordCore
import Testing

@testable import AccordVerifier

@Suite("A run that only reads")
struct ReadOnlyTests {
    @Test("skips what sends an unsafe method, and what comes after it, with the reason")
    func skips() throws {
        var plan = try RunPlan([Flights.contract()], selection: Selection(), serverName: nil, today: "2026-01-01")
        plan.skipUnsafe()
        let reasons = plan.entries.map { "\($0.testCase.id): \($0.skip ?? "runs")" }
        #expect(
            reasons == [
                "book/books a seat: --read-only: it sends POST",
                "book/books at the second try: --read-only: it sends POST",
                "book/waits for a seat: --read-only: it sends POST",
                "show/shows a booking: --read-only: it comes after book/books a seat",
                "show/shows one of long ago: runs", "show/is planned: runs", "show/is skipped: runs",
            ])
    }
}
