// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// An Overlay document (version 1.0 or 1.1). It lists changes to an OpenAPI document.
final class Overlay {
    private let document: JSONDocument
    private(set) var diagnostics: [Diagnostic] = []

    init(_ document: JSONDocument) { self.document = document }

    /// Returns the OpenAPI document after all actions of the Overlay. Values keep their source locations.
    func applied(to original: JSONDocument) -> JSONDocument {
        guard let version = document.root["overlay"]?.string, version.hasPrefix("1.") else {
            report(.error, .version, "expected an Overlay document of version 1.0 or 1.1", at: document.root)
            return original
        }
        guard let actions = document.root["actions"], actions.kind == .array, actions.count > 0 else {
            report(.error, .missingKey, "an Overlay document requires “actions”", at: document.root)
            return original
        }
        return actions.elements.reduce(original) { result(of: $1, on: $0) }
    }

    private func result(of action: JSONValue, on document: JSONDocument) -> JSONDocument {
        guard let target = action["target"], let text = target.string else {
            report(.error, .missingKey, "an Overlay action requires “target”, which is a JSONPath", at: action)
            return document
        }
        guard let matches = nodes(text, target, in: document) else { return document }
        if matches.isEmpty {
            report(.warning, .jsonPath, "the target “\(text)” matches nothing in the OpenAPI document", at: target)
            return document
        }
        var change = Change(targets: Set(matches.map(\.node)))
        if action["remove"]?.bool != true {
            guard let update = action["update"] ?? copySource(of: action, in: document) else {
                report(.error, .missingKey, "an Overlay action requires “update”, “remove” or “copy”", at: action)
                return document
            }
            change.update = update
        } else if matches.contains(where: { $0.node == 0 }) {
            report(.error, .badValue, "an Overlay action can't remove the whole document", at: target)
            return document
        }
        change.write(document.root)
        return change.writer.document(file: document.file)
    }

    /// Returns the value that `copy` (Overlay 1.1) selects. Reports an error if `copy` doesn't select exactly one
    /// value.
    private func copySource(of action: JSONValue, in document: JSONDocument) -> JSONValue? {
        guard let source = action["copy"], let text = source.string, let matches = nodes(text, source, in: document)
        else { return nil }
        if matches.count == 1 { return matches[0] }
        report(.error, .jsonPath, "“copy” must select one value, but “\(text)” matches \(matches.count)", at: source)
        return nil
    }

    private func nodes(_ text: String, _ place: JSONValue, in document: JSONDocument) -> [JSONValue]? {
        do { return try JSONPath(text).query(document.root) } catch {
            report(.error, .jsonPath, "\(error)", at: place)
            return nil
        }
    }

    private func report(_ severity: Diagnostic.Severity, _ rule: ContractRule, _ message: String, at value: JSONValue) {
        diagnostics.append(Diagnostic(severity, rule: rule.rawValue, message, at: SourceLocation(value)))
    }
}

/// Builds a copy of the document in which one action of the Overlay is applied.
private struct Change {
    /// The nodes of the values that the action updates or removes.
    let targets: Set<Int>
    /// The value with which the action updates the targets, or `nil` if the action removes the targets.
    var update: JSONValue?
    var writer = DocumentBuilder()

    /// Copies a value of the document to the new document. Removes or updates the values in `targets`.
    mutating func write(_ value: JSONValue) {
        if let update, targets.contains(value.node) {
            if value.kind == .array {
                writer.beginArray(at: value)
                for element in value.elements { write(element) }
                writer.copy(update)
                writer.endArray()
            } else {
                merge(update, into: value)
            }
        } else if value.kind == .array {
            writer.beginArray(at: value)
            for element in value.elements where !isRemoved(element) { write(element) }
            writer.endArray()
        } else if value.kind == .object {
            writer.beginObject(at: value)
            for member in value.members where !isRemoved(member.value) {
                writer.key(member.key, at: member.keyValue)
                write(member.value)
            }
            writer.endObject()
        } else {
            writer.copy(value)
        }
    }

    private func isRemoved(_ value: JSONValue) -> Bool { update == nil && targets.contains(value.node) }

    /// Writes a value merged with an update: merges objects key by key, concatenates arrays, and replaces other values.
    private mutating func merge(_ update: JSONValue, into value: JSONValue) {
        switch (value.kind, update.kind) {
        case (.object, .object):
            writer.beginObject(at: value)
            for member in value.members {
                writer.key(member.key, at: member.keyValue)
                if let change = update[member.key] { merge(change, into: member.value) } else { write(member.value) }
            }
            for member in update.members where value[member.key] == nil {
                writer.key(member.key, at: member.keyValue)
                writer.copy(member.value)
            }
            writer.endObject()
        case (.array, .array):
            writer.beginArray(at: value)
            for element in value.elements { write(element) }
            for element in update.elements { writer.copy(element) }
            writer.endArray()
        default: writer.copy(update)
        }
    }
}
