// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordServer

/// Exchanges that are written as cases of a contract.
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

    /// Writes the file, and prints the number of cases.
    ///
    /// - Throws: `ExitStatus.usage` if the file can't be written, `ExitStatus.broken` if there is no exchange.
    func write() throws {
        let recorded = contract.withLock { $0 }
        guard !recorded.isEmpty else {
            throw ExitStatus.broken.because("no exchange was recorded; not writing \(file)")
        }
        try Environment.write(recorded.json.pretty + "\n", to: file)
        StandardError.write("wrote \(recorded.caseCount) cases to \(file); check it with accord lint \(file)")
    }
}
