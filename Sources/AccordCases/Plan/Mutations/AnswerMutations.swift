import AccordContract
import AccordHTTP
import AccordJSON

/// All mutations of an answer that a level asks for, in the order of the catalogue.
struct AnswerMutations {
    let all: [AnswerMutation]

    /// The first of each of these entries, and every error.
    private static let smoke: Set<String> = [
        "empty-body", "invalid-json", "truncated-json", "wrong-root", "drop-required", "extra-property",
        "error-body-valid", "error-undocumented",
    ]

    init(_ answer: DocumentedAnswer, level: Level) {
        var maker = MutationMaker(answer)
        BodyMutations.add(to: &maker, only: level == .smoke ? Self.smoke : nil)
        StreamMutations.add(to: &maker)
        MediaMutations.add(to: &maker)
        ErrorMutations.add(to: &maker)
        var mutations = maker.mutations
        if level == .smoke {
            var seen: Set<String> = []
            mutations = mutations.filter { mutation in
                let id = mutation.entry.id
                guard Self.smoke.contains(id) else { return false }
                return mutation.entry.group == "error" || seen.insert(id).inserted
            }
        }
        let order = Dictionary(
            Catalogue.shared.mutations.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { $1 })
        all = mutations.enumerated().sorted { left, right in
            let keys = (order[left.element.entry.id] ?? 0, order[right.element.entry.id] ?? 0)
            return keys.0 == keys.1 ? left.offset < right.offset : keys.0 < keys.1
        }.map(\.element)
    }
}

/// Collects mutations with their verdicts.
struct MutationMaker {
    let answer: DocumentedAnswer
    private(set) var mutations: [AnswerMutation] = []

    init(_ answer: DocumentedAnswer) { self.answer = answer }

    /// Adds a mutation of the whole answer, with the catalogue's verdict unless another is given.
    mutating func add(
        _ id: String, _ place: String? = nil, response: HTTPResponse, verdict: Verdict? = nil, keepsValue: Bool = false,
        changesValue: Bool = false, reason: String? = nil, outcome: ExpectedOutcome? = nil
    ) {
        guard let entry = Catalogue.shared.mutation(id) else { return }
        var verdict = verdict ?? entry.verdict
        // A client that doesn't read the body can't refuse it.
        if !answer.isRead, verdict == .mustError || verdict == .shouldError, entry.group != "error" { verdict = .may }
        mutations.append(
            AnswerMutation(
                entry: entry, place: place, response: response, verdict: verdict, keepsValue: keepsValue,
                changesValue: changesValue && answer.isEchoed, reason: reason ?? entry.rule, outcome: outcome))
    }
}
