import AccordContract

/// What became of one case.
package struct CaseResult: Sendable {
    package enum Status: String, Sendable {
        case passed, failed, skipped, pending
        /// A case that it needs failed, or there was no server to be asked at all.
        case blocked
        /// The platform can't do what the case needs; `reason` says why.
        case notApplicable
    }

    package enum Origin: String, Sendable {
        case documented, derived
        /// Made from the schemas, of an operation that documents no case.
        case made
    }

    /// `login/creates a token`
    package var id: String
    /// `Specs/todos.json`
    package var file: String
    package var operation: String
    package var origin: Origin
    package var summary: String?
    package var status: Status
    /// Why it was skipped, is pending, blocked or not applicable; of a failure, the case that fails likewise.
    package var reason: String?
    /// Seconds.
    package var duration: Double
    package var assertions: Int
    package var location: SourceLocation
    package var findings: [Finding]
    /// What was sent and received; of passing cases too, up to the limit that the report says.
    package var exchanges: [ExchangeRecord]
    /// The run that it comes from, in a report that was merged from several.
    package var run: RunReport.Kind?
    /// What a client's call depends on in the answer; empty where that wasn't tried.
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
    func write(to writer: inout RecordWriter) {
        writer.object {
            $0.field("id", id)
            $0.field("file", file)
            $0.field("operation", operation)
            $0.field("origin", origin.rawValue)
            $0.field("run", run?.rawValue)
            $0.field("summary", summary)
            $0.field("status", status.rawValue)
            $0.field("reason", reason)
            $0.field("duration", seconds: duration)
            $0.field("assertions", assertions)
            $0.field("location", location)
            $0.field("findings", located)
            $0.field("exchanges", exchanges)
            if !dependences.isEmpty { $0.field("dependences", dependences) }
        }
    }

    init(_ reader: RecordReader) throws(ReportReadingError) {
        self.init(
            id: try reader.string("id"), file: try reader.string("file"), operation: try reader.string("operation"),
            origin: try reader.choice("origin"), summary: try reader.optionalString("summary"),
            status: try reader.choice("status"), reason: try reader.optionalString("reason"),
            duration: try reader.seconds("duration"), assertions: try reader.int("assertions"),
            location: try reader.record("location"), findings: try reader.records("findings"),
            exchanges: try reader.records("exchanges"), run: try reader.optionalChoice("run"),
            dependences: try reader.records("dependences"))
    }

    /// The result as JSON in one line, for a stream of them.
    package func jsonLine() -> [UInt8] {
        var writer = RecordWriter(isPretty: false)
        write(to: &writer)
        return writer.bytes
    }

    /// Reads a line of a stream.
    ///
    /// - Throws: `ReportReadingError` with the place, also where the line isn't JSON.
    package init(jsonLine bytes: [UInt8]) throws(ReportReadingError) {
        try self.init(RecordReader(RecordReader.root(of: bytes, file: "result")))
    }

    /// The findings, each with a contract location: where it names none, the case's own.
    package var located: [Finding] {
        findings.map {
            var finding = $0
            finding.contract = finding.contract ?? location
            return finding
        }
    }
}

/// What a client's calls make of one documented part of an answer, as found by changing it and by leaving it out.
package struct Dependence: Sendable, Hashable {
    package enum Part: String, Sendable {
        case body, header, status
    }

    package enum Use: String, Sendable {
        /// The call ends the same, whatever stands there.
        case unread
        /// Another value there changes how the call ends; it may be missing.
        case read
        /// Where it is missing, the call fails.
        case needed
    }

    /// The status of the answer.
    package var status: Int
    package var part: Part
    /// A JSON Pointer into the body with `*` for the elements of a list; a header's name; empty for a status.
    package var name: String
    package var use: Use

    package init(status: Int, part: Part, name: String, use: Use) {
        self.status = status
        self.part = part
        self.name = name
        self.use = use
    }
}

extension Dependence: Record {
    func write(to writer: inout RecordWriter) {
        writer.object {
            $0.field("status", status)
            $0.field("part", part.rawValue)
            $0.field("name", name)
            $0.field("use", use.rawValue)
        }
    }

    init(_ reader: RecordReader) throws(ReportReadingError) {
        self.init(
            status: try reader.int("status"), part: try reader.choice("part"), name: try reader.string("name"),
            use: try reader.choice("use"))
    }
}
