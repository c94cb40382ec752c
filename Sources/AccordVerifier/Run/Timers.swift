/// Pauses of cases, the earliest first.
struct Timers {
    private var entries: [(due: ContinuousClock.Instant, position: Int)] = []

    var isEmpty: Bool { entries.isEmpty }
    var next: ContinuousClock.Instant? { entries.last?.due }

    mutating func add(_ position: Int, due: ContinuousClock.Instant) {
        let index = entries.firstIndex { $0.due <= due } ?? entries.endIndex
        entries.insert((due, position), at: index)
    }

    /// The positions whose time has come.
    mutating func due(at now: ContinuousClock.Instant) -> [Int] {
        var positions: [Int] = []
        while let last = entries.last, last.due <= now {
            positions.append(last.position)
            entries.removeLast()
        }
        return positions
    }
}
