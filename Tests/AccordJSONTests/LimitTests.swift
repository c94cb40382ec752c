// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Testing

@Suite("Reader limits")
struct LimitTests {
    static func nested(_ depth: Int, _ open: String = "[", _ close: String = "]") -> String {
        String(repeating: open, count: depth) + String(repeating: close, count: depth)
    }

    @Test("512 levels are read")
    func deepEnough() throws {
        let document = try JSONDocument(parsing: Self.nested(512))
        #expect(JSON(document.root).compact == Self.nested(512))
        #expect(document.root == document.root)
        let objects = String(repeating: "{\"a\":", count: 512) + "1" + String(repeating: "}", count: 512)
        let pointer = JSONPointer(tokens: Array(repeating: "a", count: 512))
        #expect(try JSONDocument(parsing: objects).root.value(at: pointer)?.int == 1)
    }

    @Test("513 levels are rejected at the last bracket", arguments: ["[", "{\"a\":"])
    func tooDeep(_ open: String) throws {
        let text = String(repeating: open, count: 513)
        let error = try #require(throws: JSONSyntaxError.self) { try JSONDocument(parsing: text) }
        #expect(error.position.offset == 512 * open.utf8.count)
        #expect(error.reason.contains("nested more than 512 levels deep"))
    }

    @Test("a million open brackets don't exhaust the stack")
    func noRecursion() throws {
        let limits = JSONLimits(maximumDepth: .max)
        let text = Array(repeating: 0x5B as UInt8, count: 1_000_000)
        let error = try #require(throws: JSONSyntaxError.self) { try JSONDocument(parsing: text, limits: limits) }
        #expect(error.position.offset == 1_000_000)
        #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: text) }
        let closed = Array(Self.nested(100_000).utf8)
        let document = try JSONDocument(parsing: closed, limits: limits)
        #expect(document.root.byteRange == 0..<200_000)
    }

    @Test("a text is rejected only above the limit in bytes")
    func size() throws {
        let limits = JSONLimits(maximumBytes: 5)
        #expect(try JSONDocument(parsing: Array("[1,2]".utf8), limits: limits).root.count == 2)
        let error = try #require(throws: JSONSyntaxError.self) {
            try JSONDocument(parsing: Array("[1, 2]".utf8), limits: limits)
        }
        #expect(error.reason == "the text has 6 bytes, but the limit is 5")
    }

    @Test("a number of several megabytes takes linear time")
    func hugeNumber() throws {
        let digits = [UInt8](repeating: 0x39, count: 2_000_000)
        let document = try JSONDocument(parsing: [0x5B] + digits + [0x2C] + digits + Array(".0".utf8) + [0x5D])
        let number = try #require(document.root[0]?.number)
        #expect(number.lexeme.utf8.count == 2_000_000)
        #expect(number.int == nil)
        #expect(number.isInteger)
        #expect(number.double == .infinity)
        #expect(document.root[0] == document.root[1])
        #expect(number > JSONNumber(.max))
    }
}
