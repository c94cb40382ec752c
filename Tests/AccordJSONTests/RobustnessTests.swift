// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Testing

@Suite("The reader with arbitrary bytes")
struct RobustnessTests {
    /// A document with everything that the grammar has.
    static let everything = Array(
        #"""
        { "a\u00e9\ud83d\ude00": [ null, true, false, -12.5e+3, 0, 1E-2 ],
          "é日😀": { "": {}, "x": [], "x": "\"\\\/\b\f\n\r\t" } }
        """#.utf8)

    @Test("every truncated document is rejected")
    func prefixes() throws {
        #expect(try JSONDocument(parsing: Self.everything).root.count == 2)
        for length in 0..<Self.everything.count {
            let error = try #require(throws: JSONSyntaxError.self) {
                try JSONDocument(parsing: Array(Self.everything[..<length]))
            }
            #expect(error.position.offset <= length && !error.reason.isEmpty && !error.description.isEmpty)
        }
    }

    @Test("a document without one of its bytes is rejected or read consistently")
    func deletions() {
        for place in Self.everything.indices {
            var bytes = Self.everything
            bytes.remove(at: place)
            Mutation.check(bytes)
        }
    }

    @Test("any one or two bytes, and any three special bytes, are rejected or read")
    func short() {
        for first in UInt8.min ... .max {
            Mutation.check([first])
            for second in UInt8.min ... .max { Mutation.check([first, second]) }
        }
        let interesting = Array("{}[]\",:\\-+.eE01tfnu /\n".utf8) + [0, 0x1F, 0x7F, 0x80, 0xC3, 0xE0, 0xEF, 0xF0, 0xFF]
        for first in interesting {
            for second in interesting { for third in interesting { Mutation.check([first, second, third]) } }
        }
    }

    @Test("randomly changed documents are rejected or read", arguments: [1, 2, 3, 4] as [UInt64])
    func mutations(_ seed: UInt64) {
        var mutation = Mutation(seed: seed)
        for _ in 0..<2_000 { Mutation.check(mutation.changed(Self.everything)) }
    }
}
