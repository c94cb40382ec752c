// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// The location of a value in a request that must differ in each call, such as an idempotency key or a nonce.
package struct FreshPlace: Sendable {
    /// The name of a parameter, or the JSON Pointer of a property in the body.
    package var place: Finding.Place
    package var location: SourceLocation
    /// The value that the test passes to the client's call. The client may ignore this value and generate its own
    /// value.
    package var given: JSON?

    /// Returns the values at the location in a request as strings, or an empty array if the request has no such value.
    package func values(in request: HTTPRequest) -> [String] {
        let name = place.name ?? ""
        switch place.part {
        case .query:
            return Form.parse(URLParts(request.url).query ?? "").filter { $0.name.isExactly(name) }.map(\.value)
        case .header: return request.headers.values(name)
        case .cookie:
            return request.headers.values("Cookie").flatMap { HeaderGrammar.cookies($0) }
                .filter { $0.name.isExactly(name) }.map(\.value)
        case .body:
            guard let pointer = try? JSONPointer(parsing: name) else { return [] }
            if request.headers.mediaType?.isForm == true {
                return Form.parse(String(decoding: request.body, as: UTF8.self))
                    .filter { $0.name.isExactly(pointer.tokens.last ?? "") }.map(\.value)
            }
            guard let value = request.jsonBody?.value(at: pointer) else { return [] }
            return [value.templateText]
        // Return the whole path. If a path parameter differs between two calls, their paths differ, too.
        case .path: return [URLParts(request.url).path]
        case .method, .scheme, .host, .port, .status, .outcome, .transport, .count, .credentials: return []
        }
    }
}

extension ExpectedRequest {
    /// The locations of the values that must differ in each call.
    package var freshPlaces: [FreshPlace] {
        func places(_ parameters: [ExpectedParameter], _ part: Finding.Place.Part) -> [FreshPlace] {
            parameters.compactMap { expected in
                guard let parameter = expected.parameter, parameter.isFresh else { return nil }
                return FreshPlace(
                    place: .init(part, expected.name), location: parameter.location,
                    given: expected.sentValue)
            }
        }
        return places(pathParameters, .path) + places(query, .query) + places(headers, .header)
            + places(cookies, .cookie) + freshProperties
    }

    private var freshProperties: [FreshPlace] {
        guard let body = body.sent, case .json(let json) = body.content,
            let schema = body.description?.schema
        else { return [] }
        return schema.view.places(markedWith: "fresh", in: JSONDocument(json).root).map { place in
            FreshPlace(
                place: .init(.body, place.pointer.description), location: SourceLocation(place.keyword),
                given: JSON(place.value))
        }
    }
}
