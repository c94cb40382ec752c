/// What one query may still cost: a step for each value that is looked at or selected.
///
/// Where it is used up everything selects nothing, and the caller discards the result.
final class PathWork {
    /// The steps from the start.
    let allowed: Int
    private var left: Int
    /// Where the segment starts at which the work was used up.
    private(set) var column: Int = 1

    init(for document: JSONDocument) {
        allowed = 2_000_000 + 20 * document.nodeCount
        left = allowed
    }

    /// Whether the query was given up.
    var isExhausted: Bool { left <= 0 }

    /// Takes steps; whether there were enough of them.
    func take(_ steps: Int) -> Bool {
        if left > 0 { left -= steps }
        return left > 0
    }

    /// Remembers the place of the query's own segment; those within filters are inside it.
    func enter(_ segment: PathSegment) { column = segment.column }
}
