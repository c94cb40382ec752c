import AccordJSON

/// A decimal number with up to 34 digits, for exact steps between bounds: `units` × 10^-`scale`.
struct ExampleDecimal {
    var units: Int128
    var scale: Int

    private static let mostDigits: Int = 34
    private static let mostScale: Int = 30

    init(units: Int128, scale: Int = 0) {
        self.units = units
        self.scale = scale
    }

    /// Reads a number; `nil` if it has too many digits.
    init?(_ number: JSONNumber) {
        var units: Int128 = 0
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
                units = units * 10 + Int128(byte - 0x30)
                if isBehindPoint { scale += 1 }
            }
        }
        self.init(units: isNegative ? -units : units, scale: scale)
        while self.scale > 0, self.units % 10 == 0 {
            self.units /= 10
            self.scale -= 1
        }
        if self.scale < 0 {
            guard let whole = self.units(at: 0) else { return nil }
            self.init(units: whole)
        }
        guard self.scale <= Self.mostScale else { return nil }
    }

    /// The value counted in steps of 10^-`scale`; `nil` if that is too large or not whole.
    func units(at wanted: Int) -> Int128? {
        guard wanted >= scale, wanted - scale <= Self.mostDigits else { return nil }
        var result = units
        for _ in scale..<wanted {
            let (product, isTooLarge) = result.multipliedReportingOverflow(by: 10)
            if isTooLarge { return nil }
            result = product
        }
        return result
    }

    /// The number, spelled without an exponent and without zeros behind the last digit that counts.
    var number: JSONNumber? {
        var digits = String(units.magnitude)
        guard scale > 0 else { return JSONNumber((units < 0 ? "-" : "") + digits) }
        if digits.utf8.count <= scale { digits = String(repeating: "0", count: scale + 1 - digits.utf8.count) + digits }
        var fraction = digits.suffix(scale)
        while fraction.last == "0" { fraction.removeLast() }
        let whole = digits.dropLast(scale)
        return JSONNumber((units < 0 ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction))
    }
}

extension Int128 {
    /// The largest multiple of a positive step that isn't above the value.
    func roundedDown(to step: Int128) -> Int128 {
        let rest = self % step
        return rest < 0 ? self - rest - step : self - rest
    }

    /// The smallest number that both steps divide; `nil` if it is too large.
    static func commonMultiple(_ first: Int128, _ second: Int128) -> Int128? {
        var (divisor, rest) = (first, second)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        let (product, isTooLarge) = (first / divisor).multipliedReportingOverflow(by: second)
        return isTooLarge ? nil : product
    }
}
