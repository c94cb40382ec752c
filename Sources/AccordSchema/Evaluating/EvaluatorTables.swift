// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// The data that an evaluator reads: the program's tables, the document's tape and the document's text.
///
/// The pointers are valid as long as the program and the document exist, which ``Evaluator/with(_:_:_:)`` ensures.
/// Plain pointers can be copied without reference counting.
struct EvaluatorTables: BitwiseCopyable {
    let code: ProgramTables
    let nodes: UnsafePointer<TapeNode>
    let text: UnsafePointer<UInt8>
    private let seed: UInt64 = Bytes.seed
    let hasDuplicateKeys: Bool
    let followsDynamicScope: Bool
    private let unmanagedDocument: Unmanaged<JSONDocument>
    private let unmanagedProgram: Unmanaged<SchemaProgram>

    init(_ program: SchemaProgram, _ document: JSONDocument, text: UnsafePointer<UInt8>) {
        code = program.tables
        nodes = document.nodes
        self.text = text
        hasDuplicateKeys = document.hasDuplicateKeys
        followsDynamicScope = program.followsDynamicScope
        unmanagedDocument = Unmanaged.passUnretained(document)
        unmanagedProgram = Unmanaged.passUnretained(program)
    }

    /// The document, for rare operations that need more than the tables.
    var document: JSONDocument { unmanagedDocument.takeUnretainedValue() }
    /// The program, for rare operations that need more than the tables.
    var program: SchemaProgram { unmanagedProgram.takeUnretainedValue() }

    /// Calls a closure with a compiled pattern of the program, without reference counting.
    func withPattern<Result>(_ index: Int, _ body: (CompiledPattern) -> Result) -> Result {
        unmanagedProgram._withUnsafeGuaranteedRef { body($0.parts.patterns[index].compiled) }
    }

    /// Calls a closure with the UTF-8 text of a string. Decodes the string first if it has escapes.
    func withText<Result>(_ node: Int, _ body: (UnsafePointer<UInt8>, Int) -> Result) -> Result {
        let string = nodes[node]
        if string.kindBit == .plainString {
            return body(text + (Int(string.start) &+ 1), Int(string.end &- string.start) &- 2)
        }
        return document.string(ofNode: node).utf8Buffer(body)
    }

    /// Returns the slot of the key at a node, or `nil` if the table doesn't contain the key.
    func slot(in table: KeyTable, _ key: Int) -> UnsafePointer<KeySlot>? {
        withText(key) { table.slot(of: $0, count: $1, in: code.slots, keys: code.keyBytes, seed: seed) }
    }

    /// Returns whether two values are equal.
    func areEqual(_ left: Int, _ right: Int) -> Bool {
        // Most compared values are strings. To compare their bytes needs no reference counting.
        guard nodes[left].kindBit == .plainString, nodes[right].kindBit == .plainString else {
            return JSONValue(document: document, node: left) == JSONValue(document: document, node: right)
        }
        return withText(left) { text, count in
            withText(right) { $1 == count && Bytes.areEqual(text, $0, count: count) }
        }
    }

    func scaled(_ node: Int) -> ScaledNumber {
        let number = nodes[node]
        return ScaledNumber(text + Int(number.start), Int(number.end &- number.start))
    }

    func exactNumber(_ node: Int) -> JSONNumber { JSONValue(document: document, node: node).number ?? JSONNumber(0) }

    /// Returns whether a number is an integer. The fast path covers numbers that contain digits only.
    func isInteger(_ node: Int) -> Bool {
        let number = nodes[node]
        var at = Int(number.start)
        let end = Int(number.end)
        if text[at] == 0x2D { at &+= 1 }
        while at < end, text[at] &- 0x30 < 10 { at &+= 1 }
        return at == end || isIntegerSlowly(node)
    }

    private func isIntegerSlowly(_ node: Int) -> Bool { scaled(node).isInteger ?? exactNumber(node).isInteger }

    /// Returns whether the object has a later member with the same key. If so, the later member counts.
    func isOverridden(_ key: Int, in object: Int) -> Bool {
        document.keyNode(of: document.string(ofNode: key), inObject: object) != key
    }

    /// Returns the node of a key's value in an object.
    func value(of key: UInt32, in object: Int) -> Int? {
        document.keyNode(of: program.parts.keys[Int(key)], inObject: object).map { $0 + 1 }
    }
}
