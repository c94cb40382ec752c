/// The catalogues that cases are derived from: transport faults, and mutations of a documented answer.
package struct Catalogue: Sendable {
    package static let shared: Catalogue = Catalogue(faults: [], mutations: [])

    package let faults: [Fault]
    package let mutations: [MutationEntry]

    package func fault(_ id: String) -> Fault? { faults.first { $0.id == id } }
    package func mutation(_ id: String) -> MutationEntry? { mutations.first { $0.id == id } }
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
