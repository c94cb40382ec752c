import AccordContract
import AccordCore
import AccordJSON
import AccordVerifier
import ArgumentParser

/// `accord cases`: what there is to try.
struct Cases: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cases",
        abstract: "List every case, documented and derived, by the id that it has everywhere."
    )

    @OptionGroup var contracts: ContractArguments

    @Option(help: "Derive this many cases: smoke, standard or full.")
    var level: Level = .standard

    @Flag(help: "List also what `accord verify --refusals --allow-unsafe` asks a server to refuse.")
    var refusals = false

    @Option(help: "Also list the flows that are plain from the paths: infer.")
    var flows: FlowChoice = .documented

    @Flag(help: "Print a JSON array of objects with id, file, operation, origin, appliesTo, line and column.")
    var json = false

    func run() throws {
        let loaded = try contracts.load(infersFlows: flows == .infer)
        let refused = refusals ? RefusalOptions(allowsUnsafe: true) : nil
        let cases = loaded.flatMap { CasePlan($0, level: level, refusals: refused).cases }
        guard !cases.isEmpty else { throw ExitStatus.broken.because("the contracts have no case") }
        guard !json else { return Output.json(.array(cases.map(\.json))) }
        // One write, not one a line: the list may be long.
        let ids = loaded.count == 1 ? cases.map(\.id) : cases.map(\.qualifiedID)
        Output.line(ids.joined(separator: "\n"))
    }
}

extension Level: ExpressibleByArgument {}

extension Case {
    fileprivate var json: JSON {
        var object: JSONObject = [
            "id": .string(self.id), "file": .string(self.file), "operation": .string(self.operation.id),
            "origin": .string(CaseResult.Origin(self).rawValue),
            "line": .number(JSONNumber(self.location.line)), "column": .number(JSONNumber(self.location.column)),
        ]
        if let appliesTo = self.appliesTo { object["appliesTo"] = .string(appliesTo.rawValue) }
        if let summary = self.summary { object["summary"] = .string(summary) }
        if let notApplicable = self.notApplicable { object["notApplicable"] = .string(notApplicable) }
        return .object(object)
    }
}
