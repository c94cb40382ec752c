// SPDX-License-Identifier: Apache-2.0
import AccordChanges
import AccordCore
import AccordOpenAPI
import AccordRendering
import ArgumentParser

/// The command `accord needs`, which prints the response properties that a client needs.
struct Needs: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "needs",
        abstract: "Print the response properties that a client needs, or write them as a contract.",
        discussion: """
            During the client's tests, Accord changes or removes each documented property, header field and status \
            of a response. \
            If the client's result changes, the client needs the property, header field or status. \
            To check only what this client needs, verify a server against the contract that --write creates.
            """)

    @Argument(
        help: "The report of the client's tests (Reports/client.json). With --unread: the reports of all clients.")
    var reports: [String]

    @Option(
        help: .value(
            "path",
            "Write contracts with only the client's needs to this folder, or a report for accord diff to a .json file.")
    ) var write: String?

    @Option(
        help: .value(
            "document",
            "List the operations of this document that no client calls, and the properties that no client reads."))
    var unread: String?

    @Option(help: .value("folder", "The folder to which the contract paths in the report are relative."))
    var root = "."

    func run() throws {
        let saved = try reports.map(SavedReport.parse)
        if let unread { return try printUnread(in: unread, saved) }
        guard let first = saved.first, saved.count == 1 else {
            throw ExitStatus.usage.because("specify only one report; several reports require --unread")
        }
        let needs = ClientNeeds(first)
        guard !needs.operations.isEmpty else {
            throw ExitStatus.usage.because(
                "\(reports[0]) doesn't show which properties the client needs\n\(SavedReport.adviceForNeeds)")
        }
        Output.line(needs.text)
        guard let write else { return }
        if write.hasSuffix(".json") {
            try Environment.write(String(decoding: first.needsOnly.json(), as: UTF8.self), to: write)
            return Output.line("wrote \(write); to find changes that break the client: accord diff --client \(write)")
        }
        try ReportOutput.prepare(write)
        for file in Set(needs.operations.map(\.file)).sorted() {
            try self.write(file, needs.operations.filter { $0.file == file }, into: write)
        }
    }

    private func printUnread(in document: String, _ saved: [RunReport]) throws {
        let loaded = ContractLoader.load(document, formats: .all())
        guard let contract = loaded.contract else {
            for problem in loaded.diagnostics { StandardError.write(problem.rendered(for: Terminal(.error))) }
            throw ExitStatus.contractInvalid
        }
        let lines = contract.unreadParts(saved)
        Output.line(
            lines.isEmpty
                ? "the clients call every operation and read every property of the document"
                : lines.joined(separator: "\n"))
    }

    private func write(_ file: String, _ operations: [ClientNeeds.Operation], into folder: String) throws {
        let path = root == "." ? file : "\(root)/\(file)"
        let loaded = ContractLoader.load(path, formats: .all())
        guard let known = loaded.contract?.withImpliedCases else {
            let reasons = loaded.diagnostics.map(\.message).joined(separator: "\n")
            throw ExitStatus.usage.because(
                "can't read the contract \(path): \(reasons)\nSpecify the contract's root folder with --root.")
        }
        let name = String(FilePath.name(of: file))
        let contract = known.origin == .openAPI ? Convert.json(of: known, from: name) : JSON(known.document.root)
        let stem = name.split(separator: ".").dropLast().joined(separator: ".")
        let target = "\(folder)/\(stem).json"
        guard !Environment.isSameFile(target, path) else {
            throw ExitStatus.usage.because(
                "\(target) is the contract that the client was tested against; specify a different folder with --write")
        }
        try Environment.write(JSONWriter.pretty(NeedsContract(contract, operations).json) + "\n", to: target)
        Output.line("wrote \(target); to verify a server against this contract, run accord verify \(target)")
    }
}
