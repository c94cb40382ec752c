// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The report `report.har`, which contains the exchanges as an HTTP Archive 1.2 for browsers.
package enum HARReport {
    /// Passes the archive to `take` in parts, with one line for each exchange.
    ///
    /// - Throws: the errors that `take` throws.
    package static func write(_ report: RunReport, _ take: ([UInt8]) throws -> Void) rethrows {
        let head: JSON = [
            "log": [
                "version": "1.2",
                "creator": ["name": .string(report.tool.name), "version": .string(report.tool.version)],
                "comment": "The start time of each request is the start time of the run.",
            ]
        ]
        let entries = report.cases.lazy.flatMap { result in
            result.exchanges.lazy.map { exchange -> JSON in
                [
                    "startedDateTime": .string(started(report)), "time": milliseconds(exchange.timing?.total ?? 0),
                    "request": request(exchange), "response": response(exchange), "cache": [:],
                    "timings": timings(exchange.timing), "comment": .string("\(result.title): \(result.status.name)"),
                ]
            }
        }
        try head.write(adding: "entries", entries, take)
    }

    /// Returns the start time of the run, or 1970 if the report has an invalid time. HAR requires a valid time.
    private static func started(_ report: RunReport) -> String {
        Timestamp.secondsSince1970(report.started) == nil ? "1970-01-01T00:00:00Z" : report.started
    }

    private static func request(_ exchange: ExchangeRecord) -> JSON {
        let request = exchange.request
        var fields: JSONObject = [
            "method": .string(request.method), "url": .string(request.url), "httpVersion": .string(version(exchange)),
            "cookies": [], "headers": headers(request.headers), "queryString": query(request.url), "headersSize": -1,
            "bodySize": .int(request.body?.size ?? 0),
        ]
        if let body = request.body {
            let type = request.headers.first("Content-Type") ?? "application/octet-stream"
            fields.append("postData", ["mimeType": .string(type), "text": .string(body.text ?? body.base64 ?? "")])
        }
        return .object(fields)
    }

    private static func response(_ exchange: ExchangeRecord) -> JSON {
        // Without a response, write the status 0, as browsers do.
        let headers = exchange.response?.headers ?? []
        let body = exchange.response?.body
        var content: JSONObject = [
            "size": .int(body?.size ?? 0),
            "mimeType": .string(headers.first("Content-Type") ?? "application/octet-stream"),
        ]
        if let body {
            content.append("text", .string(body.text ?? body.base64 ?? ""))
            if body.text == nil { content.append("encoding", "base64") }
            if body.isCut { content.append("comment", "cut") }
        }
        var fields: JSONObject = [
            "status": .int(exchange.response?.status ?? 0), "statusText": .string(exchange.failure ?? ""),
            "httpVersion": .string(version(exchange)), "cookies": [], "headers": self.headers(headers),
            "content": .object(content), "redirectURL": .string(headers.first("Location") ?? ""), "headersSize": -1,
            "bodySize": .int(body?.size ?? 0),
        ]
        if let failure = exchange.failure { fields.append("_error", .string(failure)) }
        return .object(fields)
    }

    private static func version(_ exchange: ExchangeRecord) -> String {
        exchange.response?.version.map { "HTTP/\($0)" } ?? "HTTP/1.1"
    }

    private static func headers(_ fields: [HTTPField]) -> JSON {
        .array(fields.map { ["name": .string($0.name), "value": .string($0.value)] })
    }

    private static func query(_ url: String) -> JSON {
        guard let start = url.firstIndex(of: "?") else { return [] }
        return .array(
            RawItem.split(url[url.index(after: start)...].prefix { $0 != "#" }).map { item in
                ["name": .string(Percent.decodeText(item.name)), "value": .string(Percent.decodeText(item.value))]
            })
    }

    /// Returns the durations of DNS lookup, connection, waiting and receiving in the format of HAR. The value -1 marks
    /// a phase that didn't occur.
    private static func timings(_ timing: ExchangeRecord.Timing?) -> JSON {
        guard let timing else { return ["send": 0, "wait": 0, "receive": 0] }
        let connected = max(timing.connect, timing.tlsHandshake)
        return [
            "blocked": -1, "dns": milliseconds(timing.nameLookup),
            // In HAR 1.2, the duration `connect` includes the TLS handshake.
            "connect": milliseconds(connected - timing.nameLookup),
            "ssl": timing.tlsHandshake > 0 ? milliseconds(timing.tlsHandshake - timing.connect) : -1, "send": 0,
            "wait": milliseconds(timing.firstByte - connected),
            "receive": milliseconds(timing.total - timing.firstByte),
        ]
    }

    private static func milliseconds(_ seconds: Double) -> JSON {
        JSONNumber(Seconds.text(max(0, seconds) * 1000, digits: 3)).map { .number($0) } ?? 0
    }
}

extension JSON {
    /// Passes an object with an inner object to `take` in parts. Adds a list as the last member of the inner object,
    /// with one line for each element.
    func write(adding name: String, _ elements: some Sequence<JSON>, _ take: ([UInt8]) throws -> Void) rethrows {
        // Insert the list before the two closing braces.
        try take(JSONWriter.compactBytes(self).dropLast(2) + Array(",\"\(name)\":[".utf8))
        var separator = "\n"
        for element in elements {
            try take(Array(separator.utf8) + JSONWriter.compactBytes(element))
            separator = ",\n"
        }
        try take(Array("\n]}}\n".utf8))
    }
}
