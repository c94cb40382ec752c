// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import AccordSchema

@Suite("Base64")
struct Base64Tests {
    @Test("padded base64 is decoded", arguments: [("", 0), ("AA==", 1), ("AAA=", 2), ("AAAA", 3), ("+/+/", 3)])
    func padded(text: String, count: Int) {
        #expect(Base64.decodePadded(text.utf8)?.count == count)
        #expect(Base64.decode(text)?.count == count)
    }

    @Test(
        "either alphabet and missing padding are accepted only on request",
        arguments: ["AA", "AAA", "-_-_"])
    func lenient(text: String) {
        #expect(Base64.decodePadded(text.utf8) == nil)
        #expect(Base64.decode(text) != nil)
    }

    @Test("a text that isn't base64 is rejected", arguments: ["A", "A A=", "ÄÄ", "====A"])
    func neither(text: String) {
        #expect(Base64.decodePadded(text.utf8) == nil)
        #expect(Base64.decode(text) == nil)
    }

    @Test("bytes are decoded as they were encoded", arguments: 0..<20)
    func both(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 89 + 7) }
        #expect(Base64.decodePadded(Base64.encode(bytes).utf8) == bytes)
    }
}
