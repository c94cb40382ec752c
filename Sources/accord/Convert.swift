import AccordContract
import AccordCore
import AccordJSON
import ArgumentParser
import Foundation

/// `accord convert`: an OpenAPI document as a contract, to be owned and edited.
struct Convert: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Write an OpenAPI document as a contract, with the cases that it implies.",
        discussion: """
            The contract has the same cases by the same ids. A document that somebody else owns is better extended: \
            { "contract": "1.0", "extends": "openapi.json" } follows its changes.
            """)

    @OptionGroup var contracts: ContractArguments

    @Option(name: .shortAndLong, help: "The file to write; standard output unless given. One that is there is kept.")
    var output: String?

    @Option(help: "Also write the flows that are plain from the paths: infer.")
    var flows: FlowChoice = .documented

    func run() throws {
        let files = try contracts.files()
        guard let document = files.first, files.count == 1 else {
            throw ExitStatus.usage.because("name one document: \(files.joined(separator: ", "))")
        }
        guard let contract = try contracts.load(infersFlows: flows == .infer).first else { return }
        guard contract.origin == .openAPI else {
            throw ExitStatus.usage.because("\(document) is a contract already")
        }
        let text = ContractText(contract, from: URL(filePath: document).lastPathComponent).text
        guard let output else { return Output.text(text) }
        guard !Environment.hasFile(output) else {
            throw ExitStatus.usage.because("\(output) is there already; take another name, or remove it first")
        }
        do {
            try Data(text.utf8).write(to: URL(filePath: output), options: .atomic)
        } catch {
            throw ExitStatus.usage.because("\(output) can't be written: \(error.localizedDescription)")
        }
        Output.line("\(output): written from \(document)")
    }
}

/// The text of a contract with the cases that it implies.
private struct ContractText {
    let text: String

    init(_ contract: Contract, from document: String) {
        var root = JSONObject()
        for (key, value) in JSON(contract.document.root).object ?? [:] {
            root[key] = key == "operations" ? Self.operations(value, of: contract) : value
            if key == "contract" { root["convertedFrom"] = .string(document) }
        }
        text = JSON.object(root).pretty + "\n"
    }

    /// The operations with all of their cases.
    private static func operations(_ written: JSON, of contract: Contract) -> JSON {
        guard case .object(var operations) = written else { return written }
        for operation in contract.operations {
            guard case .object(var members)? = operations[operation.id] else { continue }
            var cases = members["cases"]?.object ?? [:]
            for definition in operation.cases where definition.origin != .written {
                if let json = definition.json { cases[definition.name] = json }
            }
            members["cases"] = .object(cases)
            operations[operation.id] = .object(members)
        }
        return .object(operations)
    }
}
