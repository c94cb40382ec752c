// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The time that a piece of work took, over several runs.
struct Measurement {
    var times: [Duration] = []

    /// Runs a piece of work once more.
    mutating func run(_ work: () throws -> Void) rethrows {
        let start = ContinuousClock.now
        try work()
        times.append(ContinuousClock.now - start)
    }

    /// The median in seconds.
    var median: Double {
        let sorted = times.sorted()
        return sorted[sorted.count / 2] / .seconds(1)
    }
}

/// The bytes of memory that the process has resident; 0 where the system has no `/proc`.
func residentBytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
    let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let fields = text.split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(getpagesize()) : 0
}
