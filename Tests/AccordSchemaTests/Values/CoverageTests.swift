import AccordJSON
import AccordSchema
import Testing

@Suite("Coverage of a schema")
struct CoverageTests {
    private func coverage(_ schema: String, _ instances: [JSON]) throws -> [String: [Int]] {
        var coverage = SchemaCoverage(try compiled(schema))
        for instance in instances { coverage.record(instance) }
        #expect(coverage.instanceCount == instances.count)
        return Dictionary(
            uniqueKeysWithValues: coverage.entries.map { ($0.keywordLocation.description, [$0.valid, $0.invalid]) })
    }

    @Test("counts both sides of each keyword, and only values that it speaks of")
    func countsSides() throws {
        let schema = #"{"type": ["string", "integer"], "minLength": 2, "maximum": 9}"#
        #expect(
            try coverage(schema, ["a", "ab", 10, 5, 6, .null]) == [
                "/type": [5, 1], "/minLength": [1, 1], "/maximum": [2, 1],
            ])
    }

    @Test("follows members, elements, keys, references and every branch")
    func follows() throws {
        let schema = ##"""
            {"required": ["a"], "propertyNames": {"maxLength": 2}, "properties": {"a": {"$ref": "#/$defs/n"}, "b": {"items": {"$ref": "#/$defs/n"}}},
             "additionalProperties": false, "anyOf": [{"minProperties": 2}, {"maxProperties": 1}], "$defs": {"n": {"minimum": 1}}}
            """##
        #expect(
            try coverage(schema, [["a": 1, "b": [0, 2]], ["ccc": 1]]) == [
                "/required": [1, 1], "/propertyNames": [1, 1], "/propertyNames/maxLength": [2, 1],
                "/additionalProperties": [1, 1], "/anyOf": [2, 0], "/anyOf/0/minProperties": [1, 1],
                "/anyOf/1/maxProperties": [1, 1], "/$defs/n/minimum": [2, 1],
            ])
    }

    @Test("follows what is left by all other schemas, and nothing else")
    func followsRest() throws {
        let members = #"{"allOf": [{"properties": {"a": {}}}], "unevaluatedProperties": {"minimum": 1}}"#
        #expect(try coverage(members, [["a": 0, "b": 2], ["b": 0]]) == ["/unevaluatedProperties/minimum": [1, 1]])
        let elements = #"{"anyOf": [{"prefixItems": [{}]}], "unevaluatedItems": {"minimum": 1}}"#
        #expect(
            try coverage(elements, [[0, 2, 3], [0, 0]]) == ["/anyOf": [2, 0], "/unevaluatedItems/minimum": [2, 1]])
    }

    @Test("counts what is wrong deeper down where it is wrong")
    func countsDepth() throws {
        let schema = ##"{"maxProperties": 1, "properties": {"a": {"$ref": "#"}}}"##
        #expect(try coverage(schema, [["a": ["a": 1, "b": 2]]]) == ["/maxProperties": [1, 1]])
    }

    @Test("lists no keyword that refuses nothing")
    func leavesOut() throws {
        let schema =
            #"{"title": "t", "minLength": 0, "required": [], "uniqueItems": false, "format": "unheard-of", "items": {}}"#
        let coverage = SchemaCoverage(try compiled(schema))
        #expect(coverage.entries.isEmpty)
        #expect(coverage.share == 1)
    }

    @Test("grows to the whole with a schema's boundary values")
    func grows() throws {
        let schema = try compiled(MutationTests.schema)
        var coverage = SchemaCoverage(schema)
        #expect(coverage.share == 0)
        coverage.record(try schema.example())
        let first = coverage.share
        #expect(first > 0.3 && first < 0.7)
        for value in schema.boundaryValues() { coverage.record(value.instance) }
        #expect(coverage.share > 0.95, "\(coverage.neverValid) \(coverage.neverInvalid)")
    }
}
