// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import JSONCPeer

/// Reads one document with AccordJSON and with json-c, in turns, and prints both and their ratio.
@main
struct JSONBench {
    static let runs = 7
    /// The goals: at least as many times as fast, at most this share of the memory.
    static let wantedSpeed = 3.0
    static let wantedMemory = 0.5

    static func main() throws {
        let bytes = People.document(bytes: 25_000_000, seed: 20_260_101)
        let megabytes = Double(bytes.count) / 1e6
        print("reading \(format(megabytes)) MB, median of \(runs) runs in turns")

        // First, while the heap holds nothing else that could be used again.
        let (tree, tape) = try measureMemory(bytes)
        var ours = Measurement()
        var theirs = Measurement()
        var strict = Measurement()
        for _ in 0..<runs {
            try ours.run { _ = try JSONDocument(parsing: bytes) }
            theirs.run { json_object_put(parseWithJSONC(bytes, strict: false)) }
            strict.run { json_object_put(parseWithJSONC(bytes, strict: true)) }
        }
        print("")
        print("| parse and free | ms | MB/s |")
        print("|---|--:|--:|")
        for (name, measurement) in [("AccordJSON", ours), ("json-c", theirs), ("json-c, strict with UTF-8", strict)] {
            print("| \(name) | \(format(measurement.median * 1e3)) | \(format(megabytes / measurement.median)) |")
        }

        print("")
        print("| memory of the tree, without the text | MB |")
        print("|---|--:|")
        print("| AccordJSON | \(format(Double(tape) / 1e6)) |")
        print("| json-c | \(format(Double(tree) / 1e6)) |")

        let speed = theirs.median / ours.median
        let memory = Double(tape) / Double(tree)
        print("")
        verdict("speed", "\(format(speed)) times json-c", "at least \(format(wantedSpeed))", speed >= wantedSpeed)
        verdict("memory", "\(format(memory)) of json-c", "at most \(format(wantedMemory))", memory <= wantedMemory)
    }

    /// The resident memory that each tree adds; pages that nobody touched don't count.
    static func measureMemory(_ bytes: [UInt8]) throws -> (tree: Int, tape: Int) {
        let before = residentBytes()
        let document = try JSONDocument(parsing: bytes)
        let withTape = residentBytes()
        precondition(document.root.count > 0)
        let tree = parseWithJSONC(bytes, strict: false)
        let withTree = residentBytes()
        json_object_put(tree)
        return (withTree - withTape, withTape - before)
    }

    static func parseWithJSONC(_ bytes: [UInt8], strict: Bool) -> OpaquePointer? {
        let tokener = json_tokener_new_ex(512)
        defer { json_tokener_free(tokener) }
        json_tokener_set_flags(tokener, strict ? Int32(JSON_TOKENER_STRICT) | Int32(JSON_TOKENER_VALIDATE_UTF8) : 0)
        // The tokener reads the bytes within the closure and copies what it keeps.
        let value = bytes.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { json_tokener_parse_ex(tokener, $0.baseAddress, Int32($0.count)) }
        }
        precondition(value != nil, "json-c reads the document")
        return value
    }

    static func verdict(_ name: String, _ value: String, _ goal: String, _ isReached: Bool) {
        print("\(name): \(value), goal \(goal): \(isReached ? "reached" : "MISSED")")
    }

    static func format(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }
}
