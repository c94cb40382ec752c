// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
// Generated from Catalogue/mutations.json by scripts/catalogue.py.
package enum Mutation: String, CaseIterable, Sendable, Hashable {
    case emptyBody = "empty-body", whitespaceOnly = "whitespace-only", invalidJson = "invalid-json", truncatedJson = "truncated-json", trailingGarbage = "trailing-garbage", twoDocuments = "two-documents", htmlAt200 = "html-at-200", trailingComma = "trailing-comma", comments = "comments", singleQuotes = "single-quotes", nanInfinity = "nan-infinity", rawControlChar = "raw-control-char"
    case invalidUtf8 = "invalid-utf8", latin1Bytes = "latin1-bytes", loneSurrogate = "lone-surrogate", utf8Bom = "utf8-bom", utf16 = "utf16", escapedOrLiteral = "escaped-vs-literal", unicodeContent = "unicode-content"
    case keyOrder = "key-order", whitespace = "whitespace", extraProperty = "extra-property", duplicateKey = "duplicate-key", caseChangedKey = "case-changed-key", dropRequired = "drop-required", nullRequired = "null-required", dropOptional = "drop-optional", nullOptional = "null-optional", nullNullable = "null-nullable", wrongRoot = "wrong-root", wrongType = "wrong-type", emptyArray = "empty-array", emptyObject = "empty-object", nullElement = "null-element", manyElements = "many-elements", deepNestingExtra = "deep-nesting-extra"
    case intMax = "int-max", intOverflow = "int-overflow", int2To53Plus1 = "int-2^53+1", floatForInt = "float-for-int", integralFloat = "integral-float", numberNotation = "number-notation", hugeExponent = "huge-exponent"
    case unknownEnum = "unknown-enum", unknownVariant = "unknown-variant", dateVariants = "date-variants", dateLowercase = "date-lowercase", dateInvalid = "date-invalid", dateImpossible = "date-impossible", boundaryValues = "boundary-values"
    case contentTypeParams = "content-type-params", contentTypeSuffix = "content-type-suffix", contentTypeMissing = "content-type-missing", contentTypeWrong = "content-type-wrong", headerCase = "header-case"
    case errorBodyValid = "error-body-valid", errorBodyEmpty = "error-body-empty", errorBodyMalformed = "error-body-malformed", errorBodyHtml = "error-body-html", errorUndocumented = "error-undocumented", errorStatusSuccessBody = "error-status-success-body", successStatusErrorBody = "success-status-error-body", successStatusOtherModel = "success-status-other-model"
}

extension Mutation {
    var facts: Facts {
        switch self {
        case .emptyBody: Facts(group: .syntax, verdict: .mustError, change: "empty body", rule: "the contract documents a body")
        case .whitespaceOnly: Facts(group: .syntax, verdict: .mustError, change: "body of white space only", rule: "RFC 8259 section 2: a JSON text contains a value")
        case .invalidJson: Facts(group: .syntax, verdict: .mustError, change: "the text `} this is not valid json {`", rule: "RFC 8259 section 2")
        case .truncatedJson: Facts(group: .syntax, verdict: .mustError, change: "up to 8 truncated bodies, each cut off after a different token", rule: "RFC 8259 section 2")
        case .trailingGarbage: Facts(group: .syntax, verdict: .mustError, change: "valid JSON followed by ` oops`", rule: "RFC 8259 section 2: a JSON text contains one value")
        case .twoDocuments: Facts(group: .syntax, verdict: .mustError, change: "two JSON objects in sequence", rule: "RFC 8259 section 2: a JSON text contains one value")
        case .htmlAt200: Facts(group: .syntax, verdict: .mustError, change: "HTML page of a captive portal, with status 200 and text/html", rule: "the body isn't JSON, even though the status is 200")
        case .trailingComma: Facts(group: .syntax, verdict: .may, change: "trailing comma: {\"a\":1,}", rule: "RFC 8259 section 9: a parser may accept extensions")
        case .comments: Facts(group: .syntax, verdict: .may, change: "comments: /* */ or //", rule: "RFC 8259 section 9: a parser may accept extensions")
        case .singleQuotes: Facts(group: .syntax, verdict: .may, change: "single quotes: {'a':1}", rule: "RFC 8259 section 9: a parser may accept extensions")
        case .nanInfinity: Facts(group: .syntax, verdict: .mustError, change: "NaN, Infinity or -Infinity as a number", rule: "RFC 8259 section 6 forbids NaN and Infinity, and a client must not replace them with 0 or nil")
        case .rawControlChar: Facts(group: .syntax, verdict: .may, change: "unescaped U+0001 in a string", rule: "RFC 8259 section 9: a parser may accept extensions")
        case .invalidUtf8: Facts(group: .encoding, verdict: .mustError, change: "the bytes FF FE in a string", rule: "RFC 8259 section 8.1: JSON is UTF-8")
        case .latin1Bytes: Facts(group: .encoding, verdict: .mustError, change: "a string in ISO-8859-1, without a charset in Content-Type", rule: "RFC 8259 section 8.1: JSON is UTF-8")
        case .loneSurrogate: Facts(group: .encoding, verdict: .may, change: "lone surrogate: \"\\ud800\"", rule: "RFC 8259 section 8.2: parsers differ in how they treat a lone surrogate")
        case .utf8Bom: Facts(group: .encoding, verdict: .may, change: "byte order mark (EF BB BF)", rule: "RFC 8259 section 8.1: a parser may ignore the mark")
        case .utf16: Facts(group: .encoding, verdict: .may, change: "UTF-16 with or without a byte order mark", rule: "RFC 8259 section 8.1: JSON is UTF-8")
        case .escapedOrLiteral: Facts(group: .encoding, verdict: .mustTolerate, change: "\\u00e9 for é, \\/ for /, \\u0069d as a key", rule: "RFC 8259 section 8.3: a character and its escape are equal")
        case .unicodeContent: Facts(group: .encoding, verdict: .mustTolerate, change: "emoji, right-to-left text, combining characters, escaped U+0000", rule: "a client must not change or normalize strings")
        case .keyOrder: Facts(group: .structure, verdict: .mustTolerate, change: "properties in a different order", rule: "RFC 8259 section 4: objects are unordered")
        case .whitespace: Facts(group: .structure, verdict: .mustTolerate, change: "indented JSON, with CRLF and tabs", rule: "RFC 8259 section 2: white space is allowed")
        case .extraProperty: Facts(group: .structure, verdict: .mustTolerate, change: "unknown property (scalar, null, object or array) in every object", rule: "RFC 7493 section 4.2: a receiver ignores unknown properties")
        case .duplicateKey: Facts(group: .structure, verdict: .may, change: "the same key twice with different values", rule: "RFC 8259 section 4: parsers differ in which value they use; Foundation uses the first")
        case .caseChangedKey: Facts(group: .structure, verdict: .mustError, change: "a key with different letter case, such as Id for id", rule: "property names are case-sensitive, and the required property is missing")
        case .dropRequired: Facts(group: .structure, verdict: .mustError, change: "each required property removed, one at a time, at every depth", rule: "the schema requires the property")
        case .nullRequired: Facts(group: .structure, verdict: .mustError, change: "null for each required property that isn't nullable", rule: "the schema requires the property and doesn't allow null")
        case .dropOptional: Facts(group: .structure, verdict: .mustTolerate, change: "each optional property removed", rule: "an optional property may be missing")
        case .nullOptional: Facts(group: .structure, verdict: .shouldTolerate, change: "null for an optional property that isn't nullable", rule: "many servers send null instead of omitting a property")
        case .nullNullable: Facts(group: .structure, verdict: .mustTolerate, change: "null for a nullable property", rule: "a nullable property may be null")
        case .wrongRoot: Facts(group: .structure, verdict: .mustError, change: "a body of a different JSON type", rule: "the schema specifies the type of the body")
        case .wrongType: Facts(group: .structure, verdict: .mustError, change: "for each property, one value of each JSON type that its schema rejects", rule: "a client must not convert types silently")
        case .emptyArray: Facts(group: .structure, verdict: .mustTolerate, change: "an empty array, if minItems allows it", rule: "the schema allows an empty array")
        case .emptyObject: Facts(group: .structure, verdict: .mustTolerate, change: "an empty object for a map", rule: "the schema allows an empty object")
        case .nullElement: Facts(group: .structure, verdict: .mustError, change: "null in an array whose elements aren't nullable", rule: "the schema specifies the type of the elements")
        case .manyElements: Facts(group: .structure, verdict: .mustTolerate, change: "an array of 10,000 elements, at most 1 MB", rule: "the schema allows this many elements")
        case .deepNestingExtra: Facts(group: .structure, verdict: .mustNotCrash, change: "unknown property nested 100, 511, 512 or 10,000 levels deep", rule: "the client may reject or ignore the property; Foundation rejects 512 levels and more")
        case .intMax: Facts(group: .number, verdict: .mustTolerate, change: "the smallest and largest int32 or int64", rule: "the schema allows both values, and a client must return them exactly")
        case .intOverflow: Facts(group: .number, verdict: .mustError, change: "the largest integer of the format plus 1", rule: "a client must not wrap or clamp the value")
        case .int2To53Plus1: Facts(group: .number, verdict: .mustTolerate, change: "9007199254740993 (2^53 + 1)", rule: "if the schema allows the value, a client must return it exactly")
        case .floatForInt: Facts(group: .number, verdict: .mustError, change: "1.5 for an integer", rule: "the schema requires an integer")
        case .integralFloat: Facts(group: .number, verdict: .shouldTolerate, change: "1.0 or 1e2 for an integer", rule: "JSON Schema: a number with a zero fraction is an integer")
        case .numberNotation: Facts(group: .number, verdict: .mustTolerate, change: "1E0, 1.10 or -0 for a number", rule: "RFC 8259 section 6 allows these notations")
        case .hugeExponent: Facts(group: .number, verdict: .mustError, change: "1e400", rule: "a client must not return infinity silently")
        case .unknownEnum: Facts(group: .evolution, verdict: .may, change: "undocumented enum value", rule: "later versions of the API may add values; a plain Swift enum rejects them")
        case .unknownVariant: Facts(group: .evolution, verdict: .may, change: "undocumented discriminator or oneOf branch", rule: "later versions of the API may add variants")
        case .dateVariants: Facts(group: .evolution, verdict: .mustTolerate, change: "a date with Z, +00:00, -07:00, or 0 to 9 fractional digits", rule: "RFC 3339 allows all these notations")
        case .dateLowercase: Facts(group: .evolution, verdict: .may, change: "a date with lowercase t and z", rule: "RFC 3339 section 5.6 allows lowercase letters, but some parsers reject them")
        case .dateInvalid: Facts(group: .evolution, verdict: .mustError, change: "`not-a-date`, a Unix timestamp or an HTTP date for a date-time", rule: "the schema specifies the format of the date")
        case .dateImpossible: Facts(group: .evolution, verdict: .may, change: "an impossible date: 2021-02-30, T24:00:00 or second 60", rule: "RFC 3339 section 5.7 forbids February 30 and hour 24; Foundation reads both as the next day")
        case .boundaryValues: Facts(group: .evolution, verdict: .mustTolerate, change: "the values at minimum, maximum, minLength and maxLength", rule: "the schema allows these values")
        case .contentTypeParams: Facts(group: .media, verdict: .mustTolerate, change: "Application/JSON; charset=\"utf-8\"; v=1", rule: "RFC 9110 section 8.3: media types are case-insensitive")
        case .contentTypeSuffix: Facts(group: .media, verdict: .mustTolerate, change: "application/problem+json or application/vnd.x+json, if documented", rule: "RFC 6838: a media type that ends with +json is JSON")
        case .contentTypeMissing: Facts(group: .media, verdict: .shouldTolerate, change: "valid JSON without Content-Type", rule: "RFC 9110 section 8.3: a client may derive the type from the body")
        case .contentTypeWrong: Facts(group: .media, verdict: .may, change: "valid JSON with text/html or text/plain", rule: "RFC 9110 section 8.3: a client may trust the type or examine the body")
        case .headerCase: Facts(group: .media, verdict: .mustTolerate, change: "content-type or CONTENT-TYPE, and unknown header fields", rule: "RFC 9110 section 5.1: field names are case-insensitive")
        case .errorBodyValid: Facts(group: .error, verdict: .mustError, change: "each documented error status with its documented body", rule: "the client's error must contain the status and the decoded body")
        case .errorBodyEmpty: Facts(group: .error, verdict: .mustError, change: "documented error status with an empty body", rule: "the client's error must contain the status, not only a decoding error")
        case .errorBodyMalformed: Facts(group: .error, verdict: .mustError, change: "documented error status with invalid JSON", rule: "the client's error must contain the status")
        case .errorBodyHtml: Facts(group: .error, verdict: .mustError, change: "status 502 with the HTML page of a proxy", rule: "the client's error must contain the status")
        case .errorUndocumented: Facts(group: .error, verdict: .mustError, change: "undocumented 4xx or 5xx status", rule: "RFC 9110 section 15: an unknown 4xx or 5xx status counts as 400 or 500")
        case .errorStatusSuccessBody: Facts(group: .error, verdict: .mustError, change: "status 500 with the documented body of status 200", rule: "the status, not the body, determines whether the call fails")
        case .successStatusErrorBody: Facts(group: .error, verdict: .mustError, change: "status 200 with the documented body of an error", rule: "the body lacks properties that the schema of status 200 requires")
        case .successStatusOtherModel: Facts(group: .error, verdict: .mustError, change: "a documented 2xx status with the documented body of a different 2xx status", rule: "the status decides which body to expect")
        }
    }
}
