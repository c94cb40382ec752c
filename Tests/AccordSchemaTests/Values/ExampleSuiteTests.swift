// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordSchema
import ConformanceScore
import Foundation
import Testing

/// The satisfiable schemas of a draft in the JSON Schema test suite.
private struct SatisfiableSchemas {
    let draft: String

    private var dialect: SchemaDialect {
        switch draft {
        case "draft7": .draft7
        case "draft2019-09": .draft201909
        default: .draft202012
        }
    }

    /// Calls a closure for each schema with a valid instance in the suite, with its name.
    func forEach(_ body: (String, Schema) throws -> Void) throws {
        let folder = "json-schema/tests/\(draft)"
        for path in Conformance.files(in: folder)
        where !path.hasPrefix("optional/") || path.hasPrefix("optional/format/") {
            let url = Conformance.folder.appending(path: "\(folder)/\(path)")
            let document = try JSONDocument(parsing: [UInt8](Data(contentsOf: url)), file: path)
            for group in document.root.elements {
                guard let value = group["schema"], let tests = group["tests"] else { continue }
                let own = try JSONDocument(parsing: value.text, file: "")
                let schema = try Schema.compile(
                    own.root, registry: SchemaSuiteFile.registry, options: SchemaOptions(dialect: dialect))
                guard tests.elements.contains(where: { $0["data"].map { schema.isValid($0) } == true }) else {
                    continue
                }
                try body("\(draft)/\(path): \(group["description"]?.string ?? "")", schema)
            }
        }
    }
}

@Suite(
    "Examples and boundary values of the JSON Schema test suite",
    .enabled("needs a public suite") { try Conformance.has("json-schema/tests") })
struct ExampleSuiteTests {
    static let drafts: [String] = ["draft7", "draft2019-09", "draft2020-12"]

    @Test("every satisfiable schema of the JSON Schema test suite has a valid example", arguments: drafts)
    func findsExamples(draft: String) throws {
        var missed: [String] = []
        var count = 0
        try SatisfiableSchemas(draft: draft).forEach { name, schema in
            count += 1
            do throws(SchemaUnsatisfiable) {
                let example = try schema.example()
                #expect(schema.isValid(example), "\(name): \(example)")
                #expect(try schema.example() == example, "\(name): another example on the second call")
            } catch {
                #expect(!error.isProven, "\(name): there is a value, but \(error)")
                missed.append("\(name): \(error)")
            }
        }
        ConformanceScore.shared.add("examples found, JSON Schema \(draft)", passed: count - missed.count, of: count)
        #expect(count > 200)
        #expect(missed.isEmpty, "\(missed.joined(separator: "\n"))")
    }

    @Test("boundary values of the JSON Schema test suite have the stated verdict")
    func boundaryValues() throws {
        var count = 0
        try SatisfiableSchemas(draft: "draft2020-12").forEach { name, schema in
            // The metaschema's hundreds of keywords take seconds without the optimiser and show nothing new.
            if schema.source["$ref"]?.string?.hasPrefix("https://json-schema.org/") == true { return }
            for value in schema.boundaryValues(limit: 200) {
                #expect(schema.isValid(value.instance) == value.isValid, "\(name): \(value)")
                count += 1
            }
        }
        #expect(count > 1_000)
    }
}

@Suite("Examples of random schemas")
struct RandomExampleTests {
    @Test(
        "nearly every satisfiable random schema has an example, and none is called unsatisfiable",
        arguments: [1, 2, 3] as [UInt64])
    func random(seed: UInt64) throws {
        var random = RandomSchemas(seed: seed)
        var (count, missed) = (0, 0)
        for _ in 0..<300 {
            let text = random.schema(3)
            let schema = try compiled(text)
            var hasInstance = false
            for _ in 0..<40 where !hasInstance { hasInstance = schema.isValid(try instance(random.instance(3))) }
            guard hasInstance else { continue }
            count += 1
            do throws(SchemaUnsatisfiable) {
                #expect(schema.isValid(try schema.example(seed: seed)))
            } catch {
                #expect(!error.isProven, "\(text): \(error)")
                missed += 1
            }
        }
        #expect(count > 200 && missed * 100 <= count, "\(missed) of \(count)")
    }
}
