import AccordSchema

/// The names that a contract may use of the catalogues of faults and mutations.
package enum CatalogueNames {
    /// What `verify --refusals` derives.
    private static let refusals = [
        "missing", "schema", "malformed", "media-type", "method", "missing-credentials", "wrong-credentials",
        "combination", "deleted", "deleted-again",
    ]

    /// What it derives of HTTP's own rules.
    private static let conventions = ["head", "if-none-match", "if-modified-since", "allow"]

    /// Entries of the fault catalogue.
    package static let faults: [String] = Fault.allCases.map(\.id).sorted()
    package static let faultGroups: [String] = FaultLayer.allCases.map(\.rawValue).sorted()

    /// Everything that `derived` may name without a place.
    package static let groups: [String] =
        Set(faultGroups + MutationGroup.allCases.map(\.rawValue) + ["request", "refuse", "http", "fuzz", "status"])
        .sorted()

    /// Groups, and entries with their group in front.
    package static let selectors: [String] =
        (groups + Fault.allCases.map { "\($0.layer.rawValue).\($0.id)" }
        + Mutation.allCases.map { "\($0.group.rawValue).\($0.id)" } + refusals.map { "refuse.\($0)" }
        + conventions.map { "http.\($0)" }).sorted()

    private static let known: Set<String> = Set(selectors)

    /// True for `syntax`, `syntax.trailing-comma`, and an entry with a place, `structure.drop-required:/name`.
    package static func isSelector(_ text: String) -> Bool {
        let name = text.split(separator: ":", maxSplits: 1).first.map(String.init) ?? ""
        return known.contains(name) || name.hasPrefix("request.") || name.hasPrefix("status.")
    }
}
