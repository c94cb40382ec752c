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

    /// True where one of several texts, each of two bytes at least, stands anywhere in bytes, which are read once.
    package static func holds(_ bytes: [UInt8], anyOf texts: [String]) -> Bool {
        func pair(_ first: UInt8, _ second: UInt8) -> Int { Int(first) << 8 | Int(second) }
        let wanted = texts.map { Array($0.utf8) }.filter { $0.count >= 2 }
        var begins = [Bool](repeating: false, count: 1 << 16)
        for text in wanted { begins[pair(text[0], text[1])] = true }
        return bytes.withUnsafeBufferPointer { bytes in
            for start in bytes.indices.dropLast() where begins[pair(bytes[start], bytes[start + 1])] {
                let rest = bytes[start...]
                if wanted.contains(where: { rest.starts(with: $0) }) { return true }
            }
            return false
        }
    }
}
