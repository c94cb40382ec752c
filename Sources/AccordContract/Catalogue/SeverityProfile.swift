// SPDX-License-Identifier: Apache-2.0
/// A named set of severities that the user can select, for `accord verify` and in `accord.json`.
package enum SeverityProfile: String, Sendable, CaseIterable {
    /// The default profile. A deviation is a warning if people hardly notice it.
    case `default`
    /// The strict profile: every rule has the severity that its explanation documents.
    case strict
}
