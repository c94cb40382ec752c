import AccordJSON

/// A state that a server is in before a case, in Pact's words.
package struct ProviderState: Sendable {
    package var name: String
    package var params: JSONValue?
    package var location: SourceLocation
}
