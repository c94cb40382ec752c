import AccordContract
import Foundation

/// `--watch`: a command that runs again whenever a file that it read has changed.
enum Watch {
    /// How often the files are looked at.
    private static let interval: UInt32 = 200_000

    /// Runs `body` until the process is told to stop.
    ///
    /// - Parameters:
    ///   - contracts: what is watched besides the files that `body` reads: a contract may be added to a folder.
    ///   - isStopped: asked between two looks.
    ///   - body: reads its contracts through the files that it is given; an exit status that it throws is its result.
    static func run(
        _ contracts: ContractArguments, isStopped: () -> Bool = { false }, _ body: (WatchedFiles) throws -> Void
    ) throws {
        while !isStopped() {
            let files = WatchedFiles()
            contracts.paths.forEach(files.watch)
            StandardError.write("accord: checking \(contracts.paths.joined(separator: " "))")
            let before = found(contracts)
            do {
                try body(files)
            } catch is ExitStatus {
                // Told already; a contract with a mistake is what is being worked on.
            }
            guard !isStopped() else { break }
            StandardError.write(
                "accord: watching \(files.count) file\(files.count == 1 ? "" : "s"); press Ctrl-C to end")
            while !isStopped(), !files.isChanged, found(contracts) == before { usleep(interval) }
            files.settle { usleep(interval / 2) }
        }
        throw ExitStatus.interrupted
    }

    private static func found(_ contracts: ContractArguments) -> [String]? {
        try? ContractFolder.contracts(in: contracts.paths)
    }
}
