// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordGenerator
import ArgumentParser

/// The command `accord convert`, which converts an OpenAPI document to a contract.
struct Convert: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert", abstract: "Convert an OpenAPI document to a contract, with cases from its examples.",
        discussion: """
            The contract has the same cases as the document, with the same ids. \
            Don't convert a document that someone else maintains: later changes would be missing in the contract. \
            Write a contract that extends the document: { "contract": "1.0", "extends": "openapi.json" }.
            """)

    @OptionGroup var contracts: ContractArguments

    @Option(name: .shortAndLong, help: "The file to create; default: standard output.")
    var output: String?

    @Option(help: "Use “infer” to derive sequences of cases from paths, such as POST /users, then GET /users/{id}.")
    var flows: FlowChoice = .documented

    @Flag(help: "Write the document and all files that it references as one file, for ACCORD_AGAINST in client tests.")
    var bundle = false

    func run() throws {
        let files = try contracts.files()
        guard let document = files.first, files.count == 1 else {
            throw ExitStatus.usage.because("expected one document, got \(files.joined(separator: ", "))")
        }
        if bundle { return try write(Self.bundle(of: document, contracts.openAPI), from: document) }
        guard let contract = try contracts.load(infersFlows: flows == .infer).first else { return }
        guard contract.origin != .contract else { throw ExitStatus.usage.because("\(document) is already a contract") }
        try write(Self.text(of: contract, from: String(FilePath.name(of: document))), from: document)
    }

    private func write(_ text: String, from document: String) throws {
        guard let output, output != "-" else { return Output.text(text) }
        guard !Environment.hasFile(output) else {
            throw ExitStatus.usage.because(
                "\(output) already exists; specify a different file with --output, or remove the file first")
        }
        try Environment.write(text, to: output)
        Output.line("wrote \(output) from \(document)")
    }

    private static func bundle(of document: String, _ arguments: OpenAPIArguments) throws -> String {
        let recorder = RecordingFiles(DiskFiles(), excluding: [document] + arguments.overlays)
        let loaded = ContractLoader.load(
            document, files: recorder, formats: try arguments.formats(), referenceRoot: arguments.referenceRoot)
        let bundle = EmbeddedContract(
            try loaded.usable(document), loaded, path: document, displayedAs: document, read: recorder.read)
        return bundle.json.compact + "\n"
    }

    private static func text(of contract: Contract, from document: String) -> String {
        json(of: contract, from: document).pretty + "\n"
    }

    /// Converts a document to a contract, and returns the contract's JSON. The contract includes the cases that Accord
    /// derives from the document's examples.
    static func json(of contract: Contract, from document: String) -> JSON {
        var root = JSONObject()
        for (key, value) in JSON(contract.document.root).object ?? [:] {
            root[key] = key == "operations" ? operations(value, of: contract) : value
            if key == "contract" { root["convertedFrom"] = .string(document) }
        }
        return .object(root)
    }

    private static func operations(_ documented: JSON, of contract: Contract) -> JSON {
        guard case .object(var operations) = documented else { return documented }
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
