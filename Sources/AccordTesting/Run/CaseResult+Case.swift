import AccordContract
import AccordCore
import Foundation

extension CaseResult {
    /// What became of a case that was tried, or wasn't.
    init(
        _ tried: Case, _ status: Status, reason: String? = nil, findings: [Finding] = [], assertions: Int = 0,
        exchanges: [ExchangeRecord] = []
    ) {
        self.init(
            id: tried.id, file: tried.file, operation: tried.operation.id,
            origin: .init(tried), summary: tried.summary, status: status, reason: reason,
            assertions: assertions, location: tried.location, findings: findings, exchanges: exchanges)
    }
}

extension Exemption {
    /// True for clients, today.
    var isInForce: Bool { isInForce(on: Instant.text(Date())) }
}
