/// What a pattern's machine goes back to.
struct BacktrackEntry: BitwiseCopyable {
    enum Kind: UInt8 {
        /// Go on at instruction `a` and place `b`.
        case branch
        /// Put `b` back into slot `a`.
        case slot
        /// Instruction `a`, a greedy run, now at place `b`, may give back down to place `c`.
        case run
        /// Instruction `a`, a lazy run, at place `b`, has taken `c` scalars and may take more.
        case lazyRun
    }

    var kind: Kind
    var a: Int32
    var b: Int32
    var c: Int32
}

/// A stack that starts in memory of the caller's and moves to its own when it grows.
struct BacktrackStack: ~Copyable {
    // Valid as long as the closure that made this stack; `isOwned` says who frees it.
    private var base: UnsafeMutablePointer<BacktrackEntry>
    private var capacity: Int
    private var isOwned = false
    private(set) var count = 0

    init(borrowing buffer: UnsafeMutableBufferPointer<BacktrackEntry>) {
        // A temporary allocation of at least one entry always has an address.
        base = buffer.baseAddress ?? UnsafeMutablePointer<BacktrackEntry>.allocate(capacity: 1)
        capacity = max(buffer.count, 1)
        isOwned = buffer.baseAddress == nil
    }

    deinit { if isOwned { base.deallocate() } }

    @inline(__always)
    mutating func push(_ kind: BacktrackEntry.Kind, _ a: Int32, _ b: Int, _ c: Int = 0) {
        if count == capacity { grow() }
        let entry = BacktrackEntry(
            kind: kind, a: a, b: Int32(truncatingIfNeeded: b), c: Int32(truncatingIfNeeded: c))
        (base + count).initialize(to: entry)
        count &+= 1
    }

    @inline(__always)
    mutating func pop() -> BacktrackEntry {
        count &-= 1
        return base[count]
    }

    @inline(never)
    private mutating func grow() {
        // Takes the place of what was there, which is freed unless the caller lent it.
        let larger = UnsafeMutablePointer<BacktrackEntry>.allocate(capacity: capacity * 2)
        larger.initialize(from: base, count: count)
        if isOwned { base.deallocate() }
        base = larger
        capacity *= 2
        isOwned = true
    }
}
