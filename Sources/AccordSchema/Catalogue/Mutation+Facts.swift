// SPDX-License-Identifier: Apache-2.0
extension Mutation {
    /// The properties of one entry of the catalogue.
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
            Facts(.syntax, .mustError, "0 bytes where a body is documented", rule: "a body is documented")
        case .whitespaceOnly:
            Facts(.syntax, .mustError, #"" \n""#, rule: "RFC 8259 s2")
        case .invalidJson:
            Facts(.syntax, .mustError, "`} this is not valid json {` (IBM)", rule: "RFC 8259")
        case .truncatedJson:
            Facts(.syntax, .mustError, "cut at every token boundary (sample 8)", rule: "RFC 8259")
        case .trailingGarbage:
            Facts(.syntax, .mustError, "valid document + ` oops`", rule: "RFC 8259 s2: one value")
        case .twoDocuments:
            Facts(.syntax, .mustError, "{..}{..}", rule: "RFC 8259 s2")
        case .htmlAt200:
            Facts(
                .syntax, .mustError, "captive-portal HTML, text/html, 200",
                rule: "the body isn't JSON, regardless of the status")
        case .trailingComma:
            Facts(.syntax, .may, #"{"a":1,}"#, rule: "RFC 8259 s9 lets a parser accept extensions")
        case .comments:
            Facts(.syntax, .may, "/* */ or //", rule: "RFC 8259 s9")
        case .singleQuotes:
            Facts(.syntax, .may, "{'a':1}", rule: "RFC 8259 s9")
        case .nanInfinity:
            Facts(
                .syntax, .mustError, "NaN, Infinity, -Infinity tokens",
                rule: "RFC 8259 s6: not permitted; never 0 or nil silently")
        case .rawControlChar:
            Facts(.syntax, .may, "U+0001 unescaped in a string", rule: "RFC 8259 s7 / s9")
        case .invalidUtf8:
            Facts(.encoding, .mustError, "FF FE inside a string", rule: "RFC 8259 s8.1: UTF-8")
        case .latin1Bytes:
            Facts(.encoding, .mustError, "ISO-8859-1 without charset", rule: "RFC 8259 s8.1")
        case .loneSurrogate:
            Facts(.encoding, .may, #""\ud800""#, rule: "RFC 8259 s8.2 unpredictable; no crash")
        case .utf8Bom:
            Facts(.encoding, .may, "EF BB BF first", rule: "RFC 8259 s8.1 parsers MAY ignore it")
        case .utf16:
            Facts(.encoding, .may, "UTF-16 LE/BE with or without BOM", rule: "RFC 8259 s8.1")
        case .escapedOrLiteral:
            Facts(.encoding, .mustTolerate, #"\u00e9 for é, \/ for /, \u0069d as a key"#, rule: "RFC 8259 s7, s8.3")
        case .unicodeContent:
            Facts(
                .encoding, .mustTolerate, "emoji, ZWJ, RTL, combining (NFD), U+0000 escape, 4-byte",
                rule: "values survive byte-exactly; no normalisation")
        case .keyOrder:
            Facts(.structure, .mustTolerate, "properties shuffled", rule: "RFC 8259 s4 unordered")
        case .whitespace:
            Facts(.structure, .mustTolerate, "pretty-printed, CRLF, tabs", rule: "RFC 8259 s2")
        case .extraProperty:
            Facts(
                .structure, .mustTolerate, "unknown property (scalar, null, object, array) at every object depth",
                rule: "must-ignore, RFC 7493 s4.2")
        case .duplicateKey:
            Facts(
                .structure, .may, "same key twice, different values",
                rule: "RFC 8259 s4; deterministic, no crash. Foundation: FIRST wins")
        case .caseChangedKey:
            Facts(
                .structure, .mustError, "Id for id",
                rule: "JSON names are case-sensitive (required property is then missing)")
        case .dropRequired:
            Facts(
                .structure, .mustError, "each required property removed, one at a time, every depth",
                rule: "the schema requires the property")
        case .nullRequired:
            Facts(
                .structure, .mustError, "null for each required non-nullable",
                rule: "the schema requires the property and doesn't allow null")
        case .dropOptional:
            Facts(
                .structure, .mustTolerate, "each optional property removed", rule: "an optional property may be missing"
            )
        case .nullOptional:
            Facts(.structure, .shouldTolerate, "null for an optional non-nullable", rule: "common server behaviour")
        case .nullNullable:
            Facts(.structure, .mustTolerate, "null for a nullable", rule: "a nullable property may be null")
        case .wrongRoot:
            Facts(
                .structure, .mustError, "array for object, object for array, scalar, null",
                rule: "the schema names the type of the body")
        case .wrongType:
            Facts(
                .structure, .mustError, "each property replaced by each other JSON type",
                rule: "a type is never coerced silently")
        case .emptyArray:
            Facts(.structure, .mustTolerate, "[] where minItems allows", rule: "the schema allows it")
        case .emptyObject:
            Facts(.structure, .mustTolerate, "{} for a map", rule: "the schema allows it")
        case .nullElement:
            Facts(
                .structure, .mustError, "null inside a non-nullable array",
                rule: "the schema names the type of the elements")
        case .manyElements:
            Facts(.structure, .mustTolerate, "10,000 elements", rule: "within the documented maxItems")
        case .deepNestingExtra:
            Facts(
                .structure, .mustNotCrash, "unknown property nested 100 / 511 / 512 / 10,000 deep",
                rule: "reject or ignore; Foundation rejects from 512 levels")
        case .intMax:
            Facts(.number, .mustTolerate, "declared int32/int64 min and max", rule: "the schema allows it, exactly")
        case .intOverflow:
            Facts(.number, .mustError, "max+1 of the declared format", rule: "never wrap or clamp")
        case .int2To53Plus1:
            Facts(.number, .mustTolerate, "9007199254740993", rule: "exact, if the schema allows it")
        case .floatForInt:
            Facts(.number, .mustError, "1.5", rule: "the schema names the type")
        case .integralFloat:
            Facts(
                .number, .shouldTolerate, "1.0, 1e2 for integer",
                rule: "JSON Schema: zero fractional part is an integer")
        case .numberNotation:
            Facts(.number, .mustTolerate, "1E0, 1.10, -0 for number", rule: "RFC 8259 s6")
        case .hugeExponent:
            Facts(.number, .mustError, "1e400", rule: "never infinity silently")
        case .unknownEnum:
            Facts(
                .evolution, .may, "undocumented enum value",
                rule: "Smithy: clients MUST be able to receive unknown enum values; a plain Swift enum fails")
        case .unknownVariant:
            Facts(.evolution, .may, "undocumented discriminator / oneOf branch", rule: "Smithy union unknown variant")
        case .dateVariants:
            Facts(
                .evolution, .mustTolerate, "Z, +00:00, -07:00, fractional 1..9 digits",
                rule: "RFC 3339; Smithy client-only DateTime*Offset / FractionalSeconds cases")
        case .dateLowercase:
            Facts(.evolution, .may, "lowercase t / z", rule: "RFC 3339 s5.6 note")
        case .dateInvalid:
            Facts(
                .evolution, .mustError, "`not-a-date`, epoch number, HTTP-date where date-time is documented",
                rule: "the schema names the format")
        case .dateImpossible:
            Facts(
                .evolution, .may, "2021-02-30, T24:00:00, second 60",
                rule: "RFC 3339 s5.7 forbids the first two; Foundation rolls them over")
        case .boundaryValues:
            Facts(
                .evolution, .mustTolerate, "each minimum/maximum/minLength/maxLength exactly",
                rule: "the schema allows it")
        case .contentTypeParams:
            Facts(
                .media, .mustTolerate, #"Application/JSON; charset="utf-8"; v=1"#,
                rule: "RFC 9110 s8.3 case-insensitive")
        case .contentTypeSuffix:
            Facts(
                .media, .mustTolerate, "application/problem+json, application/vnd.x+json where documented",
                rule: "RFC 6838/9457")
        case .contentTypeMissing:
            Facts(.media, .shouldTolerate, "no Content-Type, valid JSON", rule: "RFC 9110 s8.3 may assume")
        case .contentTypeWrong:
            Facts(.media, .may, "text/html or text/plain with valid JSON", rule: "RFC 9110 s8.3 leaves it open")
        case .headerCase:
            Facts(.media, .mustTolerate, "content-type / CONTENT-TYPE; unknown extra headers", rule: "RFC 9110 s5.1")
        case .errorBodyValid:
            Facts(
                .error, .mustError, "every documented error status with its documented body",
                rule: "error carries status + decoded body")
        case .errorBodyEmpty:
            Facts(
                .error, .mustError, "documented error status, 0 bytes",
                rule: "status kept; not a decoding error that hides it")
        case .errorBodyMalformed:
            Facts(.error, .mustError, "documented error status, invalid JSON", rule: "status kept")
        case .errorBodyHtml:
            Facts(
                .error, .mustError, "502 with a proxy HTML page (autorest verifyIncorrectErrorParsing: 444 text/html)",
                rule: "status kept")
        case .errorUndocumented:
            Facts(.error, .mustError, "undocumented 4xx/5xx", rule: "by class")
        case .errorStatusSuccessBody:
            Facts(
                .error, .mustError, "500 with the documented 200 body",
                rule: "status decides, body never makes it a success")
        case .successStatusErrorBody:
            Facts(.error, .mustError, "200 with the documented error body", rule: "required properties are missing")
        case .successStatusOtherModel:
            Facts(
                .error, .mustError,
                "201 with the 200 model and each documented 2xx pair swapped (autorest multipleResponses, 34 cases)",
                rule: "model is chosen by status")
        }
    }
}
