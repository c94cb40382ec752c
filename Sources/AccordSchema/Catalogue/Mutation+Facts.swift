// SPDX-License-Identifier: Apache-2.0
extension Mutation {
    /// The properties of one mutation of the catalogue.
    struct Facts {
        let group: MutationGroup
        let verdict: Verdict
        let change: String
        let rule: String

        init(_ group: MutationGroup, _ verdict: Verdict, _ change: String, rule: String) {
            self.group = group
            self.verdict = verdict
            self.change = change
            self.rule = rule
        }
    }

    var facts: Facts {
        switch self {
        case .emptyBody:
            Facts(.syntax, .mustError, "empty body", rule: "the contract documents a body")
        case .whitespaceOnly:
            Facts(
                .syntax, .mustError, "body of white space only",
                rule: "RFC 8259 section 2: a JSON text contains a value")
        case .invalidJson:
            Facts(.syntax, .mustError, "the text `} this is not valid json {`", rule: "RFC 8259 section 2")
        case .truncatedJson:
            Facts(
                .syntax, .mustError, "up to 8 truncated bodies, each cut off after a different token",
                rule: "RFC 8259 section 2")
        case .trailingGarbage:
            Facts(
                .syntax, .mustError, "valid JSON followed by ` oops`",
                rule: "RFC 8259 section 2: a JSON text contains one value")
        case .twoDocuments:
            Facts(
                .syntax, .mustError, "two JSON objects in sequence",
                rule: "RFC 8259 section 2: a JSON text contains one value")
        case .htmlAt200:
            Facts(
                .syntax, .mustError, "HTML page of a captive portal, with status 200 and text/html",
                rule: "the body isn't JSON, even though the status is 200")
        case .trailingComma:
            Facts(
                .syntax, .may, #"trailing comma: {"a":1,}"#, rule: "RFC 8259 section 9: a parser may accept extensions")
        case .comments:
            Facts(.syntax, .may, "comments: /* */ or //", rule: "RFC 8259 section 9: a parser may accept extensions")
        case .singleQuotes:
            Facts(.syntax, .may, "single quotes: {'a':1}", rule: "RFC 8259 section 9: a parser may accept extensions")
        case .nanInfinity:
            Facts(
                .syntax, .mustError, "NaN, Infinity or -Infinity as a number",
                rule: "RFC 8259 section 6 forbids NaN and Infinity, and a client must not replace them with 0 or nil")
        case .rawControlChar:
            Facts(
                .syntax, .may, "unescaped U+0001 in a string",
                rule: "RFC 8259 section 9: a parser may accept extensions")
        case .invalidUtf8:
            Facts(.encoding, .mustError, "the bytes FF FE in a string", rule: "RFC 8259 section 8.1: JSON is UTF-8")
        case .latin1Bytes:
            Facts(
                .encoding, .mustError, "a string in ISO-8859-1, without a charset in Content-Type",
                rule: "RFC 8259 section 8.1: JSON is UTF-8")
        case .loneSurrogate:
            Facts(
                .encoding, .may, #"lone surrogate: "\ud800""#,
                rule: "RFC 8259 section 8.2: parsers differ in how they treat a lone surrogate")
        case .utf8Bom:
            Facts(
                .encoding, .may, "byte order mark (EF BB BF)",
                rule: "RFC 8259 section 8.1: a parser may ignore the mark")
        case .utf16:
            Facts(
                .encoding, .may, "UTF-16 with or without a byte order mark", rule: "RFC 8259 section 8.1: JSON is UTF-8"
            )
        case .escapedOrLiteral:
            Facts(
                .encoding, .mustTolerate, #"\u00e9 for é, \/ for /, \u0069d as a key"#,
                rule: "RFC 8259 section 8.3: a character and its escape are equal")
        case .unicodeContent:
            Facts(
                .encoding, .mustTolerate, "emoji, right-to-left text, combining characters, escaped U+0000",
                rule: "a client must not change or normalize strings")
        case .keyOrder:
            Facts(
                .structure, .mustTolerate, "properties in a different order",
                rule: "RFC 8259 section 4: objects are unordered")
        case .whitespace:
            Facts(
                .structure, .mustTolerate, "indented JSON, with CRLF and tabs",
                rule: "RFC 8259 section 2: white space is allowed")
        case .extraProperty:
            Facts(
                .structure, .mustTolerate, "unknown property (scalar, null, object or array) in every object",
                rule: "RFC 7493 section 4.2: a receiver ignores unknown properties")
        case .duplicateKey:
            Facts(
                .structure, .may, "the same key twice with different values",
                rule: "RFC 8259 section 4: parsers differ in which value they use; Foundation uses the first")
        case .caseChangedKey:
            Facts(
                .structure, .mustError, "a key with different letter case, such as Id for id",
                rule: "property names are case-sensitive, and the required property is missing")
        case .dropRequired:
            Facts(
                .structure, .mustError, "each required property removed, one at a time, at every depth",
                rule: "the schema requires the property")
        case .nullRequired:
            Facts(
                .structure, .mustError, "null for each required property that isn't nullable",
                rule: "the schema requires the property and doesn't allow null")
        case .dropOptional:
            Facts(
                .structure, .mustTolerate, "each optional property removed", rule: "an optional property may be missing"
            )
        case .nullOptional:
            Facts(
                .structure, .shouldTolerate, "null for an optional property that isn't nullable",
                rule: "many servers send null instead of omitting a property")
        case .nullNullable:
            Facts(.structure, .mustTolerate, "null for a nullable property", rule: "a nullable property may be null")
        case .wrongRoot:
            Facts(
                .structure, .mustError, "a body of a different JSON type",
                rule: "the schema specifies the type of the body")
        case .wrongType:
            Facts(
                .structure, .mustError, "for each property, one value of each JSON type that its schema rejects",
                rule: "a client must not convert types silently")
        case .emptyArray:
            Facts(
                .structure, .mustTolerate, "an empty array, if minItems allows it",
                rule: "the schema allows an empty array")
        case .emptyObject:
            Facts(.structure, .mustTolerate, "an empty object for a map", rule: "the schema allows an empty object")
        case .nullElement:
            Facts(
                .structure, .mustError, "null in an array whose elements aren't nullable",
                rule: "the schema specifies the type of the elements")
        case .manyElements:
            Facts(
                .structure, .mustTolerate, "an array of 10,000 elements, at most 1 MB",
                rule: "the schema allows this many elements")
        case .deepNestingExtra:
            Facts(
                .structure, .mustNotCrash, "unknown property nested 100, 511, 512 or 10,000 levels deep",
                rule: "the client may reject or ignore the property; Foundation rejects 512 levels and more")
        case .intMax:
            Facts(
                .number, .mustTolerate, "the smallest and largest int32 or int64",
                rule: "the schema allows both values, and a client must return them exactly")
        case .intOverflow:
            Facts(
                .number, .mustError, "the largest integer of the format plus 1",
                rule: "a client must not wrap or clamp the value")
        case .int2To53Plus1:
            Facts(
                .number, .mustTolerate, "9007199254740993 (2^53 + 1)",
                rule: "if the schema allows the value, a client must return it exactly")
        case .floatForInt:
            Facts(.number, .mustError, "1.5 for an integer", rule: "the schema requires an integer")
        case .integralFloat:
            Facts(
                .number, .shouldTolerate, "1.0 or 1e2 for an integer",
                rule: "JSON Schema: a number with a zero fraction is an integer")
        case .numberNotation:
            Facts(
                .number, .mustTolerate, "1E0, 1.10 or -0 for a number",
                rule: "RFC 8259 section 6 allows these notations")
        case .hugeExponent:
            Facts(.number, .mustError, "1e400", rule: "a client must not return infinity silently")
        case .unknownEnum:
            Facts(
                .evolution, .may, "undocumented enum value",
                rule: "later versions of the API may add values; a plain Swift enum rejects them")
        case .unknownVariant:
            Facts(
                .evolution, .may, "undocumented discriminator or oneOf branch",
                rule: "later versions of the API may add variants")
        case .dateVariants:
            Facts(
                .evolution, .mustTolerate, "a date with Z, +00:00, -07:00, or 0 to 9 fractional digits",
                rule: "RFC 3339 allows all these notations")
        case .dateLowercase:
            Facts(
                .evolution, .may, "a date with lowercase t and z",
                rule: "RFC 3339 section 5.6 allows lowercase letters, but some parsers reject them")
        case .dateInvalid:
            Facts(
                .evolution, .mustError, "`not-a-date`, a Unix timestamp or an HTTP date for a date-time",
                rule: "the schema specifies the format of the date")
        case .dateImpossible:
            Facts(
                .evolution, .may, "an impossible date: 2021-02-30, T24:00:00 or second 60",
                rule: "RFC 3339 section 5.7 forbids February 30 and hour 24; Foundation reads both as the next day")
        case .boundaryValues:
            Facts(
                .evolution, .mustTolerate, "the values at minimum, maximum, minLength and maxLength",
                rule: "the schema allows these values")
        case .contentTypeParams:
            Facts(
                .media, .mustTolerate, #"Application/JSON; charset="utf-8"; v=1"#,
                rule: "RFC 9110 section 8.3: media types are case-insensitive")
        case .contentTypeSuffix:
            Facts(
                .media, .mustTolerate, "application/problem+json or application/vnd.x+json, if documented",
                rule: "RFC 6838: a media type that ends with +json is JSON")
        case .contentTypeMissing:
            Facts(
                .media, .shouldTolerate, "valid JSON without Content-Type",
                rule: "RFC 9110 section 8.3: a client may derive the type from the body")
        case .contentTypeWrong:
            Facts(
                .media, .may, "valid JSON with text/html or text/plain",
                rule: "RFC 9110 section 8.3: a client may trust the type or examine the body")
        case .headerCase:
            Facts(
                .media, .mustTolerate, "content-type or CONTENT-TYPE, and unknown header fields",
                rule: "RFC 9110 section 5.1: field names are case-insensitive")
        case .errorBodyValid:
            Facts(
                .error, .mustError, "each documented error status with its documented body",
                rule: "the client's error must contain the status and the decoded body")
        case .errorBodyEmpty:
            Facts(
                .error, .mustError, "documented error status with an empty body",
                rule: "the client's error must contain the status, not only a decoding error")
        case .errorBodyMalformed:
            Facts(
                .error, .mustError, "documented error status with invalid JSON",
                rule: "the client's error must contain the status")
        case .errorBodyHtml:
            Facts(
                .error, .mustError, "status 502 with the HTML page of a proxy",
                rule: "the client's error must contain the status")
        case .errorUndocumented:
            Facts(
                .error, .mustError, "undocumented 4xx or 5xx status",
                rule: "RFC 9110 section 15: an unknown 4xx or 5xx status counts as 400 or 500")
        case .errorStatusSuccessBody:
            Facts(
                .error, .mustError, "status 500 with the documented body of status 200",
                rule: "the status, not the body, determines whether the call fails")
        case .successStatusErrorBody:
            Facts(
                .error, .mustError, "status 200 with the documented body of an error",
                rule: "the body lacks properties that the schema of status 200 requires")
        case .successStatusOtherModel:
            Facts(
                .error, .mustError, "a documented 2xx status with the documented body of a different 2xx status",
                rule: "the status decides which body to expect")
        }
    }
}
