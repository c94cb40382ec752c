import AccordContract

extension OperationCoverage: Record {
    func write(to writer: inout RecordWriter) {
        writer.object {
            $0.field("file", file)
            $0.field("operation", operation)
            $0.field("method", method)
            $0.field("path", path)
            $0.field("elements", elements)
            $0.field("undocumentedStatuses", undocumentedStatuses)
            $0.field("omissions", omissions)
        }
    }

    init(_ reader: RecordReader) throws(ReportReadingError) {
        self.init(
            file: try reader.string("file"), operation: try reader.string("operation"),
            method: try reader.string("method"), path: try reader.string("path"),
            elements: try reader.records("elements"), undocumentedStatuses: try reader.ints("undocumentedStatuses"),
            omissions: try reader.records("omissions"))
    }
}

extension OperationCoverage.Element: Record {
    func write(to writer: inout RecordWriter) {
        writer.object {
            $0.field("kind", kind.rawValue)
            $0.field("name", name)
            $0.field("isShown", isShown)
            $0.field("location", location)
        }
    }

    init(_ reader: RecordReader) throws(ReportReadingError) {
        self.init(
            try reader.choice("kind"), try reader.string("name"), at: try reader.record("location"),
            isShown: try reader.bool("isShown"))
    }
}

extension OperationCoverage.Omission: Record {
    func write(to writer: inout RecordWriter) {
        writer.object {
            $0.field("what", what)
            $0.field("reason", reason)
        }
    }

    init(_ reader: RecordReader) throws(ReportReadingError) {
        self.init(try reader.string("what"), because: try reader.string("reason"))
    }
}
