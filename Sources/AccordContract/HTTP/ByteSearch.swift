// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Searches an array of bytes for a string.
package enum ByteSearch {
    /// Returns whether an array of bytes contains a string.
    package static func holds(_ bytes: [UInt8], _ text: String) -> Bool {
        first(Array(text.utf8), in: bytes, from: 0) != nil
    }

    /// Returns the index of the first occurrence of a pattern at or after `start`, or `nil` if there is none.
    package static func first(_ pattern: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard let first = pattern.first else { return nil }
        return bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return nil }
            let end = bytes.count - pattern.count + 1
            var index = start
            while index < end, let next = memchr(base + index, Int32(first), end - index) {
                index = UnsafeRawPointer(next) - base
                if memcmp(next, pattern, pattern.count) == 0 { return index }
                index += 1
            }
            return nil
        }
    }

    /// Returns whether an array of bytes contains at least one of several strings.
    package static func holds(_ bytes: [UInt8], anyOf texts: [String]) -> Bool { texts.contains { holds(bytes, $0) } }
}
