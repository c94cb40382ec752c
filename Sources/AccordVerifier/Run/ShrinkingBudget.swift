import AccordContract
import AccordCore

/// What two failures have in common that are most likely one mistake: the rule, the place, and the contract's line.
struct FailureIdentity: Hashable, Sendable {
    private let rule: String
    private let part: Finding.Place.Part?
    /// A header's or a parameter's name. In a body the contract's line says which property it is, wherever it stands.
    private let name: String?
    private let missing: String?
    /// Which status it was; other values differ from request to request.
    private let status: String?
    private let contract: SourceLocation

    init(_ finding: Finding, of testCase: Case) {
        rule = finding.rule
        part = finding.place?.part
        name = part == .body ? nil : finding.place?.name
        missing = finding.place?.missing
        status = part == .status ? finding.actual : nil
        contract = finding.contract ?? testCase.location
    }
}

/// How much is spent on making requests smaller: one of identical failures, and a few seconds in all.
struct ShrinkingBudget: Sendable {
    private var seconds: Double
    /// The cases of which requests are made smaller now, and since when there is any.
    private var underWay = 0
    private var since: ContinuousClock.Instant?
    private var taken: [FailureIdentity: String] = [:]

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
        let identity = FailureIdentity(finding, of: testCase)
        if let earlier = taken[identity] { return .failsAlike(earlier) }
        guard left(at: now) > 0 else { return .outOfTime }
        taken[identity] = testCase.id
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
