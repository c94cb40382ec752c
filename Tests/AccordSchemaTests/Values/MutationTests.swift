// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordSchema
import ConformanceScore
import Foundation
import Testing

@Suite("Mutations of a valid document")
struct MutationTests {
    static let schema: String = ##"""
        {
          "type": "object",
          "required": ["id", "name", "status", "createdAt", "items", "owner"],
          "properties": {
            "id": { "type": "integer", "format": "int64", "minimum": 1 },
            "count": { "type": "integer", "format": "int32" },
            "name": { "type": "string", "minLength": 1, "maxLength": 40 },
            "nickname": { "type": ["string", "null"] },
            "status": { "enum": ["active", "closed"] },
            "phase": { "anyOf": [{ "enum": ["one", "two"] }, { "type": "string" }] },
            "price": { "type": "number", "minimum": 0 },
            "website": { "type": "string", "format": "uri" },
            "createdAt": { "type": "string", "format": "date-time" },
            "items": { "type": "array", "items": { "$ref": "#/$defs/item" } },
            "labels": { "type": "object", "additionalProperties": { "type": "string" } },
            "owner": { "oneOf": [{ "$ref": "#/$defs/person" }, { "$ref": "#/$defs/company" }] }
          },
          "$defs": {
            "item": {
              "type": "object", "required": ["sku"],
              "properties": { "sku": { "type": "string" }, "amount": { "type": "integer" } }
            },
            "person": {
              "type": "object", "required": ["kind", "age"], "additionalProperties": false,
              "properties": { "kind": { "const": "person" }, "age": { "type": "integer" } }
            },
            "company": { "type": "object", "required": ["kind"], "properties": { "kind": { "const": "company" } } }
          }
        }
        """##

    static let document: String = ##"""
        {"id": 10, "count": 3, "name": "Ann", "nickname": "A", "status": "active", "phase": "one", "price": 1.5,
         "website": "https://example.com/a", "createdAt": "2024-05-17T09:30:00Z",
         "items": [{"sku": "a", "amount": 2}, {"sku": "b"}], "labels": {"a": "b"}, "owner": {"kind": "person", "age": 3}}
        """##

    private func mutations(limit: Int = 2_000) throws -> [SchemaMutation] {
        try compiled(Self.schema).mutations(of: JSON(parsing: Self.document), limit: limit)
    }

    /// The ids of entries that this schema or any schema can't express.
    static let elsewhere: Set<String> = ["html-at-200"]

    @Test("a text that looks like a date or an identifier gets no other characters, whatever its schema says")
    func machineTexts() throws {
        let schema = try compiled(#"{ "type": "object", "properties": { "at": {}, "by": {} } }"#)
        let document = try JSON(parsing: #"{ "at": "2026-12-01T09:00:00Z", "by": "Ann" }"#)
        let places = schema.mutations(of: document, limit: 2_000).filter { $0.id == "unicode-content" }.map(\.place)
        #expect(Set(places.compactMap { $0?.description }) == ["/by"])
    }

    @Test("mutations cover every entry of the catalogue that a schema can express")
    func coversCatalogue() throws {
        let found = Set(try mutations().map(\.id))
        let wanted = try Catalogue.entries().filter { !["media", "error"].contains($0.group) }.map(\.id)
        #expect(wanted.count > 40)
        #expect(Set(wanted).subtracting(found) == Self.elsewhere)
    }

    @Test("mutations have the catalogue's group and standards")
    func carriesRule() throws {
        let entries = try Catalogue.entries()
        for mutation in try mutations() {
            let entry = entries.first { $0.id == mutation.id }
            #expect(entry?.group == mutation.group)
            for standard in (entry?.rule ?? "").matches(of: /RFC [0-9]+/) {
                #expect(mutation.reason.contains(standard.output), "\(mutation.id)")
            }
        }
    }

    @Test("mutations have the same order in every process")
    func order() throws {
        let schema = try compiled(
            #"""
            { "required": ["a", "c"],
              "properties": { "a": {"type": ["string", "null"]}, "b": {"type": ["string", "null"]},
                              "c": {"type": ["string", "null"]}, "d": {"type": ["string", "null"]} } }
            """#)
        let found = schema.mutations(of: ["b": "x", "a": "x", "d": "x", "c": "x"])
        let places = found.filter { $0.id == "null-nullable" }.map { $0.place?.description }
        // Required properties come first, as in the catalogue.
        #expect(places == ["/a", "/c", "/b", "/d"])
    }

    @Test("mutations have the validator's verdict")
    func carriesVerdict() throws {
        let schema = try compiled(Self.schema)
        for mutation in try mutations() {
            let limits = JSONLimits(maximumDepth: 20_000)
            let document = try? JSONDocument(parsing: mutation.bytes, file: "m.json", limits: limits)
            #expect(document.map { schema.isValid($0.root) } == mutation.isValid, "\(mutation)")
        }
    }

    @Test("mutations have the validator's verdict for schemas with every keyword", arguments: UInt64(0)..<200)
    func agreesWithValidator(seed: UInt64) throws {
        var random = RandomSchemas(seed: seed)
        guard let schema = try? compiled(random.schema(4)) else { return }
        let limits = JSONLimits(maximumDepth: 20_000)
        // A generated example satisfies the schema. A random instance may violate it.
        for instance in [try? schema.example(seed: seed), try? JSON(parsing: random.instance(4))] {
            guard let instance else { continue }
            for mutation in schema.mutations(of: instance, limit: 500, excluding: ["many-elements", "deep-nesting"]) {
                let document = try? JSONDocument(parsing: mutation.bytes, file: "m.json", limits: limits)
                #expect(document.map { schema.isValid($0.root) } == mutation.isValid, "\(schema.source): \(mutation)")
            }
        }
    }

    /// An entry, a place and a variant, with the expected verdict and a part of the text.
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var isValid: Bool?
        var text: String
        var testDescription: String { name }
    }

    static let rows: [Row] = [
        Row(name: "empty-body", isValid: nil, text: ""),
        Row(name: "trailing-garbage", isValid: nil, text: "} oops"),
        Row(name: "trailing-comma:root", isValid: nil, text: ",}"),
        Row(name: "nan-infinity:/id:NaN", isValid: nil, text: #""id":NaN"#),
        Row(name: "single-quotes", isValid: nil, text: "'name':'Ann'"),
        Row(name: "lone-surrogate:/name", isValid: nil, text: #""\ud800Ann""#),
        Row(name: "escaped-vs-literal:/id:key", isValid: true, text: #""\u0069d":10"#),
        Row(name: "escaped-vs-literal:solidus", isValid: true, text: #"https:\/\/example.com\/a"#),
        Row(name: "unicode-content:/name:emoji", isValid: true, text: #""name":"😀""#),
        Row(name: "key-order:reversed", isValid: true, text: #"{"owner":{"age":3,"kind":"person"}"#),
        Row(name: "whitespace:tabs and CRLF", isValid: true, text: "\r\n\t\"id\": 10"),
        Row(name: "extra-property:root:scalar", isValid: true, text: #","unknownProperty":"new"}"#),
        Row(name: "extra-property:/owner:null", isValid: false, text: #","unknownProperty":null}"#),
        Row(name: "extra-property:/items/0:array", isValid: true, text: #","unknownProperty":[1,2]}"#),
        Row(name: "duplicate-key:/id", isValid: false, text: #","id":null}"#),
        Row(name: "case-changed-key:/id", isValid: false, text: #"{"Id":10"#),
        Row(name: "drop-required:/items/0/sku", isValid: false, text: #"[{"amount":2},"#),
        Row(name: "drop-required:/owner", isValid: false, text: #"{"a":"b"}}"#),
        Row(name: "drop-optional:/count", isValid: true, text: #"{"id":10,"name""#),
        Row(name: "null-required:/name", isValid: false, text: #""name":null"#),
        Row(name: "null-optional:/count", isValid: false, text: #""count":null"#),
        Row(name: "null-nullable:/nickname", isValid: true, text: #""nickname":null"#),
        Row(name: "wrong-root:root:array", isValid: false, text: "[]"),
        Row(name: "wrong-type:/name:number", isValid: false, text: #""name":1"#),
        Row(name: "empty-array:/items", isValid: true, text: #""items":[]"#),
        Row(name: "empty-object:/labels", isValid: true, text: #""labels":{}"#),
        Row(name: "null-element:/items/0", isValid: false, text: #""items":[null,"#),
        Row(name: "int-max:/count:maximum", isValid: true, text: #""count":2147483647"#),
        Row(name: "int-max:/id:maximum", isValid: true, text: #""id":9223372036854775807"#),
        Row(name: "int-overflow:/count:above", isValid: false, text: #""count":2147483648"#),
        Row(name: "int-overflow:/id:above", isValid: false, text: #""id":9223372036854775808"#),
        Row(name: "int-2^53+1:/id", isValid: true, text: #""id":9007199254740993"#),
        Row(name: "float-for-int:/id", isValid: false, text: #""id":1.5"#),
        Row(name: "integral-float:/id:point", isValid: true, text: #""id":10.0"#),
        Row(name: "integral-float:/id:exponent", isValid: true, text: #""id":1e1"#),
        Row(name: "number-notation:/price:trailing zero", isValid: true, text: #""price":1.50"#),
        Row(name: "huge-exponent:/price", isValid: true, text: #""price":1e400"#),
        Row(name: "unknown-enum:/status", isValid: false, text: #""status":"unknown-value""#),
        Row(name: "unknown-enum:/phase", isValid: true, text: #""phase":"unknown-value""#),
        Row(name: "unknown-variant:/owner/kind", isValid: false, text: #""kind":"unknown-variant""#),
        Row(name: "date-variants:/createdAt:-07:00", isValid: true, text: "2024-05-17T02:30:00-07:00"),
        Row(name: "date-variants:/createdAt:9 digits", isValid: true, text: "09:30:00.000000000Z"),
        Row(name: "date-invalid:/createdAt:epoch", isValid: false, text: #""createdAt":1715938200"#),
        Row(name: "date-impossible:/createdAt:30 February", isValid: false, text: "2021-02-30T09:30:00Z"),
        Row(name: "boundary-values:/name:minLength", isValid: true, text: ""),
    ]

    @Test("a mutation makes exactly the described change", arguments: rows)
    func changes(row: Row) throws {
        let mutation = try #require(try mutations().first { $0.description == row.name })
        #expect(mutation.isValid == row.isValid)
        let text = String(decoding: mutation.bytes, as: UTF8.self)
        if row.name.hasPrefix("boundary-values") {
            #expect(try JSON(parsing: text)["name"]?.string?.count == 1)
        } else {
            #expect(row.text.isEmpty ? text.isEmpty : text.contains(row.text), "\(text)")
        }
    }

    @Test(
        "a date with a fraction also occurs without it",
        arguments: [("08:30:53.26Z", ["no fraction"]), ("08:30:53Z", [])])
    func dateWithoutFraction(time: String, variants: [String]) throws {
        let schema = try compiled(#"{"properties": {"at": {"type": "string", "format": "date-time"}}}"#)
        let all = schema.mutations(of: ["at": .string("2015-09-10T\(time)")])
        let mutations = all.filter { $0.description.hasSuffix(":no fraction") }
        #expect(mutations.map(\.description) == variants.map { "date-variants:/at:\($0)" })
        let text = #"{"at":"2015-09-10T08:30:53Z"}"#
        #expect(mutations.allSatisfy { $0.isValid == true && $0.bytes == Array(text.utf8) })
    }

    @Test(
        "no value has a wrong type that its schema lists, also if the document is invalid at a different place",
        arguments: ["7", "null"])
    func listedTypes(name: String) throws {
        let schema = try compiled(
            #"{"properties": {"id": {"type": ["string", "integer"]}, "name": {"type": "string"}}, "required": ["id"]}"#)
        let document = try JSON(parsing: #"{"id": "a", "name": \#(name == "null" ? "null" : "\"\(name)\"")}"#)
        let types = schema.mutations(of: document).filter { $0.id == "wrong-type" && $0.place?.description == "/id" }
        #expect(types.map(\.variant) == ["object", "array", "boolean"])
    }

    @Test("null replaces the value of a named property, but not of a map's key, unless the map allows null")
    func nullsInMaps() throws {
        let map = #"{"type": "object", "additionalProperties": {"type": "string"}}"#
        let nullable = map.replacing(#""string""#, with: #"["string", "null"]"#)
        let schema = try compiled(
            #"{"properties": {"note": {"type": "string"}, "tags": \#(map), "marks": \#(nullable)}}"#)
        let names = schema.mutations(of: ["note": "a", "tags": ["x": "b"], "marks": ["y": "c"]]).map(\.description)
        #expect(
            Set(names.filter { $0.hasPrefix("null-") })
                == ["null-optional:/note", "null-optional:/tags", "null-optional:/marks", "null-nullable:/marks/y"])
    }

    @Test("many-elements has 10,000 elements if maxItems allows them")
    func manyElements() throws {
        let mutation = try #require(try mutations().first { $0.id == "many-elements" })
        #expect(try JSON(parsing: String(decoding: mutation.bytes, as: UTF8.self))["items"]?.array?.count == 10_000)
        let schema = try compiled(#"{"type": "array", "maxItems": 12}"#)
        let short = schema.mutations(of: [1]).first { $0.id == "many-elements" }
        #expect(try short.map { try JSON(parsing: String(decoding: $0.bytes, as: UTF8.self)) }?.array?.count == 12)
        #expect(!(try compiled(#"{"uniqueItems": true}"#).mutations(of: [1]).contains { $0.id == "many-elements" }))
        let long = try compiled(#"{"type": "array"}"#).mutations(of: [.string(String(repeating: "x", count: 9_997))])
        #expect(long.first { $0.id == "many-elements" }?.bytes.count == 1_010_001)
    }

    @Test("deep-nesting-extra has the stated depth")
    func deepNesting() throws {
        let deep = try mutations().filter { $0.id == "deep-nesting-extra" }
        #expect(deep.map(\.variant) == ["100", "511", "512", "10000"])
        for (mutation, depth) in zip(deep, [100, 511, 512, 10_000]) {
            func isRead(_ maximum: Int) -> Bool {
                (try? JSONDocument(parsing: mutation.bytes, file: "", limits: JSONLimits(maximumDepth: maximum))) != nil
            }
            #expect(isRead(depth))
            #expect(!isRead(depth - 1))
        }
    }

    @Test("mutations differ from each other and from the document")
    func isStable() throws {
        let first = try mutations()
        #expect(first == (try mutations()))
        #expect(Set(first.map(\.description)).count == first.count)
        let original = JSONDocument(try JSON(parsing: Self.document)).bytes
        #expect(first.allSatisfy { $0.bytes != original })
    }

    @Test("the number of mutations stays within the limit, with at least one of each entry", arguments: [60, 100, 256])
    func isBounded(limit: Int) throws {
        let all = try mutations()
        let some = try mutations(limit: limit)
        #expect(some.count <= limit && some.count > limit / 2)
        #expect(Set(some.map(\.id)) == Set(all.map(\.id)))
        #expect(some.allSatisfy { all.contains($0) })
    }

    static let loose: [String] = [
        "true", "{}", #"{"type": ["object", "array", "string", "number", "boolean", "null"]}"#,
    ]

    @Test("no mutation that the schema allows is called invalid", arguments: loose)
    func allowsLoose(text: String) throws {
        let mutations = try compiled(text).mutations(of: ["id": 1, "list": [1, "a"], "text": "x"])
        let wrong: Set<String> = ["wrong-type", "wrong-root", "drop-required", "null-element", "float-for-int"]
        #expect(mutations.allSatisfy { !wrong.contains($0.id) && $0.isValid != false })
        #expect(mutations.contains { $0.id == "drop-optional" })
    }

    static let scalars: [JSON] = [42, "text", true, .null, [], [:]]

    @Test("a scalar document has mutations", arguments: scalars)
    func mutatesScalars(value: JSON) throws {
        let mutations = try compiled("true").mutations(of: value)
        #expect(mutations.contains { $0.id == "trailing-garbage" })
        #expect(mutations.filter { $0.group == "syntax" }.allSatisfy { $0.isValid == nil })
    }
}

/// The catalogue of response mutations, as data.
enum Catalogue {
    struct Entry {
        var id: String
        var group: String
        var rule: String
    }

    static let path: URL = Conformance.fixtures.appending(path: "catalogue/response-mutations.json")

    static func entries() throws -> [Entry] {
        let document = try JSONDocument(parsing: [UInt8](Data(contentsOf: path)))
        return document.root["mutations"]?.elements.map { entry in
            Entry(
                id: entry["id"]?.string ?? "", group: entry["group"]?.string ?? "", rule: entry["rule"]?.string ?? "")
        } ?? []
    }
}
