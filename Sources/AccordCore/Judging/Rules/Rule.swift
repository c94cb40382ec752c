/// Every rule that a finding can name; the raw value is the id on the wire and in baselines.
package enum Rule: String, CaseIterable, Sendable, Hashable, Codable {
    case requestMethod = "request.method"
    case requestScheme = "request.scheme"
    case requestHost = "request.host"
    case requestPort = "request.port"
    case requestHostUndocumented = "request.host.undocumented"
    case requestPath = "request.path"
    case requestPathEncoding = "request.path.encoding"
    case requestPathSchema = "request.path.schema"
    case requestQueryMissing = "request.query.missing"
    case requestQueryUnexpected = "request.query.unexpected"
    case requestQueryValue = "request.query.value"
    case requestQuerySchema = "request.query.schema"
    case requestQueryCombination = "request.query.combination"
    case requestQueryOrder = "request.query.order"
    case requestQueryAmbiguousPlus = "request.query.ambiguous-plus"
    case requestQueryEncoding = "request.query.encoding"
    case requestHeaderInjection = "request.header.injection"
    case requestHeaderMissing = "request.header.missing"
    case requestHeaderValue = "request.header.value"
    case requestHeaderSchema = "request.header.schema"
    case requestHeaderForbidden = "request.header.forbidden"
    case requestCookieMissing = "request.cookie.missing"
    case requestCookieUnexpected = "request.cookie.unexpected"
    case requestCookieValue = "request.cookie.value"
    case requestCookieSchema = "request.cookie.schema"
    case requestCookieOrder = "request.cookie.order"
    case requestCookieEncoding = "request.cookie.encoding"
    case requestFresh = "request.fresh"
    case requestRepeat = "request.repeat"
    case requestRetryEarly = "request.retry.early"
    case requestRedirectCredentials = "request.redirect.credentials"
    case requestCountNone = "request.count.none"
    case requestCountMissing = "request.count.missing"
    case requestCountExtra = "request.count.extra"
    case requestBodyMissing = "request.body.missing"
    case requestBodyUnexpected = "request.body.unexpected"
    case requestBodyMediaType = "request.body.media-type"
    case requestBodySyntax = "request.body.syntax"
    case requestBodyDuplicateKey = "request.body.duplicate-key"
    case requestBodySchema = "request.body.schema"
    case requestBodyValue = "request.body.value"
    case requestBodyAssert = "request.body.assert"
    case requestBodyReadOnly = "request.body.read-only"

    case responseStatus = "response.status"
    case responseStatusUndocumented = "response.status.undocumented"
    case responseHeaderMissing = "response.header.missing"
    case responseHeaderValue = "response.header.value"
    case responseHeaderSchema = "response.header.schema"
    case responseHeaderForbidden = "response.header.forbidden"
    case responseHeaderAssert = "response.header.assert"
    case responseBodyMissing = "response.body.missing"
    case responseBodyUnexpected = "response.body.unexpected"
    case responseBodyMediaType = "response.body.media-type"
    case responseBodySyntax = "response.body.syntax"
    case responseBodyEncoding = "response.body.encoding"
    case responseBodyDuplicateKey = "response.body.duplicate-key"
    case responseBodySchema = "response.body.schema"
    case responseBodyValue = "response.body.value"
    case responseBodyAssert = "response.body.assert"
    case responseBodyWriteOnly = "response.body.write-only"
    case responseWithin = "response.within"

    case outcomeValue = "outcome.value"
    case outcomeReturned = "outcome.returned"
    case outcomeThrew = "outcome.threw"
    case outcomeError = "outcome.error"
    case outcomeNothing = "outcome.nothing"
    case outcomeBoth = "outcome.both"
    case outcomeTwice = "outcome.twice"
    case outcomeMixed = "outcome.mixed"
    case outcomeHang = "outcome.hang"
    case outcomeIgnored = "outcome.ignored"
    case outcomeSlow = "outcome.slow"
    case outcomeCrash = "outcome.crash"
    case outcomeState = "outcome.state"
    case outcomeCancelled = "outcome.cancelled"
    case outcomeUnmade = "outcome.unmade"
    case outcomeUnbound = "outcome.unbound"
    case outcomeNotifies = "outcome.notifies"
    case outcomeLate = "outcome.late"
    case outcomeLeak = "outcome.leak"

    case transportDns = "transport.dns"
    case transportRefused = "transport.refused"
    case transportUnreachable = "transport.unreachable"
    case transportProxy = "transport.proxy"
    case transportField = "transport.field"
    case transportUrl = "transport.url"
    case transportTimeoutConnect = "transport.timeout.connect"
    case transportTimeoutFirstByte = "transport.timeout.first-byte"
    case transportTimeoutTotal = "transport.timeout.total"
    case transportTlsUntrusted = "transport.tls.untrusted"
    case transportTlsExpired = "transport.tls.expired"
    case transportTlsHost = "transport.tls.host"
    case transportTlsProtocol = "transport.tls.protocol"
    case transportTlsClient = "transport.tls.client"
    case transportReset = "transport.reset"
    case transportEmpty = "transport.empty"
    case transportCut = "transport.cut"
    case transportMalformed = "transport.malformed"
    case transportEncoding = "transport.encoding"
    case transportTooLarge = "transport.too-large"
    case transportTooLargeHead = "transport.too-large.head"
    case transportOther = "transport.other"

    case jsonInterop = "json-interop"

    case caseNoAssertion = "case.no-assertion"
    case caseTemplate = "case.template"
    case caseFlaky = "case.flaky"
    case casePendingPasses = "case.pending-passes"
    case caseWaiverUnneeded = "case.waiver-unneeded"

    case runNoCases = "run.no-cases"

    case outputMissing = "output.missing"

    case stateFailed = "state.failed"

    case baselineStale = "baseline.stale"

    case refusalAccepted = "refusal.accepted"
    case refusalUnanswered = "refusal.unanswered"
    case refusalCrashed = "refusal.crashed"
    case refusalOther = "refusal.other"

    case httpHead = "http.head"
    case httpNotModified = "http.not-modified"
    case httpAllow = "http.allow"

    case fuzzCrashed = "fuzz.crashed"
    case fuzzRefused = "fuzz.refused"
    case fuzzNoneSucceeded = "fuzz.none-succeeded"

    case securityToken = "security.token"
    case securitySigning = "security.signing"

    case contractInvalid = "contract.invalid"
}

extension Rule {
    /// `request.query.missing`
    package var id: String { rawValue }
    /// What is wrong, in a few words.
    package var title: String { facts.title }
    /// Why it matters, and what exactly is compared.
    package var explanation: String { facts.explanation }
    /// What to do next.
    package var advice: String { facts.advice }

    struct Facts {
        let title: String
        let explanation: String
        let advice: String

        init(_ title: String, _ explanation: String, advice: String) {
            self.title = title
            self.explanation = explanation
            self.advice = advice
        }
    }
}
