import AccordContract

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
