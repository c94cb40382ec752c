/// A time in seconds as a decimal number that every reader takes.
package enum Seconds {
    /// The number with at most so many digits after the point, none of them a needless zero; 0 for what isn't a time.
    package static func text(_ seconds: Double, digits: Int) -> String {
        let scale = (0..<digits).reduce(1) { product, _ in product * 10 }
        let scaled = (seconds * Double(scale)).rounded()
        guard scaled.isFinite, scaled > 0, scaled < 9e18 else { return "0" }
        let (whole, part) = Int(scaled).quotientAndRemainder(dividingBy: scale)
        guard part > 0 else { return String(whole) }
        let decimals = String(part)
        let padded = String(repeating: "0", count: digits - decimals.utf8.count) + decimals
        return "\(whole).\(padded.trimmingZeros)"
    }
}

extension String {
    fileprivate var trimmingZeros: String {
        var trimmed = self
        while trimmed.last == "0" { trimmed.removeLast() }
        return trimmed
    }
}
