/// The gzip format, RFC 1952, with the bytes stored as they are: enough to be inflated, and to be broken.
enum Gzip {
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            let length = UInt16(block.count)
            result.append(rest.isEmpty ? 1 : 0)
            result += [UInt8(length & 0xFF), UInt8(length >> 8), UInt8(~length & 0xFF), UInt8(~length >> 8)]
            result += block
        } while !rest.isEmpty
        for value in [checksum(bytes), UInt32(truncatingIfNeeded: bytes.count)] {
            result += (0..<4).map { UInt8(value >> (8 * UInt32($0)) & 0xFF) }
        }
        return result
    }

    /// CRC-32 of RFC 1952 section 8.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = ~UInt32(0)
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? (sum >> 1) ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
