// SPDX-License-Identifier: Apache-2.0
/// The catalogue of mutations, in the published order. A mutation changes a documented response to test how a client
/// handles the change.
package enum Mutation: String, CaseIterable, Sendable, Hashable {
    // Mutations of the JSON syntax.
    case emptyBody = "empty-body"
    case whitespaceOnly = "whitespace-only"
    case invalidJson = "invalid-json"
    case truncatedJson = "truncated-json"
    case trailingGarbage = "trailing-garbage"
    case twoDocuments = "two-documents"
    case htmlAt200 = "html-at-200"
    case trailingComma = "trailing-comma"
    case comments
    case singleQuotes = "single-quotes"
    case nanInfinity = "nan-infinity"
    case rawControlChar = "raw-control-char"

    // Mutations of the character encoding.
    case invalidUtf8 = "invalid-utf8"
    case latin1Bytes = "latin1-bytes"
    case loneSurrogate = "lone-surrogate"
    case utf8Bom = "utf8-bom"
    case utf16
    case escapedOrLiteral = "escaped-vs-literal"
    case unicodeContent = "unicode-content"

    // Mutations of properties, elements and types.
    case keyOrder = "key-order"
    case whitespace
    case extraProperty = "extra-property"
    case duplicateKey = "duplicate-key"
    case caseChangedKey = "case-changed-key"
    case dropRequired = "drop-required"
    case nullRequired = "null-required"
    case dropOptional = "drop-optional"
    case nullOptional = "null-optional"
    case nullNullable = "null-nullable"
    case wrongRoot = "wrong-root"
    case wrongType = "wrong-type"
    case emptyArray = "empty-array"
    case emptyObject = "empty-object"
    case nullElement = "null-element"
    case manyElements = "many-elements"
    case deepNestingExtra = "deep-nesting-extra"

    // Mutations of numbers.
    case intMax = "int-max"
    case intOverflow = "int-overflow"
    case int2To53Plus1 = "int-2^53+1"
    case floatForInt = "float-for-int"
    case integralFloat = "integral-float"
    case numberNotation = "number-notation"
    case hugeExponent = "huge-exponent"

    // Mutations of enumerations, variants, dates and limits.
    case unknownEnum = "unknown-enum"
    case unknownVariant = "unknown-variant"
    case dateVariants = "date-variants"
    case dateLowercase = "date-lowercase"
    case dateInvalid = "date-invalid"
    case dateImpossible = "date-impossible"
    case boundaryValues = "boundary-values"

    // Mutations of header fields.
    case contentTypeParams = "content-type-params"
    case contentTypeSuffix = "content-type-suffix"
    case contentTypeMissing = "content-type-missing"
    case contentTypeWrong = "content-type-wrong"
    case headerCase = "header-case"

    // Mutations of the status or of an error's body.
    case errorBodyValid = "error-body-valid"
    case errorBodyEmpty = "error-body-empty"
    case errorBodyMalformed = "error-body-malformed"
    case errorBodyHtml = "error-body-html"
    case errorUndocumented = "error-undocumented"
    case errorStatusSuccessBody = "error-status-success-body"
    case successStatusErrorBody = "success-status-error-body"
    case successStatusOtherModel = "success-status-other-model"
}

/// The group of a mutation. The ids of test cases contain the group.
package enum MutationGroup: String, CaseIterable, Sendable, Hashable {
    case syntax, encoding, structure, number, evolution, media, error
}

extension Mutation {
    /// The id of the mutation, such as `truncated-json`. The ids of test cases contain this id.
    package var id: String { rawValue }
    package var group: MutationGroup { facts.group }
    /// The behavior that Accord requires of a client by default. The response's schema can require a different
    /// behavior.
    package var verdict: Verdict { facts.verdict }
    /// A short description of what the mutation changes.
    package var change: String { facts.change }
    /// The reason for the required behavior: a section of a standard, or a convention.
    package var rule: String { facts.rule }
    /// The index in the catalogue, starting with 0.
    package var order: Int { Self.orders[self] ?? 0 }

    private static let orders: [Mutation: Int] = Dictionary(
        allCases.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
}

/// The behavior that Accord requires of a client for a mutated response. “Must”, “should” and “may” have the meaning of
/// RFC 2119.
package enum Verdict: String, Sendable { case mustError, mustTolerate, shouldError, shouldTolerate, may, mustNotCrash }

extension Mutation {
    /// The properties of one mutation of the catalogue.
    struct Facts {
        let group: MutationGroup
        let verdict: Verdict
        let change: String
        let rule: String
    }
}
