// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import ConformanceScore
import Testing

@Suite("Merge Patch")
struct MergePatchTests {
    /// A test of RFC 7396's appendix A, shown by its patch.
    struct Item: Sendable, CustomTestStringConvertible {
        let test: JSONValue
        var testDescription: String { test["patch"]?.text ?? "?" }
    }

    static let items: [Item] = {
        let document = try? Conformance.document("client/merge-patch-rfc7396.json")
        return document?.root["cases"]?.elements.map { Item(test: $0) } ?? []
    }()

    @Test(
        "a patch has the result of RFC 7396",
        .enabled("needs a public suite") { try Conformance.has("client/merge-patch-rfc7396.json") },
        arguments: items)
    func conformance(_ item: Item) throws {
        let original = JSON(try #require(item.test["original"]))
        let patch = JSON(try #require(item.test["patch"]))
        #expect(MergePatch.apply(patch, to: original) == JSON(try #require(item.test["result"])))
    }

    @Test("a patch keeps the order of the other members")
    func order() {
        let target: JSON = ["c": 1, "a": ["x": 1, "y": 2], "b": 3]
        #expect(
            MergePatch.apply(["a": ["x": .null, "z": 4], "d": 5], to: target).compact
                == #"{"c":1,"a":{"y":2,"z":4},"b":3,"d":5}"#)
    }
}
