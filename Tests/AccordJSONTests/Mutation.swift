// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Testing

/// Changes bytes at random, the same way for the same seed.
struct Mutation {
    private var state: UInt64
    private static let pieces = [
        "{", "}", "[", "]", "\"", ",", ":", "\\", "\\u", "\\ud800", "e", ".", "-", "0", "1e999999999", "true", "null",
        " ", "\n",
        "\u{0}", "é", "\u{FEFF}", "{\"a\":", "[[[[",
    ].map { Array($0.utf8) }

    init(seed: UInt64) { state = seed }

    /// The next number below a bound (SplitMix64).
    mutating func random(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ mixed >> 31) % UInt64(max(1, bound)))
    }

    /// The bytes with one to four changes.
    mutating func changed(_ original: [UInt8]) -> [UInt8] {
        var bytes = original
        for _ in 0...random(4) {
            let place = random(bytes.count)
            let end = min(bytes.count, place + random(12))
            switch random(6) {
            case 0 where place < bytes.count: bytes[place] = UInt8(random(256))
            case 1 where place < bytes.count: bytes[place] ^= 1 << UInt8(random(8))
            case 2: bytes.insert(contentsOf: Self.pieces[random(Self.pieces.count)], at: place)
            case 3: bytes.removeSubrange(place..<end)
            case 4: bytes.insert(contentsOf: bytes[place..<end], at: random(bytes.count))
            default: bytes.removeSubrange(random(bytes.count)..<bytes.count)
            }
        }
        return bytes
    }

    /// Reads bytes and holds what comes of it to what must always be true.
    static func check(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
        do {
            let document = try JSONDocument(parsing: bytes)
            let written = document.root.compact
            let again = try JSONDocument(parsing: written)
            #expect(String(validating: bytes, as: UTF8.self) != nil, "\(bytes)", sourceLocation: sourceLocation)
            #expect(again.root == document.root, "\(bytes)", sourceLocation: sourceLocation)
            #expect(again.root.compact == written, "\(bytes)", sourceLocation: sourceLocation)
            #expect(JSONDocument(JSON(document.root)).root == document.root, "\(bytes)", sourceLocation: sourceLocation)
            #expect(
                again.duplicateKeys.count == document.duplicateKeys.count, "\(bytes)", sourceLocation: sourceLocation)
        } catch {
            let isInside = error.position.offset >= 0 && error.position.offset <= bytes.count
            #expect(isInside && !error.reason.isEmpty, "\(bytes)", sourceLocation: sourceLocation)
            #expect(!error.description.isEmpty, "\(bytes)", sourceLocation: sourceLocation)
        }
    }
}
