// SPDX-License-Identifier: Apache-2.0
/// A gzip stream of zeros, a thousand times smaller than what it unpacks to (RFC 1951 and 1952).
enum GzipBomb {
    /// The stream; its checksum is left 0, which a reader learns only after it has unpacked everything.
    static func bytes(unpackingTo count: Int) -> [UInt8] {
        var bits = Bits()
        // One block, the last, of fixed codes; a literal 0, then "258 bytes from 1 back" again and again, then the end.
        bits.append(0b1, 1)
        bits.append(0b01, 2)
        bits.appendReversed(0b0011_0000, 8)
        for _ in 0..<(count / 258) {
            bits.appendReversed(0b1100_0101, 8)
            bits.appendReversed(0, 5)
        }
        bits.appendReversed(0, 7)
        let size = UInt32(1 + count / 258 * 258)
        return [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255] + bits.bytes + [0, 0, 0, 0]
            + (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
    }

    private struct Bits {
        var bytes: [UInt8] = []
        var used = 8

        mutating func append(_ value: Int, _ count: Int) {
            for index in 0..<count {
                if used == 8 {
                    bytes.append(0)
                    used = 0
                }
                bytes[bytes.count - 1] |= UInt8((value >> index) & 1) << UInt8(used)
                used += 1
            }
        }

        /// Huffman codes are packed from their most significant bit on.
        mutating func appendReversed(_ value: Int, _ count: Int) {
            for index in (0..<count).reversed() { append((value >> index) & 1, 1) }
        }
    }
}
