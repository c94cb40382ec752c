// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A violation of a schema by an instance.
public struct SchemaViolation: Sendable, Hashable, CustomStringConvertible {
    /// The location of the invalid value, as a pointer from the root of the instance.
    public let instancePointer: JSONPointer
    /// The invalid value. For an invalid key, this is the value of the member with the key.
    public let instance: JSONValue
    /// The violated keyword, such as `required`, or `false` if the schema `false` rejects the value.
    public let keyword: String
    /// The location of the keyword in its document.
    public let keywordLocation: JSONPointer
    /// The location of the keyword as a URI: the base URI of the schema's resource, then the pointer from the
    /// resource's root.
    public let absoluteKeywordLocation: String
    /// The keywords and tokens that lead from the root schema to the keyword, including each `$ref` that was followed.
    public let evaluationPath: JSONPointer
    /// The keyword's value. Its position in the document shows where the violated constraint is.
    ///
    /// If a property is missing, this is the name of the property in the array `required`.
    public let schemaValue: JSONValue
    /// One sentence that describes the violation.
    public let message: String
    /// A description of the values that the schema accepts.
    public let expected: String
    /// A description of the value in the instance.
    public let actual: String
    /// For `anyOf`, `oneOf` and similar keywords: the violations of the branch that the value fits best.
    public let causes: [SchemaViolation]

    /// The JSON Pointer of the instance, followed by the message.
    public var description: String {
        let place = instancePointer.tokens.isEmpty ? "" : "\(instancePointer): "
        return "\(place)\(message)"
    }
}

extension SchemaViolation {
    /// The names of the missing properties in a violation of `required` or `dependentRequired`.
    package var missingProperties: [String] {
        let names = schemaValue.string.map { [$0] } ?? schemaValue.elements.compactMap(\.string)
        return names.filter { instance[$0] == nil }
    }
}

extension [SchemaViolation] {
    /// Returns the first violation that satisfies a condition. Each violation precedes its causes.
    func firstWithCauses(where matches: (SchemaViolation) -> Bool) -> SchemaViolation? {
        for violation in self {
            if matches(violation) { return violation }
            if let cause = violation.causes.firstWithCauses(where: matches) { return cause }
        }
        return nil
    }
}

/// A keyword that an instance violates because of one changed value.
struct ViolationCause {
    private let keyword: JSONValue
    /// The place of the changed value if this value may violate several keywords, such as `type` and `enum`.
    private let sharedPlace: JSONPointer?

    /// - Parameter name: The name of the keyword whose value is `keyword`.
    init(_ keyword: JSONValue, _ name: String, _ value: JSON, at place: JSONPointer) {
        self.keyword = keyword
        sharedPlace = name == "type" || ![.array, .object].contains(value.kind) ? place : nil
    }

    private func isKeyword(of violation: SchemaViolation) -> Bool {
        violation.schemaValue.document === keyword.document
            && keyword.byteRange.contains(violation.schemaValue.byteRange.lowerBound)
    }

    /// Returns the violation of the keyword.
    func violation(in violations: [SchemaViolation]) -> SchemaViolation? {
        violations.firstWithCauses { isKeyword(of: $0) }
    }

    /// Returns whether all violations are violations of the keyword, or follow from one. If no branch of `oneOf` matches,
    /// for example, this follows from the wrong `const` in a branch.
    func explains(_ violations: [SchemaViolation]) -> Bool {
        func follows(_ violation: SchemaViolation) -> Bool { isKeyword(of: violation) || explains(violation.causes) }
        return violations.contains(where: follows)
            && violations.allSatisfy { $0.instancePointer == sharedPlace || follows($0) }
    }
}
