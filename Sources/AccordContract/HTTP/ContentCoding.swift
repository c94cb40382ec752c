// SPDX-License-Identifier: Apache-2.0
/// A content coding in `Content-Encoding` (RFC 9110, section 8.4).
package struct ContentCoding: Sendable {
    /// The name of the coding, such as `gzip`, in lower case.
    package let name: String

    /// Creates the last content coding in the header fields. Returns `nil` if the fields contain no known coding.
    package init?(_ headers: [HTTPField]) {
        let known = ["gzip", "x-gzip", "deflate", "br", "zstd"]
        guard let last = Self.names(headers).last, known.contains(last) else { return nil }
        name = last
    }

    /// Returns the names of the codings, in the order in which they were applied. Some clients and servers write a charset,
    /// such as `utf-8`, which isn't a coding. Clients of AWS write `amz-1.0` and `aws-chunked`.
    private static func names(_ headers: [HTTPField]) -> [String] {
        headers.values("Content-Encoding").flatMap { HeaderGrammar.list($0) }.map { $0.lowercased() }
            .filter { name in
                name != "identity"
                    && !["utf", "iso-", "us-ascii", "windows-", "amz-", "aws-"].contains(where: name.hasPrefix)
            }
    }

    /// A description of the first bytes of every body with this content coding, or `nil` if the first bytes vary.
    package var beginning: String? {
        switch name {
        case "gzip", "x-gzip": "bytes that begin with 1F 8B (gzip, RFC 1952)"
        case "zstd": "bytes that begin with 28 B5 2F FD (Zstandard, RFC 8878)"
        default: nil
        }
    }

    /// Whether a body may have this coding. The body must begin with the first bytes that the coding requires. If the
    /// first bytes vary, the body must not be plain text.
    package func mayBe(of body: [UInt8]) -> Bool {
        switch name {
        case "gzip", "x-gzip": body.starts(with: [0x1F, 0x8B])
        case "zstd": body.starts(with: [0x28, 0xB5, 0x2F, 0xFD])
        default:
            !body.prefix(1024).allSatisfy { (0x20..<0x7F).contains($0) || [0x09, 0x0A, 0x0D].contains($0) }
        }
    }

    /// The reason why a body can't be decoded.
    package enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// Accord can't decode the coding, such as `br`.
        case unsupported(String)
        case corrupt(String)

        package var description: String {
            switch self {
            case .unsupported(let name): "Accord can't decode the content coding \(name), only gzip and deflate"
            case .corrupt(let name): "the body isn't encoded with \(name), as Content-Encoding says"
            }
        }
    }

    /// Returns a body without the codings in `Content-Encoding`.
    package static func decoded(_ body: [UInt8], _ headers: [HTTPField]) throws(Failure) -> [UInt8] {
        var body = body
        for name in names(headers).reversed() where !body.isEmpty {
            let decoded: [UInt8]?
            switch name {
            case "gzip", "x-gzip": decoded = Inflation.gzip(body)
            case "deflate": decoded = Inflation.zlib(body)
            default: throw .unsupported(name)
            }
            guard let decoded else { throw .corrupt(name) }
            body = decoded
        }
        return body
    }
}

/// A decoder of the deflate format (RFC 1951).
struct Inflation {
    /// The maximum number of bytes that a body may have after decoding. A small body can contain gigabytes of zeros.
    private static let mostBytes = 64 << 20

    private let input: [UInt8]
    private var position: Int
    private var pending = 0
    private var pendingCount = 0
    private var output: [UInt8] = []

    private init(_ input: [UInt8], from position: Int) { (self.input, self.position) = (input, position) }

    /// Decodes the gzip format (RFC 1952). Returns `nil` if the bytes are corrupt or too many.
    static func gzip(_ bytes: [UInt8]) -> [UInt8]? {
        var output: [UInt8] = []
        var start = 0
        while start < bytes.count {
            guard bytes[start...].starts(with: [0x1F, 0x8B, 8]), bytes.count - start > 18 else { return nil }
            let flags = bytes[start + 3]
            var position = start + 10
            if flags & 4 != 0 { position += 2 + Int(bytes[position]) + Int(bytes[position + 1]) << 8 }
            for flag in [8, 16] as [UInt8] where flags & flag != 0 {
                guard position < bytes.count, let end = bytes[position...].firstIndex(of: 0) else { return nil }
                position = end + 1
            }
            if flags & 2 != 0 { position += 2 }
            var inflation = Inflation(bytes, from: position)
            guard inflation.run(), inflation.position + 8 <= bytes.count else { return nil }
            let size = (0..<4).reduce(0) { $0 | Int(bytes[inflation.position + 4 + $1]) << (8 * $1) }
            guard size == inflation.output.count & 0xFFFF_FFFF else { return nil }
            output += inflation.output
            start = inflation.position + 8
            guard output.count <= mostBytes else { return nil }
        }
        return output
    }

    /// Decodes the zlib format (RFC 1950), or deflated data without a header, which some clients send as `deflate`.
    static func zlib(_ bytes: [UInt8]) -> [UInt8]? {
        let hasHeader =
            bytes.count > 2 && bytes[0] & 0xF == 8 && (Int(bytes[0]) << 8 | Int(bytes[1])).isMultiple(of: 31)
        var inflation = Inflation(bytes, from: hasHeader ? 2 : 0)
        return inflation.run() ? inflation.output : nil
    }

    /// Decodes all blocks. Returns `false` if the data is corrupt.
    private mutating func run() -> Bool {
        var isLast = false
        while !isLast {
            guard let last = bits(1), let type = bits(2) else { return false }
            isLast = last == 1
            switch type {
            case 0: guard copyStored() else { return false }
            case 1: guard decode(Self.fixedLengths, Self.fixedDistances) else { return false }
            case 2: guard let (lengths, distances) = tables(), decode(lengths, distances) else { return false }
            default: return false
            }
        }
        return true
    }

    private mutating func bits(_ count: Int) -> Int? {
        while pendingCount < count {
            guard position < input.count else { return nil }
            pending |= Int(input[position]) << pendingCount
            position += 1
            pendingCount += 8
        }
        defer {
            pending >>= count
            pendingCount -= count
        }
        return pending & ((1 << count) - 1)
    }

    private mutating func copyStored() -> Bool {
        (pending, pendingCount) = (0, 0)
        guard let count = bits(16), let complement = bits(16), count == ~complement & 0xFFFF,
            position + count <= input.count, output.count + count <= Self.mostBytes
        else { return false }
        output += input[position..<position + count]
        position += count
        return true
    }

    /// A canonical Huffman code (RFC 1951 section 3.2.2).
    private struct Table {
        /// The number of codes of each length.
        var counts = [Int](repeating: 0, count: 16)
        /// The symbols in the order of their codes.
        var symbols: [Int]

        init(_ lengths: [Int]) {
            for length in lengths { counts[length] += 1 }
            counts[0] = 0
            symbols = (1..<16).flatMap { length in lengths.indices.filter { lengths[$0] == length } }
        }
    }

    private static let fixedLengths = Table((0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    private static let fixedDistances = Table([Int](repeating: 5, count: 30))

    private mutating func symbol(_ table: Table) -> Int? {
        var (code, first, index) = (0, 0, 0)
        for length in 1..<16 {
            guard let bit = bits(1) else { return nil }
            code |= bit
            let count = table.counts[length]
            if code - count < first {
                let place = index + code - first
                return table.symbols.indices.contains(place) ? table.symbols[place] : nil
            }
            index += count
            first = (first + count) << 1
            code <<= 1
        }
        return nil
    }

    /// Reads the codes at the start of a block (RFC 1951 section 3.2.7).
    private mutating func tables() -> (Table, Table)? {
        guard let more = bits(5), let distances = bits(5), let codes = bits(4), more < 30 else { return nil }
        let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
        var codeLengths = [Int](repeating: 0, count: 19)
        for place in order.prefix(codes + 4) {
            guard let length = bits(3) else { return nil }
            codeLengths[place] = length
        }
        let table = Table(codeLengths)
        let total = more + 257 + distances + 1
        var lengths: [Int] = []
        while lengths.count < total {
            guard let next = symbol(table) else { return nil }
            guard next > 15 else {
                lengths.append(next)
                continue
            }
            guard let extra = bits([2, 3, 7][next - 16]), next > 16 || !lengths.isEmpty else { return nil }
            let value = next == 16 ? lengths[lengths.count - 1] : 0
            lengths += [Int](repeating: value, count: [3, 3, 11][next - 16] + extra)
        }
        guard lengths.count == total else { return nil }
        return (Table(Array(lengths.prefix(more + 257))), Table(Array(lengths.dropFirst(more + 257))))
    }

    private static let lengthBases = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]

    private mutating func decode(_ lengths: Table, _ distances: Table) -> Bool {
        while let next = symbol(lengths) {
            if next == 256 { return true }
            guard next > 256 else {
                output.append(UInt8(next))
                continue
            }
            let place = next - 257
            // The number of extra bits increases by one after each fourth length and each second distance.
            guard Self.lengthBases.indices.contains(place),
                let extra = bits(place < 8 || place == 28 ? 0 : place / 4 - 1), let code = symbol(distances), code < 30,
                let offset = bits(code < 4 ? 0 : code / 2 - 1)
            else { return false }
            let length = Self.lengthBases[place] + extra
            let distance = code < 4 ? code + 1 : (2 + code & 1) << (code / 2 - 1) + 1 + offset
            guard distance <= output.count, output.count + length <= Self.mostBytes else { return false }
            for _ in 0..<length { output.append(output[output.count - distance]) }
        }
        return false
    }
}
