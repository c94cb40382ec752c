// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON

extension SourceLocation: Record {
    func write(to writer: inout RecordWriter) {
        let position = position
        writer.object {
            $0.field("file", file)
            $0.field("line", position.line)
            $0.field("column", position.column)
            $0.field("pointer", pointer)
        }
    }

    init(_ reader: RecordReader) throws(ReportReadingError) {
        self.init(
            file: try reader.string("file"), line: try reader.int("line"), column: try reader.int("column"),
            pointer: try reader.optionalString("pointer") ?? "")
    }
}

extension Finding.Place: Record {
    func write(to writer: inout RecordWriter) {
        writer.object {
            $0.field("part", part.rawValue)
            $0.field("name", name)
            $0.field("missing", missing)
        }
    }

    init(_ reader: RecordReader) throws(ReportReadingError) {
        self.init(
            try reader.choice("part"), try reader.optionalString("name"), missing: try reader.optionalString("missing"))
    }
}

extension Finding: Record {
    func write(to writer: inout RecordWriter) {
        writer.object {
            $0.field("rule", rule.id)
            $0.field("severity", severity.rawValue)
            $0.field("blame", blame.rawValue)
            $0.field("message", message)
            $0.field("contract", contract)
            $0.field("place", place)
            $0.field("expected", expected)
            $0.field("actual", actual)
            $0.field("details", details)
            $0.field("reproduce", reproduce)
            $0.field("advice", advice)
        }
    }

    init(_ reader: RecordReader) throws(ReportReadingError) {
        self.init(
            rule: Rule(reported: try reader.string("rule")), severity: try reader.choice("severity"),
            blame: try reader.choice("blame"), try reader.string("message"),
            contract: try reader.optionalRecord("contract"), place: try reader.optionalRecord("place"),
            expected: try reader.optionalString("expected"), actual: try reader.optionalString("actual"),
            reproduce: try reader.optionalString("reproduce"), advice: try reader.optionalString("advice"),
            details: try reader.strings("details"))
    }
}
