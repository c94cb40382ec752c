// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordRendering
import Foundation

/// Reads files from the disk, and detects later changes of these files.
final class WatchedFiles: ContractFiles {
    /// The time between two checks of the files, in microseconds.
    private static let interval: UInt32 = 200_000

    private let disk = DiskFiles()
    private let contracts: ContractArguments
    private let listing: [String]?
    private let seen: Locked<[String: FileStatus?]> = Locked([:])

    /// Starts watching the files and folders that contain the contracts. Each file that this object reads later is
    /// watched, too.
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

    /// Runs `body` immediately, and again after each change of a contract file, until the user stops the process.
    ///
    /// - Parameters:
    ///   - body: A function that reads contracts. Its argument reads the files and watches them. If the function throws
    ///     an exit status, `--watch` continues.
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
            StandardError.write("accord: watching \(files.count.counted("file")); press Ctrl-C to stop")
            files.waitForChange(isStopped: isStopped)
        }
        throw ExitStatus.interrupted
    }

    /// Waits until a watched file changed, or a contract was added or removed. Returns when the files stop changing.
    func waitForChange(isStopped: () -> Bool = { false }) {
        while !isStopped(), seen.withLock({ $0 }).allSatisfy({ FileStatus($0) == $1 }),
            Self.listing(contracts) == listing
        {
            usleep(Self.interval)
        }
        settle()
    }

    /// Records the status of a file, such as its time of change, before the file is read. If the status were recorded
    /// after reading, a change during reading would be missed.
    private func watch(_ path: String) {
        let status = FileStatus(path)
        seen.withLock { $0[path] = .some(status) }
    }

    /// Waits until the files stop changing, because an editor may truncate a file before writing it.
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
        try? ContractFolder.contracts(in: contracts.paths.filter { !RemoteDocument.isRemote($0) })
    }
}
