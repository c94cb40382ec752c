import AccordContract
import AccordJSON

extension ExpectedRequest {
    /// What an operation documents, whatever the values: for requests that belong to no case.
    package init(documentedBy operation: Operation, baseURL: String) {
        let described = operation.request
        func expected(_ parameters: [Parameter]) -> [ExpectedParameter] {
            parameters.map { parameter in
                ExpectedParameter(
                    name: parameter.name, parameter: parameter,
                    expectation: parameter.isForbidden
                        ? .absent(allowing: nil) : parameter.isRequired ? .schema : .optional,
                    location: parameter.location)
            }
        }
        let headers = expected(described.headers).filter { !$0.name.isFieldName("Content-Type") }
        var body = ExpectedBody.none
        if let documented = described.body, !documented.isForbidden {
            body = .schema(documented, isRequired: documented.isRequired)
        }
        self.init(
            operation: operation, location: described.location, baseURL: baseURL, matching: .schema,
            pathParameters: expected(described.pathParameters), query: expected(described.query),
            headers: headers, cookies: expected(described.cookies), body: body, asserts: [], repeatsPrevious: false,
            example: HTTPRequest(method: described.method, url: baseURL))
    }
}

extension URLParts {
    /// The address in front of an operation's path: the request's own, with the path of that server that fits it.
    package func baseURL(matching operation: Operation) -> String {
        var base = self
        base.query = nil
        base.fragment = nil
        base.path = ""
        for server in operation.servers {
            let path = URLParts(server.url).path
            if PathMatcher(operation.request.path, base: path).match(self.path) != nil {
                base.path = path
                break
            }
        }
        return base.description
    }
}
