// SPDX-License-Identifier: Apache-2.0
/// The published repository of Accord.
enum Release {
    /// The URL of the repository, which `scripts/address.sh` sets.
    static let address = "https://accord.invalid/accord"
}
