/// The choices on the way to a value: branches, types and the like, gone through one after another.
///
/// Choices are made by their order. `advance` changes the last one that has an alternative left and forgets those
/// behind it, so that every combination has its turn.
struct ExampleChoices {
    private var picks: [(index: Int, count: Int)] = []
    private var at: Int = 0

    /// Starts from the first choice again.
    mutating func restart() { at = 0 }

    /// Chooses among a number of alternatives; the first one to begin with.
    mutating func pick(_ count: Int) -> Int {
        if count < 2 { return 0 }
        if at == picks.count { picks.append((0, count)) }
        at += 1
        return min(picks[at - 1].index, count - 1)
    }

    /// Goes on to the next combination; false if there is none.
    mutating func advance() -> Bool {
        // What was left unused by the last round would only repeat it.
        if at < picks.count { picks.removeLast(picks.count - at) }
        while let last = picks.popLast() {
            if last.index + 1 < last.count {
                picks.append((last.index + 1, last.count))
                return true
            }
        }
        return false
    }
}
