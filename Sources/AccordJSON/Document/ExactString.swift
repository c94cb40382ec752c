extension String {
    /// Feeds the scalars, so that the hash goes with ``isSame(as:)``.
    func hashScalars(into hasher: inout Hasher) {
        // The bytes are read within the closure alone.
        utf8Buffer { hasher.combine(bytes: UnsafeRawBufferPointer(start: $0, count: $1)) }
        hasher.combine(0xFF as UInt8)
    }
}

/// A string as a dictionary's key, the same only if it has the same scalars.
struct ExactString: Hashable {
    let string: String

    static func == (left: Self, right: Self) -> Bool { left.string.isSame(as: right.string) }

    func hash(into hasher: inout Hasher) { string.hashScalars(into: &hasher) }
}
