// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordRendering
import ArgumentParser

/// The command `accord needs`.
struct Needs: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "needs",
        abstract: "Print the parts of the responses that a client needs, and write them as a contract.",
        discussion: """
            The client's tests change or remove each documented property, header field and status of a response. The \
            client needs a part if its result changes. Verify a server against the contract that --write creates, to \
            check only the parts that this client needs.
            """)

    @Argument(help: "The report of the client's tests, Reports/client.json.")
    var report: String

    @Option(help: ArgumentHelp("Write contracts with only the parts that the client needs.", valueName: "folder"))
    var write: String?

    @Option(help: ArgumentHelp("The folder that the contracts' paths are relative to.", valueName: "folder"))
    var root = "."

    func run() throws {
        let needs = ClientNeeds(try SavedReport.parse(report))
        guard !needs.operations.isEmpty else {
            throw ExitStatus.usage.because(
                "\(report) doesn't contain the client's needs\nRun its tests at level “standard” and without ACCORD_CASE."
            )
        }
        Output.line(NeedsText(needs).text)
        guard let write else { return }
        try ReportOutput.prepare(write)
        for file in Set(needs.operations.map(\.file)).sorted() {
            try self.write(file, needs.operations.filter { $0.file == file }, into: write)
        }
    }

    private func write(_ file: String, _ operations: [ClientNeeds.Operation], into folder: String) throws {
        let path = root == "." ? file : "\(root)/\(file)"
        let contract: JSON
        do {
            contract = JSON(try JSONDocument(parsing: DiskFiles().read(path), file: path).root)
        } catch {
            throw ExitStatus.usage.because("can't read the contract \(path): \(error)\nName its folder with --root.")
        }
        let target = "\(folder)/\(FilePath.name(of: file))"
        guard !Environment.isSameFile(target, path) else {
            throw ExitStatus.usage.because("\(target) is the contract itself; name a different folder with --write")
        }
        try Environment.write(JSONWriter.pretty(NeedsContract(contract, operations).json) + "\n", to: target)
        Output.line("wrote \(target); verify a server against it with accord verify \(target)")
    }
}
