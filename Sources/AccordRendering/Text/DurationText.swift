import AccordCore

/// A length of time for people.
enum DurationText {
    /// `0.4 ms`, `18 ms`, `2.35 s`
    static func text(_ seconds: Double) -> String {
        if seconds >= 1 { return "\(Seconds.text(seconds, digits: 2)) s" }
        return "\(Seconds.text(seconds * 1000, digits: seconds < 0.01 ? 1 : 0)) ms"
    }
}
