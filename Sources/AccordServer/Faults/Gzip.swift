// SPDX-License-Identifier: Apache-2.0
/// The gzip format (RFC 1952), without compression.
package enum Gzip {
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

    /// Returns a megabyte of compressed data that inflates to 160 megabytes of zeros (RFC 1951). The data is a zero
    /// byte, followed by instructions to copy 258 bytes. Each instruction takes 13 bits.
    package static func bomb() -> [UInt8] {
        var writer = BitWriter()
        writer.write(0b1, count: 1)
        writer.write(0b01, count: 2)
        // The fixed Huffman codes (RFC 1951 section 3.2.6) are 00110000 for the literal 0, 11000101 for the length 258,
        // 00000 for the distance 1 and 0000000 for the end. The bits of the constants are reversed, because the writer
        // writes the lowest bit first.
        writer.write(0b0000_1100, count: 8)
        for _ in 0..<(650 * 1024) {
            writer.write(0b1010_0011, count: 8)
            writer.write(0, count: 5)
        }
        writer.write(0, count: 7)
        // The checksum is wrong. No client notices this before the data is inflated, because the checksum is at the
        // end.
        return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF] + writer.finished + [UInt8](repeating: 0, count: 8)
    }

    private struct BitWriter {
        private var bytes: [UInt8] = []
        private var pending: UInt32 = 0
        private var count: UInt32 = 0

        mutating func write(_ bits: UInt32, count: UInt32) {
            pending |= bits << self.count
            self.count += count
            while self.count >= 8 {
                bytes.append(UInt8(truncatingIfNeeded: pending))
                pending >>= 8
                self.count -= 8
            }
        }

        var finished: [UInt8] { count > 0 ? bytes + [UInt8(truncatingIfNeeded: pending)] : bytes }
    }

    /// Returns the CRC-32 of the uncompressed bytes (RFC 1952 section 8), which a gzip file ends with.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = ~UInt32(0)
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? (sum >> 1) ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
