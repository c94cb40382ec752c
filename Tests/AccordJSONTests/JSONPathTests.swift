// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Testing

@Suite("JSONPath")
struct JSONPathTests {
    /// A query that isn't one, the column of its fault, and a part of the reason.
    static let faults: [(text: String, column: Int, reason: String)] = [
        ("", 1, "start with $"), (" $", 1, "start with $"), ("$ ", 2, "remove the white space"),
        ("$a", 2, "start with . or ["),
        ("$.", 3, "a name or *"), ("$.é.-", 5, "brackets and quotes"), ("$[", 3, "a selector is expected"),
        ("$[01]", 3, "not have leading zeros"), ("$[-0]", 3, "write 0"), ("$[9007199254740992]", 3, "2^53"),
        ("$['a]", 6, "no closing quote"),
        ("$['\\x']", 4, "invalid escape"), ("$[1,]", 5, "a selector"), ("$[?@.a==]", 9, "a condition is expected"),
        ("$[?@.*==1]", 4, "query for one value"), ("$[?1]", 4, "compare the literal"),
        ("$[?length(@.a)]", 4, "compare its result"),
        ("$[?match(@.a,'x')==true]", 4, "return a truth value"), ("$[?nope(@)]", 4, "isn't a function"),
        ("$[?count(1)>1]", 10, "takes a query"),
        ("$[?length(@,@)==1]", 4, "one argument"), ("$[?(@.a]", 8, "is expected here"),
        ("$[?abc]", 4, "a string in quotes"),
        ("$[?!@.a==1]", 5, "parentheses"), ("$[?@.a='x']", 7, "comma or ]"), ("$[?@.a==01]", 9, "JSON number"),
    ]

    @Test("an invalid query is rejected with a column and a hint", arguments: faults)
    func fault(_ text: String, _ column: Int, _ reason: String) throws {
        let error = try #require(throws: JSONPathError.self) { try JSONPath(text) }
        #expect(error.column == column, "\(error)")
        #expect(error.reason.contains(reason), "\(error)")
    }

    @Test("filters can be nested 64 levels deep")
    func nesting() throws {
        func query(_ depth: Int) -> String {
            "$[?" + String(repeating: "(", count: depth) + "@.a" + String(repeating: ")", count: depth) + "]"
        }
        let value = try JSONDocument(parsing: #"[{"a":1},{"b":1}]"#).root
        #expect(try JSONPath(query(63)).query(value).map(\.text) == [#"{"a":1}"#])
        let error = try #require(throws: JSONPathError.self) { try JSONPath(query(100_000)) }
        #expect(error.reason.contains("more than 64 levels deep"))
    }

    @Test("a query selects the last value of a duplicate key")
    func duplicates() throws {
        let value = try JSONDocument(parsing: #"{"a":1,"b":2,"a":3}"#).root
        #expect(try JSONPath("$.a").query(value).map(\.text) == ["3"])
        #expect(try JSONPath("$.*").query(value).map(\.text) == ["2", "3"])
        #expect(try JSONPath("$..*").query(value).map(\.text) == ["2", "3"])
        #expect(try JSONPath("$[?length($)==2]").query(value).count == 2)
    }

    @Test("a filter compares numbers exactly and strings by scalars")
    func comparison() throws {
        let value = try JSONDocument(parsing: #"[9007199254740992, 9007199254740993, "\u00e9", "e\u0301", 1e400]"#).root
        #expect(try JSONPath("$[?@ > 9007199254740992]").query(value).map(\.text) == ["9007199254740993", "1e400"])
        #expect(try JSONPath("$[?@ == 10e399]").query(value).count == 1)
        #expect(try JSONPath("$[?@ == '\u{E9}']").query(value).count == 1)
    }

    @Test("queries with the same text are equal")
    func identity() throws {
        #expect(try JSONPath("$.a") == JSONPath("$.a") && JSONPath("$.a") != JSONPath("$['a']"))
        #expect(try JSONPath("$.a").description == "$.a")
    }
}

@Suite("Expensive JSONPath queries")
struct HostilePathTests {
    /// Ten levels, each within the first element of the one around it.
    static let document = try? JSONDocument(
        parsing: (0..<9).reduce("[1,2,3]") { text, _ in "[\(text),[],1]" })

    @Test(
        "a query that selects too many values is stopped, with the column of its segment", .timeLimit(.minutes(20)),
        arguments: [
            ("$" + String(repeating: "..[*,*,*]", count: 9), nil),
            ("$\(String(repeating: "[0,0]", count: 60))", nil),
            ("$..[?count($..[?count($..*)>0])>0 && count($..[?count($..[?count($..*)>0])>0])>0]", 2),
        ] as [(String, Int?)])
    func multiplies(_ text: String, _ column: Int?) throws {
        let deep = try JSONDocument(parsing: String(repeating: "[", count: 70) + String(repeating: "]", count: 70))
        let root = text.hasPrefix("$[0,0]") ? deep.root : try #require(Self.document).root
        let error = try #require(throws: JSONPathError.self) { try JSONPath(text).query(root).count }
        #expect(error.reason.contains("selects too many values"), "\(error)")
        if let column { #expect(error.column == column) } else { #expect(error.column > 2) }
    }

    @Test("a query that selects many values of a large document succeeds")
    func large() throws {
        let document = try JSONDocument(parsing: "[" + String(repeating: "{\"a\":1},", count: 20_000) + "{\"a\":2}]")
        #expect(try JSONPath("$..*").query(document.root).count == 40_002)
        #expect(try JSONPath("$[?@.a == 2]").query(document.root).count == 1)
        #expect(try JSONPath("$..[*,*]").query(document.root).count == 80_004)
    }
}
