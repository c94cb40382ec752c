// SPDX-License-Identifier: Apache-2.0
import AccordJSON

extension SchemaCompiler {
    /// Compiles `$ref`, `$dynamicRef` and `$recursiveRef`.
    mutating func writeReferences() {
        if let value = words[.ref], let target = target(value, "$ref") {
            let schema = reference(value, target)
            noteInPlace(schema, value, .ref)
            emit(.reference, .ref, .all, schema)
        }
        if let value = words[.dynamicRef], let target = target(value, "$dynamicRef") {
            writeDynamic(value, target, .dynamicRef, name: target.dynamicAnchor)
        }
        if let value = words[.recursiveRef], let target = target(value, "$recursiveRef") {
            let isRecursive = index.resources[target.resource].hasRecursiveAnchor
            writeDynamic(value, target, .recursiveRef, name: isRecursive ? "" : nil)
        }
    }

    private mutating func writeDynamic(
        _ value: JSONValue, _ target: SchemaIndex.Target, _ keyword: Keyword, name: String?
    ) {
        let schema = reference(value, target)
        guard let name else {
            noteInPlace(schema, value, keyword)
            return emit(.reference, keyword, .all, schema)
        }
        let number = noteDynamicTargets(of: target.resource, name: name)
        program.dynamicNameByPlace[place(of: value)] = number
        emit(.dynamicReference, keyword, .all, schema, number)
    }

    private mutating func target(_ value: JSONValue, _ keyword: String) -> SchemaIndex.Target? {
        guard expect(value, .string, keyword, "a string"), let text = value.string else { return nil }
        do throws(SchemaIndex.Unresolved) {
            let target = try index.resolve(text, from: resource)
            noteLoadedResources()
            return target
        } catch {
            report(value, keyword, "“\(keyword)” can't be resolved: \(error.message)")
            return nil
        }
    }

    private mutating func reference(_ value: JSONValue, _ target: SchemaIndex.Target) -> UInt32 {
        let schema = schema(at: target.place, in: target.resource)
        program.schemaByPlace[place(of: value)] = schema
        return schema
    }
}

extension Evaluator {
    /// Evaluates the schema that a `$ref` or `$dynamicRef` refers to.
    mutating func checkReference(_ step: UnsafePointer<Instruction>, _ node: Int, _ mode: Mode) -> Bool {
        let isDynamic = step.pointee.operation == .dynamicReference
        let dynamic = isDynamic ? tables.program.parts.dynamicTarget(step.pointee.b, in: scope) : nil
        let target = dynamic ?? step.pointee.a
        return check(target, node, mode.tracks)
            || fail(mode, step.pointee.keyword) { evaluator, value in
                // The instruction of a chain of references refers to the end of the chain.
                if let schema = isDynamic ? target : evaluator.child(value) {
                    evaluator.explain(schema, node, tracks: mode.tracks)
                }
            }
    }
}

extension ExampleSchemas {
    /// Returns the targets of a schema's references.
    func referenceTargets(_ words: KeywordValues, _ clause: Literal) -> [Literal] {
        words.values(.ref, .dynamicRef, .recursiveRef).compactMap { target(of: $0.value, in: clause) }
    }
}
