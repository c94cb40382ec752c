import AccordContract
import AccordJSON

/// All mutations of an answer that a level asks for, in the order of the catalogue.
struct AnswerMutations {
    let all: [AnswerMutation]

    private static let smoke: Set<String> = [
        "empty-body", "invalid-json", "truncated-json", "wrong-root", "drop-required", "extra-property",
        "error-body-valid", "error-undocumented",
    ]

    init(_ answer: DocumentedAnswer, level: Level) {
        var maker = MutationMaker(answer, level: level)
        SyntaxMutations.add(to: &maker)
        EncodingMutations.add(to: &maker)
        StructureMutations.add(to: &maker)
        NumberMutations.add(to: &maker)
        EvolutionMutations.add(to: &maker)
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

/// Collects mutations, and gives each its verdict: what the schema allows must be tolerated, what it forbids refused.
struct MutationMaker {
    let answer: DocumentedAnswer
    let level: Level
    private(set) var mutations: [AnswerMutation] = []

    init(_ answer: DocumentedAnswer, level: Level) {
        self.answer = answer
        self.level = level
    }

    /// Adds a mutation of the body's bytes, with the catalogue's verdict.
    mutating func add(_ id: String, _ place: String? = nil, bytes: [UInt8], keepsValue: Bool = false) {
        add(id, place, response: answer.with(body: bytes), keepsValue: keepsValue)
    }

    /// Adds a mutation of the whole answer, with the catalogue's verdict unless another is given.
    mutating func add(
        _ id: String, _ place: String? = nil, response: HTTPResponse, verdict: Verdict? = nil, keepsValue: Bool = false,
        reason: String? = nil, outcome: ExpectedOutcome? = nil
    ) {
        guard let entry = Catalogue.shared.mutation(id) else { return }
        var verdict = verdict ?? entry.verdict
        // A client that doesn't read the body can't refuse it.
        if !answer.isRead, verdict == .mustError || verdict == .shouldError, entry.group != "error" { verdict = .may }
        mutations.append(
            AnswerMutation(
                entry: entry, place: place, response: response, verdict: verdict, keepsValue: keepsValue,
                reason: reason,
                outcome: outcome))
    }

    /// Adds a mutation of the body's value: the schema decides.
    ///
    /// `allowed` is the verdict where the schema allows it, and `forbidden` where it doesn't; nil: no case.
    mutating func add(
        _ id: String, at pointer: JSONPointer, value: JSON, allowed: Verdict? = .mustTolerate,
        forbidden: Verdict? = .mustError, suffix: String = "", keepsValue: Bool = false
    ) {
        let isValid = answer.isValid(value)
        guard let verdict = isValid ? allowed : forbidden else { return }
        add(
            id, Self.place(pointer, suffix), response: answer.with(body: JSONWriter.compactBytes(value)),
            verdict: verdict, keepsValue: keepsValue,
            reason: isValid ? "the schema allows it" : "the schema forbids it")
    }

    static func place(_ pointer: JSONPointer, _ suffix: String = "") -> String? {
        let text = pointer.description + suffix
        return text.isEmpty ? nil : text
    }
}
