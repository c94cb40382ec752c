import AccordJSON

extension RunExtent: Record {
    func write(to writer: inout RecordWriter) {
        writer.object {
            $0.field("asked", asked)
            $0.field("unasked", unasked)
            $0.field("generated", generated)
        }
    }

    init(_ reader: RecordReader) throws(ReportReadingError) {
        self.init(
            asked: try reader.int("asked"), unasked: try reader.records("unasked"),
            generated: try reader.records("generated"))
    }
}

extension RunExtent.Unasked: Record {
    func write(to writer: inout RecordWriter) {
        writer.object {
            $0.field("file", file)
            $0.field("operation", operation)
            $0.field("what", what)
            $0.field("reason", reason)
        }
    }

    init(_ reader: RecordReader) throws(ReportReadingError) {
        self.init(
            file: try reader.string("file"), operation: try reader.string("operation"),
            what: try reader.string("what"), reason: try reader.string("reason"))
    }
}

extension RunExtent.Generated: Record {
    /// A status with how many requests had it.
    private struct Count: Record {
        var status: Int
        var count: Int

        init(status: Int, count: Int) {
            self.status = status
            self.count = count
        }

        func write(to writer: inout RecordWriter) {
            writer.object {
                $0.field("status", status)
                $0.field("count", count)
            }
        }

        init(_ reader: RecordReader) throws(ReportReadingError) {
            status = try reader.int("status")
            count = try reader.int("count")
        }
    }

    func write(to writer: inout RecordWriter) {
        writer.object {
            $0.field("file", file)
            $0.field("operation", operation)
            $0.field("sent", sent)
            $0.field("succeeded", succeeded)
            $0.field(
                "statuses",
                statuses.sorted { $0.key < $1.key }.map { Count(status: $0.key, count: $0.value) })
        }
    }

    init(_ reader: RecordReader) throws(ReportReadingError) {
        self.init(file: try reader.string("file"), operation: try reader.string("operation"))
        let counts: [Count] = try reader.records("statuses")
        for own in counts { add(own.status, count: own.count) }
    }
}
