import AccordJSON

/// Runs a program over an instance: whether it is valid, and nothing else.
///
/// It allocates only for what is rare: strings with escapes, `unevaluated…`, dynamic references, large arrays of
/// unique elements.
package struct Checker {
    let tables: CheckerTables
    /// The schemas that are open.
    var depth: Int = 0
    /// The schemas that may still be applied: enough for any that isn't built to take forever.
    var budget: Int
    /// The members and elements that were looked at, by node: a stack, the newest schema's on top.
    var evaluated: [UInt32] = []
    /// The resources that were entered, the outermost first.
    package var scope: [UInt32] = []
    /// What could not be decided, so that the instance was refused for it.
    var givenUp: GivenUp?

    enum GivenUp { case depth, work, pattern, stack }

    private var room = StackRoom()

    /// The schemas that may be open at once: three for each of 512 nested values.
    ///
    /// In a debug build of Swift 6.3.1 on x86-64 a schema takes up to 3.3 kB of the stack's 8 MB; where there is less,
    /// the stack is the limit.
    static let maximumDepth: Int = 1_600
    /// The schemas that may be open before the stack is looked at, and what must be left of it then.
    private static let carefreeDepth: Int = 48
    private static let reserve: UInt = 144 << 10

    /// Grows with the document; schemas of which each applies the next twice exceed it, and nothing sensible does.
    static func budget(for document: JSONDocument) -> Int { 1_000_000 + 1_000 * document.nodeCount }

    /// Makes a checker for a document and lets it work.
    package static func with<Result>(
        _ program: SchemaProgram, _ document: JSONDocument, _ body: (inout Checker) -> Result
    ) -> Result {
        document.bytes.withUnsafeBufferPointer { buffer in
            withUnsafePointer(to: 0 as UInt8) { standIn in
                // A document has at least one byte; the stand-in is never read.
                let tables = CheckerTables(program, document, text: buffer.baseAddress ?? standIn)
                var checker = Checker(tables: tables, budget: budget(for: document))
                return withExtendedLifetime((program, document)) { body(&checker) }
            }
        }
    }

    /// Whether a value satisfies a schema; with `tracks` what is looked at on the way is noted.
    @inline(__always)
    package mutating func check(_ schema: UInt32, _ node: Int, _ tracks: Bool) -> Bool {
        let code = tables.schemas + Int(schema)
        let kind = tables.nodes[node].kindBit
        guard code.pointee.kinds.meets(kind) else { return false }
        if code.pointee.isIntegerOnly, kind == .number, !tables.isInteger(node) { return false }
        if code.pointee.first == code.pointee.end { return true }
        return run(code, node, kind, tracks)
    }

    /// The code is one of the program's, which outlives the checker.
    @inline(never)
    mutating func run(
        _ code: UnsafePointer<SchemaCode>, _ node: Int, _ kind: KindSet, _ tracks: Bool
    ) -> Bool {
        depth &+= 1
        budget &-= 1
        guard depth <= Self.maximumDepth, budget > 0, depth & 7 != 0 || hasRoom() else {
            giveUp()
            depth &-= 1
            return false
        }
        let isValid: Bool
        if tracks || code.pointee.asksUnevaluated || tables.followsDynamicScope {
            isValid = runNoting(code, node, kind, tracks)
        } else {
            isValid = execute(code, node, kind, false, 0)
        }
        depth &-= 1
        return isValid
    }

    @inline(never)
    private mutating func giveUp() {
        givenUp = budget <= 0 ? .work : depth > Self.maximumDepth ? .depth : .stack
    }

    /// Whether the stack has room for a few schemas more.
    @inline(never)
    mutating func hasRoom() -> Bool { depth < Self.carefreeDepth || room.isLeft(Self.reserve) }

    /// Whether a value satisfies a schema, and nothing on the way was left undecided.
    mutating func decides(_ schema: UInt32, _ node: Int) -> Bool {
        // A part that was given up counts as refused, which `not` would turn into its opposite.
        check(schema, node, false) && givenUp == nil
    }

    /// Runs a schema for which it matters where it stands, or what was looked at.
    @inline(never)
    private mutating func runNoting(
        _ code: UnsafePointer<SchemaCode>, _ node: Int, _ kind: KindSet, _ tracks: Bool
    ) -> Bool {
        let resource = code.pointee.resource
        let entersResource = tables.followsDynamicScope && scope.last != resource
        if entersResource { scope.append(resource) }
        let floor = evaluated.count
        let tracksHere = tracks || code.pointee.asksUnevaluated
        let isValid = execute(code, node, kind, tracksHere, floor)
        if tracksHere, !isValid || !tracks { forget(downTo: floor) }
        if entersResource { scope.removeLast() }
        return isValid
    }

    /// From the code's first step to its last, all within the program's instructions.
    @inline(__always)
    private mutating func execute(
        _ code: UnsafePointer<SchemaCode>, _ node: Int, _ kind: KindSet, _ tracks: Bool, _ floor: Int
    ) -> Bool {
        var step = tables.instructions + Int(code.pointee.first)
        let end = tables.instructions + Int(code.pointee.end)
        while step < end {
            if step.pointee.kinds.meets(kind), !execute(step, node, kind, tracks, floor) { return false }
            step += 1
        }
        return true
    }

    /// The step is one of the program's, which outlives the checker.
    @inline(__always)
    private mutating func execute(
        _ step: UnsafePointer<Instruction>, _ node: Int, _ kind: KindSet, _ tracks: Bool, _ floor: Int
    ) -> Bool {
        switch step.pointee.operation {
        case .reference: checkOther(step.pointee.a, node, tracks)
        case .dynamicReference: checkOther(dynamicTarget(step.pointee), node, tracks)
        case .allOf: checkAll(step, node, tracks)
        case .anyOf: checkAny(step, node, tracks)
        case .oneOf: checkOne(step, node, tracks)
        case .not: !checkOther(step.pointee.a, node, false)
        case .condition: checkCondition(step, node, tracks)
        case .enumeration: checkEnumeration(step.pointee.a, node, kind)
        case .number: tables.checkNumber(step.pointee.a, node)
        case .length: tables.checkLength(node, minimum: step.pointee.a, maximum: step.pointee.b)
        case .pattern: checkPattern(Int(step.pointee.a), node)
        case .format: tables.checkFormat(step.pointee.a, node)
        case .content: tables.checkContent(step.pointee.a, node)
        case .array: checkArray(step.pointee.a, node, tracks)
        case .object: checkObject(step.pointee.a, node, tracks)
        case .dependentKeys: tables.checkDependentKeys(step.pointee, node)
        case .dependentSchema: checkDependentSchema(step.pointee, node, tracks)
        case .unevaluatedItems: checkUnevaluatedItems(step.pointee.a, node, floor)
        case .unevaluatedProperties: checkUnevaluatedProperties(step.pointee.a, node, floor)
        }
    }

    @inline(never)
    private mutating func checkOther(_ schema: UInt32, _ node: Int, _ tracks: Bool) -> Bool {
        check(schema, node, tracks)
    }

    mutating func forget(downTo floor: Int) {
        if evaluated.count > floor { evaluated.removeLast(evaluated.count - floor) }
    }

    /// The schema that the outermost resource with the name has for it (2020-12 core, section 8.2.3.2).
    @inline(never)
    func dynamicTarget(_ instruction: Instruction) -> UInt32 {
        dynamicTarget(name: instruction.b) ?? instruction.a
    }

    func dynamicTarget(name: UInt32) -> UInt32? {
        let targets = tables.program.dynamicTargets[Int(name)]
        for resource in scope {
            for target in targets where target.resource == resource { return target.schema }
        }
        return nil
    }
}
