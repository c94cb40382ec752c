import AccordJSON

/// What an answer offers to ask next, in the words of OpenAPI's Link Object.
package final class LinkDescription: Sendable {
    package let name: String
    package let location: SourceLocation
    package let description: String?
    /// The operation of the same contract that is asked; `operationRef` is resolved to an id too.
    package let operationID: Located<String>
    /// Runtime expressions or constants, by the name of a parameter.
    package let parameters: [LinkParameter]
    /// A runtime expression or a constant.
    package let requestBody: JSONValue?

    package init(
        name: String, location: SourceLocation, description: String? = nil, operationID: Located<String>,
        parameters: [LinkParameter] = [], requestBody: JSONValue? = nil
    ) {
        self.name = name
        self.location = location
        self.description = description
        self.operationID = operationID
        self.parameters = parameters
        self.requestBody = requestBody
    }
}

/// A parameter that a link fills in.
package struct LinkParameter: Sendable {
    /// Of a name with its place in front, `path.id`.
    package var place: Parameter.Place?
    package var name: String
    /// A runtime expression, `$response.body#/id`, or a constant.
    package var value: JSONValue

    package init(place: Parameter.Place? = nil, name: String, value: JSONValue) {
        self.place = place
        self.name = name
        self.value = value
    }
}
