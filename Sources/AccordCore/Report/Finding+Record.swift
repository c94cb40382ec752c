// SPDX-License-Identifier: Apache-2.0
import AccordContract

extension SourceLocation: Record {
    package static let shape = RecordShape<Self>(
        ("file", \.file), ("line", \.position.line), ("column", \.position.column), ("pointer", \.pointer),
        make: Self.init(file:line:column:pointer:))
}

extension Finding.Severity: RecordValue {}
extension Finding.Blame: RecordValue {}
extension Finding.Place.Part: RecordValue {}

extension Finding.Place: Record {
    package static let shape = RecordShape<Self>(
        ("part", \.part), ("name", \.name), ("missing", \.missing), make: Self.init(_:_:missing:))
}

extension Finding: Record {
    package static let shape = RecordShape<Self>(
        ("rule", \.rule.id), ("severity", \.severity), ("blame", \.blame), ("message", \.message),
        ("contract", \.contract), ("place", \.place), ("expected", \.expected), ("actual", \.actual),
        ("details", \.details), ("reproduce", \.reproduce), ("advice", \.advice), ("operation", \.operation)
    ) { rule, severity, blame, message, contract, place, expected, actual, details, reproduce, advice, operation in
        var finding = Finding(
            rule: Rule(reported: rule), severity: severity, blame: blame, message, contract: contract, place: place,
            expected: expected, actual: actual, reproduce: reproduce, advice: advice, details: details)
        finding.operation = operation
        return finding
    }
}
