/// What `--color` says.
package enum ColorChoice: String, Sendable, CaseIterable {
    case auto, always, never

    /// Whether text is coloured.
    ///
    /// An explicit choice wins; then `NO_COLOR` (no-color.org), `CLICOLOR_FORCE` and `CLICOLOR`
    /// (bixense.com/clicolors), and at last whether a person watches.
    func isColored(isTerminal: Bool, variable: (String) -> String?) -> Bool {
        switch self {
        case .always: return true
        case .never: return false
        case .auto: break
        }
        func isSet(_ name: String) -> Bool { !(variable(name) ?? "").isEmpty }
        if isSet("NO_COLOR") { return false }
        if isSet("CLICOLOR_FORCE"), variable("CLICOLOR_FORCE") != "0" { return true }
        return isTerminal && variable("TERM") != "dumb" && variable("CLICOLOR") != "0"
    }
}
