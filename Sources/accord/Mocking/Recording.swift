// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordServer

/// Records requests and responses, and writes them as cases of a contract. If the file already contains a contract,
/// adds the cases to this contract.
final class Recording: Sendable {
    private let file: String
    private let contract: Locked<RecordedContract>

    /// Creates a recording that `write()` saves in a contract file. If the file exists, the recording extends its
    /// contract.
    ///
    /// - Throws: `ExitStatus.usage` if the file exists and isn't a valid contract.
    init(file: String, server: String, masking: Masking) throws {
        self.file = file
        let extended = try Environment.hasFile(file) ? Self.contract(file) : nil
        contract = Locked(
            try ExitStatus.usageOnError("can't extend \(file): ") {
                try RecordedContract(
                    server: server, masking: masking, extending: extended, environment: Environment.value)
            })
    }

    private static func contract(_ file: String) throws -> (document: JSON, contract: Contract) {
        let loaded = ContractLoader.load(file)
        guard let contract = loaded.contract, !loaded.diagnostics.contains(where: { $0.severity == .error }) else {
            throw ExitStatus.usage.because(
                "can't extend \(file), which isn't a valid contract: check it with accord lint, or choose a new file")
        }
        return try ExitStatus.usageOnError { (JSON(try JSONDocument(parsing: DiskFiles().read(file)).root), contract) }
    }

    @Sendable
    func add(_ request: HTTPRequest, _ response: HTTPResponse) { contract.withLock { $0.add(request, response) } }

    /// Writes the contract file, and prints the number of recorded cases.
    ///
    /// - Throws: `ExitStatus.usage` if the file can't be written, or `ExitStatus.broken` if no exchange was recorded.
    func write() throws {
        let recorded = contract.withLock { $0 }
        guard !recorded.isEmpty else {
            throw ExitStatus.broken.because("there was no request to record; not writing \(file)")
        }
        guard recorded.caseCount > 0 else {
            return StandardError.write("nothing to record: \(file) has a case for each recorded request")
        }
        try Environment.write(recorded.json.pretty + "\n", to: file)
        StandardError.write("wrote \(recorded.caseCount.counted("case")) to \(file); check it with accord lint \(file)")
    }
}
