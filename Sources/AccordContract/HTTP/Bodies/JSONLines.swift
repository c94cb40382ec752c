import AccordJSON

/// JSON values one a line (NDJSON), or each behind a record separator (RFC 7464).
package enum JSONLines {
    /// The values' texts, each with the offset at which it starts; empty lines are left out.
    package static func split(_ body: [UInt8]) -> [(offset: Int, bytes: [UInt8])] {
        var lines: [(offset: Int, bytes: [UInt8])] = []
        var start = 0
        for index in 0...body.count where index == body.count || body[index] == 0x0A || body[index] == 0x1E {
            var line = body[start..<index]
            if line.last == 0x0D { line = line.dropLast() }
            if line.contains(where: { $0 != 0x20 && $0 != 0x09 }) { lines.append((start, Array(line))) }
            start = index + 1
        }
        return lines
    }

    /// The body of the values.
    package static func bytes(_ values: [JSON], as type: MediaType) -> [UInt8] {
        values.flatMap { (type.subtype == "json-seq" ? [0x1E] : []) + JSONWriter.compactBytes($0) + [0x0A] }
    }
}
