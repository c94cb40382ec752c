import AccordContract
import AccordCore
import AccordJSON
import AccordServer

/// Exchanges that become the cases of a contract's file.
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

    /// Writes the file, and says what is in it.
    ///
    /// - Throws: `ExitStatus.usage` where it can't be written, `ExitStatus.broken` where nothing was recorded.
    func write() throws {
        let recorded = contract.withLock { $0 }
        guard !recorded.isEmpty else { throw ExitStatus.broken.because("nothing was recorded; \(file) isn't written") }
        if let reason = TextFile.write(recorded.json.pretty + "\n", to: file) {
            throw ExitStatus.usage.because("can't write \(file): \(reason)")
        }
        StandardError.write("\(file): \(recorded.caseCount) cases recorded; look at it with accord lint \(file)")
    }
}
