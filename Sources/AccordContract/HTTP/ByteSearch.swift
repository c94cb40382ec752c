// SPDX-License-Identifier: Apache-2.0
import Foundation

extension [UInt8] {
    /// Returns whether the bytes contain a string.
    package func holds(_ text: String) -> Bool { firstIndex(of: Array(text.utf8), from: 0) != nil }

    /// Returns the index of the first occurrence of a pattern at or after `start`, or `nil` if there is none.
    func firstIndex(of pattern: [UInt8], from start: Int) -> Int? {
        guard let first = pattern.first else { return nil }
        return withUnsafeBytes { bytes in
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
}
