// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// The result of a case: its status, its findings, and its requests and responses.
package struct CaseResult: Sendable {
    package enum Status: String, RecordValue, Sendable {
        case passed, failed, skipped, pending
        /// The case didn't run, because an earlier case on which it depends failed, or the server was unreachable.
        case blocked
        /// The case can't run on this platform. `reason` explains why.
        case notApplicable

        /// The status in messages: `not applicable`.
        package var name: String { self == .notApplicable ? "not applicable" : rawValue }
    }

    package enum Origin: String, RecordValue, Sendable {
        case documented, derived
        /// Accord generated the case from the schemas of an operation without cases.
        case made
    }

    /// The id of the case: `login/creates a token`.
    package var id: String
    /// The path of the contract's file: `Specs/todos.json`.
    package var file: String
    package var operation: String
    package var origin: Origin
    package var summary: String?
    package var status: Status
    /// The reason why the case didn't run. For a failed case, it names an earlier case that failed for the same reason.
    package var reason: String?
    /// The duration of the case in seconds.
    package var duration: Double
    package var assertions: Int
    package var location: SourceLocation
    package var findings: [Finding]
    /// The requests that the case sent, and their responses.
    package var exchanges: [ExchangeRecord]
    /// The kind of the run to which the case belongs, if the report was merged from several runs. It is `nil` in other
    /// reports.
    package var run: RunReport.Kind?
    /// The properties, header fields and status codes of responses on which the client depends. The array is empty if
    /// the run didn't test on which values the client depends.
    package var dependences: [Dependence]

    package init(
        id: String, file: String, operation: String, origin: Origin, summary: String? = nil, status: Status,
        reason: String? = nil, duration: Double = 0, assertions: Int = 0, location: SourceLocation,
        findings: [Finding] = [], exchanges: [ExchangeRecord] = [], run: RunReport.Kind? = nil,
        dependences: [Dependence] = []
    ) {
        self.id = id
        self.file = file
        self.operation = operation
        self.origin = origin
        self.summary = summary
        self.status = status
        self.reason = reason
        self.duration = duration
        self.assertions = assertions
        self.location = location
        self.findings = findings
        self.exchanges = exchanges
        self.run = run
        self.dependences = dependences
    }
}

extension CaseResult {
    /// Creates the result of a case.
    package init(
        _ testCase: Case, _ status: Status, reason: String? = nil, findings: [Finding] = [], assertions: Int = 0,
        exchanges: [ExchangeRecord] = []
    ) {
        self.init(
            id: testCase.id, file: testCase.file, operation: testCase.operation.id, origin: Origin(testCase),
            summary: testCase.summary, status: status, reason: reason, assertions: assertions,
            location: testCase.location, findings: findings, exchanges: exchanges)
    }
}

extension CaseResult.Origin {
    package init(_ testCase: Case) {
        self =
            switch (testCase.isDerived, testCase.basis) {
            case (true, _): .derived
            case (false, .made): .made
            case (false, .written), (false, .example), (false, .linked): .documented
            }
    }
}

extension CaseResult: Record {
    package static let shape = RecordShape<Self>(
        ("id", \.id), ("file", \.file), ("operation", \.operation), ("origin", \.origin), ("run", \.run),
        ("summary", \.summary), ("status", \.status), ("reason", \.reason), ("duration", \.duration),
        ("assertions", \.assertions), ("location", \.location), ("findings", \.located), ("exchanges", \.exchanges),
        ("dependences", \.knownDependences)
    ) {
        id, file, operation, origin, run, summary, status, reason, duration, assertions, location, findings, exchanges,
        dependences in
        CaseResult(
            id: id, file: file, operation: operation, origin: origin, summary: summary, status: status, reason: reason,
            duration: duration, assertions: assertions, location: location, findings: findings, exchanges: exchanges,
            run: run, dependences: dependences ?? [])
    }

    private var knownDependences: [Dependence]? { dependences.isEmpty ? nil : dependences }

    /// Returns the result as JSON in one line, which `init(jsonLine:)` reads.
    package func jsonLine() -> [UInt8] {
        var writer = RecordWriter(isPretty: false)
        write(to: &writer)
        return writer.bytes
    }

    /// Reads a result from one line of JSON.
    ///
    /// - Throws: `DescribedError` with the position of the error, also if the line isn't JSON.
    package init(jsonLine bytes: [UInt8]) throws(DescribedError) {
        self = try Self.shape.read(RecordReader(RecordReader.root(of: bytes, file: "result")))
    }

    /// The findings. A finding without a contract location gets the location of the case.
    package var located: [Finding] {
        findings.map {
            var finding = $0
            finding.contract = finding.contract ?? location
            return finding
        }
    }
}

extension Dependence.Part: RecordValue {}
extension Dependence.Use: RecordValue {}

extension Dependence: Record {
    package static let shape = RecordShape<Self>(
        ("status", \.status), ("part", \.part), ("name", \.name), ("use", \.use), ("rejects", \.rejects.names),
        ("accepts", \.accepts.names), ("hasDefault", \.knownDefault)
    ) { status, part, name, use, rejects, accepts, hasDefault in
        // A later version of Accord may have written the report. Ignore the variations that only that version knows.
        Dependence(
            status: status, part: part, name: name, use: use, rejects: Set((rejects ?? []).compactMap(Variation.init)),
            accepts: Set((accepts ?? []).compactMap(Variation.init)), hasDefault: hasDefault ?? false)
    }

    private var knownDefault: Bool? { hasDefault ? true : nil }
}

extension Set<Dependence.Variation> {
    /// The names of the variations in a fixed order, or `nil` if there are none.
    fileprivate var names: [String]? {
        isEmpty ? nil : Dependence.Variation.allCases.filter(contains).map(\.rawValue)
    }
}

extension SourceLocation: Record {
    package static let shape = RecordShape<Self>(
        ("file", \.file), ("line", \.position.line), ("column", \.position.column), ("pointer", \.pointer),
        make: Self.init(file:line:column:pointer:))
}

extension Finding.Severity: RecordValue {}
extension Finding.Blame: RecordValue {}
extension Finding.Place.Part: RecordValue {}

extension Finding.Place: Record {
    package static let shape = RecordShape<Self>(
        ("part", \.part), ("name", \.name), ("missing", \.missing), make: Self.init(_:_:missing:))
}

extension Finding: Record {
    package static let shape = RecordShape<Self>(
        ("rule", \.rule.id), ("severity", \.severity), ("blame", \.blame), ("message", \.message),
        ("contract", \.contract), ("place", \.place), ("expected", \.expected), ("actual", \.actual),
        ("details", \.details), ("reproduce", \.reproduce), ("advice", \.advice), ("operation", \.operation)
    ) { rule, severity, blame, message, contract, place, expected, actual, details, reproduce, advice, operation in
        var finding = Finding(
            rule: Rule(reported: rule), severity: severity, blame: blame, message, contract: contract, place: place,
            expected: expected, actual: actual, reproduce: reproduce, advice: advice, details: details)
        finding.operation = operation
        return finding
    }
}
