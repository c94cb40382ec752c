import AccordCases
import AccordHTTP
import AccordJSON
import AccordReport

/// A request with its response as the templates see them.
enum ExchangeModel {
    /// The characters of a body that a page shows; `report.json` has more.
    private static let longestBody = 8000

    static func fields(_ exchange: ExchangeRecord) -> TemplateFields {
        var fields: TemplateFields = [
            "method": exchange.request.method, "url": exchange.request.url,
            "requestHeaders": exchange.request.headers.map(header),
        ]
        fields["requestBody"] = exchange.request.body.map(body)
        if let response = exchange.response {
            var answer: TemplateFields = ["code": response.status, "responseHeaders": response.headers.map(header)]
            answer["responseBody"] = response.body.map(body)
            fields["response"] = answer
        }
        fields["failure"] = exchange.failure
        if let timing = exchange.timing {
            fields["took"] = CaseModel.time(timing.total)
            fields["phases"] = phases(timing)
        }
        fields["outcome"] = exchange.response.map { String($0.status) } ?? "no answer"
        return fields
    }

    private static func header(_ field: HTTPField) -> TemplateFields {
        ["headerName": field.name, "headerValue": field.value]
    }

    private static func body(_ body: ExchangeRecord.Body) -> TemplateFields {
        guard let text = body.text else { return ["note": "\(body.size.counted("byte")) that aren't text"] }
        let shown = readable(text)
        let isCut = body.isCut || shown.count > longestBody
        var fields: TemplateFields = ["bodyText": String(shown.prefix(longestBody))]
        if isCut { fields["note"] = "cut here; \(body.size.counted("byte")) in all" }
        return fields
    }

    /// JSON that came in one line over several; the same values, numbers digit for digit, duplicate keys and all.
    private static func readable(_ text: String) -> String {
        guard let first = text.utf8.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
            !text.utf8.contains(0x0A), let document = try? JSONDocument(parsing: text)
        else { return text }
        return document.root.pretty
    }

    /// How long each phase took that took any time.
    private static func phases(_ timing: ExchangeRecord.Timing) -> String {
        let ends = [
            ("name", timing.nameLookup), ("connect", timing.connect), ("TLS", timing.tlsHandshake),
            ("first byte", timing.firstByte), ("rest", timing.total),
        ]
        var before = 0.0
        var parts: [String] = []
        for (name, end) in ends where end > before {
            parts.append("\(name) \(CaseModel.time(end - before))")
            before = end
        }
        return parts.joined(separator: ", ")
    }
}
