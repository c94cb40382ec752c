import AccordContract
import AccordCore

/// How much is spent on making requests smaller: one of identical failures, and a few seconds in all.
struct ShrinkingBudget: Sendable {
    private var seconds: Double
    /// The cases of which requests are made smaller now, and since when there is any.
    private var underWay = 0
    private var since: ContinuousClock.Instant?
    private var taken: [MistakeKey: String] = [:]

    init(seconds: Double = 5) {
        self.seconds = seconds
    }

    /// Seconds that are left.
    func left(at now: ContinuousClock.Instant) -> Double {
        seconds - (since.map { (now - $0) / .seconds(1) } ?? 0)
    }

    /// Why a request that failed isn't to be made smaller; nil where it is, which is the first time for such a failure.
    mutating func refusal(
        _ finding: Finding, of testCase: Case, at now: ContinuousClock.Instant
    ) -> CaseProgress.Leaving? {
        let key = finding.key(inOperation: nil, orAt: testCase.location)
        if let earlier = taken[key] { return .failsAlike(earlier) }
        guard left(at: now) > 0 else { return .outOfTime }
        taken[key] = testCase.id
        return nil
    }

    mutating func begin(at now: ContinuousClock.Instant) {
        underWay += 1
        since = since ?? now
    }

    mutating func end(at now: ContinuousClock.Instant) {
        underWay -= 1
        guard underWay == 0 else { return }
        seconds = left(at: now)
        since = nil
    }
}
