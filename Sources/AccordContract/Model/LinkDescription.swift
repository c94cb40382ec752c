import AccordJSON

/// What an answer offers to ask next, in the words of OpenAPI's Link Object.
package struct LinkDescription: Sendable {
    package var name: String
    package var location: SourceLocation
    package var description: String?
    /// The operation of the same contract that is asked; `operationRef` is resolved to an id too.
    package var operationID: Located<String>
    /// Runtime expressions or constants, by the name of a parameter.
    package var parameters: [LinkParameter] = []
    /// A runtime expression or a constant.
    package var requestBody: JSONValue?
}

/// A parameter that a link fills in.
package struct LinkParameter: Sendable {
    /// Of a name with its place in front, `path.id`.
    package var place: Parameter.Place?
    package var name: String
    /// A runtime expression, `$response.body#/id`, or a constant.
    package var value: JSONValue
}
