import AccordHTTP

/// The names in the catalogues of faults and mutations, so that a mistyped one is found where it is written.
///
/// A test of the stage that holds the catalogues themselves keeps the two in step.
package enum CatalogueNames {
    private static let faultText = """
        connect: connection-refused dns-failure offline data-not-allowed connect-timeout reset-on-accept
        tls: tls-plaintext-server tls-handshake-closed tls-untrusted-root tls-expired tls-host-mismatch
           tls-client-cert-required
        pre-response: empty-response reset-after-request no-response garbage-response malformed-status-line
           unsupported-http-version status-below-100 status-600 status-999 no-reason-phrase
           http-1.0-response early-error-response
        headers: truncated-headers reset-mid-headers malformed-header-line header-nul header-non-ascii
           header-oversize header-flood bare-lf content-length-conflict content-length-invalid te-and-cl
        framing: short-body long-body body-stall headers-then-stall reset-mid-body malformed-chunk
           chunk-unterminated close-delimited chunked-ok slow-drip utf8-split body-on-204
        coding: gzip-ok gzip-truncated gzip-corrupt gzip-mislabelled encoding-unknown decompression-bomb
           oversized-body
        flow: interim-100 interim-103 unexpected-101 redirect-follow redirect-loop redirect-no-location
           redirect-bad-scheme redirect-cross-origin redirect-downgrade not-modified-unsolicited
           challenge-basic challenge-bearer proxy-auth rate-limited unavailable unknown-4xx unknown-5xx
           unknown-2xx flaky-then-ok stale-keepalive
        client: cancel-before-response cancel-mid-body concurrent-isolation
        """

    private static let mutationText = """
        syntax: empty-body whitespace-only invalid-json truncated-json trailing-garbage two-documents
           html-at-200 trailing-comma comments single-quotes nan-infinity raw-control-char
        encoding: invalid-utf8 latin1-bytes lone-surrogate utf8-bom utf16 escaped-vs-literal unicode-content
        structure: key-order whitespace extra-property duplicate-key case-changed-key drop-required
           null-required drop-optional null-optional null-nullable wrong-root wrong-type empty-array
           empty-object null-element many-elements deep-nesting-extra
        number: int-max int-overflow int-2^53+1 float-for-int integral-float number-notation huge-exponent
        evolution: unknown-enum unknown-variant date-variants date-lowercase date-invalid date-impossible
           boundary-values
        media: content-type-params content-type-suffix content-type-missing content-type-wrong header-case
        error: error-body-valid error-body-empty error-body-malformed error-body-html error-undocumented
           error-status-success-body success-status-error-body success-status-other-model
        """

    /// What `verify --refusals` derives.
    private static let refusalText = """
        refuse: missing schema malformed media-type method missing-credentials wrong-credentials deleted deleted-again
        """

    /// By group, `connect` → `connection-refused`, `offline`, …
    package static let faultsByGroup: [String: [String]] = byGroup(faultText)
    package static let mutationsByGroup: [String: [String]] = byGroup(mutationText)

    /// Entries of the fault catalogue.
    package static let faults: [String] = faultsByGroup.values.joined().sorted()
    package static let faultGroups: [String] = faultsByGroup.keys.sorted()

    /// Everything that `derived` may name without a place.
    package static let groups: [String] = Set(faultGroups).union(mutationsByGroup.keys).union([
        "request", "refuse", "fuzz", "status",
    ])
    .sorted()

    /// Groups, and entries with their group in front.
    package static let selectors: [String] = {
        var selectors = groups
        for (group, entries) in faultsByGroup { selectors += entries.map { "\(group).\($0)" } }
        for (group, entries) in mutationsByGroup { selectors += entries.map { "\(group).\($0)" } }
        for (group, entries) in byGroup(refusalText) { selectors += entries.map { "\(group).\($0)" } }
        return selectors.sorted()
    }()

    private static let known: Set<String> = Set(selectors)

    /// True for `syntax`, `syntax.trailing-comma`, and an entry with a place, `structure.drop-required:/name`.
    package static func isSelector(_ text: String) -> Bool {
        let name = text.split(separator: ":", maxSplits: 1).first.map(String.init) ?? ""
        return known.contains(name) || name.hasPrefix("request.") || name.hasPrefix("status.")
    }

    private static func byGroup(_ text: String) -> [String: [String]] {
        var result: [String: [String]] = [:]
        var group = ""
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            if word.hasSuffix(":") {
                group = String(word.dropLast())
            } else {
                result[group, default: []].append(String(word))
            }
        }
        return result
    }
}
