import AccordCore

/// The mistakes that the tests of a contract's operations have told, so that one which operations share is told once.
struct ToldMistakes {
    private struct Key: Hashable {
        var mistake: SharedMistake
        /// False of a warning, and of what a pending case finds: no test has failed by it.
        var isError: Bool
    }

    /// The operation that told a mistake first.
    private var tellers: [Key: String] = [:]

    /// The operation whose test has told everything that a group says; nil where there is something new in it.
    ///
    /// What an operation has told itself it tells again: its test runs for the second time.
    func teller(of group: IssueGroup, in operation: String) -> String? {
        guard let mistakes = group.mistakes, !mistakes.isEmpty else { return nil }
        let known = mistakes.compactMap { tellers[Key(mistake: $0, isError: group.isError)] }
        guard known.count == mistakes.count, !known.contains(operation) else { return nil }
        return known.min()
    }

    /// Keeps what an operation's test has failed by.
    mutating func told(_ group: IssueGroup, by operation: String) {
        for mistake in group.mistakes ?? [] {
            let key = Key(mistake: mistake, isError: group.isError)
            if tellers[key] == nil { tellers[key] = operation }
        }
    }
}
