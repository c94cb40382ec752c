// SPDX-License-Identifier: Apache-2.0
/// Reads a JSON text into a tape, in one pass and without recursion.
///
/// The reader needs no stack of containers, since the node of an open container stores its parent's index.
struct TapeReader: ~Copyable {
    // The pointer is valid within the closure of `Tape.read`. The reader exists only within that closure.
    let text: UnsafePointer<UInt8>
    let count: Int
    let maximumDepth: Int
    let seed: UInt64
    var at = 0
    var nodes: GrowingBuffer<TapeNode>
    /// The keys of all open objects, with the keys of the innermost object on top.
    var keys: GrowingBuffer<HashedKey>
    var duplicates: [DuplicateNodes] = []
    var keyTables = KeyTables()
    private var depth = 0

    /// A key's hash and node.
    struct HashedKey: BitwiseCopyable {
        var hash: UInt32
        var node: UInt32
    }

    init(text: UnsafePointer<UInt8>, count: Int, maximumDepth: Int) {
        self.text = text
        self.count = count
        self.maximumDepth = maximumDepth
        seed = Bytes.seed
        // A text has at most one node for every two bytes. For a short text, reserve this maximum. For a longer text,
        // reserve a third of it: unused pages of the buffer take no memory.
        nodes = GrowingBuffer(capacity: count < 4096 ? count / 2 + 2 : count / 6)
        keys = GrowingBuffer(capacity: 64)
    }

    /// Returns the tape, which takes ownership of the nodes.
    consuming func finish() -> Tape {
        keyTables.sort()
        if duplicates.count > 1 { duplicates.sort { ($0.first, $0.second) < ($1.first, $1.second) } }
        let (duplicates, keyTables) = (duplicates, keyTables)
        let (base, count) = nodes.take()
        return Tape(nodes: UnsafePointer(base), count: count, duplicates: duplicates, keyTables: keyTables)
    }

    /// Reads the whole text: a value with optional white space around it.
    mutating func readDocument() throws(ReadFailure) {
        try refuseOtherEncodings()
        skipSpace()
        try readValues()
        skipSpace()
        if at < count { throw trailingText() }
    }

    /// Reads a value and its descendants.
    private mutating func readValues() throws(ReadFailure) {
        /// The node of the innermost open container, or 0x0FFF_FFFF if there is none.
        var parent = 0x0FFF_FFFF
        value: while true {
            guard at < count else { throw missingValue(in: parent) }
            let start = at
            switch text[at] {
            case 0x22:
                at &+= 1
                let escaped = try scanString()
                add(escaped ? .escapedString : .string, start)
            case 0x7B, 0x5B:
                let isObject = text[at] == 0x7B
                depth &+= 1
                if depth > maximumDepth { throw tooDeep() }
                let node = nodes.count
                nodes.append(TapeNode(start: start, end: keys.count, kind: isObject ? .object : .array, next: parent))
                parent = node
                at &+= 1
                skipSpace()
                guard at < count else { throw unclosed(parent) }
                if text[at] != (isObject ? 0x7D : 0x5D) {
                    if isObject { try readKey(in: parent) }
                    continue value
                }
                at &+= 1
                parent = close(parent)
            case 0x2D, 0x30...0x39:
                try scanNumber()
                add(.number, start)
            case 0x74:
                guard isWord(0x6575_7274) else { throw notAValue() }
                at &+= 4
                add(.yes, start)
            case 0x66:
                at &+= 1
                guard isWord(0x6573_6C61) else {
                    at &-= 1
                    throw notAValue()
                }
                at &+= 4
                add(.no, start)
            case 0x6E:
                guard isWord(0x6C6C_756E) else { throw notAValue() }
                at &+= 4
                add(.null, start)
            default: throw notAValue(in: parent)
            }
            // After a value, continue with the next value of the innermost open container, or end the container.
            while true {
                if parent == 0x0FFF_FFFF { return }
                skipSpace()
                guard at < count else { throw unclosed(parent) }
                let isObject = nodes.base[parent].kind == .object
                let byte = text[at]
                if byte == 0x2C {
                    at &+= 1
                    skipSpace()
                    if isObject { try readKey(in: parent) }
                    continue value
                }
                guard byte == (isObject ? 0x7D : 0x5D) else { throw missingComma(in: parent) }
                at &+= 1
                parent = close(parent)
            }
        }
    }

    /// Reads a key, its colon and the white space before the value.
    @inline(__always)
    private mutating func readKey(in object: Int) throws(ReadFailure) {
        guard at < count, text[at] == 0x22 else { throw missingKey(in: object) }
        let start = at
        at &+= 1
        let escaped = try scanString()
        let hash = escaped ? decodedHash(start) : Bytes.hash(text + start + 1, count: at - start - 2, seed: seed)
        keys.append(HashedKey(hash: hash, node: UInt32(truncatingIfNeeded: nodes.count)))
        add(escaped ? .escapedString : .string, start)
        skipSpace()
        guard at < count, text[at] == 0x3A else { throw missingColon(in: object) }
        at &+= 1
        skipSpace()
    }

    /// Completes the node of a container. Returns the enclosing container.
    @inline(__always)
    private mutating func close(_ node: Int) -> Int {
        depth &-= 1
        let open = nodes.base[node]
        var kind = open.kind
        if kind == .object {
            if checkKeys(of: node, from: Int(open.end)) { kind = .indexedObject }
            keys.removeLast(downTo: Int(open.end))
        }
        nodes.base[node] = TapeNode(start: Int(open.start), end: at, kind: kind, next: nodes.count)
        return open.next
    }

    /// Adds the node of a value that has no children, such as a string.
    @inline(__always)
    private mutating func add(_ kind: TapeKind, _ start: Int) {
        nodes.append(TapeNode(start: start, end: at, kind: kind, next: nodes.count &+ 1))
    }

    @inline(__always)
    mutating func skipSpace() {
        while at < count {
            let byte = text[at]
            if byte > 0x20 || !(byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09) { return }
            at &+= 1
        }
    }

    @inline(__always)
    private func isWord(_ word: UInt32) -> Bool {
        // The load is safe, because four bytes are available.
        at &+ 4 <= count && UnsafeRawPointer(text + at).loadUnaligned(as: UInt32.self).littleEndian == word
    }
}
