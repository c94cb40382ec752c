// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Collects violations. Also stores the path to the current value and the path to the current schema.
struct ViolationReport {
    /// A schema whose violations are being reported.
    struct Frame {
        let source: SchemaSource
        let schema: JSONValue
        let words: KeywordValues
        /// The index of the current keyword among the schema's keywords.
        fileprivate(set) var position: Int = 0
        /// The number of violations that were reported before this schema.
        fileprivate var start: Int = 0

        init(_ program: SchemaProgram, _ number: UInt32) {
            source = program.parts.sources[Int(number)]
            schema = program.source(number)
            words = KeywordValues(schema, program.dialect(number))
        }
    }

    /// The violations, with the positions of their keywords in the schema that is being reported.
    var entries: [(position: Int, violation: SchemaViolation)] = []
    /// The cause that decides which branch of a union is reported, or `nil` to report the closest branch.
    var cause: ViolationCause?
    /// The maximum number of violations to report.
    var limit: Int = 0
    /// The number of remaining steps. If it is 0, no more violations are reported.
    private var steps: Int = 20_000
    /// The schema whose violations are being reported.
    var frame: Frame?
    var instancePath: [String] = []
    var evaluationPath: [String] = []

    var violations: [SchemaViolation] { entries.map(\.violation) }
    var count: Int { entries.count }
    var isEmpty: Bool { entries.isEmpty }
    /// The index of the current schema's document.
    var document: Int { frame?.source.place.document ?? 0 }
    var schema: JSONValue { frame?.schema ?? JSONDocument(JSON.bool(true)).root }

    /// The value of a keyword of the current schema.
    subscript(keyword: Keyword) -> JSONValue? { frame?.words[keyword] }

    /// The name of the property in the `discriminator` of the current schema.
    var discriminatorName: String? { frame?.words.discriminatorName }

    /// Uses one step. Returns whether another violation can be reported: steps are left, and ``limit`` isn't reached.
    mutating func continues() -> Bool {
        steps -= 1
        return steps > 0 && entries.count < limit
    }

    /// Starts to report violations of a schema. Returns the previous schema's frame, which the caller must pass to
    /// ``leave(to:)``.
    mutating func enter(_ program: SchemaProgram, _ schema: UInt32) -> Frame? {
        let outer = frame
        frame = Frame(program, schema)
        frame?.start = entries.count
        return outer
    }

    /// Sorts the violations of the current schema by keyword position, then returns to the outer schema.
    mutating func leave(to outer: Frame?) {
        let start = frame?.start ?? 0
        let position = outer?.position ?? 0
        frame = outer
        let sortedEntries = entries[start...].enumerated().sorted {
            ($0.element.position, $0.offset) < ($1.element.position, $1.offset)
        }
        entries.replaceSubrange(start..., with: sortedEntries.map { (position, $0.element.violation) })
    }

    /// Starts to report violations of a keyword. Returns the keyword's value, or `nil` if the schema lacks the keyword
    /// or the report is full.
    mutating func open(_ keyword: Keyword) -> JSONValue? {
        guard continues(), let words = frame?.words, let value = words[keyword] else { return nil }
        frame?.position = words.position(of: keyword)
        evaluationPath.append(keyword.name)
        return value
    }

    /// Ends the report of a keyword's violations that ``open(_:)`` started.
    mutating func close() { evaluationPath.removeLast() }

    mutating func add(_ violation: SchemaViolation) {
        if entries.count < limit { entries.append((frame?.position ?? 0, violation)) }
    }
}
