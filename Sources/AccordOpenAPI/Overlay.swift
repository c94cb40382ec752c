import AccordContract
import AccordJSON

/// An Overlay document, 1.0 or 1.1: changes to an OpenAPI document that stay beside it.
final class Overlay {
    private let document: JSONDocument
    private(set) var diagnostics: [Diagnostic] = []

    init(_ document: JSONDocument) {
        self.document = document
    }

    /// The document with every action carried out, in order; values keep the places where they were written.
    func applied(to original: JSONDocument) -> JSONDocument {
        guard let version = document.root["overlay"]?.string, version.hasPrefix("1.") else {
            tell(.error, .version, "this isn't an Overlay document of version 1.0 or 1.1", at: document.root)
            return original
        }
        guard let actions = document.root["actions"], actions.kind == .array, actions.count > 0 else {
            tell(.error, .missingKey, "an Overlay document needs “actions”", at: document.root)
            return original
        }
        var current = original
        for action in actions.elements { current = carried(out: action, on: current) }
        return current
    }

    private func carried(out action: JSONValue, on document: JSONDocument) -> JSONDocument {
        guard let target = action["target"], let text = target.string else {
            tell(.error, .missingKey, "an action needs “target”, a JSONPath", at: action)
            return document
        }
        guard let found = nodes(text, target, in: document) else { return document }
        if found.isEmpty {
            tell(.warning, .jsonPath, "“\(text)” finds nothing: the action changes nothing", at: target)
            return document
        }
        var change = Change(targets: Set(found.map(\.node)), kind: .remove)
        if action["remove"]?.bool != true {
            guard let update = action["update"] ?? copied(action, in: document) else {
                tell(.error, .missingKey, "an action needs “update”, “remove” or “copy”", at: action)
                return document
            }
            change.kind = .update(update)
        } else if found.contains(where: { $0.node == 0 }) {
            tell(.error, .badValue, "the whole document can't be removed", at: target)
            return document
        }
        do {
            change.write(document.root)
            return try change.writer.document(file: document.file)
        } catch {
            tell(.error, .syntax, error.reason, at: action)
            return document
        }
    }

    /// The one value that 1.1's `copy` names.
    private func copied(_ action: JSONValue, in document: JSONDocument) -> JSONValue? {
        guard let source = action["copy"], let text = source.string, let found = nodes(text, source, in: document)
        else {
            return nil
        }
        if found.count != 1 {
            tell(.error, .jsonPath, "“\(text)” finds \(found.count) values; one is copied", at: source)
            return nil
        }
        return found[0]
    }

    private func nodes(_ text: String, _ place: JSONValue, in document: JSONDocument) -> [JSONValue]? {
        do {
            return try JSONPath(text).query(document.root)
        } catch {
            tell(.error, .jsonPath, "\(error)", at: place)
            return nil
        }
    }

    private func tell(
        _ severity: Diagnostic.Severity, _ rule: ContractRule, _ message: String, at value: JSONValue
    ) {
        diagnostics.append(Diagnostic(severity, rule: rule.rawValue, message, at: SourceLocation(value)))
    }
}

/// One action on its way through a document.
private struct Change {
    enum Kind {
        case remove
        case update(JSONValue)
    }

    /// The nodes that the action is about.
    let targets: Set<Int>
    var kind: Kind
    var writer = CopyingWriter()

    init(targets: Set<Int>, kind: Kind) {
        self.targets = targets
        self.kind = kind
        ordered = targets.sorted()
    }

    private let ordered: [Int]

    /// Writes a value as it is after the action.
    mutating func write(_ value: JSONValue) {
        if case .update(let update) = kind, targets.contains(value.node) {
            if value.kind == .array {
                writer.beginArray(from: value)
                for element in value.elements { write(element) }
                writer.copy(update)
                writer.endArray()
            } else {
                merge(update, into: value)
            }
            return
        }
        guard hasTarget(inside: value) else { return writer.copy(value) }
        if value.kind == .array {
            writer.beginArray(from: value)
            for element in value.elements where !isRemoved(element) { write(element) }
            writer.endArray()
        } else {
            writer.beginObject(from: value)
            for member in value.members where !isRemoved(member.value) {
                writer.key(member.key, of: member)
                write(member.value)
            }
            writer.endObject()
        }
    }

    private func isRemoved(_ value: JSONValue) -> Bool {
        if case .remove = kind { targets.contains(value.node) } else { false }
    }

    private func hasTarget(inside value: JSONValue) -> Bool {
        var low = 0
        var high = ordered.count
        while low < high {
            let middle = (low + high) / 2
            if ordered[middle] < value.node { low = middle + 1 } else { high = middle }
        }
        return low < ordered.count && ordered[low] < value.tapeNode.next
    }

    /// Objects are joined key by key, arrays are put one behind the other, anything else is replaced.
    private mutating func merge(_ update: JSONValue, into value: JSONValue) {
        switch (value.kind, update.kind) {
        case (.object, .object):
            writer.beginObject(from: value)
            for member in value.members {
                writer.key(member.key, of: member)
                if let own = update[member.key] { merge(own, into: member.value) } else { write(member.value) }
            }
            for member in update.members where value[member.key] == nil {
                writer.key(member.key, of: member)
                writer.copy(member.value)
            }
            writer.endObject()
        case (.array, .array):
            writer.beginArray(from: value)
            for element in value.elements { write(element) }
            for element in update.elements { writer.copy(element) }
            writer.endArray()
        default: writer.copy(update)
        }
    }
}
