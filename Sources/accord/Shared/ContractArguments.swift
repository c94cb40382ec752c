import AccordContract
import AccordCore
import AccordRendering
import ArgumentParser

/// The contracts that a command is about.
struct ContractArguments: ParsableArguments {
    @Argument(
        help: """
            Contracts and OpenAPI documents, or folders of them: a folder means its *.json, *.yaml and *.yml, except \
            *.schema.json.
            """)
    var paths: [String] = ["Specs"]

    @OptionGroup(title: "OpenAPI documents") var openAPI: OpenAPIArguments

    /// The folder that references stay in; nil: each contract's own.
    var refRoot: String? { openAPI.referenceRoot }

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

    /// What the files say now.
    struct Loaded {
        var contracts: [Contract] = []
        /// Errors and warnings.
        var problems: [Diagnostic] = []
        var inferredFlows: [String] = []
        /// The files that can't be used.
        var unusable: [String] = []
    }

    /// Reads them all, and tells nothing of what is wrong with them.
    ///
    /// - Throws: `ExitStatus.usage` where there is no contract.
    func read(infersFlows: Bool = false, reading disk: any ContractFiles = DiskFiles()) throws -> Loaded {
        let files = try files()
        let formats = try openAPI.formats()
        let results = files.map { ContractLoader.load($0, files: disk, formats: formats, referenceRoot: refRoot) }
        let implied = results.map { result in
            result.contract.map { ImpliedCases($0, infersFlows: infersFlows) }
        }
        let doubts = implied.map { formats.told($0?.diagnostics ?? []) }
        let diagnostics = results.flatMap(\.diagnostics) + doubts.joined()
        let unusable = files.indices.filter { index in
            implied[index] == nil || doubts[index].contains { $0.severity == .error }
        }
        let cases = implied.compactMap(\.self)
        return Loaded(
            contracts: cases.map(\.contract), problems: diagnostics.filter { $0.severity != .note },
            inferredFlows: cases.flatMap(\.inferred).map { "\($0)" }, unusable: unusable.map { files[$0] })
    }

    /// Loads them all; warnings are told, and don't stop anything.
    ///
    /// - Throws: `ExitStatus.contractInvalid` after all problems of all files have been told.
    func load(
        infersFlows: Bool = false, color: ColorChoice = .auto, reading disk: any ContractFiles = DiskFiles()
    ) throws -> [Contract] {
        let loaded = try read(infersFlows: infersFlows, reading: disk)
        let terminal = Terminal(.error, color: color)
        for problem in loaded.problems { StandardError.write(problem.rendered(for: terminal)) }
        for flow in loaded.inferredFlows { StandardError.write("accord: inferred flow: \(flow)") }
        guard loaded.unusable.isEmpty else {
            let names = loaded.unusable.map(VisibleText.name).joined(separator: ", ")
            throw ExitStatus.contractInvalid.because("can't use \(names): see the errors above")
        }
        return loaded.contracts
    }
}
