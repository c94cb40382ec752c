// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Testing

@Suite("Duplicate keys")
struct DuplicateKeyTests {
    @Test("a duplicate key is reported with both positions")
    func places() throws {
        let document = try JSONDocument(parsing: "{\"x\": {\n \"a\": 1,\n \"b\": 2,\n \"a\": 3}}")
        let duplicate = try #require(document.duplicateKeys.first)
        #expect(document.duplicateKeys.count == 1)
        #expect(duplicate.key == "a")
        #expect(duplicate.object.description == "/x")
        #expect(duplicate.first.description == "2:2")
        #expect(duplicate.second.description == "4:2")
    }

    @Test("similar keys, and equal keys of different objects, aren't duplicates")
    func none() throws {
        let text = "[{\"\u{E9}\":1,\"e\u{301}\":2,\"E\":3,\"e\":4},{\"e\":1},{\"a\":{\"a\":{\"a\":1}},\"b\":{\"a\":1}}]"
        let document = try JSONDocument(parsing: text)
        #expect(document.duplicateKeys.isEmpty)
        #expect(document.root[0]?["\u{E9}"]?.int == 1)
        #expect(document.root[0]?["e\u{301}"]?.int == 2)
    }

    @Test("an escaped key can be a duplicate")
    func escapes() throws {
        let document = try JSONDocument(parsing: #"{"a\/b":1,"a/b":2,"\u0061/b":3,"\ud83d\ude00":4,"😀":5}"#)
        #expect(document.duplicateKeys.map(\.key) == ["a/b", "a/b", "😀"])
        #expect(document.duplicateKeys.map(\.first.column) == [2, 2, 32])
        #expect(document.root["a/b"]?.int == 3)
        #expect(document.root["😀"]?.int == 5)
    }

    @Test("the last value of a duplicate key counts, in objects of any size", arguments: [2, 16, 32, 33, 34, 1000])
    func last(_ size: Int) throws {
        // Every third key comes again at the end.
        let keys = (0..<size).map { "key\($0)" }
        let again = keys.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
        let members = (keys + again + again).enumerated().map { "\"\($1)\":\($0)" }
        let document = try JSONDocument(parsing: "{" + members.joined(separator: ",") + "}")
        #expect(document.duplicateKeys.map(\.key) == again + again)
        #expect(document.root.count == members.count)
        for (index, key) in keys.enumerated() {
            let place = again.firstIndex(of: key).map { size + again.count + $0 } ?? index
            #expect(document.root[key]?.int == place)
        }
        #expect(document.root["key\(size)"] == nil)
        #expect(JSON(document.root).object?.count == size)
        let first = document.duplicateKeys.first
        #expect(first?.first.column == 2)
    }

    @Test("the keys of an object with 100,000 members are found")
    func large() throws {
        let members = (0..<100_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
        let document = try JSONDocument(parsing: "[{\"k1\":-1},{\(members)},{\"k2\":-2}]")
        let object = try #require(document.root[1])
        for number in stride(from: 0, to: 100_000, by: 97) { #expect(object["k\(number)"]?.int == number) }
        #expect(object["k100000"] == nil && object[""] == nil)
        #expect(document.root[0]?["k1"]?.int == -1 && document.root[2]?["k2"]?.int == -2)
        #expect(document.duplicateKeys.isEmpty)
    }

    @Test("each duplicate key has the pointer of its object")
    func objects() throws {
        let inner = #"{"x":1,"x":2,"y":{"z":[0,{"q":1,"q":2}],"z":3},"x":4}"#
        let document = try JSONDocument(parsing: #"{"list":["# + inner + ",7," + inner + #"],"o":{"a":1,"a":2},"o":0}"#)
        let found = document.duplicateKeys.map { "\($0.object) \($0.key)" }
        let wanted = ["", "/y/z/1", "/y", ""].map { "/list/0\($0)" } + ["", "/y/z/1", "/y", ""].map { "/list/2\($0)" }
        let keys = ["x", "q", "z", "x", "x", "q", "z", "x"]
        #expect(found == zip(wanted, keys).map { "\($0) \($1)" } + ["/o a", " o"])
        let many = "[" + String(repeating: inner + ",", count: 2_000) + "0]"
        let last = try JSONDocument(parsing: many).duplicateKeys.last
        #expect(last?.object == "/1999")
    }
}
