import AccordContract

/// What an answer's `Content-Encoding` claims of its body (RFC 9110 section 8.4), held against the body's first bytes.
struct ContentCoding {
    /// As it is written, in lower case; of several the one that was applied last.
    let name: String

    private static let known = ["gzip", "x-gzip", "deflate", "br", "zstd"]

    /// nil where nothing is claimed that is known to change a body.
    init?(_ headers: [HTTPField]) {
        guard let last = headers.values("Content-Encoding").last?.split(separator: ",").last else { return nil }
        name = last.lowercased().filter { $0 != " " && $0 != "\t" }
        guard Self.known.contains(name) else { return nil }
    }

    /// What a body of this coding begins with, in words; nil where it has no mark of its own.
    var beginning: String? {
        switch name {
        case "gzip", "x-gzip": "bytes that begin with 1F 8B (RFC 1952)"
        case "zstd": "bytes that begin with 28 B5 2F FD (RFC 8878)"
        default: nil
        }
    }

    /// False where the body can't have the coding: it lacks its mark, or is plain text.
    func mayBe(of body: [UInt8]) -> Bool {
        switch name {
        case "gzip", "x-gzip": body.starts(with: [0x1F, 0x8B])
        case "zstd": body.starts(with: [0x28, 0xB5, 0x2F, 0xFD])
        default: !Self.isPlain(body.prefix(1024))
        }
    }

    private static func isPlain(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.allSatisfy { (0x20..<0x7F).contains($0) || [0x09, 0x0A, 0x0D].contains($0) }
    }
}
