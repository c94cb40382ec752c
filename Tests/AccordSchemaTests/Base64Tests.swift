import Testing

@testable import AccordSchema

@Suite("Base64")
struct Base64Tests {
    @Test("is read where it is padded", arguments: [("", 0), ("AA==", 1), ("AAA=", 2), ("AAAA", 3), ("+/+/", 3)])
    func padded(text: String, count: Int) {
        #expect(Base64.decodePadded(text.utf8)?.count == count)
        #expect(Base64.decode(text)?.count == count)
    }

    @Test(
        "is read of either alphabet and without its padding only where that is asked for",
        arguments: ["AA", "AAA", "-_-_"])
    func lenient(text: String) {
        #expect(Base64.decodePadded(text.utf8) == nil)
        #expect(Base64.decode(text) != nil)
    }

    @Test("is nothing else", arguments: ["A", "A A=", "ÄÄ", "====A"])
    func neither(text: String) {
        #expect(Base64.decodePadded(text.utf8) == nil)
        #expect(Base64.decode(text) == nil)
    }

    @Test("comes back as it was", arguments: 0..<20)
    func both(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 89 + 7) }
        #expect(Base64.decodePadded(Base64.encode(bytes).utf8) == bytes)
    }
}
