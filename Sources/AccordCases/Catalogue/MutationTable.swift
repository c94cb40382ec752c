import AccordJSON
import AccordSchema

/// The catalogue of response mutations: 63 ways in which an answer isn't quite the documented one.
///
/// A line has an id, a group, a verdict, what is done to the answer, and the rule behind the verdict.
enum MutationTable {
    // swift-format-ignore
    static let text = #"""
        empty-body | syntax | mustError | 0 bytes where a body is documented | a body is documented
        whitespace-only | syntax | mustError | " \n" | RFC 8259 s2
        invalid-json | syntax | mustError | `} this is not valid json {` (IBM) | RFC 8259
        truncated-json | syntax | mustError | cut at every token boundary (sample 8) | RFC 8259
        trailing-garbage | syntax | mustError | valid document + ` oops` | RFC 8259 s2: one value
        two-documents | syntax | mustError | {..}{..} | RFC 8259 s2
        html-at-200 | syntax | mustError | captive-portal HTML, text/html, 200 | it is no JSON, whatever the status says
        trailing-comma | syntax | may | {"a":1,} | RFC 8259 s9 lets a parser accept extensions
        comments | syntax | may | /* */ or // | RFC 8259 s9
        single-quotes | syntax | may | {'a':1} | RFC 8259 s9
        nan-infinity | syntax | mustError | NaN, Infinity, -Infinity tokens | RFC 8259 s6: not permitted; never 0 or nil silently
        raw-control-char | syntax | may | U+0001 unescaped in a string | RFC 8259 s7 / s9
        invalid-utf8 | encoding | mustError | FF FE inside a string | RFC 8259 s8.1: UTF-8
        latin1-bytes | encoding | mustError | ISO-8859-1 without charset | RFC 8259 s8.1
        lone-surrogate | encoding | may | "\ud800" | RFC 8259 s8.2 unpredictable; no crash
        utf8-bom | encoding | may | EF BB BF first | RFC 8259 s8.1 parsers MAY ignore it
        utf16 | encoding | may | UTF-16 LE/BE with or without BOM | RFC 8259 s8.1
        escaped-vs-literal | encoding | mustTolerate | \u00e9 for é, \/ for /, \u0069d as a key | RFC 8259 s7, s8.3
        unicode-content | encoding | mustTolerate | emoji, ZWJ, RTL, combining (NFD), U+0000 escape, 4-byte | values survive byte-exactly; no normalisation
        key-order | structure | mustTolerate | properties shuffled | RFC 8259 s4 unordered
        whitespace | structure | mustTolerate | pretty-printed, CRLF, tabs | RFC 8259 s2
        extra-property | structure | mustTolerate | unknown property (scalar, null, object, array) at every object depth | must-ignore, RFC 7493 s4.2
        duplicate-key | structure | may | same key twice, different values | RFC 8259 s4; deterministic, no crash. Foundation: FIRST wins
        case-changed-key | structure | mustError | Id for id | JSON names are case-sensitive (required property is then missing)
        drop-required | structure | mustError | each required property removed, one at a time, every depth | a required property is promised
        null-required | structure | mustError | null for each required non-nullable | a required property is promised, and null is none
        drop-optional | structure | mustTolerate | each optional property removed | what is optional may be missing
        null-optional | structure | shouldTolerate | null for an optional non-nullable | common server behaviour
        null-nullable | structure | mustTolerate | null for a nullable | what may be null is null at times
        wrong-root | structure | mustError | array for object, object for array, scalar, null | the schema names the type of the body
        wrong-type | structure | mustError | each property replaced by each other JSON type | a type is never coerced silently
        empty-array | structure | mustTolerate | [] where minItems allows | the schema allows it
        empty-object | structure | mustTolerate | {} for a map | the schema allows it
        null-element | structure | mustError | null inside a non-nullable array | the schema names the type of the elements
        many-elements | structure | mustTolerate | 10,000 elements | within the documented maxItems
        deep-nesting-extra | structure | mustNotCrash | unknown property nested 100 / 511 / 512 / 10,000 deep | reject or ignore; Foundation rejects from 512 levels
        int-max | number | mustTolerate | declared int32/int64 min and max | the schema allows it, exactly
        int-overflow | number | mustError | max+1 of the declared format | never wrap or clamp
        int-2^53+1 | number | mustTolerate | 9007199254740993 | exact, where the schema allows it
        float-for-int | number | mustError | 1.5 | the schema names the type
        integral-float | number | shouldTolerate | 1.0, 1e2 for integer | JSON Schema: zero fractional part is an integer
        number-notation | number | mustTolerate | 1E0, 1.10, -0 for number | RFC 8259 s6
        huge-exponent | number | mustError | 1e400 | never infinity silently
        unknown-enum | evolution | may | undocumented enum value | Smithy: clients MUST be able to receive unknown enum values; a plain Swift enum fails
        unknown-variant | evolution | may | undocumented discriminator / oneOf branch | Smithy union unknown variant
        date-variants | evolution | mustTolerate | Z, +00:00, -07:00, fractional 1..9 digits | RFC 3339; Smithy client-only DateTime*Offset / FractionalSeconds cases
        date-lowercase | evolution | may | lowercase t / z | RFC 3339 s5.6 note
        date-invalid | evolution | mustError | `not-a-date`, epoch number, HTTP-date where date-time is documented | the schema names the format
        date-impossible | evolution | may | 2021-02-30, T24:00:00, second 60 | RFC 3339 s5.7 forbids the first two; Foundation rolls them over
        boundary-values | evolution | mustTolerate | each minimum/maximum/minLength/maxLength exactly | the schema allows it
        content-type-params | media | mustTolerate | Application/JSON; charset="utf-8"; v=1 | RFC 9110 s8.3 case-insensitive
        content-type-suffix | media | mustTolerate | application/problem+json, application/vnd.x+json where documented | RFC 6838/9457
        content-type-missing | media | shouldTolerate | no Content-Type, valid JSON | RFC 9110 s8.3 may assume
        content-type-wrong | media | may | text/html or text/plain with valid JSON | RFC 9110 s8.3 leaves it open
        header-case | media | mustTolerate | content-type / CONTENT-TYPE; unknown extra headers | RFC 9110 s5.1
        error-body-valid | error | mustError | every documented error status with its documented body | error carries status + decoded body
        error-body-empty | error | mustError | documented error status, 0 bytes | status kept; not a decoding error that hides it
        error-body-malformed | error | mustError | documented error status, invalid JSON | status kept
        error-body-html | error | mustError | 502 with a proxy HTML page (autorest verifyIncorrectErrorParsing: 444 text/html) | status kept
        error-undocumented | error | mustError | undocumented 4xx/5xx | by class
        error-status-success-body | error | mustError | 500 with the documented 200 body | status decides, body never makes it a success
        success-status-error-body | error | mustError | 200 with the documented error body | required properties are missing
        success-status-other-model | error | mustError | 201 with the 200 model and each documented 2xx pair swapped (autorest multipleResponses, 34 cases) | model is chosen by status
        """#
}
