import AccordJSON

extension RunReport.Tool: Record {
    func write(to writer: inout RecordWriter) {
        writer.object {
            $0.field("name", name)
            $0.field("version", version)
        }
    }

    init(_ reader: RecordReader) throws(ReportReadingError) {
        self.init(name: try reader.string("name"), version: try reader.string("version"))
    }
}

extension RunReport.Shard: Record {
    func write(to writer: inout RecordWriter) {
        writer.object {
            $0.field("index", index)
            $0.field("count", count)
            $0.field("of", whole)
        }
    }

    init(_ reader: RecordReader) throws(ReportReadingError) {
        self.init(
            index: try reader.int("index"), count: try reader.int("count"), whole: try reader.optionalRecord("of"))
    }
}

extension RunReport.Shard.Whole: Record {
    func write(to writer: inout RecordWriter) {
        writer.object {
            $0.field("cases", cases)
            $0.field("digest", digest)
        }
    }

    init(_ reader: RecordReader) throws(ReportReadingError) {
        self.init(cases: try reader.int("cases"), digest: try reader.string("digest"))
    }
}

extension RunReport.ContractSummary: Record {
    func write(to writer: inout RecordWriter) {
        writer.object {
            $0.field("file", file)
            $0.field("title", title)
            $0.field("version", version)
        }
    }

    init(_ reader: RecordReader) throws(ReportReadingError) {
        self.init(
            file: try reader.string("file"), title: try reader.string("title"), version: try reader.string("version"))
    }
}

extension ContractQuote: Record {
    func write(to writer: inout RecordWriter) {
        writer.object {
            $0.field("file", file)
            $0.field("line", line)
            $0.field("text", text)
        }
    }

    init(_ reader: RecordReader) throws(ReportReadingError) {
        self.init(file: try reader.string("file"), line: try reader.int("line"), text: try reader.string("text"))
    }
}

extension RunReport.Summary: Record {
    func write(to writer: inout RecordWriter) {
        writer.object {
            $0.field("total", total)
            $0.field("passed", passed)
            $0.field("failed", failed)
            $0.field("skipped", skipped)
            $0.field("pending", pending)
            $0.field("blocked", blocked)
            $0.field("notApplicable", notApplicable)
            $0.field("warnings", warnings)
        }
    }

    /// Counted from the cases, whatever the report says: a sum that doesn't fit them helps nobody.
    init(_ reader: RecordReader) throws(ReportReadingError) {
        self.init(try reader.records("cases"))
    }
}

extension RunReport {
    /// Writes `report.json` piece by piece: pretty, the keys in a fixed order, a line feed at the end.
    ///
    /// - Throws: what `take` throws.
    package func writeJSON(_ take: ([UInt8]) throws -> Void) rethrows {
        var writer = RecordWriter(isPretty: true)
        try writer.object { writer in
            writer.field("version", version)
            writer.field("tool", tool)
            writer.field("kind", kind.rawValue)
            writer.field("started", started)
            writer.field("duration", seconds: duration)
            writer.field("target", target)
            writer.field("shard", shard)
            writer.field("isInterrupted", isInterrupted)
            writer.field("contracts", contracts)
            writer.field("summary", summary)
            writer.field("hints", hints)
            writer.field("extent", extent)
            if let coverageThreshold { writer.field("coverageThreshold", coverageThreshold) }
            try writer.list("coverage", coverage) { writer, operation in
                operation.write(to: &writer)
                if writer.bytes.count > 64 * 1024 { try take(writer.drain()) }
            }
            try writer.list("cases", cases) { writer, result in
                result.write(to: &writer)
                if writer.bytes.count > 64 * 1024 { try take(writer.drain()) }
            }
            writer.field("quotes", quotes)
        }
        try take(writer.drain() + [0x0A])
    }

    /// The whole of `report.json`.
    package func json() -> [UInt8] {
        var bytes: [UInt8] = []
        writeJSON { bytes += $0 }
        return bytes
    }

    /// Reads a `report.json` of this major version; what it doesn't know it passes over, and it counts anew.
    ///
    /// - Throws: `ReportReadingError` with the place, also where the text isn't JSON.
    package init(parsing bytes: [UInt8], file: String = "report.json") throws(ReportReadingError) {
        let root = try RecordReader.root(of: bytes, file: file)
        let reader = try RecordReader(root)
        let version = try reader.string("version")
        guard version.prefix(while: { $0 != "." }) == "1" else {
            throw ReportReadingError(
                "this report is of version \(version); 1.x can be read", at: root["version"] ?? root)
        }
        self.init(
            tool: try reader.record("tool"), kind: try reader.choice("kind"), started: try reader.string("started"),
            duration: try reader.seconds("duration"), target: try reader.optionalString("target"),
            contracts: try reader.records("contracts"), cases: try reader.records("cases"),
            hints: try reader.strings("hints"), isInterrupted: try reader.bool("isInterrupted"),
            shard: try reader.optionalRecord("shard"), quotes: try reader.records("quotes"),
            coverage: try reader.records("coverage"), coverageThreshold: try reader.optionalInt("coverageThreshold"))
        extent = try reader.optionalRecord("extent")
    }
}
