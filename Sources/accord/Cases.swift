// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordVerifier
import ArgumentParser

/// The command `accord cases`, which lists the ids of all cases.
struct Cases: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cases", abstract: "List the ids of all cases: documented cases, and cases that Accord derives.")

    @OptionGroup var contracts: ContractArguments

    @Option(help: "The set of derived cases: smoke (few), standard or full.")
    var level: Level = .standard

    @Flag(help: "Include the invalid requests that accord verify --refusals --allow-unsafe sends.")
    var refusals = false

    @Option(help: "Use “infer” to derive sequences of cases from paths, such as POST /users, then GET /users/{id}.")
    var flows: FlowChoice = .documented

    @Flag(help: "Print each case as a JSON object with id, file, operation, origin, appliesTo, line and column.")
    var json = false

    func run() throws {
        let documents = try contracts.usable(infersFlows: flows == .infer)
        defer { documents.printWarnings() }
        let loaded = documents.contracts
        let refused = refusals ? RefusalOptions(allowsUnsafe: true) : nil
        var objects: [JSON] = []
        var hasCases = false
        for contract in loaded {
            let contract = contract.withExemptionsInForce(on: Clock.today)
            CasePlan(contract, level: level, refusals: refused).forEachOperation { cases in
                hasCases = hasCases || !cases.isEmpty
                if json {
                    objects += cases.map(\.json)
                } else if !cases.isEmpty {
                    Output.line(cases.map { loaded.count == 1 ? $0.id : $0.qualifiedID }.joined(separator: "\n"))
                }
            }
        }
        guard hasCases else { throw ExitStatus.broken.because("the contracts have no cases") }
        if json { Output.json(.array(objects)) }
    }
}

extension Level: ExpressibleByArgument {}

extension Case {
    fileprivate var json: JSON {
        var object: JSONObject = [
            "id": .string(self.id), "file": .string(self.file), "operation": .string(self.operation.id),
            "origin": .string(CaseResult.Origin(self).rawValue),
            "line": .int(self.location.line), "column": .int(self.location.column),
        ]
        if let appliesTo = self.appliesTo { object["appliesTo"] = .string(appliesTo.rawValue) }
        if let summary = self.summary { object["summary"] = .string(summary) }
        if let notApplicable = self.notApplicable { object["notApplicable"] = .string(notApplicable) }
        return .object(object)
    }
}
