// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordSchema
import AllocationCount

/// Measures compiling and validating; `schema_peers.py` runs it in turns with the peers, on the same documents.
///
///     schema-bench                  the tables that need no peer: compiling, and time by size
///     schema-bench emit FOLDER      writes each case's schema and instance for the peers
///     schema-bench time NAME        the nanoseconds of one validation of a case's instance
@main
struct SchemaBench {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch arguments.first {
        case "emit": try emit(to: arguments.last ?? ".")
        case "time": try time(arguments.last ?? "")
        default: try printTables()
        }
    }

    static func emit(to folder: String) throws {
        for example in SchemaCase.all {
            try write(example.schema, to: "\(folder)/\(example.name).schema.json")
            try write(example.instance, to: "\(folder)/\(example.name).json")
        }
    }

    static func time(_ name: String) throws {
        guard let example = SchemaCase.all.first(where: { $0.name == name }) else { return print("no case \(name)") }
        let schema = try Schema.compile(JSONDocument(parsing: example.schema).root)
        let instance = try JSONDocument(parsing: example.instance).root
        precondition(schema.isValid(instance), "the instance of \(name) is valid")
        print(nanoseconds { schema.isValid(instance) })
    }

    /// The time that one call takes: the best of five batches of about 20 ms.
    static func nanoseconds(_ call: () -> Bool) -> Double {
        var count = 1
        while seconds(count, call) < 0.02 { count *= 2 }
        return (0..<5).map { _ in seconds(count, call) }.min().map { $0 / Double(count) * 1e9 } ?? 0
    }

    private static func seconds(_ count: Int, _ call: () -> Bool) -> Double {
        let start = ContinuousClock.now
        var valid = 0
        for _ in 0..<count where call() { valid += 1 }
        let duration = ContinuousClock.now - start
        precondition(valid == count, "every call finds the instance valid")
        return duration / .seconds(1)
    }

    static func printTables() throws {
        print("| compiling a schema of | ms | goal |")
        print("|---|--:|---|")
        for nodes in [50, 500, 5_000, 50_000] {
            let document = try JSONDocument(parsing: SchemaCase.wideSchema(nodes: nodes))
            var measurement = Measurement()
            for _ in 0..<7 { try measurement.run { _ = try Schema.compile(document.root) } }
            let milliseconds = measurement.median * 1e3
            let goal = nodes == 5_000 ? "less than 20: \(milliseconds < 20 ? "reached" : "MISSED")" : ""
            print("| \(nodes) schemas | \(format(milliseconds)) | \(goal) |")
        }
        print("")
        print("| elements | bytes | µs | ns an element |")
        print("|--:|--:|--:|--:|")
        let people = try Schema.compile(JSONDocument(parsing: SchemaCase.peopleSchema(unused: 0)).root)
        for count in [1, 10, 100, 1_000, 10_000, 100_000] {
            let instance = try JSONDocument(parsing: SchemaCase.people(count))
            let time = nanoseconds { people.isValid(instance.root) }
            print("| \(count) | \(instance.bytes.count) | \(format(time / 1e3)) | \(format(time / Double(count))) |")
        }
        print("")
        print("| unused properties and definitions | ns, the same small instance |")
        print("|--:|--:|")
        let person = try JSONDocument(parsing: SchemaCase.people(1))
        for unused in [0, 10, 1_000, 100_000] {
            let schema = try Schema.compile(JSONDocument(parsing: SchemaCase.peopleSchema(unused: unused)).root)
            print("| \(unused) | \(format(nanoseconds { schema.isValid(person.root) })) |")
        }
        try printAllocations()
    }

    /// The allocations of a validation that finds nothing wrong, counted over a thousand of them.
    static func printAllocations() throws {
        print("")
        print("| case | bytes | allocations a validation | goal |")
        print("|---|--:|--:|---|")
        for example in SchemaCase.all {
            let schema = try Schema.compile(JSONDocument(parsing: example.schema).root)
            let start = accord_allocation_count()
            let instance = try JSONDocument(parsing: example.instance)
            precondition(accord_allocation_count() > start, "reading allocates, which must be counted")
            _ = schema.isValid(instance.root)
            let before = accord_allocation_count()
            var valid = 0
            for _ in 0..<1_000 where schema.isValid(instance.root) { valid += 1 }
            let count = accord_allocation_count() - before
            precondition(valid == 1_000, "every call finds the instance valid")
            let goal = instance.bytes.count < 1_000 ? "none: \(count == 0 ? "reached" : "MISSED")" : ""
            print("| \(example.name) | \(instance.bytes.count) | \(format(Double(count) / 1_000)) | \(goal) |")
        }
    }

    static func format(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }
}
