// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import AccordOpenAPI
import Testing

@Suite struct `YAML is read as JSON` {
    private func read(_ text: String) throws -> JSONDocument {
        try YAMLDocuments().document(Array(text.utf8), file: "a.yaml")
    }

    @Test(arguments: [
        ("no", "\"no\""), ("yes", "\"yes\""), ("on", "\"on\""), ("2024-01-01", "\"2024-01-01\""),
        ("12:30:45", "\"12:30:45\""),
        ("true", "true"), ("True", "true"), ("~", "null"), ("null", "null"), ("", "null"), ("1", "1"), ("007", "7"),
        ("0o17", "15"), ("0xFF", "255"), ("1_000", "\"1_000\""), (".5", "0.5"), ("5.", "5"), ("+1", "1"),
        ("-0.0", "-0.0"), ("1e3", "1e3"), (".inf", "\".inf\""), ("'1'", "\"1\""), ("!!str 1", "\"1\""),
        ("1.2.3", "\"1.2.3\""), ("12345678901234567890123", "12345678901234567890123"), ("\"a\\nb\"", "\"a\\nb\""),
    ])
    func `scalars follow the core schema of YAML 1.2`(yaml: String, json: String) throws {
        #expect(try read("a: \(yaml)\n").root["a"]?.text == json)
    }

    @Test func `JSON in a YAML file may have escaped surrogate pairs`() throws {
        #expect(try read(#"{ "a": "\ud83d\ude00" }"#).root["a"]?.string == "😀")
        #expect(try read("{ a: [b, 1] }").root["a"]?.compact == #"["b",1]"#)
    }

    @Test func `keys and values have source locations`() throws {
        let document = try read(
            "openapi: 3.1.0\npaths:\n  /a:\n    get: &x\n      responses:\n        200: {a: [1, two]}\n")
        let responses = try #require(document.root["paths"]?["/a"]?["get"]?["responses"])
        #expect(responses["200"]?["a"]?[1]?.position.description == "6:22")
        #expect(responses.members.first?.keyPosition.description == "6:9")
        #expect(document.lineText(6) == "        200: {a: [1, two]}")
    }

    @Test func `anchors, aliases and merge keys are resolved`() throws {
        let document = try read("a: &a {x: 1, y: 2}\nb: *a\nc:\n  <<: *a\n  x: 3\nd:\n  <<: [*a, {z: 4}]\n")
        #expect(document.root["b"]?.compact == #"{"x":1,"y":2}"#)
        #expect(document.root["c"]?.compact == #"{"x":3,"y":2}"#)
        #expect(document.root["d"]?.compact == #"{"x":1,"y":2,"z":4}"#)
    }

    @Test(arguments: [
        ("a: 1\na: 2\n", "2:1"), ("a: 1\n'a': 2\n", "2:1"), ("b:\n- a: 1\n  c: {a: 2}\n  a: 3\n", "4:3"),
        ("{b: 1, a: 2, a: 3}", "1:8"), ("{b: 1}\u{0}", "1:1"), ("1: a\n'1': b\n", "2:1"), ("a: [1\nb: 2\n", "2"),
        ("? [1]\n: 2\n", "1:3"), ("a: *b\n", "1:4"), ("a: 1\n---\nb: 2\n", "2:1"), ("", "1:1"), ("\ta: 1\n", "1:1"),
    ])
    func `YAML without a JSON equivalent is rejected`(yaml: String, place: String) throws {
        let error = try #require(throws: JSONSyntaxError.self) { try read(yaml) }
        #expect(error.position.description.hasPrefix(place), "\(error)")
    }

    @Test(arguments: [
        ("a:\n\tb: 1\n", "2:1"), ("a:\n  b: 1\n\tc: 2\n", "3:1"), ("a:\n  \tb: 1\n", "2:3"),
        ("a: |\n\ttext\n", "2:1"), ("a:\n- 1\n\t- 2\n", "3:1"),
    ])
    func `a tab that indents is reported at its place, with the correction`(yaml: String, place: String) throws {
        let error = try #require(throws: JSONSyntaxError.self) { try read(yaml) }
        #expect(error.position.description == place)
        #expect(error.reason.contains("replace the tab with spaces"))
    }

    @Test(arguments: ["a:\tb\n", "a: {\n\tb: 1 }\n", "a: \"b\n\tc\"\n"])
    func `a tab between tokens is allowed`(yaml: String) throws {
        #expect(try read(yaml).root["a"] != nil)
    }

    @Test func `a bomb of aliases is rejected`() throws {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for index in 1...9 {
            let before = Array(repeating: "*a\(index - 1)", count: 10).joined(separator: ", ")
            text += "a\(index): &a\(index) [\(before)]\n"
        }
        let error = try #require(throws: JSONSyntaxError.self) { try read(text) }
        #expect(error.reason.contains("aliases"))
    }
}
