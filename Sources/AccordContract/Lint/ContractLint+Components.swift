import AccordJSON

extension ContractLint {
    /// A component that nothing refers to, straight or by way of another that is used, is a leftover.
    func reportUnusedComponents() {
        let root = contract.document.root
        // What seems unused may be what a reference that leads nowhere means, or be used under a mistyped key.
        let unresolved = [ContractRule.unresolvedReference, .unknownScheme, .unknownKey].map(\.rawValue)
        guard !reader.diagnostics.found.contains(where: { unresolved.contains($0.rule) }) else { return }
        guard root["extends"] == nil, !contract.document.isConverted, let components = root["components"],
            components.kind == .object
        else { return }
        var used: Set<String> = []
        var pending: [JSONValue] = []
        for member in root.members where member.key != "components" { pending.append(member.value) }
        for name in schemesUsed { used.insert("securitySchemes/\(name)") }
        while let value = pending.popLast() {
            for reference in value.values(named: "$ref").compactMap(\.string) {
                guard let key = Self.component(reference), used.insert(key).inserted else { continue }
                let path = key.split(separator: "/", maxSplits: 1).map(String.init)
                if let target = components[path[0]]?[path[1]] { pending.append(target) }
            }
        }
        for section in ComponentNames.sections {
            guard let entries = components[section], entries.kind == .object else { continue }
            for member in entries.members where !used.contains("\(section)/\(member.key)") {
                reader.report(
                    .unusedComponent, "nothing uses “\(member.key)” of “\(section)”",
                    at: SourceLocation(keyOf: member), severity: .warning, advice: "Refer to it, or take it out.")
            }
        }
    }

    /// `schemas/Token` of `#/components/schemas/Token/properties/id`.
    private static func component(_ reference: String) -> String? {
        guard reference.hasPrefix("#"), let pointer = try? JSONPointer(uriFragment: reference) else { return nil }
        let tokens = pointer.tokens
        guard tokens.count >= 3, tokens[0] == "components" else { return nil }
        return "\(tokens[1])/\(tokens[2])"
    }

    private var schemesUsed: Set<String> {
        let requirements = contract.document.root.values(named: "security").flatMap(\.elements)
        return Set(requirements.flatMap { $0.members.map(\.key) })
    }
}

extension JSONValue {
    /// The values of every member of a name, however deep.
    fileprivate func values(named name: String) -> [JSONValue] {
        var found: [JSONValue] = []
        var pending = [self]
        while let value = pending.popLast() {
            pending += value.elements
            for member in value.members {
                if member.key == name { found.append(member.value) }
                pending.append(member.value)
            }
        }
        return found
    }
}
