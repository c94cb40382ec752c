// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// Checks whether a value proves a change. The value must be valid under one schema and invalid under a second schema.
package struct Witness: Hashable {
    package var inner: Schema
    package var outer: Schema
    package var direction: MessageDirection
    /// The sender's schema that contains the union, if `inner` is an alternative. Its other keywords apply, too.
    var union: Schema?
    /// The form of values that are sent as text, or `nil` if values have types, as in JSON.
    var textForm: TextForm?

    package init(inner: Schema, outer: Schema, direction: MessageDirection) {
        (self.inner, self.outer, self.direction) = (inner, outer, direction)
    }

    /// Creates a check of values that the sender's schema accepts and the reader's schema rejects.
    ///
    /// - Parameter path: the path from the message to the values.
    init(
        _ old: Schema, _ new: Schema, _ direction: MessageDirection, _ textForm: TextForm?,
        at path: some Sequence<PathStep> = [], in unions: (old: Schema, new: Schema)? = nil
    ) {
        (inner, outer) = direction == .response ? (new, old) : (old, new)
        union = unions.map { direction == .response ? $0.new : $0.old }
        self.direction = direction
        let levels = (textForm?.levels ?? 0) - path.count { $0.name != nil }
        self.textForm = textForm.flatMap { levels < 0 ? nil : TextForm(levels: levels, place: $0.place) }
    }

    /// Returns whether a value is valid under the inner schema and invalid under the outer schema.
    package func proves(_ value: JSON) -> Bool {
        let instance = JSONDocument(value).root
        return isSent(instance) && !accepts(outer, instance)
            && textForm?.isAccepted(value, by: outer) != true
    }

    /// Returns whether the sender's alternative and the other keywords of its union accept a value.
    func isSent(_ value: JSONValue) -> Bool {
        let violations = union.map { $0.omitting(direction.hidden).validate(value) } ?? []
        return accepts(inner, value)
            && violations.allSatisfy { ["oneOf", "anyOf"].contains($0.keyword) && $0.instancePointer.tokens.isEmpty }
    }

    package func accepts(_ schema: Schema, _ value: JSON) -> Bool {
        accepts(schema, JSONDocument(value, file: "<instance>").root)
    }

    /// Returns whether a schema accepts a value. A request may lack required `readOnly` properties, and a response may
    /// lack required `writeOnly` properties.
    package func accepts(_ schema: Schema, _ value: JSONValue) -> Bool {
        schema.isValid(value) || schema.omitting(direction.hidden).isValid(value)
    }

    /// Returns a value from which unnecessary members and elements were removed. The inner schema still accepts the
    /// smaller value, and the outer schema still rejects it.
    ///
    /// - Parameter isAllowed: returns whether a smaller value is allowed.
    func shrunk(_ value: JSON, _ isAllowed: (JSON) -> Bool = { _ in true }) -> JSON {
        var value = value
        var attempts = 0
        var changes = true
        // Checking a large value takes long, so a large value gets fewer attempts.
        let most = min(400, max(40, 100_000 / max(1, value.compact.utf8.count)))
        while changes, attempts < most {
            changes = false
            // After a successful removal, continue with the next members, because most members can be removed. Starting
            // from the first member again would take longer.
            for pointer in JSONParts.pointers(in: value).dropFirst() where attempts < most {
                var smaller = value
                guard smaller.remove(at: pointer) else { continue }
                attempts += 1
                guard isAllowed(smaller), proves(smaller) else { continue }
                value = smaller
                changes = true
            }
        }
        return value
    }
}
