// SPDX-License-Identifier: Apache-2.0
import AccordChanges
import AccordCore
import AccordVerifier

extension BaselineArguments {
    /// Returns for each change whether the baseline rejects it. Prints a note about each change in the baseline that no
    /// longer occurs.
    ///
    /// - Parameter operations: The operations of both documents, such as `GET /users`. The baseline can name only these
    ///   operations.
    /// - Throws: `ExitStatus.usage` if the baseline is invalid or names an unknown operation.
    func rejected(_ changes: [Change], operations: Set<String>) throws -> [Bool] {
        guard let baseline = try read(among: operations) else { return changes.map { _ in true } }
        var used: Set<Baseline.Entry> = []
        let rejected = changes.map { change in
            let covering = baseline.entries.filter { $0.covers(change) }
            used.formUnion(covering)
            return !covering.contains { $0.isValid(on: Clock.today) }
        }
        for entry in baseline.entries where !used.contains(entry) {
            StandardError.write(
                "\(entry.location): note: the baseline accepts a change that no longer occurs: \(entry.rule)"
                    + "; remove the entry from the baseline")
        }
        return rejected
    }

    /// Writes the file of `--write-baseline`, which accepts all changes that would make the command fail. A change that
    /// the old baseline already accepts keeps its reason and its expiry date.
    func write(_ changes: [Change], operations: Set<String>) throws {
        guard writeBaseline != nil else { return }
        let before = try read(among: operations) ?? Baseline(entries: [])
        let known = before.entries
        let expires = Clock.day(after: 30)
        var entries: [Baseline.Entry] = []
        for change in changes {
            guard let place = change.old ?? change.new else { continue }
            let entry =
                known.first { $0.covers(change) }
                ?? Baseline.Entry(
                    operations: [change.baselineName], rule: change.id,
                    place: change.place.isEmpty ? nil : change.place,
                    reason: "found on \(Clock.today)", expires: expires, location: place)
            if !entries.contains(where: { $0.covers(change) }) { entries.append(entry) }
        }
        try write(Baseline(entries: entries), known: before, expires: expires)
    }
}

extension Change {
    /// The name under which a baseline lists the change: the operation, or `documentName` if the change belongs to no
    /// operation.
    var baselineName: String { operation.isEmpty ? Self.documentName : operation }

    /// The name under which a baseline lists changes that belong to no operation.
    static let documentName = "the document"
}

extension Baseline.Entry {
    fileprivate func covers(_ change: Change) -> Bool {
        operations.contains(change.baselineName) && rule == change.id && (place == nil || place == change.place)
    }
}
