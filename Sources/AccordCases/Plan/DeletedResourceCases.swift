import AccordContract
import AccordHTTP

/// Uses what was deleted: makes it anew by the cases that come before a documented deletion, deletes it, and asks again.
struct DeletedResourceCases {
    private(set) var cases: [CaseDraft] = []

    /// Adds nothing unless the operation deletes what cases before it made.
    init(_ base: Case, _ documented: DocumentedCases) {
        guard base.operation.request.method == "DELETE", !base.producers.isEmpty, let life = Self.life(of: base) else {
            return
        }
        let again = Refusal(
            reason: "it was deleted before", location: base.location, statuses: [404, 410], subject: .deletedAgain)
        cases.append(Self.used(life, base.steps[base.lastStep], "deleted-again", nil, again))
        let made = Set(base.producers.map(\.id))
        for operation in documented.contract.operations where Self.isBelow(operation, base.operation) {
            guard let user = documented.success(of: operation), user.steps.count == 1,
                user.producers.allSatisfy({ made.contains($0.id) }), user.definition.row == nil
            else { continue }
            var step = user.steps[0]
            step.security = user.requirements(of: 0)
            let gone = Refusal(
                reason: "it was deleted before", location: user.location, statuses: [404, 410], subject: .deleted)
            cases.append(Self.used(life, step, "deleted", operation.id, gone))
        }
    }

    /// The deletion with the requests of the cases before it as steps of its own.
    private static func life(of base: Case) -> CaseDraft? {
        var life = base.draft
        life.steps = []
        for part in base.producers + [base] {
            guard part.definition.row == nil, part.definition.given.isEmpty, part.definition.poll == nil else {
                return nil
            }
            for (index, step) in part.steps.enumerated() {
                var own = step
                own.security = part.requirements(of: index)
                life.steps.append(own)
            }
        }
        life.producers = []
        return life
    }

    private static func used(
        _ life: CaseDraft, _ step: CaseStep, _ entry: String, _ place: String?, _ refusal: Refusal
    ) -> CaseDraft {
        var own = life
        own.steps.append(step)
        return CaseDraft(refusing: Case(own), entry, place, refusal)
    }

    /// True for what reads or changes what the other operation deletes.
    private static func isBelow(_ operation: Operation, _ deletion: Operation) -> Bool {
        ["GET", "HEAD", "PUT"].contains(operation.request.method)
            && operation.request.path.shape.hasPrefix(deletion.request.path.shape)
    }
}
