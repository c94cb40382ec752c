import AccordHTTP

/// The catalogues that cases are derived from: transport faults, and mutations of a documented answer.
package struct Catalogue: Sendable {
    /// The catalogues that ship.
    package static let shared: Catalogue = Catalogue(
        faults: CatalogueTable.rows(FaultTable.text, columns: 6).compactMap { Fault(row: $0) },
        mutations: CatalogueTable.rows(MutationTable.text, columns: 5).compactMap { MutationEntry(row: $0) })

    package let faults: [Fault]
    package let mutations: [MutationEntry]
    private let faultsByID: [String: Fault]
    private let mutationsByID: [String: MutationEntry]

    private init(faults: [Fault], mutations: [MutationEntry]) {
        self.faults = faults
        self.mutations = mutations
        faultsByID = Dictionary(faults.map { ($0.id, $0) }) { first, _ in first }
        mutationsByID = Dictionary(mutations.map { ($0.id, $0) }) { first, _ in first }
    }

    /// The fault with an id.
    package func fault(_ id: String) -> Fault? { faultsByID[id] }
    /// The mutation with an id.
    package func mutation(_ id: String) -> MutationEntry? { mutationsByID[id] }
}

/// An entry of the catalogue of response mutations.
package struct MutationEntry: Sendable, Hashable {
    /// `truncated-json`
    package var id: String
    /// `syntax`
    package var group: String
    /// What is done to the answer.
    package var mutation: String
    package var verdict: Verdict
    /// Why a client must do so.
    package var rule: String
}

/// A table of texts: a line for a row, ` | ` between columns.
enum CatalogueTable {
    static func rows(_ text: String, columns: Int) -> [[String]] {
        text.split(separator: "\n").map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).map { HeaderGrammar.trimmed($0) }
        }.filter { $0.count == columns }
    }
}

extension Fault {
    init?(row: [String]) {
        guard let verdict = Verdict(rawValue: row[2]), let stub = Stub(row[3]) else { return nil }
        self.init(id: row[0], layer: row[1], event: row[4], verdict: verdict, clientMust: row[5], stub: stub)
    }
}

extension MutationEntry {
    init?(row: [String]) {
        guard let verdict = Verdict(rawValue: row[2]) else { return nil }
        self.init(id: row[0], group: row[1], mutation: row[3], verdict: verdict, rule: row[4])
    }
}

extension Fault.Stub {
    /// `fails -1004`, `half -1005`, `answers`, `cancelled`, `together`, `impossible` with its reason.
    init?(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        let code = words.count > 1 ? Int(words[1]) : nil
        switch (words[0], code) {
        case ("fails", let code?): self = .fails(code: code)
        case ("answers", _): self = .answers
        case ("cancelled", _): self = .cancelled(sendsHead: false)
        case ("together", _): self = .together
        case ("cancelled-mid-body", _): self = .cancelled(sendsHead: true)
        case ("impossible", _): self = .impossible(words.count > 1 ? words[1] : "")
        case (_, let code?):
            guard let share = Fault.BodyShare(rawValue: words[0]) else { return nil }
            self = .breaksOff(sendsBody: share, code: code)
        default: return nil
        }
    }
}
