// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordServer

/// Collects exchanges, to write them as the cases of a contract.
final class Recording: Sendable {
    private let file: String
    private let contract: Locked<RecordedContract>

    init(file: String, server: String, masking: Masking) {
        self.file = file
        contract = Locked(RecordedContract(server: server, masking: masking))
    }

    @Sendable
    func add(_ request: HTTPRequest, _ response: HTTPResponse) {
        contract.withLock { $0.add(request, response) }
    }

    /// Writes the contract file, and prints the number of recorded cases.
    ///
    /// - Throws: `ExitStatus.usage` if the file can't be written, or `ExitStatus.broken` if no exchange was recorded.
    func write() throws {
        let recorded = contract.withLock { $0 }
        guard !recorded.isEmpty else {
            throw ExitStatus.broken.because("no exchange was recorded; not writing \(file)")
        }
        try Environment.write(recorded.json.pretty + "\n", to: file)
        StandardError.write("wrote \(recorded.caseCount) cases to \(file); check it with accord lint \(file)")
    }
}
