import AccordCases
import AccordContract
import AccordHTTP
import AccordJudging
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

    /// The files that these are, without accord's own reports, which it tells of.
    ///
    /// - Throws: `ExitStatus.usage` where there is no contract.
    func files() throws -> [String] {
        do {
            return try ContractFolder.contracts(in: paths) { file in
                StandardError.write("\(file): note: left out: it is a report of accord's, not a contract")
            }
        } catch {
            throw ExitStatus.usage.because("\(error)")
        }
    }

    /// Loads them all; warnings are told, and don't stop anything.
    ///
    /// - Throws: `ExitStatus.contractInvalid` after all problems of all files have been told.
    func load(infersFlows: Bool = false) throws -> [Contract] {
        let files = try files()
        let formats = try openAPI.formats()
        let results = files.map { ContractLoader.load($0, formats: formats) }
        let implied = results.compactMap(\.contract).map { ImpliedCases($0, infersFlows: infersFlows) }
        for diagnostic in results.flatMap(\.diagnostics) + implied.flatMap(\.diagnostics).map(\.withWindow)
        where diagnostic.severity != .note {
            StandardError.write(diagnostic.rendered)
        }
        for flow in implied.flatMap(\.inferred) { StandardError.write("accord: inferred flow: \(flow)") }
        guard implied.count == files.count else {
            let wrong = zip(files, results).filter { $0.1.contract == nil }.map(\.0)
            throw ExitStatus.contractInvalid.because("can't use \(wrong.joined(separator: ", ")): see the errors above")
        }
        return implied.map(\.contract)
    }
}
