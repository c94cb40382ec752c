import AccordJSON

/// How many characters, elements or members there may be, joined over all parts of a schema.
struct ExampleCountLimits {
    private(set) var minimum: Int = 0
    private(set) var maximum: Int = .max
    private(set) var minimumPlace: JSONValue?
    private(set) var maximumPlace: JSONValue?

    mutating func raise(to count: Int, place: JSONValue) {
        guard count > minimum else { return }
        minimum = count
        minimumPlace = place
    }

    mutating func cut(to count: Int, place: JSONValue) {
        guard count < maximum else { return }
        maximum = count
        maximumPlace = place
    }

    /// Sets both ends, whatever was said before.
    mutating func fix(_ count: Int) {
        minimum = count
        maximum = count
    }

    func allows(_ count: Int) -> Bool { count >= minimum && count <= maximum }

    /// Why no count is allowed, if that is so; `what` is `Length`, `Items` or `Properties`.
    func contradiction(_ what: String) -> ExampleContradiction? {
        guard minimum > maximum, let place = maximumPlace else { return nil }
        let reason = "min\(what) \(minimum) is above max\(what) \(maximum)"
        return ExampleContradiction(reason, at: place, and: minimumPlace)
    }

    /// A count keyword's value; whole numbers beyond `Int` count as its largest.
    static func count(_ value: JSONValue) -> Int? {
        guard let number = value.number, number.isInteger else { return nil }
        return max(0, number.int ?? (number > JSONNumber(0) ? .max : 0))
    }
}
