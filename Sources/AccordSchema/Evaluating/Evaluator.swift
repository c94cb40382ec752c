// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Evaluates a compiled schema over an instance.
///
/// ``check(_:_:_:)`` stops at the first violation. It allocates memory only for rare input: strings with escapes,
/// `unevaluated…`, dynamic references, and large arrays of unique elements. ``explain(_:_:tracks:)`` runs the same
/// steps in ``Mode/explains``: it reports each violation and continues.
///
/// All pointers to code, steps and rules are valid, because the compiled schema exists until the evaluation ends.
struct Evaluator {
    /// Whether an evaluation records evaluated members and elements, and whether it reports violations.
    struct Mode: BitwiseCopyable {
        /// Whether evaluated members and elements are recorded, for `unevaluatedProperties` and `unevaluatedItems`.
        let tracks: Bool
        /// Whether violations are reported. If so, the evaluation continues after a violation; otherwise it stops at
        /// the first.
        let explains: Bool
    }

    let tables: EvaluatorTables
    /// The number of schemas that are being evaluated, one inside of the other.
    var depth: Int = 0
    /// The number of schemas that may still be evaluated.
    var budget: Int
    /// A stack of the evaluated members and elements, as nodes. The innermost schema's nodes are on top.
    var evaluated: [UInt32] = []
    /// The schema resources that the evaluation has entered (the dynamic scope), outermost first.
    var scope: [UInt32] = []
    /// The limit that stopped the evaluation before a result was known, or `nil` if no limit was reached.
    var givenUp: GivenUp?
    /// `readOnly` or `writeOnly` if the instance is a message that may lack properties with this keyword, even if they
    /// are required (OpenAPI 3.0.4, Schema Object). Otherwise `nil`.
    private let omitted: String?
    /// The schemas that are being evaluated, each with the value that it applies to, outermost first. Empty if
    /// `omitted` is `nil`.
    private var open: [(schema: UInt32, node: Int)] = []
    /// The violations that were reported so far, with the paths to the current value and schema.
    var report = ViolationReport()

    enum GivenUp { case depth, work, pattern, stack }

    private var room = StackRoom()

    /// The maximum ``depth``: three schemas for each of 512 nested values.
    ///
    /// In a debug build of Swift 6.3.1 on x86-64, each nested schema takes up to 3.3 kB of the stack. A secondary
    /// thread has 512 kB, which is enough for only about 150 schemas. Therefore ``hasRoom()`` also checks the remaining
    /// stack.
    static let maximumDepth: Int = 1_600
    /// The number of evaluations that take as long as the explanation of one schema's violations.
    private static let explanationWork: Int = 200
    /// The depth up to which the evaluator doesn't check the stack. At a greater depth, the evaluation stops if fewer
    /// than `reserve` bytes of the stack are left.
    private static let uncheckedDepth: Int = 24
    private static let reserve: UInt = 144 << 10

    /// Returns the maximum number of schema evaluations for a document. Usual schemas need far fewer evaluations. If
    /// each schema in a chain applies the next schema twice, the number doubles with each schema.
    static func budget(for document: JSONDocument) -> Int { 1_000_000 + 1_000 * document.nodeCount }

    /// Calls a closure with an evaluator for a document.
    static func with<Result>(
        _ program: SchemaProgram, omitting omission: OmittedProperties, _ document: JSONDocument,
        _ body: (inout Evaluator) -> Result
    ) -> Result {
        document.bytes.withUnsafeBufferPointer { buffer in
            withUnsafePointer(to: 0 as UInt8) { standIn in
                // A document has at least one byte, so `standIn` is never read.
                let tables = EvaluatorTables(program, document, text: buffer.baseAddress ?? standIn)
                let omitted = program.contains(omission) ? omission.keyword : nil
                var evaluator = Evaluator(tables: tables, budget: budget(for: document), omitted: omitted)
                return withExtendedLifetime((program, document)) { body(&evaluator) }
            }
        }
    }

    /// Returns whether a value satisfies a schema. If `tracks` is `true`, records evaluated members and elements.
    @inline(__always)
    mutating func check(_ schema: UInt32, _ node: Int, _ tracks: Bool) -> Bool {
        let code = tables.code.schemas + Int(schema)
        let kind = tables.nodes[node].kindBit
        guard code.pointee.kinds.meets(kind) else { return false }
        if code.pointee.isIntegerOnly, kind == .number, !tables.isInteger(node) { return false }
        if code.pointee.first == code.pointee.end { return true }
        return run(code, node, kind, tracks)
    }

    /// Runs a schema's code.
    private mutating func run(_ code: UnsafePointer<SchemaCode>, _ node: Int, _ kind: KindSet, _ tracks: Bool) -> Bool {
        depth &+= 1
        budget &-= 1
        guard depth <= Self.maximumDepth, budget > 0, depth & 7 != 0 || hasRoom() else {
            giveUp()
            depth &-= 1
            return false
        }
        if omitted != nil { open.append((UInt32(code - UnsafePointer(tables.code.schemas)), node)) }
        let isValid: Bool
        if tracks || code.pointee.asksUnevaluated || tables.followsDynamicScope {
            isValid = runRecording(code, node, kind, tracks)
        } else {
            isValid = execute(code, node, kind, Mode(tracks: false, explains: false), 0)
        }
        if omitted != nil { open.removeLast() }
        depth &-= 1
        return isValid
    }

    /// Returns whether the message may lack a property of an object. One of the schemas that apply to the object
    /// marks the property.
    func mayLack(_ name: String, _ node: Int) -> Bool {
        guard let omitted else { return false }
        return open.reversed().prefix { $0.node == node }.contains { entry in
            SchemaView(tables.program.source(entry.schema)).property(name)?.says(omitted) ?? false
        }
    }

    /// The innermost schema that is being evaluated, or `nil` if no property may be omitted.
    var openSchema: JSONValue? { open.last.map { tables.program.source($0.schema) } }

    private mutating func hasRoom() -> Bool { depth < Self.uncheckedDepth || room.isLeft(Self.reserve) }

    private mutating func giveUp() { givenUp = budget <= 0 ? .work : depth > Self.maximumDepth ? .depth : .stack }

    /// Returns whether a value satisfies a schema and the evaluation was complete.
    mutating func decides(_ schema: UInt32, _ node: Int) -> Bool {
        // If the evaluation of a subschema stops early, its result is `false`, which `not` turns into `true`. Therefore
        // also check `givenUp`.
        check(schema, node, false) && givenUp == nil
    }

    /// Runs a schema that depends on the dynamic scope or on evaluated members.
    private mutating func runRecording(
        _ code: UnsafePointer<SchemaCode>, _ node: Int, _ kind: KindSet, _ tracks: Bool
    ) -> Bool {
        let entersResource = enter(code.pointee.resource)
        let floor = evaluated.count
        let tracksHere = tracks || code.pointee.asksUnevaluated
        let isValid = execute(code, node, kind, Mode(tracks: tracksHere, explains: false), floor)
        if tracksHere, !isValid || !tracks { forget(downTo: floor) }
        if entersResource { scope.removeLast() }
        return isValid
    }

    /// Adds a resource to the dynamic scope. Returns `false` if the resource is already the innermost one, or if the
    /// program has no dynamic references.
    mutating func enter(_ resource: UInt32) -> Bool {
        guard tables.followsDynamicScope, scope.last != resource else { return false }
        scope.append(resource)
        return true
    }

    /// Runs the instructions of a schema. If the mode reports violations, the result is always `true`.
    @inline(__always)
    mutating func execute(
        _ code: UnsafePointer<SchemaCode>, _ node: Int, _ kind: KindSet, _ mode: Mode, _ floor: Int
    ) -> Bool {
        var step = tables.code.instructions + Int(code.pointee.first)
        let end = tables.code.instructions + Int(code.pointee.end)
        while step < end {
            if step.pointee.kinds.meets(kind), !execute(step, node, kind, mode, floor) { return false }
            step += 1
        }
        return true
    }

    @inline(__always)
    private mutating func execute(
        _ step: UnsafePointer<Instruction>, _ node: Int, _ kind: KindSet, _ mode: Mode, _ floor: Int
    ) -> Bool {
        switch step.pointee.operation {
        case .reference, .dynamicReference: checkReference(step, node, mode)
        case .allOf: checkAll(step, node, mode)
        case .anyOf: checkAny(step, node, mode)
        case .oneOf: checkOne(step, node, mode)
        case .not: checkNot(step, node, mode)
        case .condition: checkCondition(step, node, mode)
        case .enumeration: checkEnumeration(step, node, kind, mode)
        case .number: checkNumber(step.pointee.a, node, mode)
        case .length: checkLength(step, node, mode)
        case .pattern: checkPattern(step, node, mode)
        case .format: checkFormat(step, node, mode)
        case .content: checkContent(step, node, mode)
        case .array: checkArray(step.pointee.a, node, mode)
        case .object: checkObject(step.pointee.a, node, mode)
        case .dependentKeys: checkDependentKeys(step, node, mode)
        case .dependentSchema: checkDependentSchema(step, node, mode)
        case .unevaluated: checkUnevaluated(step, node, mode, floor)
        }
    }

    /// If the mode reports violations, calls `explain` to report one. Returns whether the evaluation continues.
    mutating func fail(_ mode: Mode, _ explain: (inout Evaluator) -> Void) -> Bool {
        if mode.explains { explain(&self) }
        return mode.explains
    }

    /// If the mode reports violations, calls `explain` with the value of a keyword of the current schema. Returns whether
    /// the evaluation continues.
    mutating func fail(_ mode: Mode, _ keyword: Keyword, _ explain: (inout Evaluator, JSONValue) -> Void) -> Bool {
        if mode.explains { within(keyword, explain) }
        return mode.explains
    }

    /// Reports the violations of a keyword of the current schema, if it has the keyword.
    mutating func within(_ keyword: Keyword, _ explain: (inout Evaluator, JSONValue) -> Void) {
        guard let value = report.open(keyword) else { return }
        explain(&self, value)
        report.close()
    }

    mutating func forget(downTo floor: Int) {
        if evaluated.count > floor { evaluated.removeLast(evaluated.count - floor) }
    }
}

extension Evaluator {
    /// Returns the violations of a value. The list is empty if the value is valid.
    ///
    /// - Parameter cause: If a branch of a union has no violations except those that follow from this cause, its
    ///   violations are reported instead of the closest branch's.
    mutating func violations(of node: Int, _ root: UInt32, seeking cause: ViolationCause? = nil) -> [SchemaViolation] {
        let program = tables.program
        if decides(root, node) { return [] }
        let reason = givenUp
        report.limit = program.options.maximumViolations
        report.cause = cause
        report.frame = ViolationReport.Frame(program, root)
        guard reason != .work else { return [undecided(reason, node)] }
        budget = Self.budget(for: tables.document)
        explain(root, node)
        if report.isEmpty { report.add(undecided(reason, node)) }
        return report.violations
    }

    /// Reports how a value violates a schema, in the order of the keywords in the schema's text.
    mutating func explain(_ schema: UInt32, _ node: Int, tracks: Bool = false) {
        guard report.continues(), depth < Self.maximumDepth, budget > 0, hasRoom() else { return }
        depth += 1
        budget &-= Self.explanationWork
        if omitted != nil { open.append((schema, node)) }
        let code = tables.code.schemas + Int(schema)
        let outer = report.enter(tables.program, schema)
        let entersResource = enter(code.pointee.resource)
        explain(code, node, tracks)
        if entersResource { scope.removeLast() }
        report.leave(to: outer)
        if omitted != nil { open.removeLast() }
        depth -= 1
    }

    /// Reports how a value violates a compiled schema.
    private mutating func explain(_ code: UnsafePointer<SchemaCode>, _ node: Int, _ tracks: Bool) {
        let written = report.schema
        guard written.kind == .object else { return report.add(forbidden(written, node)) }
        let kind = tables.nodes[node].kindBit
        if !code.pointee.kinds.meets(kind) || code.pointee.isIntegerOnly && kind == .number && !tables.isInteger(node) {
            explainType(node)
        }
        let floor = evaluated.count
        let tracksHere = tracks || code.pointee.asksUnevaluated
        _ = execute(code, node, kind, Mode(tracks: tracksHere, explains: true), floor)
        if !tracks { forget(downTo: floor) }
    }

    /// Reports how a member or an element violates a subschema. `token` is the key of the member or the index of the
    /// element. `schemaToken` is the key or the index of the subschema in the keyword's value.
    mutating func explain(_ value: JSONValue, at token: String, in schemaToken: String? = nil, _ node: Int) {
        guard report.continues(), let schema = child(value) else { return }
        // Count one more level, because reporting a nested value takes twice as much stack as reporting a nested
        // schema.
        depth += 1
        report.instancePath.append(token)
        if let schemaToken { report.evaluationPath.append(schemaToken) }
        if value.bool == false {
            report.add(forbidden(value, node))
        } else {
            let count = report.count
            explain(schema, node)
            if report.count == count { report.add(undecided(givenUp, node)) }
        }
        if schemaToken != nil { report.evaluationPath.removeLast() }
        report.instancePath.removeLast()
        depth -= 1
    }

    /// Reports how a value violates a subschema that applies to the value itself, such as a schema in `allOf`.
    mutating func explainInPlace(_ value: JSONValue, _ token: String?, _ node: Int, tracks: Bool = false) {
        guard let schema = child(value) else { return }
        if let token { report.evaluationPath.append(token) }
        explain(schema, node, tracks: tracks)
        if token != nil { report.evaluationPath.removeLast() }
    }

    /// Returns the violations that a closure reports. The violations aren't added to the report.
    mutating func collecting(_ body: (inout Evaluator) -> Void) -> [SchemaViolation] {
        let outer = report.entries
        defer { report.entries = outer }
        report.entries = []
        body(&self)
        return report.violations
    }

    /// Returns the number of the compiled schema at a value in the current schema's document.
    func child(_ value: JSONValue) -> UInt32? {
        tables.program.parts.schemaByPlace[SchemaPlace(document: report.document, node: value.node)]
    }

    func value(_ node: Int) -> JSONValue { JSONValue(document: tables.document, node: node) }
}
