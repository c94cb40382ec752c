// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Functions for file descriptors.
package enum Descriptor {
    /// Writes all bytes without buffering. Returns the system's error number, or `nil` on success.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        var remainingBytes = bytes[...]
        while !remainingBytes.isEmpty {
            let count = remainingBytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                remainingBytes = remainingBytes.dropFirst(count)
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }
}
