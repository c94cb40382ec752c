import AccordContract

extension HTTPField: Record {
    func write(to writer: inout RecordWriter) {
        writer.object {
            $0.field("name", name)
            $0.field("value", value)
        }
    }

    init(_ reader: RecordReader) throws(ReportReadingError) {
        self.init(try reader.string("name"), try reader.string("value"))
    }
}

extension ExchangeRecord.Body: Record {
    func write(to writer: inout RecordWriter) {
        writer.object {
            $0.field("text", text)
            $0.field("base64", base64)
            $0.field("size", size)
            $0.field("isCut", isCut)
        }
    }

    init(_ reader: RecordReader) throws(ReportReadingError) {
        self.init(
            text: try reader.optionalString("text"), base64: try reader.optionalString("base64"),
            size: try reader.int("size"), isCut: try reader.bool("isCut"))
    }
}

extension ExchangeRecord.Request: Record {
    func write(to writer: inout RecordWriter) {
        writer.object {
            $0.field("method", method)
            $0.field("url", url)
            $0.field("headers", headers)
            $0.field("body", body)
        }
    }

    init(_ reader: RecordReader) throws(ReportReadingError) {
        self.init(
            method: try reader.string("method"), url: try reader.string("url"),
            headers: try reader.records("headers"), body: try reader.optionalRecord("body"))
    }
}

extension ExchangeRecord.Response: Record {
    func write(to writer: inout RecordWriter) {
        writer.object {
            $0.field("version", version)
            $0.field("status", status)
            $0.field("headers", headers)
            $0.field("body", body)
        }
    }

    init(_ reader: RecordReader) throws(ReportReadingError) {
        self.init(
            version: try reader.optionalString("version"), status: try reader.int("status"),
            headers: try reader.records("headers"),
            body: try reader.optionalRecord("body"))
    }
}

extension ExchangeRecord.Timing: Record {
    func write(to writer: inout RecordWriter) {
        writer.object {
            $0.field("nameLookup", seconds: nameLookup)
            $0.field("connect", seconds: connect)
            $0.field("tlsHandshake", seconds: tlsHandshake)
            $0.field("firstByte", seconds: firstByte)
            $0.field("total", seconds: total)
        }
    }

    init(_ reader: RecordReader) throws(ReportReadingError) {
        self.init(
            nameLookup: try reader.seconds("nameLookup"), connect: try reader.seconds("connect"),
            tlsHandshake: try reader.seconds("tlsHandshake"), firstByte: try reader.seconds("firstByte"),
            total: try reader.seconds("total"))
    }
}

extension ExchangeRecord: Record {
    func write(to writer: inout RecordWriter) {
        writer.object {
            $0.field("request", request)
            $0.field("response", response)
            $0.field("failure", failure)
            $0.field("timing", timing)
        }
    }

    init(_ reader: RecordReader) throws(ReportReadingError) {
        self.init(
            request: try reader.record("request"), response: try reader.optionalRecord("response"),
            failure: try reader.optionalString("failure"), timing: try reader.optionalRecord("timing"))
    }
}
