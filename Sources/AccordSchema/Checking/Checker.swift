import AccordJSON

/// Runs a program over an instance: whether it is valid, and nothing else.
///
/// It reads the tape and the program's tables through pointers, and allocates only for what is rare: strings with
/// escapes, `unevaluated…`, dynamic references, large arrays of unique elements.
struct Checker {
    let program: SchemaProgram
    let document: JSONDocument
    // All of these point into the program, the document and its bytes, which whoever made the checker keeps alive.
    let schemas: UnsafePointer<SchemaCode>
    let instructions: UnsafePointer<Instruction>
    let lists: UnsafePointer<UInt32>
    let nodes: UnsafePointer<TapeNode>
    let text: UnsafePointer<UInt8>

    let hasDuplicateKeys: Bool
    let followsDynamicScope: Bool
    var depth: Int = 0
    /// The schemas that may still be applied: enough for any that isn't built to take forever.
    var budget: Int
    /// The members and elements that were looked at, by node: a stack, the newest schema's on top.
    var evaluated: [UInt32] = []
    /// The resources that were entered, the outermost first.
    var scope: [UInt32] = []
    /// What could not be decided, so that the instance was refused for it.
    var givenUp: GivenUp?

    enum GivenUp { case depth, work, pattern }

    /// The schemas that may be open at once: three for each of 512 nested values.
    ///
    /// In a debug build of Swift 6.3.1 on x86-64 a schema takes up to 3.3 kB of the stack's 8 MB.
    static let maximumDepth: Int = 1_600

    /// Grows with the document; schemas of which each applies the next twice exceed it, and nothing sensible does.
    static func budget(for document: JSONDocument) -> Int { 1_000_000 + 1_000 * document.nodeCount }

    init(_ program: SchemaProgram, _ document: JSONDocument, text: UnsafePointer<UInt8>) {
        self.program = program
        self.document = document
        self.text = text
        schemas = program.schemas.base
        instructions = program.instructions.base
        lists = program.lists.base
        nodes = document.nodes
        budget = Self.budget(for: document)
        hasDuplicateKeys = document.hasDuplicateKeys
        followsDynamicScope = program.followsDynamicScope
    }

    /// Makes a checker for a document and lets it work.
    static func with<Result>(
        _ program: SchemaProgram, _ document: JSONDocument, _ body: (inout Checker) -> Result
    ) -> Result {
        document.bytes.withUnsafeBufferPointer { buffer in
            withUnsafePointer(to: 0 as UInt8) { standIn in
                // A document has at least one byte; the stand-in is never read.
                var checker = Checker(program, document, text: buffer.baseAddress ?? standIn)
                return withExtendedLifetime((program, document)) { body(&checker) }
            }
        }
    }

    /// Whether a value satisfies a schema; with `tracks` what is looked at on the way is noted.
    @inline(__always)
    mutating func check(_ schema: UInt32, _ node: Int, _ tracks: Bool) -> Bool {
        let code = schemas[Int(schema)]
        let kind = KindSet(nodes[node].kind)
        guard code.kinds.contains(kind) else { return false }
        if code.isIntegerOnly, kind == .number, !isInteger(node) { return false }
        if code.first == code.end { return true }
        return run(code, node, kind, tracks)
    }

    @inline(never)
    private mutating func run(_ code: SchemaCode, _ node: Int, _ kind: KindSet, _ tracks: Bool) -> Bool {
        depth &+= 1
        budget &-= 1
        defer { depth &-= 1 }
        guard depth <= Self.maximumDepth, budget > 0 else {
            giveUp()
            return false
        }
        let entersResource = followsDynamicScope && scope.last != code.resource
        if entersResource { scope.append(code.resource) }
        defer { if entersResource { scope.removeLast() } }
        let floor = evaluated.count
        let tracksHere = tracks || code.asksUnevaluated
        var pc = Int(code.first)
        let end = Int(code.end)
        while pc < end {
            let instruction = instructions[pc]
            if !instruction.kinds.isDisjoint(with: kind), !execute(instruction, node, kind, tracksHere, floor) {
                if tracksHere { forget(downTo: floor) }
                return false
            }
            pc &+= 1
        }
        if tracksHere, !tracks { forget(downTo: floor) }
        return true
    }

    @inline(never)
    private mutating func giveUp() { givenUp = budget > 0 ? .depth : .work }

    @inline(__always)
    private mutating func execute(
        _ instruction: Instruction, _ node: Int, _ kind: KindSet, _ tracks: Bool, _ floor: Int
    ) -> Bool {
        switch instruction.operation {
        case .reference: check(instruction.a, node, tracks)
        case .dynamicReference: check(dynamicTarget(instruction), node, tracks)
        case .allOf: checkAll(instruction, node, tracks)
        case .anyOf: checkAny(instruction, node, tracks)
        case .oneOf: checkOne(instruction, node, tracks)
        case .not: !check(instruction.a, node, false)
        case .condition: checkCondition(instruction, node, tracks)
        case .enumeration: checkEnumeration(instruction.a, node, kind)
        case .number: checkNumber(instruction.a, node)
        case .length: checkLength(node, minimum: instruction.a, maximum: instruction.b)
        case .pattern: checkPattern(Int(instruction.a), node)
        case .format: checkFormat(instruction.a, node)
        case .content: checkContent(instruction.a, node)
        case .array: checkArray(instruction.a, node, tracks)
        case .object: checkObject(instruction.a, node, tracks)
        case .dependentKeys: checkDependentKeys(instruction, node)
        case .dependentSchema: checkDependentSchema(instruction, node, tracks)
        case .unevaluatedItems: checkUnevaluatedItems(instruction.a, node, floor)
        case .unevaluatedProperties: checkUnevaluatedProperties(instruction.a, node, floor)
        }
    }

    @inline(__always)
    mutating func forget(downTo floor: Int) {
        if evaluated.count > floor { evaluated.removeLast(evaluated.count - floor) }
    }

    /// The schema that the outermost resource with the name has for it (2020-12 core, section 8.2.3.2).
    @inline(never)
    func dynamicTarget(_ instruction: Instruction) -> UInt32 {
        dynamicTarget(name: instruction.b) ?? instruction.a
    }

    func dynamicTarget(name: UInt32) -> UInt32? {
        let targets = program.dynamicTargets[Int(name)]
        for resource in scope {
            for target in targets where target.resource == resource { return target.schema }
        }
        return nil
    }
}
