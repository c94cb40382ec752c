import AccordContract
import AccordJSON
import AccordSchema

/// All mutations of an answer that a level asks for, in the order of the catalogue.
struct AnswerMutations {
    let all: [AnswerMutation]

    /// The first of each of these entries, and every error.
    private static let smoke: Set<Mutation> = [
        .emptyBody, .invalidJson, .truncatedJson, .wrongRoot, .dropRequired, .extraProperty,
        .errorBodyValid, .errorUndocumented,
    ]

    init(_ answer: DocumentedAnswer, level: Level) {
        var maker = MutationMaker(answer)
        BodyMutations.add(to: &maker, only: level == .smoke ? Self.smoke : nil)
        StreamMutations.add(to: &maker)
        MediaMutations.add(to: &maker)
        ErrorMutations.add(to: &maker)
        var mutations = maker.mutations
        if level == .smoke {
            var seen: Set<Mutation> = []
            mutations = mutations.filter { mutation in
                let entry = mutation.entry
                guard Self.smoke.contains(entry) else { return false }
                return entry.group == .error || seen.insert(entry).inserted
            }
        }
        all = mutations.enumerated().sorted { left, right in
            let keys = (left.element.entry.order, right.element.entry.order)
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
        _ entry: Mutation, _ place: String? = nil, response: HTTPResponse, verdict: Verdict? = nil,
        keepsValue: Bool = false,
        changesValue: Bool = false, reason: String? = nil, outcome: ExpectedOutcome? = nil
    ) {
        var verdict = verdict ?? entry.verdict
        // A client that doesn't read the body can't refuse it.
        if !answer.isRead, verdict == .mustError || verdict == .shouldError, entry.group != .error { verdict = .may }
        mutations.append(
            AnswerMutation(
                entry: entry, place: place, response: response, verdict: verdict, keepsValue: keepsValue,
                changesValue: changesValue && answer.isEchoed, reason: reason ?? entry.rule, outcome: outcome))
    }
}
