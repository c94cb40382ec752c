// SPDX-License-Identifier: Apache-2.0
/// The encoding of Unicode in host names (RFC 3492).
enum Punycode {
    private static let base: UInt32 = 36
    private static let tMin: UInt32 = 1
    private static let tMax: UInt32 = 26
    private static let initialBias: UInt32 = 72
    private static let initialN: UInt32 = 128

    /// Decodes a label without its prefix `xn--`. Returns `nil` if the label isn't Punycode.
    static func decode(_ text: ByteScanner) -> [UInt32]? {
        var output: [UInt32] = []
        var at = text.at
        if let dash = (text.at..<text.end).last(where: { text.base[$0] == 0x2D }) {
            output = (text.at..<dash).map { UInt32(text.base[$0]) }
            at = dash + 1
        }
        var n: UInt32 = initialN
        var bias: UInt32 = initialBias
        var index: UInt32 = 0
        while at < text.end {
            let old = index
            var weight: UInt32 = 1
            var k: UInt32 = base
            while true {
                guard at < text.end, let digit = value(text.base[at]) else { return nil }
                at += 1
                let (product, tooLarge) = digit.multipliedReportingOverflow(by: weight)
                let (sum, overflows) = index.addingReportingOverflow(product)
                if tooLarge || overflows { return nil }
                index = sum
                let t = threshold(k, bias)
                if digit < t { break }
                let (next, isTooLarge) = weight.multipliedReportingOverflow(by: base - t)
                if isTooLarge { return nil }
                weight = next
                k += base
            }
            let count = UInt32(output.count) + 1
            bias = adapt(index - old, count, isFirst: old == 0)
            n += index / count
            index %= count
            guard n <= 0x10FFFF, n & 0xFFFF_F800 != 0xD800 else { return nil }
            output.insert(n, at: Int(index))
            index += 1
        }
        return output
    }

    /// Encodes a label without the prefix `xn--`.
    static func encode(_ scalars: [UInt32]) -> [UInt8]? {
        var output: [UInt8] = scalars.filter { $0 < 0x80 }.map { UInt8($0) }
        let basic = UInt32(output.count)
        var handled = basic
        if basic > 0 { output.append(0x2D) }
        var n: UInt32 = initialN
        var delta: UInt32 = 0
        var bias: UInt32 = initialBias
        while handled < UInt32(scalars.count) {
            guard let next = scalars.filter({ $0 >= n }).min() else { return nil }
            let (product, tooLarge) = (next - n).multipliedReportingOverflow(by: handled + 1)
            let (sum, overflows) = delta.addingReportingOverflow(product)
            if tooLarge || overflows { return nil }
            delta = sum
            n = next
            for scalar in scalars {
                if scalar < n { delta += 1 }
                if scalar == n {
                    append(delta, bias, to: &output)
                    bias = adapt(delta, handled + 1, isFirst: handled == basic)
                    delta = 0
                    handled += 1
                }
            }
            delta += 1
            n += 1
        }
        return output
    }

    private static func append(_ delta: UInt32, _ bias: UInt32, to output: inout [UInt8]) {
        var q = delta
        var k: UInt32 = base
        while true {
            let t = threshold(k, bias)
            if q < t { break }
            output.append(digit(t + (q - t) % (base - t)))
            q = (q - t) / (base - t)
            k += base
        }
        output.append(digit(q))
    }

    private static func threshold(_ k: UInt32, _ bias: UInt32) -> UInt32 { k <= bias ? tMin : min(tMax, k - bias) }

    private static func adapt(_ delta: UInt32, _ count: UInt32, isFirst: Bool) -> UInt32 {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var k: UInt32 = 0
        while delta > (base - tMin) * tMax / 2 {
            delta /= base - tMin
            k += base
        }
        return k + (base - tMin + 1) * delta / (delta + 38)
    }

    private static func digit(_ value: UInt32) -> UInt8 { UInt8(value < 26 ? value + 0x61 : value - 26 + 0x30) }

    private static func value(_ byte: UInt8) -> UInt32? {
        if ASCII.isDigit(byte) { return UInt32(byte) - 0x30 + 26 }
        if ASCII.isLetter(byte) { return UInt32(byte | 0x20) - 0x61 }
        return nil
    }
}
