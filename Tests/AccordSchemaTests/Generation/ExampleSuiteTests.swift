import AccordJSON
import AccordSchema
import Foundation
import Synchronization
import Testing

/// Makes an example of every schema of a file that the suite knows a valid instance of.
struct ExampleSuiteFile: Sendable, CustomTestStringConvertible {
    let draft: String
    let path: String
    var testDescription: String { "\(draft)/\(path)" }

    static let all: [ExampleSuiteFile] = ["draft7", "draft2019-09", "draft2020-12"].flatMap { draft in
        ConformanceFolder.files(in: "json-schema/tests/\(draft)")
            .filter { !$0.hasPrefix("optional/") || $0.hasPrefix("optional/format/") }
            .map { ExampleSuiteFile(draft: draft, path: $0) }
    }

    var dialect: SchemaDialect {
        switch draft {
        case "draft7": .draft7
        case "draft2019-09": .draft201909
        default: .draft202012
        }
    }

    /// Returns the examples that are wrong, and notes the schemas for which none was found.
    func run(_ score: ExampleScore) throws -> [String] {
        let url = ConformanceFolder.url.appending(path: "json-schema/tests/\(draft)/\(path)")
        let document = try JSONDocument(parsing: [UInt8](Data(contentsOf: url)), file: path)
        var failures: [String] = []
        for group in document.root.elements {
            guard let value = group["schema"], let tests = group["tests"] else { continue }
            let name = "\(draft)/\(path): \(group["description"]?.string ?? "")"
            let own = try JSONDocument(parsing: value.text, file: "")
            let options = SchemaOptions(dialect: dialect)
            let schema = try Schema.compile(own.root, registry: SchemaSuiteFile.registry, options: options)
            // A schema that refuses all of the suite's instances may well be one that nothing satisfies.
            let isSatisfiable = tests.elements.contains { $0["data"].map { schema.isValid($0) } == true }
            do throws(SchemaUnsatisfiable) {
                let example = try schema.example()
                if isSatisfiable { score.count(nil) }
                if !schema.isValid(example) { failures.append("\(name): \(example) isn't valid") }
                if try schema.example() != example { failures.append("\(name): another example on second call") }
            } catch {
                if isSatisfiable { score.count("\(name): \(error)") }
                if isSatisfiable, error.isProven { failures.append("\(name): there is a value, but \(error)") }
            }
        }
        return failures
    }
}

/// Counts the schemas for which an example was found.
final class ExampleScore: Sendable {
    private let state: Mutex<(found: Int, missed: [String])> = Mutex((0, []))

    static let shared: ExampleScore = ExampleScore()

    func count(_ miss: String?) {
        state.withLock { state in
            if let miss { state.missed.append(miss) } else { state.found += 1 }
        }
    }

    var share: Double { state.withLock { Double($0.found) / Double(max(1, $0.found + $0.missed.count)) } }

    var summary: String {
        state.withLock { state in
            (["\(state.found) of \(state.found + state.missed.count) satisfiable schemas"] + state.missed.sorted())
                .joined(separator: "\n")
        }
    }
}

@Suite(
    "Examples of the JSON Schema test suite", .serialized,
    .enabled(if: ConformanceFolder.hasSchemaSuite, "the suite isn't at ../shared/conformance or ACCORD_CONFORMANCE"))
struct ExampleSuiteTests {
    @Test("makes a valid example or says why not", arguments: ExampleSuiteFile.all)
    func makes(file: ExampleSuiteFile) throws {
        let failures = try file.run(ExampleScore.shared)
        #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
    }

    @Test("finds an example for nearly every schema that has one")
    func findsNearlyAll() {
        print("Examples: \(ExampleScore.shared.summary)")
        #expect(ExampleScore.shared.share > 0.95)
    }
}
