import ArgumentParser

/// A span of time as a flag takes it: `30`, `30s`, `500ms`, `2m`.
struct Seconds: ExpressibleByArgument, Hashable {
    var value: Double

    init(_ value: Double) {
        self.value = value
    }

    init?(argument: String) {
        let units: [(String, Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("", 1)]
        guard let (suffix, factor) = units.first(where: { argument.hasSuffix($0.0) }),
            let number = Double(argument.dropLast(suffix.count)), number > 0, number.isFinite
        else { return nil }
        value = number * factor
    }

    var defaultValueDescription: String { "\(value.formattedBriefly)s" }
}

extension Double {
    /// Without a fraction where there is none.
    fileprivate var formattedBriefly: String {
        self == rounded() ? String(Int(self)) : String(self)
    }
}
