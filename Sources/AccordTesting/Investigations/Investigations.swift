// SPDX-License-Identifier: Apache-2.0

extension CaseRunner {
    /// The questions about the client of a judged case in their order. The last one decides the severities.
    static let investigations: [any Investigation] = [
        IgnoresChange(), FailsAnyway(), ReadsExcluded(), ReadsPieces(), NeedsUndocumented(), HasHabits(),
        ContradictsExample(), LeavesUnread(), ReadsAnotherKey(), KnowsListedValues(), ShiftsTime(), DamagesBytes(),
        Harms(),
    ]
}
