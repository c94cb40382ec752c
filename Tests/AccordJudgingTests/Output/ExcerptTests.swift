// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import AccordCore

@Suite("Excerpts of bodies")
struct ExcerptTests {
    @Test(
        "a long text is cut after 160 characters, also if characters have several bytes",
        arguments: ["a", "é", "漢", "😹"])
    func longText(character: String) {
        let text = String(repeating: character, count: 5000)
        #expect(Excerpt.of(Array(text.utf8)) == String(repeating: character, count: Excerpt.limit) + "…")
        #expect(Excerpt.of(Array("x\(text)".utf8)).hasPrefix("x\(character)"))
    }

    @Test("bytes that aren't UTF-8 are shown in hexadecimal", arguments: [[0xFF, 0x61], [0x61, 0xC3], [0xE6, 0xBC]])
    func binary(bytes: [UInt8]) {
        #expect(Excerpt.of(bytes).hasSuffix("(2 bytes)"))
        #expect(Excerpt.of(bytes + [UInt8](repeating: 0x62, count: 5000)).hasSuffix("(5002 bytes)"))
    }
}
