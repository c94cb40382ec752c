/// Where a parameter stands in a request.
package enum ParameterPlace: String, Sendable, Codable {
    case path, query, header, cookie
}

/// How a parameter's value is written, as OpenAPI's `style`.
package enum ParameterStyle: String, Sendable, Codable {
    case matrix, label, simple, form, spaceDelimited, pipeDelimited, deepObject
}
