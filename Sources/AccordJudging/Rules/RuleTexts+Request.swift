import AccordContract
import AccordHTTP

extension RuleTexts {
    static let request = """
        request.method: another method
          The request's method isn't the operation's. Methods are compared to the letter.
        → Set httpMethod, or correct the operation's “method”.
        request.scheme: another scheme
          The request goes to http where https is documented, or the other way round.
        → Build the URL from the server's address that the contract documents first.
        request.host: another host
          The request goes to a host that isn't the documented server's. Hosts are compared without case.
        → Build the URL from the server's address that the contract documents first.
        request.port: another port
          The request goes to another port. A port that isn't written is the scheme's own, 80 or 443.
        → Build the URL from the server's address that the contract documents first.
        request.host.undocumented: a host that nobody documented
          During the call a request went to a host that the contract doesn't know. It was stopped before it left the
          machine: a test must never reach the network.
        → Document the host under “servers”, or find out what sends the request.
        request.path: another path
          The path isn't the documented one. Compared are its bytes; only the case of hex digits and needless encoding
          (%7E for ~) don't count. A slash within a value is %2F, and never a slash. Values in place of {names} are
          compared decoded.
        → Compare “expected” and “actual”: a trailing slash, a base path that got lost, or another value.
        request.path.encoding: a path's value is wrongly encoded
          A value in the path was encoded twice, with + for a space, or not in UTF-8. A server gets another value.
        → Encode each value once, with .alphanumerics and -._~ left as they are; a slash becomes %2F.
        request.path.schema: a path's value breaks its schema
          The case doesn't name the value, so that its schema judges it.
        → Send what the schema allows, or correct the schema.
        request.query.missing: a query item is missing
          What is documented is required, unless it says "required": false. Names are case-sensitive.
        → Send the item, or document it as "required": false.
        request.query.unexpected: a query item too many
          A request has no query item but the documented ones; what is optional and not named by the case isn't sent,
          though its “default” may be. An empty item, x=, isn't an absent one.
        → Leave it out, or document it.
        request.query.value: another value
          A query item has another value. Texts are read as the types that the schema allows: 1.0 is 1 for an integer,
          and isn't for a string.
        → Compare “expected” and “actual”, both as they are on the wire.
        request.query.schema: a query item breaks its schema
          The case doesn't name the value, so that its schema judges it.
        → Send what the schema allows, or correct the schema.
        request.query.order: equal names in another order
          Query items are compared as a multiset, but the items of one name are a list, and a list has an order.
        → Keep the order of the list.
        request.query.ambiguous-plus: + is read in two ways
          Read as RFC 3986 says, + is a plus; read as a form, it is a space. The item means what is documented under
          only one of the two, and servers differ. %20 and %2B mean the same to all. Foundation's
          URLComponents.queryItems and .urlQueryAllowed leave + alone.
        → Replace + by %2B in percentEncodedQuery, or set "queryEncoding" if the server is known to read one way.
        request.query.encoding: a query item is wrongly encoded
          The item was encoded twice, not at all, with a bare +, not in UTF-8, or holds a character that a URL can't. A
          server reads another value, or other items.
        → Encode every value once: URLComponents.queryItems, then + as %2B.
        request.header.injection: a line break in a header's value reached the wire
          What comes behind a CR or LF in a value is another header on the wire (RFC 9110 section 5.5): whoever chooses
          the value chooses headers.
        → Refuse such values, or take the line breaks out.
        request.header.missing: a header is missing
          What is documented is required, unless it says "required": false. Names are compared without case.
        → Set it on the URLRequest or on the session's configuration.
        request.header.value: a header has another value
          Values are compared by their grammar: media types by type and documented parameters, lists by members, the
          scheme of credentials without case, all else by the types that the schema allows.
        → Compare “expected” and “actual”.
        request.header.schema: a header breaks its schema
          The case doesn't name the value, so that its schema judges it.
        → Send what the schema allows, or correct the schema.
        request.header.forbidden: a header that must not be there
          The contract forbids it (the schema false, or null in the case), or it is documented as optional and the
          case doesn't name it. Headers that aren't documented are never judged.
        → Don't send it in this call.
        request.cookie.missing: a cookie is missing
          What is documented is required, unless it says "required": false.
        → Send it in the header Cookie.
        request.cookie.unexpected: a cookie too many
          A request has no cookie but the documented ones.
        → Leave it out (a session without HTTPCookieStorage), or document it.
        request.cookie.value: a cookie has another value
          Values are compared as they are and percent-decoded, read as the types that the schema allows.
        → Compare “expected” and “actual”.
        request.cookie.schema: a cookie breaks its schema
          The case doesn't name the value, so that its schema judges it.
        → Send what the schema allows, or correct the schema.
        request.cookie.order: cookies of one name in another order
          The cookies of one name are a list, and a list has an order.
        → Keep the order of the list.
        request.cookie.encoding: a cookie is wrongly encoded
          The value was encoded twice, or not in UTF-8.
        → Encode the value once, or not at all if it needs none.
        request.repeat: not the same request again
          The step repeats the last request byte for byte, as a retry does; something in it has changed.
        → Keep the URLRequest, and send it again as it is.
        request.retry.early: tried again too early
          A request that is sent again comes no sooner than Retry-After, or the contract's “retryAfter”, allows.
        → Read Retry-After, and wait on a clock that can be given to the client: stub.clock in tests.
        request.redirect.credentials: credentials were sent on to another origin
          A redirect led to another host, port or scheme, and the client sent it what was meant for the first.
        → Drop Authorization, Cookie and API keys where a redirect leaves the origin (RFC 9110, section 15.4).
        request.count.none: no request was sent
          The call ended without asking the server anything.
        → See what the call does before it sends: a guard, a cache, an invalid URL.
        request.count.missing: fewer requests than documented
          A call makes one request, unless “steps” or “retry” says more.
        → Make the call go on: the next page, the retry, the second step.
        request.count.extra: more requests than documented
          A call makes one request, unless “steps” or “retry” says more. A POST that is sent twice may buy twice.
        → Remove the second request, or document “retry”.
        """
}
