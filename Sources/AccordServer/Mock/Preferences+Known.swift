extension Preferences {
    /// What a request may prefer here.
    enum Known: String, CaseIterable {
        case code, `case`, example, dynamic, wait, fault
    }

    subscript(name: Known) -> String? { values[name.rawValue] }

    /// The names that mean nothing here, in order.
    var unknown: [String] {
        values.keys.filter { Known(rawValue: $0) == nil }.sorted()
    }

    /// True where the answer is to be made anew.
    var isDynamic: Bool { self[.dynamic].map { $0 != "false" } ?? false }

    /// Seconds that the answer is to take, 60 at most; nil where none are named.
    var wait: Double? {
        self[.wait].flatMap { Double($0) }.flatMap { $0.isFinite && $0 >= 0 ? min($0, 60) : nil }
    }
}
