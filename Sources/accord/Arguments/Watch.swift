// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import AccordRendering
import Foundation

/// Runs a command again when a contract changes.
enum Watch {
    /// Runs `body` until the process is stopped.
    ///
    /// - Parameters:
    ///   - body: reads the contracts through the files that are passed to it. Its exit status is ignored.
    static func run(
        _ contracts: ContractArguments, isStopped: () -> Bool = { false }, _ body: (WatchedFiles) throws -> Void
    ) throws {
        while !isStopped() {
            let files = WatchedFiles(contracts)
            StandardError.write("accord: checking \(contracts.paths.joined(separator: " "))")
            do {
                try body(files)
            } catch is ExitStatus {}
            guard !isStopped() else { break }
            StandardError.write(
                "accord: watching \(files.count) file\(files.count == 1 ? "" : "s"); press Ctrl-C to stop")
            files.waitForChange(isStopped: isStopped)
        }
        throw ExitStatus.interrupted
    }
}

/// Files on disk that record their state when read, to notice changes.
final class WatchedFiles: ContractFiles {
    /// The time between two checks, in microseconds.
    private static let interval: UInt32 = 200_000

    private let disk = DiskFiles()
    private let contracts: ContractArguments
    private let listing: [String]?
    private let seen: Locked<[String: FileStatus?]> = Locked([:])

    /// - Parameter contracts: the files and folders to watch in addition to the files read.
    init(_ contracts: ContractArguments) {
        self.contracts = contracts
        listing = Self.listing(contracts)
        contracts.paths.forEach(watch)
    }

    func read(_ path: String) throws -> [UInt8] {
        watch(path)
        return try disk.read(path)
    }

    func absolute(_ path: String) -> String { disk.absolute(path) }

    var count: Int { seen.withLock(\.count) }

    /// Returns when a file has changed or a contract was added or removed, and writing has ended.
    func waitForChange(isStopped: () -> Bool = { false }) {
        while !isStopped(), !isChanged, Self.listing(contracts) == listing { usleep(Self.interval) }
        settle()
    }

    /// Records the status before the file is read, so that no edit is missed.
    private func watch(_ path: String) {
        let status = FileStatus(path)
        seen.withLock { $0[path] = .some(status) }
    }

    private var isChanged: Bool {
        seen.withLock { $0 }.contains { path, status in FileStatus(path) != status }
    }

    /// Waits until the files stop changing: an editor may truncate a file before it writes it.
    private func settle() {
        let paths = seen.withLock { Array($0.keys) }
        var last = paths.map { FileStatus($0) }
        while true {
            usleep(Self.interval / 2)
            let now = paths.map { FileStatus($0) }
            if now == last { return }
            last = now
        }
    }

    private static func listing(_ contracts: ContractArguments) -> [String]? {
        try? ContractFolder.contracts(in: contracts.paths)
    }
}
