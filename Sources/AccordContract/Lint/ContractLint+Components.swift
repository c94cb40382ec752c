import AccordJSON

extension ContractLint {
    /// A component that nothing refers to, straight or by way of another that is used, is a leftover.
    func reportUnusedComponents() {
        let root = contract.document.root
        guard root["extends"] == nil, let components = root["components"], components.kind == .object else { return }
        var used: Set<String> = []
        var pending: [JSONValue] = []
        for member in root.members where member.key != "components" { pending.append(member.value) }
        for name in schemesUsed { used.insert("securitySchemes/\(name)") }
        while let value = pending.popLast() {
            for reference in ReferenceTexts.all(in: value) {
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
        var names: Set<String> = []
        for requirement in SecurityTexts.all(in: contract.document.root) { names.insert(requirement) }
        return names
    }
}

/// The texts of every `$ref` in a value.
enum ReferenceTexts {
    static func all(in root: JSONValue) -> [String] {
        var found: [String] = []
        var pending = [root]
        while let value = pending.popLast() {
            pending += value.elements
            for member in value.members {
                if member.key == "$ref", let text = member.value.string { found.append(text) }
                pending.append(member.value)
            }
        }
        return found
    }
}

/// The names of security schemes that any `security` asks for.
enum SecurityTexts {
    static func all(in root: JSONValue) -> [String] {
        var found: [String] = []
        var pending = [root]
        while let value = pending.popLast() {
            pending += value.elements
            for member in value.members {
                if member.key == "security" {
                    for requirement in member.value.elements { found += requirement.members.map(\.key) }
                }
                pending.append(member.value)
            }
        }
        return found
    }
}
