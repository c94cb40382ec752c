// SPDX-License-Identifier: Apache-2.0
import AccordContract

extension SourceLocation: Record {
    func writeMembers(to writer: inout RecordWriter) {
        let position = position
        writer.fields(("file", file), ("line", position.line), ("column", position.column), ("pointer", pointer))
    }

    init(_ reader: RecordReader) throws(ReportReadingError) {
        try self.init(
            file: reader.string("file"), line: reader.int("line"), column: reader.int("column"),
            pointer: reader.optionalString("pointer") ?? "")
    }
}

extension Finding.Place: Record {
    func writeMembers(to writer: inout RecordWriter) {
        writer.fields(("part", part.rawValue), ("name", name), ("missing", missing))
    }

    init(_ reader: RecordReader) throws(ReportReadingError) {
        try self.init(reader.choice("part"), reader.optionalString("name"), missing: reader.optionalString("missing"))
    }
}

extension Finding: Record {
    func writeMembers(to writer: inout RecordWriter) {
        writer.fields(
            ("rule", rule.id), ("severity", severity.rawValue), ("blame", blame.rawValue), ("message", message),
            ("contract", contract), ("place", place), ("expected", expected), ("actual", actual), ("details", details),
            ("reproduce", reproduce), ("advice", advice), ("operation", operation))
    }

    init(_ reader: RecordReader) throws(ReportReadingError) {
        self.init(
            rule: Rule(reported: try reader.string("rule")), severity: try reader.choice("severity"),
            blame: try reader.choice("blame"), try reader.string("message"),
            contract: try reader.optionalRecord("contract"), place: try reader.optionalRecord("place"),
            expected: try reader.optionalString("expected"), actual: try reader.optionalString("actual"),
            reproduce: try reader.optionalString("reproduce"), advice: try reader.optionalString("advice"),
            details: try reader.strings("details"))
        operation = try reader.optionalString("operation")
    }
}
