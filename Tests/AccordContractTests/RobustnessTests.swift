// SPDX-License-Identifier: Apache-2.0
import AccordContract
import Foundation
import Testing

@Suite("Loading corrupted contracts")
struct RobustnessTests {
    private static let path = PackageRoot.file("Specs/awesome-todos.json")
    private static let bytes: [UInt8] = (try? Data(contentsOf: URL(filePath: path))).map { [UInt8]($0) } ?? []

    /// Loads bytes as a contract; whatever they are, there is a contract or an error.
    private func load(_ bytes: [UInt8]) {
        let result = ContractLoader.load("c.json", files: MemoryFiles(["c.json": bytes]))
        #expect((result.contract == nil) == result.diagnostics.contains { $0.severity == .error })
        for diagnostic in result.diagnostics { #expect(!diagnostic.rendered.isEmpty) }
    }

    @Test("a truncated contract is an error and doesn't crash")
    func loadsPrefixes() throws {
        let small = Array(Contracts.withOperation(Contracts.rich(cases: "\"a\": { \(CaseTests.answer) }")).utf8)
        #expect(ContractLoader.load("c.json", files: MemoryFiles(["c.json": small])).diagnostics == [])
        try #require(Self.bytes.count > 5000)
        let cuts = (0..<small.count).map { small[..<$0] } + stride(from: 1, to: 5000, by: 97).map { Self.bytes[..<$0] }
        for cut in cuts {
            let result = ContractLoader.load("c.json", files: MemoryFiles(["c.json": Array(cut)]))
            #expect(result.contract == nil)
            #expect(result.diagnostics.first?.rule == "contract.syntax")
        }
    }

    @Test("replacing a word of a contract doesn't crash", arguments: 0..<4)
    func survivesReplacedWords(seed: Int) throws {
        var random = SplitMix(UInt64(seed))
        let text = String(decoding: Self.bytes, as: UTF8.self)
        let words = text.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
        for _ in 0..<40 {
            var changed = words
            for _ in 0...random.below(3) {
                changed[random.below(changed.count)] = words[random.below(words.count)]
            }
            load(Array(changed.joined(separator: "\"").utf8))
        }
    }

    @Test("replacing a value of a contract doesn't crash", arguments: 0..<4)
    func survivesReplacedValues(seed: Int) throws {
        var random = SplitMix(UInt64(seed) &+ 1000)
        let values: [Any] = [
            NSNull(), true, false, 0, -1, 1.5, "", "x", "${row.x}", "${", "$ref", [Any](), [String: Any](),
            [NSNull()], ["$ref": "#"], ["$ref": "#/operations"], ["$ref": "x.json"], ["type": "string"],
        ]
        let whole = try JSONSerialization.jsonObject(with: Data(Self.bytes))
        for _ in 0..<25 {
            let changed = replace(whole, with: values[random.below(values.count)], &random)
            load([UInt8](try JSONSerialization.data(withJSONObject: changed, options: .fragmentsAllowed)))
        }
    }

    /// Walks down a random way and replaces what is there.
    private func replace(_ value: Any, with other: Any, _ random: inout SplitMix) -> Any {
        if let object = value as? [String: Any], !object.isEmpty, random.below(10) > 0 {
            var copy = object
            let keys = object.keys.sorted()
            let key = keys[random.below(keys.count)]
            copy[key] = replace(object[key] ?? NSNull(), with: other, &random)
            return copy
        }
        if let list = value as? [Any], !list.isEmpty, random.below(10) > 0 {
            var copy = list
            let index = random.below(list.count)
            copy[index] = replace(list[index], with: other, &random)
            return copy
        }
        return other
    }

    @Test("a diagnostic shows only a part of a long line")
    func readsOneLongLine() throws {
        let operation = Contracts.withOperation(
            OperationTests.get + ", " + OperationTests.fine,
            top: "\"x-long\": \"\(String(repeating: "é", count: 10_000))\", \"oops\": 1,")
        let text = operation.replacing("\n", with: " ")
        let diagnostic = try #require(Contracts.load(text).diagnostics.first)
        #expect(diagnostic.rule == "contract.unknown-key")
        let lines = diagnostic.rendered.split(separator: "\n").map(String.init)
        #expect(lines[1].unicodeScalars.count < 200)
        let caret = try #require(lines[2].unicodeScalars.firstIndex(of: "^"))
        let column = lines[2].unicodeScalars.distance(from: lines[2].unicodeScalars.startIndex, to: caret)
        #expect(String(String.UnicodeScalarView(lines[1].unicodeScalars.dropFirst(column))).hasPrefix("\"oops\""))
    }
}

/// A small seeded generator (splitmix64), the same numbers everywhere.
private struct SplitMix {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((value ^ (value >> 31)) % UInt64(bound))
    }
}
