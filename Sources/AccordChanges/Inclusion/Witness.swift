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
}
