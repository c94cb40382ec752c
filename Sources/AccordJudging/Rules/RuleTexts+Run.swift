import AccordContract
import AccordHTTP
import AccordJSON

extension RuleTexts {
    static let run = """
        transport.dns: the host's name has no address
          The name of the server in --base-url, or in the contract's “servers”, doesn't resolve.
        → Check the spelling, and the network.
        transport.refused: the connection was refused
          Nothing listens on the server's port.
        → Start the server, or correct --base-url.
        transport.unreachable: the host can't be reached
          There is no way to the server's address.
        → Check the network, VPN and firewall.
        transport.proxy: the proxy didn't let the request through
          A proxy is set, and answered instead of the server.
        → Check the variables http_proxy, https_proxy and no_proxy.
        transport.field: a header field of the request can't be sent
          A line break or a NUL in its name or value would begin another field, or end this one (RFC 9110, section 5.5).
        → Look at what the variable, the output or the case puts there; a file read into a variable often ends in one.
        transport.url: the request's URL can't be sent
          The address that the server and the operation's path make isn't a URL.
        → Check --base-url and the operation's “path”.
        transport.timeout.connect: no connection came about in time
          The server's address didn't answer within the limit for connecting.
        → Check the address, or raise the limit.
        transport.timeout.first-byte: the answer didn't begin in time
          The connection stood and the request was sent, but not one byte of the answer came within the limit.
        → Look into the server's log, or raise the limit.
        transport.timeout.total: the answer didn't end in time
          The answer began, and wasn't complete within the limit.
        → Look into the server's log, or raise the limit.
        transport.tls.untrusted: the server's certificate isn't trusted
          The certificate is signed by nobody that this machine knows.
        → Name the certificate's authority, or use a certificate that is trusted.
        transport.tls.expired: the server's certificate isn't valid today
          The certificate's time is over, or hasn't begun.
        → Renew the certificate; check the clock.
        transport.tls.host: the server's certificate is for another host
          The certificate doesn't name the host that was asked.
        → Use the name that the certificate has, or a certificate for this one.
        transport.tls.protocol: the TLS handshake failed
          Server and client found no common protocol, or one of them broke off.
        → Check whether the port speaks TLS at all, and which versions.
        transport.tls.client: the server wants a certificate of the client, or another one
          The server lets in only clients that prove themselves (mutual TLS), and this one didn't, or not to its
          satisfaction.
        → Name a certificate and its key with --client-cert and --client-key.
        transport.reset: the server reset the connection
          The connection was cut in the middle of the exchange.
        → Look into the server's log.
        transport.empty: the server closed the connection without an answer
          Not one byte came.
        → Look into the server's log: a crash looks like this.
        transport.cut: the connection closed before the end of the answer
          Fewer bytes came than the answer announced.
        → Check Content-Length, and what cuts the answer.
        transport.malformed: the answer isn't HTTP
          The status line, a header or the framing of the body breaks RFC 9112.
        → Check what listens on that port.
        transport.encoding: the body isn't what Content-Encoding says
          The bytes of the body can't be decoded as the content coding that the answer names.
        → Compress the body as Content-Encoding says, or leave the field out.
        transport.too-large: the answer is larger than the limit
          Reading stopped at the limit.
        → Raise the limit, or answer less.
        transport.too-large.head: the answer's header fields are larger than the limit
          Reading stopped at 256 KB of them in all, or at 100 KB of a single one. Most clients and proxies take far less.
        → Look for a cookie, a trace or an error that grows, and send what is long in the body.
        transport.other: the request failed
          The transfer failed for a reason that has no name of its own; the message has libcurl's.
        → Run the curl line of the finding.
        json-interop: two readers read the body differently
          The body is JSON, but its value depends on the reader: a duplicate key, an integer beyond 64 bits, a lone
          surrogate, a NUL in a key. A client in another language reads something else.
        → Write each key once, and large integers as strings.
        case.no-assertion: nothing was asserted
          The judging of this case ran no assertion, so that passing would mean nothing.
        → Document a body, a header or an assertion.
        case.template: a value can't be filled in
          A ${…} of the case stands for nothing: an unknown name, an unset variable, an output that nobody gave.
        → Set the variable, or name what the flow really gives.
        case.flaky: the case passed only when it was repeated
          The first try failed, a later one passed.
        → Find out what differs: order, time, shared state.
        case.pending-passes: a pending case passes
          The case is marked as pending, and holds already.
        → Remove “pending”.
        case.waiver-unneeded: a waived case passes
          The contract waives the case for clients under “derived”, and the client passes it.
        → Remove the waiver.
        run.no-cases: there was nothing to do
          No case was selected; a run that tries nothing doesn't pass.
        → Check the files, --tag and the names.
        output.missing: an output has no value
          The exchange lacks what a later case of the flow needs.
        → See the answer; correct the expression, or the server.
        state.failed: a provider state couldn't be set up
          The set-up of “given” failed, so that the case can't mean anything.
        → See the set-up's own message.
        baseline.stale: the baseline accepts a finding that isn't there any more
          An entry of --baseline names a finding of a case that ran without it.
        → Take the entry out of the baseline.
        refusal.accepted: a request that breaks the contract was accepted
          The server answered 2xx to a request with something missing or wrong in it.
        → Refuse it with a documented 4xx, or correct what the contract says of the request.
        refusal.unanswered: whether credentials are checked is left open
          A request without credentials, or with wrong ones, was refused with another 4xx than 401, 403 or the one that
          the contract documents for it. The server looked at something else first, and may carry the request out once
          that is right.
        → Check credentials first, or document a case with "security": [] that is answered so.
        refusal.crashed: a request that breaks the contract made the server fail
          The server answered 5xx to a request with something missing or wrong in it.
        → Check what is asked before it is worked on.
        refusal.other: a request that breaks the contract was neither refused nor accepted
          The answer is a redirect or something else that isn't a 4xx.
        → Answer a documented 4xx.
        fuzz.crashed: a request that the contract allows made the server fail
          The server answered 5xx to a request that was made from the schemas (--fuzz). It was then made smaller, as
          long as the server still failed; the curl line sends the smallest.
        → Handle what the schemas allow, or let them allow less.
        fuzz.refused: a request that the contract allows was refused
          The server answered a 4xx to a request that was made from the schemas (--fuzz), though nothing in them is
          broken. 404, 409, 410, 412, 423 and 429, which no schema can foresee, are fine where they are documented, and so
          is what a documented case whose request keeps the schemas is answered with.
        → Accept what the schemas allow, let them allow less, or document a case that shows why it is refused.
        fuzz.none-succeeded: no fuzz-generated request of an operation succeeded
          Every request that the schemas allow was answered with a documented 4xx such as 404, so that little of the
          operation was tried.
        → Give the operation a documented case that succeeds, whose resource exists: requests start from it.
        security.token: no access token was issued
          The server of “tokenUrl” didn't answer the client's credentials with a bearer token (RFC 6749, section 4.4).
        → Check clientId and clientSecret, and --token-url.
        security.signing: the request couldn't be signed
          The command of --sign-command failed, or printed something else than it may.
        → Run it by itself, with a request as JSON on its standard input.
        contract.invalid: the contract itself is wrong
          A case can't be tried by a contract that can't be read.
        → See what `accord lint` says of the file, on its lines.
        """
}
