/// `now`, `now+1h`, `now-30m`: an instant as a template names it.
package struct TemplateInstant: Sendable, Hashable {
    /// Seconds from now.
    package var offset: Int

    private static let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    private static let longest = 100 * 366 * 86_400

    /// nil for another name.
    package init?(_ name: String) {
        guard name.hasPrefix("now") else { return nil }
        let rest = name.dropFirst(3)
        guard let sign = rest.first else {
            offset = 0
            return
        }
        guard sign == "+" || sign == "-", let unit = rest.last.flatMap({ Self.units[$0] }),
            let count = Int(rest.dropFirst().dropLast()), count >= 0, rest.dropFirst().first?.isNumber == true,
            count <= Self.longest / unit
        else { return nil }
        offset = (sign == "-" ? -count : count) * unit
    }
}
