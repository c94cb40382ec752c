// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The time that a piece of work took, over several runs.
struct Measurement {
    private var times: [Duration] = []

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

/// A file that couldn't be written.
struct WriteError: Error { var path: String }

func write(_ text: String, to path: String) throws {
    guard let file = fopen(path, "w") else { throw WriteError(path: path) }
    defer { fclose(file) }
    let bytes = Array(text.utf8)
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw WriteError(path: path) }
}
