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
