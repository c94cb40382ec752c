/// The entries of the catalogue of response mutations that a schema and a document say enough for.
enum MutationCatalogue {
    /// An entry: its name, the group that it is in, and the rule that it goes by.
    struct Entry: Sendable {
        var id: String
        var group: String
        var rule: String
        /// Where the entry stands in the catalogue.
        var order: Int
    }

    /// The entries by their names.
    static let entries: [String: Entry] = {
        var entries: [String: Entry] = [:]
        for (order, line) in text.utf8.split(separator: 0x0A).enumerated() {
            let parts = line.split(separator: 0x20, maxSplits: 2).compactMap { String($0) }
            guard parts.count == 3 else { continue }
            entries[parts[1]] = Entry(id: parts[1], group: parts[0], rule: parts[2], order: order)
        }
        return entries
    }()

    /// A line for each entry: group, name, rule.
    private static let text: String = #"""
        syntax empty-body IBM battery; unless the response documents no body
        syntax whitespace-only RFC 8259 s2
        syntax invalid-json RFC 8259
        syntax truncated-json RFC 8259
        syntax trailing-garbage RFC 8259 s2: one value
        syntax two-documents RFC 8259 s2
        syntax trailing-comma RFC 8259 s9 lets a parser accept extensions
        syntax comments RFC 8259 s9
        syntax single-quotes RFC 8259 s9
        syntax nan-infinity RFC 8259 s6: not permitted; never 0/nil silently
        syntax raw-control-char RFC 8259 s7 / s9
        encoding invalid-utf8 RFC 8259 s8.1 UTF-8; or replace with U+FFFD if documented
        encoding latin1-bytes RFC 8259 s8.1
        encoding lone-surrogate RFC 8259 s8.2 unpredictable; no crash
        encoding utf8-bom RFC 8259 s8.1 parsers MAY ignore it
        encoding utf16 RFC 8259 s8.1
        encoding escaped-vs-literal RFC 8259 s7, s8.3
        encoding unicode-content values survive byte-exactly; no normalisation
        structure key-order RFC 8259 s4 unordered
        structure whitespace RFC 8259 s2
        structure extra-property must-ignore (RFC 7493 s4.2); FAIL only if the schema has additionalProperties:false AND clientPolicy.closed
        structure duplicate-key RFC 8259 s4; deterministic, no crash. Foundation: FIRST wins
        structure case-changed-key JSON names are case-sensitive (required property is then missing)
        structure drop-required MAY substitute a default only if clientPolicy.missingRequired=default (Smithy client error correction)
        structure null-required same
        structure drop-optional schema-valid
        structure null-optional common server behaviour; Smithy RestJsonDoesntDeserializeNullStructureValues
        structure null-nullable schema-valid
        structure wrong-root schema-invalid
        structure wrong-type never coerced silently; clientPolicy.coercions lists the exceptions ("1" for 1, 1 for true)
        structure empty-array schema-valid
        structure empty-object schema-valid
        structure null-element schema-invalid (or skipped if documented)
        structure many-elements inside documented maxItems
        structure deep-nesting-extra reject or ignore; Foundation rejects from 512 levels
        number int-max schema-valid; exact
        number int-overflow never wrap or clamp
        number int-2^53+1 exact if format int64 (autorest.testserver itself compares 9223372036854776000: a harness bug to avoid)
        number float-for-int schema-invalid
        number integral-float JSON Schema: zero fractional part is an integer
        number number-notation RFC 8259 s6; note: JSONDecoder REJECTS 0e1 as Double (y_number_0e1.json)
        number huge-exponent or infinity if documented
        evolution unknown-enum Smithy: clients MUST be able to receive unknown enum values; a plain Swift enum fails
        evolution unknown-variant Smithy union unknown variant
        evolution date-variants RFC 3339; Smithy client-only DateTime*Offset / FractionalSeconds cases
        evolution date-lowercase RFC 3339 s5.6 note
        evolution date-invalid schema-invalid format (Smithy malformed-timestamp families)
        evolution date-impossible RFC 3339 s5.7 forbids the first two; Foundation rolls them over
        evolution boundary-values schema-valid
        """#
}
