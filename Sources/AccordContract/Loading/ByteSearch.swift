/// Looks for a text in a file without reading the file.
package enum ByteSearch {
    /// True where a text stands anywhere in bytes.
    package static func holds(_ bytes: [UInt8], _ text: String) -> Bool {
        let wanted = Array(text.utf8)
        guard let first = wanted.first, bytes.count >= wanted.count else { return false }
        // The pointer is used within the closure alone.
        return bytes.withUnsafeBufferPointer { bytes in
            for start in 0...(bytes.count - wanted.count) where bytes[start] == first {
                var length = 1
                while length < wanted.count, bytes[start + length] == wanted[length] { length += 1 }
                if length == wanted.count { return true }
            }
            return false
        }
    }
}
