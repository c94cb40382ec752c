import AccordContract
import AccordJSON

extension RuleTexts {
    static let requestBody = """
        request.body.missing: the body is missing
          The operation documents a body, and none was sent.
        → Set httpBody, or document the body as "required": false.
        request.body.unexpected: a body where none is expected
          The operation documents none, or the case says that there is none.
        → Leave httpBody nil, or document the body.
        request.body.media-type: the body's Content-Type isn't documented
          Media types are compared by type, subtype and the parameters that the contract names.
        → Set Content-Type to the documented media type.
        request.body.syntax: the body can't be read
          The body isn't what its media type says: JSON is read strictly (RFC 8259), multipart needs its boundary.
        → Write the body with an encoder; the place in it is in the message.
        request.body.schema: the body breaks its schema
          The case doesn't name the body, or says "matching": "schema".
        → Send what the schema allows, or correct the schema.
        request.body.value: the body has another value
          JSON is compared by value: objects have no order, lists do, numbers are equal if their exact values are, and
          absent isn't null. Forms are compared field by field, multipart part by part, text and bytes exactly.
        → Compare “expected” and “actual” at the place.
        request.body.assert: an assertion on the body doesn't hold
          Each path of “asserts” must find something, and all that it finds satisfies the schema; with false it must
          find nothing.
        → Look at what the path finds.
        request.body.read-only: a readOnly value was sent
          Only a server sets what is readOnly; it is never sent.
        → Leave it out of the request: two types, or a custom encode(to:).
        """
}
