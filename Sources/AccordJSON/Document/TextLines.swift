// SPDX-License-Identifier: Apache-2.0
// Text is split as bytes, because Swift takes CR LF for one Character that differs from `"\\n"`.

extension Sequence<UInt8> {
    /// The lines of the text, without the CR, LF or CR LF at their ends. If the text ends with a line break, the last
    /// line is empty.
    package var lines: [[UInt8]] {
        var lines: [[UInt8]] = [[]]
        var isAfterReturn = false
        for byte in self {
            defer { isAfterReturn = byte == 0x0D }
            if byte == 0x0A, isAfterReturn { continue }
            if byte == 0x0A || byte == 0x0D { lines.append([]) } else { lines[lines.count - 1].append(byte) }
        }
        return lines
    }
}

extension StringProtocol {
    /// The lines of the text, without the CR, LF or CR LF at their ends. If the text ends with a line break, the last
    /// line is empty.
    package var lines: [String] { utf8.lines.map { String(decoding: $0, as: UTF8.self) } }
}
