// SPDX-License-Identifier: Apache-2.0
/// The address and the version from which a package gets Accord.
enum Release {
    /// The repository's address. scripts/address.sh writes it.
    static let address = "https://accord.invalid/accord"
}
