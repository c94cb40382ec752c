import AccordContract
import AccordRendering
import ArgumentParser

/// The contracts that a command is about.
struct ContractArguments: ParsableArguments {
    @Argument(help: "Contracts, or folders of contracts: the *.json of a folder, except *.schema.json.")
    var paths: [String] = ["Specs"]

    @Option(
        help: ArgumentHelp(
            "Allow “$ref” and “extends” to name files anywhere below this folder; by default below the contract's own.",
            valueName: "folder"))
    var refRoot: String?

    /// The files that these are, without accord's own reports, which it tells of.
    ///
    /// - Throws: `ExitStatus.usage` where there is no contract.
    func files() throws -> [String] {
        do {
            return try ContractFolder.contracts(in: paths) { file in
                StandardError.write(
                    "\(VisibleText.name(file)): note: left out: it is a report of accord's, not a contract")
            }
        } catch {
            throw ExitStatus.usage.because("\(error)")
        }
    }

    /// Loads them all; warnings are told, and don't stop anything.
    ///
    /// - Throws: `ExitStatus.contractInvalid` after all problems of all files have been told.
    func load(color: ColorChoice = .auto, reading disk: any ContractFiles = DiskFiles()) throws -> [Contract] {
        let files = try files()
        let results = files.map { ContractLoader.load($0, files: disk, referenceRoot: refRoot) }
        let terminal = Terminal(.error, color: color)
        for diagnostic in results.flatMap(\.diagnostics) where diagnostic.severity != .note {
            StandardError.write(diagnostic.rendered(for: terminal))
        }
        let contracts = results.compactMap(\.contract)
        guard contracts.count == files.count else {
            let wrong = zip(files, results).filter { $0.1.contract == nil }.map { VisibleText.name($0.0) }
            throw ExitStatus.contractInvalid.because("can't use \(wrong.joined(separator: ", ")): see the errors above")
        }
        return contracts
    }
}
