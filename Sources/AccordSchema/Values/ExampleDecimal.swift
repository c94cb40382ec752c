import AccordJSON

/// A decimal number with up to 34 digits, for exact steps between bounds: `units` × 10^-`scale`.
struct ExampleDecimal {
    var units: WideInteger
    var scale: Int

    private static let mostDigits: Int = 34
    private static let mostScale: Int = 30

    init(units: WideInteger, scale: Int = 0) {
        self.units = units
        self.scale = scale
    }

    /// Reads a number; `nil` if it has too many digits.
    init?(_ number: JSONNumber) {
        var units: WideInteger = 0
        var scale = 0
        var isNegative = false
        var isBehindPoint = false
        var digits = 0
        var bytes = number.lexeme.utf8[...]
        while let byte = bytes.popFirst() {
            switch byte {
            case 0x2D: isNegative = true
            case 0x2E: isBehindPoint = true
            case 0x45, 0x65:
                guard let exponent = Int(Substring(bytes)), abs(exponent) <= Self.mostDigits else { return nil }
                scale -= exponent
                bytes = bytes[bytes.endIndex...]
            default:
                if units != 0 { digits += 1 }
                guard digits < Self.mostDigits else { return nil }
                guard let next = units.adding(digit: byte) else { return nil }
                units = next
                if isBehindPoint { scale += 1 }
            }
        }
        self.init(units: isNegative ? -units : units, scale: scale)
        while self.scale > 0, self.units % 10 == 0 {
            self.units = self.units / 10
            self.scale -= 1
        }
        if self.scale < 0 {
            guard let whole = self.units(at: 0) else { return nil }
            self.init(units: whole)
        }
        guard self.scale <= Self.mostScale else { return nil }
    }

    /// The value counted in steps of 10^-`scale`; `nil` if that is too large or not whole.
    func units(at wanted: Int) -> WideInteger? {
        guard wanted >= scale, wanted - scale <= Self.mostDigits else { return nil }
        var result = units
        for _ in scale..<wanted {
            guard let product = result.multiplied(by: 10) else { return nil }
            result = product
        }
        return result
    }

    /// The number, spelled without an exponent and without zeros behind the last digit that counts.
    var number: JSONNumber? {
        var digits = units.magnitude.description
        guard scale > 0 else { return JSONNumber((units < 0 ? "-" : "") + digits) }
        if digits.utf8.count <= scale { digits = String(repeating: "0", count: scale + 1 - digits.utf8.count) + digits }
        var fraction = digits.suffix(scale)
        while fraction.last == "0" { fraction.removeLast() }
        let whole = digits.dropLast(scale)
        return JSONNumber((units < 0 ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction))
    }
}
