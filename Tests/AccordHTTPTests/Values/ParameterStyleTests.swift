// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordSchema
import ConformanceScore
import Testing

@testable import AccordContract

@Suite("Parameter styles") struct ParameterStyleTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var place: String
        var style: String
        var explode: Bool
        var texts: [String: String]
        var testDescription: String { "\(place) \(style) explode: \(explode)" }
    }

    static let values: [String: JSON] = [
        "string": "blue", "array": ["blue", "black", "brown"], "object": ["R": 100, "G": 200, "B": 150],
        "undefinedOrEmpty": "",
    ]
    static let schemas: [String: String] = [
        "string": #"{"type": "string"}"#, "undefinedOrEmpty": #"{"type": "string"}"#,
        "array": #"{"type": "array", "items": {"type": "string"}}"#,
        "object": #"{"type": "object", "properties": {"R": {"type": "integer"}, "G": {"type": "integer"}, "B": {}}}"#,
    ]
    static let rows: [Row] = {
        guard let root = try? Conformance.fixture("param-style-matrix.json").root else { return [] }
        return root["rows"]?.elements.map { row in
            var texts: [String: String] = [:]
            for kind in values.keys { texts[kind] = row[kind]?.string }
            return Row(
                place: row["in"]?.string ?? "", style: row["style"]?.string ?? "",
                explode: row["explode"]?.bool ?? false,
                texts: texts)
        } ?? []
    }()

    @Test(
        "the text “null” is null if the schema allows it",
        arguments: [
            (#"{ "type": "integer", "nullable": true }"#, [.null]), (#"{ "type": ["integer", "null"] }"#, [.null]),
            (#"{ "type": "integer" }"#, ["null"]), (#"{ "type": "string", "nullable": true }"#, [.null, "null"]),
        ] as [(String, [JSON])])
    func null(schema: String, readings: [JSON]) throws {
        let view = SchemaView(try JSONDocument(parsing: schema).root)
        #expect(TextTree.text("null").readings(view: view) == readings)
        #expect(TextTree.text("null").readings(as: ParameterShape(name: "a", place: .query, view: view)) == readings)
    }

    @Test(
        "several items of a parameter that may be a text or a list are a list",
        arguments: [
            (#"{"oneOf":[{"type":"string"},{"type":"array"}]}"#, "s=a&s=b", .list([.text("a"), .text("b")]), 2),
            (#"{"oneOf":[{"type":"string"},{"type":"array"}]}"#, "s=a", .text("a"), 1),
            (#"{"type":["string","integer"]}"#, "s=a&s=b", .text("a"), 1),
        ] as [(String, String, TextTree, Int)])
    func union(schema: String, query: String, tree: TextTree, count: Int) throws {
        let view = SchemaView(try JSONDocument(parsing: schema).root)
        let reader = ParameterReader(ParameterShape(name: "s", place: .query, view: view), layer: .form)
        let found = reader.find(in: RawItem.split(query))
        #expect(found.trees == [tree] && found.used.count == count)
    }

    /// A parameter, its value, and the expected text of the request.
    struct WrittenRow: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var place = ParameterPlace.query
        var style: ParameterStyle?
        var explode: Bool?
        var type: MediaType?
        var allowsReserved = false
        var schema = "{}"
        var value: JSON
        var text: String
    }

    static let written = [
        WrittenRow(testDescription: "all reserved characters are encoded", value: "a/b?c:1", text: "p=a%2Fb%3Fc%3A1"),
        WrittenRow(
            testDescription: "allowReserved keeps reserved characters", allowsReserved: true, value: "a/b?c:1=,@",
            text: "p=a/b?c:1=,@"),
        WrittenRow(
            testDescription: "allowReserved encodes the characters that have a meaning in a query",
            allowsReserved: true, value: "&#+% []é", text: "p=%26%23%2B%25%20%5B%5D%C3%A9"),
        WrittenRow(
            testDescription: "allowReserved encodes a delimiter within an element", explode: false,
            allowsReserved: true, value: ["a/b", "c,d"], text: "p=a/b,c%2Cd"),
        WrittenRow(
            testDescription: "allowReserved in a path", place: .path, allowsReserved: true, value: "a:b@c/d?",
            text: "a:b@c%2Fd%3F"),
        WrittenRow(testDescription: "a path without allowReserved", place: .path, value: "a:b", text: "a%3Ab"),
        WrittenRow(
            testDescription: "a cookie with the style form is encoded", place: .cookie, value: "a b%20",
            text: "p=a%20b%2520"),
        WrittenRow(
            testDescription: "a cookie with the style cookie isn't encoded", place: .cookie, style: .cookie,
            value: "a b%20,\"c\"", text: "p=a b%20,\"c\""),
        WrittenRow(
            testDescription: "a cookie can't contain a semicolon or a line break", place: .cookie, style: .cookie,
            value: "a;b\r\nc", text: "p=a%3Bb%0D%0Ac"),
        WrittenRow(
            testDescription: "a list with the style cookie has a pair for each element", place: .cookie,
            style: .cookie, value: ["a", "b%"], text: "p=a; p=b%"),
        WrittenRow(
            testDescription: "a JSON value is the whole query", style: .querystring, type: .json, value: ["a": [1, 2]],
            text: "%7B%22a%22:%5B1,2%5D%7D"),
        WrittenRow(
            testDescription: "a form is the whole query", style: .querystring,
            type: MediaType(parsing: "application/x-www-form-urlencoded"), value: ["a": "x y", "b": 1],
            text: "a=x+y&b=1"),
        WrittenRow(
            testDescription: "lists in a list have their own delimiters", explode: false,
            schema:
                #"{"type":"array","items":{"type":"array","x-collectionFormat":"pipes","items":{"type":"integer"}}}"#,
            value: [[1, 2], [3]], text: "p=1%7C2,3"),
        WrittenRow(
            testDescription: "lists in a list without a delimiter are JSON", explode: false,
            schema: #"{"type":"array","items":{"type":"array","items":{"type":"integer"}}}"#, value: [[1, 2]],
            text: "p=%5B1%2C2%5D"),
    ]

    @Test("a value is written in its style and read back", arguments: written)
    func writes(_ row: WrittenRow) throws {
        var shape = ParameterShape(
            name: "p", place: row.place, style: row.style, explode: row.explode, mediaType: row.type,
            view: SchemaView(try JSONDocument(parsing: row.schema).root))
        shape.allowsReserved = row.allowsReserved
        let writer = ParameterWriter(shape)
        let reader = ParameterReader(shape, layer: row.style == .cookie ? .plain : .rfc3986, expecting: row.value)
        let (text, trees): (String, [TextTree])
        switch row.place {
        case .path: (text, trees) = (writer.pathText(row.value), reader.readPath(row.text))
        case .cookie:
            let items = writer.cookies(row.value)
            (text, trees) = (items.map(\.text).joined(separator: "; "), reader.find(in: items).trees)
        case .query, .header:
            text = writer.items(row.value).map(\.text).joined(separator: "&")
            let isWhole = row.style == .querystring
            trees = reader.find(in: isWhole ? [RawItem(name: "p", value: row.text)] : RawItem.split(row.text)).trees
        }
        #expect(text == row.text)
        let isChanged =
            row.style == .cookie && row.text.contains("%3B")
            || row.schema.contains("items\":{\"type\":\"integer\"}}}") && !row.schema.contains("pipes")
        #expect(isChanged || trees.contains { $0.matches(row.value, as: shape) }, "\(trees)")
    }

    static func shape(_ row: Row, _ place: ParameterPlace, kind: String) throws -> ParameterShape {
        let document = try JSONDocument(parsing: schemas[kind] ?? "true")
        return ParameterShape(
            name: "color", place: place, style: ParameterStyle(rawValue: row.style),
            explode: row.explode, view: SchemaView(document.root))
    }

    /// What the writer makes of a value, and what the reader makes of the table's text.
    static func bothWays(
        _ row: Row, _ place: ParameterPlace, _ shape: ParameterShape, _ value: JSON, _ text: String
    ) -> (written: String, trees: [TextTree]) {
        let writer = ParameterWriter(shape)
        let reader = ParameterReader(shape, layer: place == .header ? .plain : .rfc3986)
        switch place {
        case .path: return (writer.pathText(value), reader.readPath(text))
        case .header: return (writer.headerText(value), reader.readHeader([text]))
        case .query:
            let written = writer.items(value).map(\.text).joined(separator: "&")
            return (written, reader.find(in: RawItem.split(text)).trees)
        case .cookie where row.style == "cookie":
            let written = writer.cookies(value).map(\.text).joined(separator: "; ")
            return (written, reader.find(in: RawItem.split(text.replacing("; ", with: "&"))).trees)
        case .cookie:
            let written = writer.cookies(value).map(\.text).joined(separator: "&")
            return (written, reader.find(in: RawItem.split(text)).trees)
        }
    }

    @Test("OpenAPI's style examples are written and parsed", arguments: rows)
    func table(row: Row) throws {
        for (kind, text) in row.texts {
            let value = try #require(Self.values[kind])
            for place in row.place.split(separator: "|") {
                let place = try #require(ParameterPlace(rawValue: String(place)))
                let shape = try Self.shape(row, place, kind: kind)
                let (written, trees) = Self.bothWays(row, place, shape, value, text)
                let isRead = trees.contains { $0.matches(value, view: shape.view) }
                ConformanceScore.shared.add("parameter styles written", passed: written == text ? 1 : 0, of: 1)
                ConformanceScore.shared.add("parameter styles read back", passed: isRead ? 1 : 0, of: 1)
                #expect(written == text)
                #expect(isRead, "\(place) \(kind): \(trees)")
                #expect(!trees.contains { $0.matches("other", view: shape.view) })
            }
        }
    }

    @Test("the table has 13 rows and six nonstandard formats")
    func count() throws {
        #expect(Self.rows.count == 13)
        #expect(try Conformance.fixture("param-style-matrix.json").root["nonStandard"]?.count == 6)
    }

    /// How a contract says what the formats beyond the standard's are, and the value in each.
    static let beyond: [String: (shapes: [ParameterShape], values: [JSON])] = {
        let list: JSON = ["blue", "black", "brown"]
        let object: JSON = ["R": "100", "G": "200", "B": "150"]
        let color = ParameterShape(name: "color", place: .query)
        return [
            "brackets-array": ([ParameterShape(name: "color[]", place: .query)], [list]),
            "indexed-array": ([ParameterShape(name: "color", place: .query, style: .deepObject)], [list]),
            "brackets-object": ([ParameterShape(name: "color", place: .query, style: .deepObject)], [object]),
            "dots-object": (
                ["color.R", "color.G", "color.B"].map { ParameterShape(name: $0, place: .query) },
                ["100", "200", "150"]
            ),
            "tsv": ([color], ["blue\tblack\tbrown"]),
            "json": ([ParameterShape(name: "color", place: .query, mediaType: .json)], [list]),
        ]
    }()

    @Test("nonstandard formats are written and parsed")
    func beyondTheStandard() throws {
        let formats = try #require(Conformance.fixture("param-style-matrix.json").root["nonStandard"])
        for format in formats.elements {
            let name = try #require(format["name"]?.string)
            let text = try #require((format["array"] ?? format["object"])?.string)
            let (shapes, values) = try #require(Self.beyond[name])
            var written: [RawItem] = []
            for (shape, value) in zip(shapes, values) {
                written += ParameterWriter(shape).items(value)
                let trees = ParameterReader(shape, layer: .rfc3986, expecting: value).find(in: RawItem.split(text))
                    .trees
                #expect(trees.contains { $0.matches(value, view: nil) }, "\(name): \(trees)")
                #expect(!trees.contains { $0.matches("other", view: nil) }, "\(name)")
            }
            #expect(
                written.map(\.text).map(Percent.decodeText) == RawItem.split(text).map(\.text).map(Percent.decodeText))
        }
    }

    @Test("a bracketed name is written unencoded and parsed in both spellings")
    func brackets() {
        let shape = ParameterShape(name: "color[]", place: .query)
        let items = ParameterWriter(shape).items(["blue", "black"])
        #expect(items.map(\.text) == ["color[]=blue", "color[]=black"])
        let reader = ParameterReader(shape, layer: .rfc3986, expecting: [])
        for text in ["color[]=blue&color[]=black", "color%5B%5D=blue&color%5b%5d=black"] {
            let trees = reader.find(in: RawItem.split(text)).trees
            #expect(trees.contains { $0.matches(["blue", "black"], view: nil) })
            #expect(!trees.contains { $0.matches(["black", "blue"], view: nil) })
        }
    }

    @Test("deepObject supports nested objects and lists")
    func deep() {
        let shape = ParameterShape(name: "a", place: .query, style: .deepObject)
        let value: JSON = ["b": ["c": 1], "list": ["x", "y"]]
        let items = ParameterWriter(shape).items(value)
        #expect(items.map(\.text) == ["a%5Bb%5D%5Bc%5D=1", "a%5Blist%5D%5B0%5D=x", "a%5Blist%5D%5B1%5D=y"])
        let found = ParameterReader(shape, layer: .rfc3986).find(in: items + [RawItem(name: "ab", value: "2")])
        #expect(found.used == [0, 1, 2])
        #expect(found.trees.first?.matches(value, view: nil) == true)
    }

    @Test("an encoded comma isn't a separator")
    func commas() {
        let shape = ParameterShape(name: "tag", place: .query, explode: false)
        let value: JSON = ["a,b", "c"]
        #expect(ParameterWriter(shape).items(value).map(\.text) == ["tag=a%2Cb,c"])
        let reader = ParameterReader(shape, layer: .rfc3986, expecting: value)
        #expect(reader.find(in: RawItem.split("tag=a%2Cb,c")).trees.contains { $0.matches(value, view: nil) })
        #expect(reader.find(in: RawItem.split("tag=x%2Cy")).trees.contains { $0.matches(["x", "y"], view: nil) })
        #expect(!reader.find(in: RawItem.split("tag=a,b,c")).trees.contains { $0.matches(value, view: nil) })
    }

    @Test("a parameter with a media type is JSON")
    func content() {
        let shape = ParameterShape(name: "q", place: .query, mediaType: .json)
        let value: JSON = ["blue", 1]
        #expect(ParameterWriter(shape).items(value).map(\.text) == ["q=%5B%22blue%22%2C1%5D"])
        let found = ParameterReader(shape, layer: .rfc3986).find(in: ParameterWriter(shape).items(value))
        #expect(found.trees.first?.matches(value, view: nil) == true)
    }

    static let scalarTable: [(String, JSON, Set<JSONType>, Bool)] = [
        ("1.0", .number(JSONNumber(1)), [.integer], true), ("1.0", "1", [.integer], true),
        ("1.0", "1", [.string], false), ("9007199254740993", .number(JSONNumber(9_007_199_254_740_992)), [], false),
        ("true", true, [.boolean], true), ("True", true, [.boolean], false), ("01", "1", [.string, .integer], false),
        ("e\u{301}", "é", [.string], false), ("", .null, [], true), ("1", "1", [], true),
        ("1", .number(JSONNumber(1)), [], true),
    ]

    @Test("texts are compared by the types of the schema", arguments: scalarTable)
    func scalars(text: String, value: JSON, types: Set<JSONType>, isSame: Bool) {
        #expect(ScalarText.matches(text, value, types: types) == isSame)
    }

    @Test(
        "delimited lists are written and read in each place that Swagger 2.0 allows",
        arguments: [
            (ParameterStyle.spaceDelimited, "a%20b%20c", "a b c"), (.pipeDelimited, "a|b%7Cc", "a|b|c"),
            (.tabDelimited, "a%09b%09c", "a\tb\tc"), (.simple, "a,b,c", "a, b,c"),
        ])
    func delimited(style: ParameterStyle, path: String, header: String) throws {
        let list = TextTree.list(["a", "b", "c"].map { .text($0) })
        let view = SchemaView(try JSONDocument(parsing: Self.schemas["array"] ?? "").root)
        func shape(_ place: ParameterPlace) -> ParameterShape {
            ParameterShape(name: "color", place: place, style: style, explode: false, view: view)
        }
        let fields = ParameterReader(shape(.header), layer: .plain)
        #expect(fields.readHeader([header]) == [list])
        #expect(fields.readHeader([ParameterWriter(shape(.header)).headerText(["a", "b", "c"])]) == [list])
        let paths = ParameterReader(shape(.path), layer: .rfc3986)
        #expect(paths.readPath(path).contains(list))
        #expect(paths.readPath(ParameterWriter(shape(.path)).pathText(["a", "b", "c"])).contains(list))
    }

    @Test("Set-Cookie fields aren't joined by commas")
    func cookies() throws {
        let view = SchemaView(try JSONDocument(parsing: Self.schemas["array"] ?? "").root)
        let shape = ParameterShape(name: "Set-Cookie", place: .header, view: view)
        let fields = ["a=1; Expires=Thu, 01 Jan 2026 10:00:00 GMT", "b=2"]
        #expect(ParameterReader(shape, layer: .plain).readHeader(fields) == [.list(fields.map { .text($0) })])
    }

    @Test(
        "lists in a deepObject are read in each form that libraries write",
        arguments: ["f[tags][]=a&f[tags][]=b", "f[tags][0]=a&f[tags][1]=b", "f[tags]=a&f[tags]=b"])
    func deepLists(query: String) throws {
        let shape = ParameterShape(name: "f", place: .query, style: .deepObject)
        let trees = ParameterReader(shape, layer: .form).find(in: RawItem.split(query)).trees
        #expect(trees == [.map([.init(name: "tags", tree: .list([.text("a"), .text("b")]))])])
        let view = SchemaView(
            try JSONDocument(parsing: #"{"properties":{"tags":{"type":"array","items":{"type":"string"}}}}"#).root)
        // A list of one element looks like a text.
        let one = ParameterReader(shape, layer: .form).find(in: RawItem.split("f[tags]=a")).trees.first
        #expect(one?.readings(view: view) == [["tags": ["a"]]] && one?.matches(["tags": ["a"]], view: view) == true)
        #expect(one?.matches(["tags": ["b"]], view: view) == false && one?.matches(["tags": "a"], view: nil) == true)
        let deep = "f" + String(repeating: "[a]", count: 5000) + "=1"
        #expect(ParameterReader(shape, layer: .form).find(in: RawItem.split(deep)).trees == [])
    }
}
