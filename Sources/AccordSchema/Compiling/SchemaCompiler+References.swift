import AccordJSON

extension SchemaCompiler {
    /// `$ref`, `$dynamicRef` and `$recursiveRef`.
    mutating func writeReferences() {
        if let value = words[.ref], let target = target(value, "$ref") {
            let schema = reference(value, target)
            noteInPlace(schema, value, .ref)
            emit(.reference, .all, schema)
        }
        if let value = words[.dynamicRef], let target = target(value, "$dynamicRef") {
            writeDynamic(value, target, name: target.dynamicAnchor)
        }
        if let value = words[.recursiveRef], let target = target(value, "$recursiveRef") {
            let isRecursive = index.resources[target.resource].hasRecursiveAnchor
            writeDynamic(value, target, name: isRecursive ? "" : nil)
        }
    }

    private mutating func writeDynamic(_ value: JSONValue, _ target: SchemaIndex.Target, name: String?) {
        let schema = reference(value, target)
        guard let name else {
            noteInPlace(schema, value, .dynamicRef)
            return emit(.reference, .all, schema)
        }
        let number = noteDynamicTargets(of: target.resource, name: name)
        program.dynamicNameByPlace[place(of: value)] = number
        emit(.dynamicReference, .all, schema, number)
    }

    private mutating func target(_ value: JSONValue, _ keyword: String) -> SchemaIndex.Target? {
        guard let text = value.string else {
            report(value, keyword, "“\(keyword)” is a string, not \(Wording.article(value.kind))")
            return nil
        }
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
