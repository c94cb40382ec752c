import AccordContract
import AccordJSON

/// Turns a case's request into what is expected of each parameter: values, schemas, or nothing.
struct RequestResolution {
    let operation: Operation
    let definition: RequestDefinition
    let scope: Scope
    /// Which request of its case it is.
    let step: Int

    init(_ operation: Operation, _ definition: RequestDefinition?, scope: Scope, step: Int = 0) {
        self.step = step
        self.operation = operation
        self.definition = definition ?? RequestDefinition(location: operation.request.location)
        self.scope = scope
    }

    func expected(
        credentials: Credentials, baseURL: String, location: SourceLocation
    ) throws(SubstitutionError) -> ExpectedRequest {
        let described = operation.request
        var headers = try parameters(described.headers, definition.headers)
        headers.removeAll { $0.name.isFieldName("Content-Type") }
        var query = try parameters(described.query, definition.query)
        var cookies = try parameters(described.cookies, definition.cookies)
        Self.add(credentials.headers, to: &headers, named: definition.headers, ignoringCase: true)
        Self.add(credentials.query, to: &query, named: definition.query)
        Self.add(credentials.cookies, to: &cookies, named: definition.cookies)
        return ExpectedRequest(
            operation: operation, location: location, baseURL: baseURL, matching: definition.matching,
            pathParameters: try parameters(described.pathParameters, definition.pathParameters),
            query: query, headers: headers, cookies: cookies,
            body: try BodyResolution(scope).requestBody(described.body, definition),
            asserts: try AssertionResolution(scope).resolve(definition.asserts), repeatsPrevious: false,
            example: HTTPRequest(method: described.method, url: baseURL))
    }

    private func parameters(
        _ documented: [Parameter], _ named: [NamedValue]
    ) throws(SubstitutionError) -> [ExpectedParameter] {
        var result: [ExpectedParameter] = []
        var rest = named
        for parameter in documented {
            let index = rest.firstIndex { parameter.place.areSame($0.name, parameter.name) }
            let value = index.map { rest.remove(at: $0) }
            result.append(try expected(parameter, value))
        }
        for other in rest {
            let value = try scope.substitute(other.value)
            result.append(
                ExpectedParameter(
                    name: other.name, parameter: nil,
                    expectation: value.isNull ? .absent(allowing: nil) : .value(value),
                    location: other.location))
        }
        return result
    }

    private func expected(
        _ parameter: Parameter, _ named: NamedValue?
    ) throws(SubstitutionError) -> ExpectedParameter {
        var location = parameter.location
        var sample: JSON?
        let expectation: ExpectedParameter.Expectation
        if let named {
            location = named.location
            let value = try scope.substitute(named.value)
            sample = value
            let stated: ExpectedParameter.Expectation =
                if definition.matching == .exact { .value(value) }
                // No header can hold it, RFC 9110 section 5.5: to leave the header out keeps it off the wire, too.
                else if parameter.place == .header, value.holdsLineBreak { .optional } else { .schema }
            expectation = value.isNull ? .absent(allowing: nil) : stated
        } else if parameter.isForbidden {
            expectation = .absent(allowing: nil)
        } else if let constant = parameter.constant, parameter.isRequired {
            expectation = .value(JSON(constant))
        } else if parameter.isRequired {
            expectation = .schema
            if !scope.identity.isEmpty {
                let identity = parameter.isFresh ? "\(scope.identity)\n\(step)" : scope.identity
                sample = FreshValue.made(parameter, for: identity)
            }
        } else if parameter.isFresh {
            // A client makes it by itself, and no case could name it.
            expectation = .optional
        } else if parameter.place == .header, Self.sentByPlatforms.contains(parameter.name.lowercased()) {
            expectation = .optional
        } else {
            expectation = .absent(allowing: (parameter.constant ?? parameter.defaultValue).map { JSON($0) })
        }
        return ExpectedParameter(
            name: parameter.name, parameter: parameter, expectation: expectation, location: location, sample: sample)
    }

    /// Headers that URL loading adds on its own: one that is documented as optional may be there.
    private static let sentByPlatforms: Set<String> = [
        "accept", "accept-encoding", "accept-language", "connection", "content-length", "content-type", "host",
        "user-agent", "priority", "cookie", "expect", "te",
    ]

    private static func add(
        _ credentials: [ExpectedParameter], to parameters: inout [ExpectedParameter], named: [NamedValue],
        ignoringCase: Bool = false
    ) {
        for credential in credentials {
            let place: Parameter.Place = ignoringCase ? .header : .query
            if named.contains(where: { place.areSame($0.name, credential.name) }) { continue }
            if let index = parameters.firstIndex(where: { place.areSame($0.name, credential.name) }) {
                parameters[index].expectation = credential.expectation
            } else {
                parameters.append(credential)
            }
        }
    }
}

extension JSON {
    /// True for a text with what ends a header's line.
    fileprivate var holdsLineBreak: Bool {
        string?.unicodeScalars.contains { $0 == "\r" || $0 == "\n" || $0 == "\0" } ?? false
    }
}
