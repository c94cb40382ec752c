// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// A version of the Pact specification.
package enum PactVersion: String, Sendable, Hashable, CaseIterable, Comparable {
    case v1 = "1.0"
    case v1_1 = "1.1"
    case v2 = "2"
    case v3 = "3"
    case v4 = "4"

    /// Reads a version such as `2.0.0`. Returns `nil` if the version is unknown.
    package init?(parsing text: String) {
        let parts = text.split(separator: ".")
        switch parts.first {
        case "1": self = parts.count > 1 && parts[1] != "0" ? .v1_1 : .v1
        case "2": self = .v2
        case "3": self = .v3
        case "4": self = .v4
        default: return nil
        }
    }
}

/// An expected request, response or asynchronous message of a pact, with its matching rules.
@dynamicMemberLookup package final class PactMessage: MessageRules {
    package enum Kind: Sendable { case request, response, message }

    package enum Body: Sendable {
        /// The pact doesn't mention the body, so the message may have any body.
        case missing
        /// The pact requires an empty body.
        case empty(SourceLocation)
        case json(JSONValue)
        case text(String, SourceLocation)
        case bytes([UInt8], SourceLocation)
    }

    /// A header field, query parameter or metadata member of a message, with its values.
    package struct Item: Sendable {
        package var name: String
        package var values: [String]
        package var location: SourceLocation

        /// Groups the values of query items or form fields by name.
        package static func grouped(_ items: [Form.Item], at location: SourceLocation) -> [Item] {
            items.reduce(into: []) { grouped, item in
                if let index = grouped.firstIndex(where: { $0.name.isExactly(item.name) }) {
                    grouped[index].values.append(item.value)
                } else {
                    grouped.append(Item(name: item.name, values: [item.value], location: location))
                }
            }
        }
    }

    /// The mutable properties of a message, which `PactMessageReader` fills in while it reads a pact.
    package struct Parts: Sendable {
        package var kind: Kind
        package var version: PactVersion
        package var location: SourceLocation
        package var method: String = "GET"
        package var path: String = "/"
        package var status: Int?
        package var query: [Item] = []
        /// The query string of a pact of version 1.0. It is compared as one string, not parameter by parameter.
        package var queryText: String?
        package var headers: [Item] = []
        package var metadata: [Item] = []
        package var body: Body = Body.missing
        /// The media type of the body. It comes from `Content-Type`, from the key `contentType`, or from the body's
        /// content.
        package var mediaType: MediaType?
        package var rules: PactRules = PactRules()
        package var generators: [PactGenerator] = []
    }

    private let parts: Parts

    init(_ parts: Parts) { self.parts = parts }

    package subscript<Value>(dynamicMember member: KeyPath<Parts, Value>) -> Value { parts[keyPath: member] }

    package func header(_ name: String) -> Item? { parts.headers.first { $0.name.isFieldName(name) } }
}

/// A generator of a pact. Accord replaces a value of the example request with a generated value.
package struct PactGenerator: Sendable {
    package enum Place: Sendable, Hashable {
        case path
        case query(String)
        case header(String)
        case body(PactPath)
    }

    package enum Kind: Sendable, Hashable {
        /// A value that Accord generates from a schema.
        case schema(JSON)
        /// A text with `${name}`. The handler of the provider state returns the value of `name`.
        case providerState(String)
        case now(format: String)
        /// The request sends the example, without a generated value.
        case none
    }

    package var place: Place
    package var kind: Kind
    package var location: SourceLocation
}
