import AccordCore

/// The mistakes that the tests of a contract's operations have told, so that one which operations share is told once.
struct ToldMistakes {
    /// The operation that told a mistake first.
    private var tellers: [MistakeKey: String] = [:]

    /// The operation whose test has told everything that a group says; nil where there is something new in it.
    ///
    /// What an operation has told itself it tells again: its test runs for the second time.
    func teller(of group: IssueGroup, in operation: String) -> String? {
        guard let mistakes = group.mistakes, !mistakes.isEmpty else { return nil }
        let known = mistakes.compactMap { tellers[$0] }
        guard known.count == mistakes.count, !known.contains(operation) else { return nil }
        return known.min()
    }

    /// Keeps what an operation's test has failed by.
    mutating func told(_ group: IssueGroup, by operation: String) {
        for key in group.mistakes ?? [] where tellers[key] == nil { tellers[key] = operation }
    }
}
