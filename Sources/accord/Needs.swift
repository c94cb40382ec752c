import AccordContract
import AccordCore
import AccordJSON
import AccordRendering
import ArgumentParser

/// `accord needs`: what a client relies on, as its tests found out.
struct Needs: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "needs",
        abstract: "Print what a client needs of a server's answers, and write it as a contract.",
        discussion: """
            The tests of a client change each documented property, header and status of an answer, and leave it out: what \
            changes how a call ends is what the client reads. Verify a server against the contract that --write makes, \
            and nothing is asked of it but what this client relies on.
            """)

    @Argument(help: "The report of a client's tests, Reports/client.json.")
    var report: String

    @Option(
        help: ArgumentHelp(
            "Write a contract that holds only what the client relies on, for each contract of the report.",
            valueName: "folder"))
    var write: String?

    @Option(help: ArgumentHelp("The folder that the contracts' paths are relative to.", valueName: "folder"))
    var root = "."

    func run() throws {
        let needs: ClientNeeds
        do {
            needs = ClientNeeds(try RunReport(parsing: DiskFiles().read(report), file: report))
        } catch {
            throw ExitStatus.usage.because("can't read \(report): \(error)")
        }
        guard !needs.operations.isEmpty else {
            throw ExitStatus.usage.because(
                "\(report) doesn't say what the client reads: run its tests at the level “standard”, without ACCORD_CASE"
            )
        }
        Output.line(NeedsText(needs).text)
        guard let write else { return }
        try ReportFolder.prepare(write)
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
            throw ExitStatus.usage.because("can't read the contract \(path): \(error)\nName its root with --root.")
        }
        let name = FilePath.name(of: file)
        let target = "\(folder)/\(name)"
        guard !Environment.isSameFile(target, path) else {
            throw ExitStatus.usage.because("\(target) is the contract itself: name another folder with --write")
        }
        let reduced = NeedsContract(contract, operations).json
        if let problem = TextFile.write(JSONWriter.pretty(reduced) + "\n", to: target) {
            throw ExitStatus.usage.because("can't write \(target): \(problem)")
        }
        Output.line("\(target): what this client relies on; accord verify \(target) holds a server to it")
    }
}
