import AccordCore
import AccordSchema

/// The part of a run that one of several machines does: stable by case id, flows kept whole.
package struct Shard: Sendable, Hashable, CustomStringConvertible {
    /// From 1 to `count`.
    package let index: Int
    package let count: Int

    /// nil unless `index` is from 1 to `count`.
    package init?(index: Int, count: Int) {
        guard count >= 1, (1...count).contains(index) else { return nil }
        self.index = index
        self.count = count
    }

    /// `2/8`
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]) else { return nil }
        self.init(index: index, count: count)
    }

    package var description: String { "\(index)/\(count)" }

    /// True for what falls to this part, by the id of a flow's first case.
    package func holds(_ id: String) -> Bool {
        Int(SeededRandom.hash(id.utf8) % UInt64(count)) == index - 1
    }
}

extension RunPlan {
    /// Keeps what falls to a part; a flow goes where its first case goes.
    ///
    /// - Returns: the part, with what it was cut from.
    @discardableResult
    package mutating func keep(_ shard: Shard) -> RunReport.Shard {
        let whole = whole
        var isKept = [Bool](repeating: false, count: entries.count)
        for flow in FlowOrder.flows(needs) {
            guard let first = flow.first, shard.holds(entries[first].testCase.qualifiedID) else { continue }
            for position in flow { isKept[position] = true }
        }
        keep { isKept[$0] }
        return .init(index: shard.index, count: shard.count, whole: whole)
    }

    private var whole: RunReport.Shard.Whole {
        let ids = entries.map(\.testCase.qualifiedID).sorted()
        // No id has a line feed that another hasn't: each is ended by one.
        let digest = String(SeededRandom.hash(ids.lazy.flatMap { Array($0.utf8) + [0x0A] }), radix: 16)
        return .init(cases: ids.count, digest: String(repeating: "0", count: 16 - digest.count) + digest)
    }
}
