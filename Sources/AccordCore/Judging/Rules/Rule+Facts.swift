extension Rule {
    var facts: Facts {
        switch self {
        case .requestMethod:
            Facts(
                "another method",
                "The request's method isn't the operation's. Methods are compared to the letter.",
                advice: "Set httpMethod, or correct the operation's “method”.")
        case .requestScheme:
            Facts(
                "another scheme",
                "The request goes to http where https is documented, or the other way round.",
                advice: "Build the URL from the server's address that the contract documents first.")
        case .requestHost:
            Facts(
                "another host",
                "The request goes to a host that isn't the documented server's. Hosts are compared without case.",
                advice: "Build the URL from the server's address that the contract documents first.")
        case .requestPort:
            Facts(
                "another port",
                "The request goes to another port. A port that isn't written is the scheme's own, 80 or 443.",
                advice: "Build the URL from the server's address that the contract documents first.")
        case .requestHostUndocumented:
            Facts(
                "a host that nobody documented",
                """
                During the call a request went to a host that the contract doesn't know. It was stopped \
                before it left the machine: a test must never reach the network.
                """,
                advice: "Document the host under “servers”, or find out what sends the request.")
        case .requestPath:
            Facts(
                "another path",
                """
                The path isn't the documented one. Compared are its bytes; only the case of hex digits \
                and needless encoding (%7E for ~) don't count. A slash within a value is %2F, and never \
                a slash. Values in place of {names} are compared decoded.
                """,
                advice:
                    "Compare “expected” and “actual”: a trailing slash, a base path that got lost, or another value.")
        case .requestPathEncoding:
            Facts(
                "a path's value is wrongly encoded",
                """
                A value in the path was encoded twice, with + for a space, or not in UTF-8. A server \
                gets another value.
                """,
                advice: "Encode each value once, with .alphanumerics and -._~ left as they are; a slash becomes %2F.")
        case .requestPathSchema:
            Facts(
                "a path's value breaks its schema",
                "The case doesn't name the value, so that its schema judges it.",
                advice: "Send what the schema allows, or correct the schema.")
        case .requestQueryMissing:
            Facts(
                "a query item is missing",
                #"What is documented is required, unless it says "required": false. Names are case-sensitive."#,
                advice: #"Send the item, or document it as "required": false."#)
        case .requestQueryUnexpected:
            Facts(
                "a query item too many",
                """
                A request has no query item but the documented ones; what is optional and not named by \
                the case isn't sent, though its “default” may be. An empty item, x=, isn't an absent \
                one.
                """,
                advice: "Leave it out, or document it.")
        case .requestQueryValue:
            Facts(
                "another value",
                """
                A query item has another value. Texts are read as the types that the schema allows: 1.0 \
                is 1 for an integer, and isn't for a string.
                """,
                advice: "Compare “expected” and “actual”, both as they are on the wire.")
        case .requestQuerySchema:
            Facts(
                "a query item breaks its schema",
                "The case doesn't name the value, so that its schema judges it.",
                advice: "Send what the schema allows, or correct the schema.")
        case .requestQueryCombination:
            Facts(
                "query items that don’t go together",
                """
                The operation’s “querySchema” says which items exclude or need each other; each of them may be right by \
                itself. Items are read as the types that their schemas allow.
                """,
                advice: "Send only what goes together, or correct “querySchema”.")
        case .requestQueryOrder:
            Facts(
                "equal names in another order",
                """
                Query items are compared as a multiset, but the items of one name are a list, and a list \
                has an order.
                """,
                advice: "Keep the order of the list.")
        case .requestQueryAmbiguousPlus:
            Facts(
                "+ is read in two ways",
                """
                Read as RFC 3986 says, + is a plus; read as a form, it is a space. The item means what \
                is documented under only one of the two, and servers differ. %20 and %2B mean the same \
                to all. Foundation's URLComponents.queryItems and .urlQueryAllowed leave + alone.
                """,
                advice: """
                    Replace + by %2B in percentEncodedQuery, or set "queryEncoding" if the server is known \
                    to read one way.
                    """)
        case .requestQueryEncoding:
            Facts(
                "a query item is wrongly encoded",
                """
                The item was encoded twice, not at all, with a bare +, not in UTF-8, or holds a \
                character that a URL can't. A server reads another value, or other items.
                """,
                advice: "Encode every value once: URLComponents.queryItems, then + as %2B.")
        case .requestHeaderInjection:
            Facts(
                "a line break in a header's value reached the wire",
                """
                What comes behind a CR or LF in a value is another line on the wire (RFC 9110 section 5.5), and so \
                another header; behind a space some servers still take it for one: whoever chooses the value chooses \
                headers.
                """,
                advice: "Refuse such values, or take the line breaks out.")
        case .requestHeaderMissing:
            Facts(
                "a header is missing",
                #"What is documented is required, unless it says "required": false. Names are compared without case."#,
                advice: "Set it on the URLRequest or on the session's configuration.")
        case .requestHeaderValue:
            Facts(
                "a header has another value",
                """
                Values are compared by their grammar: media types by type and documented parameters, \
                lists by members, the scheme of credentials without case, all else by the types that the \
                schema allows.
                """,
                advice: "Compare “expected” and “actual”.")
        case .requestHeaderSchema:
            Facts(
                "a header breaks its schema",
                "The case doesn't name the value, so that its schema judges it.",
                advice: "Send what the schema allows, or correct the schema.")
        case .requestHeaderForbidden:
            Facts(
                "a header that must not be there",
                """
                The contract forbids it (the schema false, or null in the case), or it is documented as \
                optional and the case doesn't name it. Headers that aren't documented are never judged.
                """,
                advice: "Don't send it in this call.")
        case .requestCookieMissing:
            Facts(
                "a cookie is missing",
                #"What is documented is required, unless it says "required": false."#,
                advice: "Send it in the header Cookie.")
        case .requestCookieUnexpected:
            Facts(
                "a cookie too many",
                "A request has no cookie but the documented ones.",
                advice: "Leave it out (a session without HTTPCookieStorage), or document it.")
        case .requestCookieValue:
            Facts(
                "a cookie has another value",
                "Values are compared as they are and percent-decoded, read as the types that the schema allows.",
                advice: "Compare “expected” and “actual”.")
        case .requestCookieSchema:
            Facts(
                "a cookie breaks its schema",
                "The case doesn't name the value, so that its schema judges it.",
                advice: "Send what the schema allows, or correct the schema.")
        case .requestCookieOrder:
            Facts(
                "cookies of one name in another order",
                "The cookies of one name are a list, and a list has an order.",
                advice: "Keep the order of the list.")
        case .requestCookieEncoding:
            Facts(
                "a cookie is wrongly encoded",
                "The value was encoded twice, or not in UTF-8.",
                advice: "Encode the value once, or not at all if it needs none.")
        case .requestFresh:
            Facts(
                "the same value in two calls",
                """
                The contract says "fresh": true of it: each call has a value of its own, as an idempotency key or a \
                nonce does. A server takes a second call with the same value for the first one, sent again.
                """,
                advice: "Make the value where the call begins, and keep it only for that call’s retries.")
        case .requestRepeat:
            Facts(
                "not the same request again",
                "The step repeats the last request byte for byte, as a retry does; something in it has changed.",
                advice: "Keep the URLRequest, and send it again as it is.")
        case .requestRetryEarly:
            Facts(
                "tried again too early",
                """
                A request that is sent again comes no sooner than Retry-After, or the contract's \
                “retryAfter”, allows.
                """,
                advice: "Read Retry-After, and wait on a clock that can be given to the client: stub.clock in tests.")
        case .requestRedirectCredentials:
            Facts(
                "credentials were sent on to another origin",
                """
                A redirect led to another host, port or scheme, and the client sent it what was meant \
                for the first.
                """,
                advice: """
                    Drop Authorization, Cookie and API keys where a redirect leaves the origin (RFC 9110, \
                    section 15.4).
                    """)
        case .requestCountNone:
            Facts(
                "no request was sent",
                "The call ended without asking the server anything.",
                advice: "See what the call does before it sends: a guard, a cache, an invalid URL.")
        case .requestCountMissing:
            Facts(
                "fewer requests than documented",
                "A call makes one request, unless “steps” or “retry” says more.",
                advice: "Make the call go on: the next page, the retry, the second step.")
        case .requestCountExtra:
            Facts(
                "more requests than documented",
                """
                A call makes one request, unless “steps” or “retry” says more. A POST that is sent twice \
                may buy twice.
                """,
                advice: "Remove the second request, or document “retry”.")
        case .requestBodyMissing:
            Facts(
                "the body is missing",
                "The operation documents a body, and none was sent.",
                advice: #"Set httpBody, or document the body as "required": false."#)
        case .requestBodyUnexpected:
            Facts(
                "a body where none is expected",
                "The operation documents none, or the case says that there is none.",
                advice: "Leave httpBody nil, or document the body.")
        case .requestBodyMediaType:
            Facts(
                "the body's Content-Type isn't documented",
                "Media types are compared by type, subtype and the parameters that the contract names.",
                advice: "Set Content-Type to the documented media type.")
        case .requestBodySyntax:
            Facts(
                "the body can't be read",
                """
                The body isn't what its media type says: JSON is read strictly (RFC 8259), multipart \
                needs its boundary.
                """,
                advice: "Write the body with an encoder; the place in it is in the message.")
        case .requestBodyDuplicateKey:
            Facts(
                "a name stands twice in an object of the body",
                """
                RFC 8259 leaves open which of two members with one name a reader takes. A failure where the contract \
                says "json": "strict", else a warning.
                """,
                advice: "Write each name once.")
        case .requestBodySchema:
            Facts(
                "the body breaks its schema",
                #"The case doesn't name the body, or says "matching": "schema"."#,
                advice: "Send what the schema allows, or correct the schema.")
        case .requestBodyValue:
            Facts(
                "the body has another value",
                """
                JSON is compared by value: objects have no order, lists do, numbers are equal if their \
                exact values are, and absent isn't null. Forms are compared field by field, multipart \
                part by part, text and bytes exactly.
                """,
                advice: "Compare “expected” and “actual” at the place.")
        case .requestBodyAssert:
            Facts(
                "an assertion on the body doesn't hold",
                """
                Each path of “asserts” must find something, and all that it finds satisfies the schema; \
                with false it must find nothing.
                """,
                advice: "Look at what the path finds.")
        case .requestBodyReadOnly:
            Facts(
                "a readOnly value was sent",
                "Only a server sets what is readOnly; it is never sent.",
                advice: "Leave it out of the request: two types, or a custom encode(to:).")
        case .responseStatus:
            Facts(
                "another status",
                """
                The answer's status isn't the case's. It is documented for the operation, so a client \
                knows what to make of it, but not here.
                """,
                advice: "See the answer's body for the server's reason; check provider states and credentials.")
        case .responseStatusUndocumented:
            Facts(
                "a status that nobody documented",
                """
                The operation's “responses” have no entry for it, neither exactly, nor as 4XX, nor as \
                default: no client can be ready for it.
                """,
                advice: "Document it, or stop answering it.")
        case .responseHeaderMissing:
            Facts(
                "a header is missing",
                #"What is documented is required, unless it says "required": false."#,
                advice: #"Send it, or document it as "required": false."#)
        case .responseHeaderValue:
            Facts(
                "a header has another value",
                #"The case says "matching": "exact"; values are compared by their grammar."#,
                advice: "Compare “expected” and “actual”.")
        case .responseHeaderSchema:
            Facts(
                "a header breaks its schema",
                "The value, read as the types that the schema allows, doesn't satisfy it.",
                advice: "Answer what the schema allows, or correct the schema.")
        case .responseHeaderForbidden:
            Facts(
                "a header that must not be there",
                "The contract forbids it: the schema false, or null in the case.",
                advice: "Don't send it.")
        case .responseHeaderAssert:
            Facts(
                "a header breaks what the case asserts of it",
                """
                The header of an assertion “$response.header.NAME” must be there, and its value \
                satisfies the schema; with false it must not be there.
                """,
                advice: "Send the value that the case asserts, or correct the assertion.")
        case .responseBodyMissing:
            Facts(
                "the body is missing",
                "The response documents a body, and none came.",
                advice: #"Answer with the body, or document it as "required": false."#)
        case .responseBodyUnexpected:
            Facts(
                "a body where none is documented",
                "The response documents that there is none.",
                advice: "Answer without a body, or document it.")
        case .responseBodyMediaType:
            Facts(
                "the body's Content-Type isn't documented",
                "Media types are compared by type, subtype and the parameters that the contract names.",
                advice: "Answer with the documented Content-Type, or document this one under “content”.")
        case .responseBodySyntax:
            Facts(
                "the body can't be read",
                """
                The body isn't what its media type says. JSON is read strictly (RFC 8259, UTF-8); \
                lenient parsers differ.
                """,
                advice: "Write the body with an encoder; the place in it is in the message.")
        case .responseBodyEncoding:
            Facts(
                "the body isn't encoded as Content-Encoding says, or as nobody asked",
                """
                Most clients undo a Content-Encoding by themselves: of a body that isn't what it says \
                they get nothing. Accord asks with "Accept-Encoding: identity", unless a case has \
                another, and judges bodies as they come.
                """,
                advice: """
                    Leave Content-Encoding out of an answer that isn't compressed; compress only what \
                    Accept-Encoding asks for.
                    """)
        case .responseBodyDuplicateKey:
            Facts(
                "a name stands twice in an object of the body",
                """
                RFC 8259 leaves open which of two members with one name a reader takes. A failure where the contract \
                says "json": "strict"; elsewhere it is the warning “json-interop”.
                """,
                advice: "Write each name once.")
        case .responseBodySchema:
            Facts(
                "the body breaks its schema",
                """
                The place in the body and the keyword of the schema are named; beneath an anyOf or \
                oneOf, what keeps the closest branch from matching.
                """,
                advice: "Correct the answer, or the schema if the answer is right.")
        case .responseBodyValue:
            Facts(
                "the body has another value",
                #"The case says "matching": "exact"."#,
                advice: "Compare “expected” and “actual” at the place.")
        case .responseBodyAssert:
            Facts(
                "an assertion on the body doesn't hold",
                """
                Each path of “asserts” must find something, and all that it finds satisfies the schema; \
                with false it must find nothing.
                """,
                advice: "Look at what the path finds.")
        case .responseBodyWriteOnly:
            Facts(
                "a writeOnly value was answered",
                "What is writeOnly is never answered: a password that comes back is a leak.",
                advice: "Leave it out of the answer.")
        case .responseWithin:
            Facts(
                "the answer took too long",
                "The case states within how many seconds the answer comes.",
                advice: "Find out what took the time: the report has the phases.")
        case .outcomeValue:
            Facts(
                "the call returned another value",
                """
                The value is compared with “returns” by its stored properties or by its coding; either \
                may match. Only what is named is compared, lists whole.
                """,
                advice: "Compare “expected” and “actual” at the place.")
        case .outcomeReturned:
            Facts(
                "the call returned where it has to throw",
                "A status or a fault that means failure came, and the call returned as if nothing had happened.",
                advice: "Check the status before decoding; pass every error on.")
        case .outcomeThrew:
            Facts(
                "the call threw where it has to return",
                "The answer is one that the schema allows, and the client refused it.",
                advice: "Decode only what is needed; let optional properties be missing and unknown ones be there.")
        case .outcomeError:
            Facts(
                "the call threw another error",
                "The error isn't the one that “throws” names: by its case or type, and by its associated values.",
                advice: "Map the status or the fault to the documented error.")
        case .outcomeNothing:
            Facts(
                "the call gave neither a value nor an error",
                "A completion handler was called with nil and nil.",
                advice: "Give one of the two: data == nil without an error is a failure, too.")
        case .outcomeBoth:
            Facts(
                "the call gave a value and an error",
                "A completion handler was called with both; nobody knows which one counts.",
                advice: "Give one of the two, as Result does.")
        case .outcomeTwice:
            Facts(
                "the call completed twice",
                "A completion handler was called more than once.",
                advice: "Return behind the first call of the completion handler.")
        case .outcomeMixed:
            Facts(
                "calls made at once got in each other's way",
                """
                Several calls were made on one client, and their requests answered in another order. \
                Each has to ask and to return what it asks and returns alone; one returned another's \
                answer, sent another's request, or never ended.
                """,
                advice: """
                    Keep request, answer and completion handler in the call, or by task; in no property that \
                    calls share.
                    """)
        case .outcomeHang:
            Facts(
                "the call never completed",
                "The deadline passed, and neither a value nor an error had come.",
                advice: "Call the completion handler on every path: a guard that only returns is the usual cause.")
        case .outcomeIgnored:
            Facts(
                "the client reads what it is said to ignore",
                """
                “ignores” names places of the answer that the client never looks at; a change there \
                changed how the call ends.
                """,
                advice: "Take the place out of “ignores”, or don't read it.")
        case .outcomeSlow:
            Facts(
                "the call took longer than the deadline",
                """
                The deadline is for calls that do nothing; this one was busy, and ended. A loaded \
                machine may be the cause.
                """,
                advice: "Look at what the client does with a large answer.")
        case .outcomeCrash:
            Facts(
                "the client crashed",
                "The process ended during the case, or right behind it; what it wrote last is in the finding.",
                advice: "Replace try!, force unwraps and unchecked indices by errors.")
        case .outcomeState:
            Facts(
                "the case fails after others, and holds alone",
                "The cases of an operation share a child process; in a process of its own the same case passed.",
                advice: "Keep what belongs to a client in the client: a static property or a singleton outlives it.")
        case .outcomeCancelled:
            Facts(
                "the call outlived its cancellation",
                "The task was cancelled, and the call returned a value, or not within the deadline.",
                advice: "Pass cancellation on: await URLSession's async methods, or cancel the data task.")
        case .outcomeUnmade:
            Facts(
                "the client could not be made",
                "The bindings' “client” closure threw, so that nothing was called.",
                advice: "See what it throws; make the client as the app does.")
        case .outcomeUnbound:
            Facts(
                "the operation isn't bound",
                "No closure of the bindings says how the client makes this call, so that nothing was tried.",
                advice: "Add the operation to the bindings.")
        case .outcomeNotifies:
            Facts(
                "other notifications were posted",
                "“notifies” names the notifications that the call posts, in order.",
                advice: "Post what is documented, once, on the injected centre.")
        case .outcomeLate:
            Facts(
                "the call completed after its cancellation",
                "A completion handler was called although the call had been cancelled and had ended.",
                advice: "Guard completions by the task's state.")
        case .outcomeLeak:
            Facts(
                "a task outlived the call",
                "The call returned, and a request of it was still under way.",
                advice: "Await or cancel every task that the call starts.")
        case .transportDns:
            Facts(
                "the host's name has no address",
                "The name of the server in --base-url, or in the contract's “servers”, doesn't resolve.",
                advice: "Check the spelling, and the network.")
        case .transportRefused:
            Facts(
                "the connection was refused",
                "Nothing listens on the server's port.",
                advice: "Start the server, or correct --base-url.")
        case .transportUnreachable:
            Facts(
                "the host can't be reached",
                "There is no way to the server's address.",
                advice: "Check the network, VPN and firewall.")
        case .transportProxy:
            Facts(
                "the proxy didn't let the request through",
                "A proxy is set, and answered instead of the server.",
                advice: "Check the variables http_proxy, https_proxy and no_proxy.")
        case .transportField:
            Facts(
                "a header field of the request can't be sent",
                """
                A line break or a NUL in its name or value would begin another field, or end this one \
                (RFC 9110, section 5.5).
                """,
                advice: """
                    Look at what the variable, the output or the case puts there; a file read into a \
                    variable often ends in one.
                    """)
        case .transportUrl:
            Facts(
                "the request's URL can't be sent",
                "The address that the server and the operation's path make isn't a URL.",
                advice: "Check --base-url and the operation's “path”.")
        case .transportTimeoutConnect:
            Facts(
                "no connection came about in time",
                "The server's address didn't answer within the limit for connecting.",
                advice: "Check the address, or raise the limit.")
        case .transportTimeoutFirstByte:
            Facts(
                "the answer didn't begin in time",
                """
                The connection stood and the request was sent, but not one byte of the answer came \
                within the limit.
                """,
                advice: "Look into the server's log, or raise the limit.")
        case .transportTimeoutTotal:
            Facts(
                "the answer didn't end in time",
                "The answer began, and wasn't complete within the limit.",
                advice: "Look into the server's log, or raise the limit.")
        case .transportTlsUntrusted:
            Facts(
                "the server's certificate isn't trusted",
                "The certificate is signed by nobody that this machine knows.",
                advice: "Name the certificate's authority, or use a certificate that is trusted.")
        case .transportTlsExpired:
            Facts(
                "the server's certificate isn't valid today",
                "The certificate's time is over, or hasn't begun.",
                advice: "Renew the certificate; check the clock.")
        case .transportTlsHost:
            Facts(
                "the server's certificate is for another host",
                "The certificate doesn't name the host that was asked.",
                advice: "Use the name that the certificate has, or a certificate for this one.")
        case .transportTlsProtocol:
            Facts(
                "the TLS handshake failed",
                "Server and client found no common protocol, or one of them broke off.",
                advice: "Check whether the port speaks TLS at all, and which versions.")
        case .transportTlsClient:
            Facts(
                "the server wants a certificate of the client, or another one",
                """
                The server lets in only clients that prove themselves (mutual TLS), and this one didn't, \
                or not to its satisfaction.
                """,
                advice: "Name a certificate and its key with --client-cert and --client-key.")
        case .transportReset:
            Facts(
                "the server reset the connection",
                "The connection was cut in the middle of the exchange.",
                advice: "Look into the server's log.")
        case .transportEmpty:
            Facts(
                "the server closed the connection without an answer",
                "Not one byte came.",
                advice: "Look into the server's log: a crash looks like this.")
        case .transportCut:
            Facts(
                "the connection closed before the end of the answer",
                "Fewer bytes came than the answer announced.",
                advice: "Check Content-Length, and what cuts the answer.")
        case .transportMalformed:
            Facts(
                "the answer isn't HTTP",
                "The status line, a header or the framing of the body breaks RFC 9112.",
                advice: "Check what listens on that port.")
        case .transportEncoding:
            Facts(
                "the body isn't what Content-Encoding says",
                "The bytes of the body can't be decoded as the content coding that the answer names.",
                advice: "Compress the body as Content-Encoding says, or leave the field out.")
        case .transportTooLarge:
            Facts(
                "the answer is larger than the limit",
                "Reading stopped at the limit.",
                advice: "Raise the limit, or answer less.")
        case .transportTooLargeHead:
            Facts(
                "the answer's header fields are larger than the limit",
                """
                Reading stopped at 256 KB of them in all, or at 100 KB of a single one. Most clients and \
                proxies take far less.
                """,
                advice: "Look for a cookie, a trace or an error that grows, and send what is long in the body.")
        case .transportOther:
            Facts(
                "the request failed",
                "The transfer failed for a reason that has no name of its own; the message has libcurl's.",
                advice: "Run the curl line of the finding.")
        case .jsonInterop:
            Facts(
                "two readers read the body differently",
                """
                The body is JSON, but its value depends on the reader: a duplicate key, an integer \
                beyond 64 bits, a lone surrogate, a NUL in a key. A client in another language reads \
                something else.
                """,
                advice: "Write each key once, and large integers as strings.")
        case .caseNoAssertion:
            Facts(
                "nothing was asserted",
                "The judging of this case ran no assertion, so that passing would mean nothing.",
                advice: "Document a body, a header or an assertion.")
        case .caseTemplate:
            Facts(
                "a value can't be filled in",
                """
                A ${…} of the case stands for nothing: an unknown name, an unset variable, an output \
                that nobody gave.
                """,
                advice: "Set the variable, or name what the flow really gives.")
        case .caseFlaky:
            Facts(
                "the case passed only when it was repeated",
                "The first try failed, a later one passed.",
                advice: "Find out what differs: order, time, shared state.")
        case .casePendingPasses:
            Facts(
                "a pending case passes",
                "The case is marked as pending, and holds already.",
                advice: "Remove “pending”.")
        case .caseWaiverUnneeded:
            Facts(
                "a waived case passes",
                "The contract waives the case for clients under “derived”, and the client passes it.",
                advice: "Remove the waiver.")
        case .runNoCases:
            Facts(
                "there was nothing to do",
                "No case was selected; a run that tries nothing doesn't pass.",
                advice: "Check the files, --tag and the names.")
        case .outputMissing:
            Facts(
                "an output has no value",
                "The exchange lacks what a later case of the flow needs.",
                advice: "See the answer; correct the expression, or the server.")
        case .stateFailed:
            Facts(
                "a provider state couldn't be set up",
                "The set-up of “given” failed, so that the case can't mean anything.",
                advice: "See the set-up's own message.")
        case .baselineStale:
            Facts(
                "the baseline accepts a finding that isn't there any more",
                "An entry of --baseline names a finding of a case that ran without it.",
                advice: "Take the entry out of the baseline.")
        case .refusalAccepted:
            Facts(
                "a request that breaks the contract was accepted",
                "The server answered 2xx to a request with something missing or wrong in it.",
                advice: "Refuse it with a documented 4xx, or correct what the contract says of the request.")
        case .refusalUnanswered:
            Facts(
                "whether credentials are checked is left open",
                """
                A request without credentials, or with wrong ones, was refused with another 4xx than \
                401, 403 or the one that the contract documents for it. The server looked at something \
                else first, and may carry the request out once that is right.
                """,
                advice: #"Check credentials first, or document a case with "security": [] that is answered so."#)
        case .refusalCrashed:
            Facts(
                "a request that breaks the contract made the server fail",
                "The server answered 5xx to a request with something missing or wrong in it.",
                advice: "Check what is asked before it is worked on.")
        case .refusalOther:
            Facts(
                "a request that breaks the contract was neither refused nor accepted",
                "The answer is a redirect or something else that isn't a 4xx.",
                advice: "Answer a documented 4xx.")
        case .httpHead:
            Facts(
                "HEAD isn't answered as GET is",
                """
                HEAD is answered as GET would be, without the content (RFC 9110, section 9.3.2): with the same \
                status, header fields as documented, and no Content-Length but that of the content. A server that \
                answers 405 or 501 doesn't support HEAD, which is said and isn't wrong. Content is seen over \
                HTTP/1.1, up to the end of the connection, which the request asks the server to close.
                """,
                advice: "Let the framework answer HEAD by the handler of GET.")
        case .httpNotModified:
            Facts(
                "what hasn't changed is sent again",
                """
                A GET with the ETag (If-None-Match) or Last-Modified (If-Modified-Since) of the answer before it is \
                answered 304 (RFC 9110, section 13.2.2). A failure where 304 is documented, a warning elsewhere; \
                anything but 304 and a success is always a failure, since caches such as URLSession's send these \
                fields by themselves.
                """,
                advice: "Compare If-None-Match with the ETag before the answer is made.")
        case .httpAllow:
            Facts(
                "Allow isn't there, or names other methods than those documented",
                """
                An answer 405 says in Allow which methods there are (RFC 9110, section 15.5.6). Where it is \
                missing, that is a failure, and a warning for TRACE, which proxies answer by themselves. Names that \
                differ from the documented methods are a warning; HEAD beside GET, and OPTIONS, are fine.
                """,
                advice: "Answer 405 with the methods of the path in Allow, or document those that there are.")
        case .fuzzCrashed:
            Facts(
                "a request that the contract allows made the server fail",
                """
                The server answered 5xx to a request that was made from the schemas (--fuzz). It was \
                then made smaller, as long as the server still failed; the curl line sends the smallest.
                """,
                advice: "Handle what the schemas allow, or let them allow less.")
        case .fuzzRefused:
            Facts(
                "a request that the contract allows was refused",
                """
                The server answered a 4xx to a request that was made from the schemas (--fuzz), though \
                nothing in them is broken. 404, 409, 410, 412, 423 and 429, which no schema can foresee, \
                are fine where they are documented, and so is what a documented case whose request keeps \
                the schemas is answered with.
                """,
                advice: """
                    Accept what the schemas allow, let them allow less, or document a case that shows why it \
                    is refused.
                    """)
        case .fuzzNoneSucceeded:
            Facts(
                "no fuzz-generated request of an operation succeeded",
                """
                Every request that the schemas allow was answered with a documented 4xx such as 404, so \
                that little of the operation was tried.
                """,
                advice:
                    "Give the operation a documented case that succeeds, whose resource exists: requests start from it."
            )
        case .securityToken:
            Facts(
                "no access token was issued",
                """
                The server of “tokenUrl” didn't answer the client's credentials with a bearer token (RFC \
                6749, section 4.4).
                """,
                advice: "Check clientId and clientSecret, and --token-url.")
        case .securitySigning:
            Facts(
                "the request couldn't be signed",
                "The command of --sign-command failed, or printed something else than it may.",
                advice: "Run it by itself, with a request as JSON on its standard input.")
        case .contractInvalid:
            Facts(
                "the contract itself is wrong",
                "A case can't be tried by a contract that can't be read.",
                advice: "See what `accord lint` says of the file, on its lines.")
        }
    }
}
