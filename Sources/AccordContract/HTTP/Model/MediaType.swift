/// A media type as in `Content-Type`, RFC 9110 section 8.3: compared without case, parameters by name.
package struct MediaType: Sendable, Hashable, CustomStringConvertible {
    /// Lowercased, `application`.
    package var type: String
    /// Lowercased, `problem+json`; `*` in a range.
    package var subtype: String
    /// By lowercased name, in order; values as written, quotes removed.
    package var parameters: [Parameter]

    package struct Parameter: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    package static let json = MediaType(type: "application", subtype: "json", parameters: [])

    package init(type: String, subtype: String, parameters: [Parameter]) {
        self.type = type
        self.subtype = subtype
        self.parameters = parameters
    }

    package var essence: String { "\(type)/\(subtype)" }

    package var description: String {
        essence + parameters.map { "; \($0.name)=\($0.value)" }.joined()
    }
}
