// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordJSON
import Foundation
import Testing

@testable import AccordTesting

@Suite("Comparison of a value with client.returns") struct ComparisonTests {
    struct Coded: Encodable, Sendable {
        var id: Int
        var owner = ["name": "Ada"]
        private enum CodingKeys: String, CodingKey { case id = "token", owner = "user" }
    }

    @propertyWrapper struct Kept<Value: Sendable>: Sendable { var wrappedValue: Value }

    struct Item: Sendable {
        var title: String
        var price: Decimal = 0
        var ratio: Float = 0.1
        var due: Date?
        var tags: Set<String> = []
        var data = Data()
        var kind = Kind.plain
    }

    enum Kind: Sendable { case plain, priced(amount: Int, String) }
    enum Raw: String, Sendable { case won = "KRW" }
    class Base { let id = 7 }
    final class Derived: Base { let name = "x" }

    static func differences(_ value: Any?, _ expected: String) async throws -> [Difference] {
        let wanted = JSON(try JSONDocument(parsing: expected).root)
        return ClientValue(value).differences(wanted)
    }

    static let due = Date(timeIntervalSince1970: 1_796_115_600)

    nonisolated(unsafe) static let equal: [(String, Any?, String)] = [
        ("only what is named", Item(title: "a"), #"{"title": "a"}"#),
        ("null for nil", Item(title: "a"), #"{"due": null}"#),
        ("null for a property that isn't there", Item(title: "a"), #"{"nothing": null}"#),
        ("null for Void", (), "null"),
        ("null for nil alone", String?.none as Any?, "null"),
        ("a coding's keys", Coded(id: 1), #"{"token": 1}"#),
        ("one part by its coding, another by its property", Coded(id: 1), #"{"token": 1, "owner": {"name": "Ada"}}"#),
        ("a list of such", [Coded(id: 1), Coded(id: 2)], #"[{"token": 1}, {"id": 2, "user": {"name": "Ada"}}]"#),
        ("a type's own properties beside its coding", Coded(id: 1), #"{"id": 1}"#),
        (
            "a date as an instant, whatever the offset", Item(title: "", due: due),
            #"{"due": "2026-12-01T10:00:00+01:00"}"#
        ),
        ("a decimal digit for digit", Item(title: "", price: Decimal(string: "0.10") ?? 0), #"{"price": 0.1}"#),
        ("a float as the nearest", Item(title: ""), #"{"ratio": 0.1}"#),
        ("a double as the nearest", 0.1 + 0.2, "0.30000000000000004"),
        ("an integer beyond 2^53", 9_007_199_254_740_993, "9007199254740993"),
        ("a set in any order", Item(title: "", tags: ["a", "b", "c"]), #"{"tags": ["c", "a", "b"]}"#),
        ("an integer as a text", 7, #""7""#),
        ("data as base64", Item(title: "", data: Data("hi".utf8)), #"{"data": "aGk="}"#),
        ("data as its text", Data("hi".utf8), #""hi""#),
        ("an enum's case", Item(title: ""), #"{"kind": "plain"}"#),
        ("a case with values", Kind.priced(amount: 3, "x"), #"{"priced": {"amount": 3, "_1": "x"}}"#),
        ("a raw value", Raw.won, #""KRW""#),
        ("a superclass's properties", Derived(), #"{"id": 7, "name": "x"}"#),
        ("a list", [1, 2], "[1, 2]"),
        ("a dictionary", ["a": 1], #"{"a": 1}"#),
        ("a URL", URL(string: "https://a.example/x"), #""https://a.example/x""#),
        ("a tuple's labels", (data: 1, name: "x"), #"{"data": 1, "name": "x"}"#),
    ]

    @Test("accepts an equal value", arguments: equal.indices)
    func takes(index: Int) async throws {
        let (what, value, expected) = Self.equal[index]
        #expect(try await Self.differences(value, expected).isEmpty, "\(what)")
    }

    nonisolated(unsafe) static let different: [(String, Any?, String, String)] = [
        ("another value", Item(title: "a"), #"{"title": "b"}"#, "/title"),
        ("a property that isn't there", Item(title: "a"), #"{"name": "a"}"#, "/name"),
        ("a value where nil is due", Item(title: "", due: due), #"{"due": null}"#, "/due"),
        ("a neighbour beyond 2^53", 9_007_199_254_740_993, "9007199254740992", ""),
        ("a part that is neither", Coded(id: 1), #"{"token": 1, "owner": {"name": "Bob"}}"#, "/owner/name"),
        ("an element too many", [1, 2, 3], "[1, 2]", ""),
        ("an element in another place", [2, 1], "[1, 2]", "/0"),
        ("a set without an element", Item(title: "", tags: ["a"]), #"{"tags": ["a", "b"]}"#, "/tags"),
        ("another instant", Item(title: "", due: due), #"{"due": "2026-12-01T10:00:00Z"}"#, "/due"),
        ("an empty text for null", "", "null", ""),
        ("another case", Kind.plain, #""priced""#, ""),
        ("a text for a number", "1", "1", ""),
    ]

    @Test("finds a different value and its place", arguments: different.indices)
    func sees(index: Int) async throws {
        let (what, value, expected, place) = Self.different[index]
        #expect(try await Self.differences(value, expected).first?.pointer.description == place, "\(what)")
    }
}
