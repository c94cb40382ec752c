// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import ConformanceScore
import Foundation
import Testing

@Suite("JSON Pointer")
struct JSONPointerTests {
    /// A test of RFC 6901's sections 5 and 6, shown by its pointer.
    struct Item: Sendable, CustomTestStringConvertible {
        let document: JSONValue
        let test: JSONValue
        var testDescription: String { test["pointer"]?.text ?? "?" }
    }

    static let items: [Item] = {
        guard let root = try? Conformance.document("client/json-pointer-rfc6901.json").root,
            let document = root["document"]
        else { return [] }
        return root["cases"]?.elements.map { Item(document: document, test: $0) } ?? []
    }()

    @Test(
        "a pointer selects values as RFC 6901 specifies, as text and as a fragment",
        .enabled("needs a public suite") { try Conformance.has("client/json-pointer-rfc6901.json") }, arguments: items)
    func conformance(_ item: Item) throws {
        let text = try #require(item.test["pointer"]?.string)
        let fragment = try #require(item.test["fragment"]?.string)
        let pointer = try JSONPointer(parsing: text)
        #expect(item.document.value(at: pointer) == item.test["value"])
        #expect(JSON(item.document).value(at: pointer) == item.test["value"].map { JSON($0) })
        #expect(pointer.description == text)
        #expect(pointer.uriFragment == fragment)
        #expect(try JSONPointer(uriFragment: fragment) == pointer)
        #expect(item.document.value(at: pointer)?.pointer == item.document.pointer.appending(pointer))
    }

    /// Texts that aren't pointers, with the column of the fault.
    static let refused: [(text: String, column: Int)] = [
        ("a", 1), ("a/b", 1), ("#/a", 1), ("/~", 2), ("/a~2b", 4), ("/é/~", 4),
    ]

    @Test("an invalid pointer is rejected with a column", arguments: refused)
    func refusal(_ text: String, _ column: Int) throws {
        let error = try #require(throws: JSONPointerError.self) { try JSONPointer(parsing: text) }
        #expect(error.column == column && !error.reason.isEmpty)
    }

    @Test(
        "a fragment with an invalid escape is rejected",
        arguments: [("#/%2", 3), ("#/é%zz", 4), ("#/%C3", 1), ("#/%41%4", 6)])
    func refusedFragment(_ text: String, _ column: Int) throws {
        let error = try #require(throws: JSONPointerError.self) { try JSONPointer(uriFragment: text) }
        #expect(error.column == column)
    }

    @Test("pointers are composed, split and ordered")
    func building() throws {
        let pointer: JSONPointer = "/a/b~1c/0"
        #expect(JSONPointer.root.appending("a").appending("b/c").appending(0) == pointer)
        #expect(pointer.tokens == ["a", "b/c", "0"])
        #expect(pointer.parent == "/a/b~1c" && JSONPointer.root.parent == nil)
        #expect("/a/2" < ("/a/10" as JSONPointer) && "" < ("/a" as JSONPointer) && "/a" < ("/b" as JSONPointer))
        #expect(("/\u{E9}" as JSONPointer) != "/e\u{301}")
        #expect(Set<JSONPointer>(["/a", "/a", "/b"]).count == 2)
    }

    @Test("a pointer is encoded as a string")
    func coding() throws {
        let data = try JSONEncoder().encode(["/a~1b" as JSONPointer])
        #expect(try JSONDecoder().decode([JSONPointer].self, from: data) == ["/a~1b"])
        #expect(throws: (any Error).self) { try JSONDecoder().decode([JSONPointer].self, from: Data("[\"x\"]".utf8)) }
    }
}

extension JSONPointer {
    fileprivate func appending(_ other: JSONPointer) -> JSONPointer { JSONPointer(tokens: tokens + other.tokens) }
}
