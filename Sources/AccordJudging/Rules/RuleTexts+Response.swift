import AccordCases
import AccordContract
import AccordJSON

extension RuleTexts {
    static let response = """
        response.status: another status
          The answer's status isn't the case's. It is documented for the operation, so a client knows what to make of
          it, but not here.
        → See the answer's body for the server's reason; check provider states and credentials.
        response.status.undocumented: a status that nobody documented
          The operation's “responses” have no entry for it, neither exactly, nor as 4XX, nor as default: no client can
          be ready for it.
        → Document it, or stop answering it.
        response.header.missing: a header is missing
          What is documented is required, unless it says "required": false.
        → Send it, or document it as "required": false.
        response.header.value: a header has another value
          The case says "matching": "exact"; values are compared by their grammar.
        → Compare “expected” and “actual”.
        response.header.schema: a header breaks its schema
          The value, read as the types that the schema allows, doesn't satisfy it.
        → Answer what the schema allows, or correct the schema.
        response.header.forbidden: a header that must not be there
          The contract forbids it: the schema false, or null in the case.
        → Don't send it.
        response.header.assert: a header breaks what the case asserts of it
          The header of an assertion “$response.header.NAME” must be there, and its value satisfies the schema; with false
          it must not be there.
        → Send the value that the case asserts, or correct the assertion.
        response.body.missing: the body is missing
          The response documents a body, and none came.
        → Answer with the body, or document it as "required": false.
        response.body.unexpected: a body where none is documented
          The response documents that there is none.
        → Answer without a body, or document it.
        response.body.media-type: the body's Content-Type isn't documented
          Media types are compared by type, subtype and the parameters that the contract names.
        → Answer with the documented Content-Type, or document this one under “content”.
        response.body.syntax: the body can't be read
          The body isn't what its media type says. JSON is read strictly (RFC 8259, UTF-8); lenient parsers differ.
        → Write the body with an encoder; the place in it is in the message.
        response.body.encoding: the body isn't encoded as Content-Encoding says, or as nobody asked
          Most clients undo a Content-Encoding by themselves: of a body that isn't what it says they get nothing. Accord
          asks with "Accept-Encoding: identity", unless a case has another, and judges bodies as they come.
        → Leave Content-Encoding out of an answer that isn't compressed; compress only what Accept-Encoding asks for.
        response.body.schema: the body breaks its schema
          The place in the body and the keyword of the schema are named; beneath an anyOf or oneOf, what keeps the
          closest branch from matching.
        → Correct the answer, or the schema if the answer is right.
        response.body.value: the body has another value
          The case says "matching": "exact".
        → Compare “expected” and “actual” at the place.
        response.body.assert: an assertion on the body doesn't hold
          Each path of “asserts” must find something, and all that it finds satisfies the schema; with false it must
          find nothing.
        → Look at what the path finds.
        response.body.write-only: a writeOnly value was answered
          What is writeOnly is never answered: a password that comes back is a leak.
        → Leave it out of the answer.
        response.within: the answer took too long
          The case states within how many seconds the answer comes.
        → Find out what took the time: the report has the phases.
        """
}
