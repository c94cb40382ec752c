// SPDX-License-Identifier: Apache-2.0
/// The properties that are allowed only in requests or only in responses.
public enum OmittedProperties: Sendable, Hashable {
    case nothing
    /// The properties with `readOnly`, which only responses contain.
    case readOnly
    /// The properties with `writeOnly`, which only requests contain.
    case writeOnly

    /// The name of the keyword, or `nil` for `nothing`.
    package var keyword: String? {
        switch self {
        case .nothing: nil
        case .readOnly: "readOnly"
        case .writeOnly: "writeOnly"
        }
    }
}
