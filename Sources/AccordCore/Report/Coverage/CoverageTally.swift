// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Determines the coverage of a run: which documented elements, such as status codes and properties, occur in its
/// requests and responses.
package struct CoverageTally: Sendable {
    private var operations: [OperationTally] = []
    private var places: [OperationKey: Int] = [:]

    package init(_ contracts: [Contract] = []) { for contract in contracts { add(contract) } }

    /// Adds the operations of a contract, except for operations that were already added.
    package mutating func add(_ contract: Contract) {
        for operation in contract.operations {
            let key = OperationKey(contract.file, operation.id)
            guard places[key] == nil else { continue }
            places[key] = operations.count
            operations.append(OperationTally(operation, file: contract.file))
        }
    }

    /// Records the documented elements that a request and its response contain.
    ///
    /// - Parameter isInvalid: Whether the request violates the contract on purpose. An invalid request covers no
    ///   elements.
    package mutating func record(
        _ request: HTTPRequest, _ response: HTTPResponse?, operation: String, file: String, isInvalid: Bool = false
    ) {
        // Ignore a request with a different method, such as HEAD. The operation doesn't document the response to HEAD.
        guard let place = places[OperationKey(file, operation)],
            operations[place].coverage.method == request.method
        else { return }
        if !isInvalid { operations[place].record(request) }
        if let response { operations[place].record(response) }
    }

    /// Records a request and its response from a report. Treats a truncated body as empty: it covers no properties.
    package mutating func record(_ exchange: ExchangeRecord, operation: String, file: String) {
        let request = HTTPRequest(
            method: exchange.request.method, url: exchange.request.url, headers: exchange.request.headers,
            body: exchange.request.body?.bytes ?? [])
        let response = exchange.response.map {
            HTTPResponse(status: $0.status, headers: $0.headers, body: $0.body?.bytes ?? [])
        }
        record(request, response, operation: operation, file: file)
    }

    /// The coverage of each operation, in the order of the contracts.
    package var coverage: [OperationCoverage] { operations.map(\.coverage) }
}

/// Determines which documented elements of one operation a run covers.
private struct OperationTally: Sendable {
    private struct Body: Sendable {
        var mediaType: MediaType
        var element: Int
        var properties: PropertyTree

        /// Returns the elements that the body of a message covers for the first time. Of several documented bodies, the
        /// message covers the one with the most specific media type.
        static func shown(in bodies: inout [Body], by headers: [HTTPField], _ bytes: [UInt8]) -> [Int] {
            guard let type = headers.mediaType else { return [] }
            let covering = bodies.indices.filter { bodies[$0].mediaType.covers(type) }
                .max { bodies[$0].mediaType.specificity < bodies[$1].mediaType.specificity }
            return covering.map { bodies[$0].shown(by: type, bytes) } ?? []
        }

        private mutating func shown(by type: MediaType, _ bytes: [UInt8]) -> [Int] {
            guard !properties.isComplete else { return [element] }
            if type.isJSON, let document = try? JSONDocument(parsing: bytes) {
                return [element] + properties.show(document.root)
            }
            if type.isForm, let text = String(utf8: bytes) {
                return [element] + properties.show(names: Form.parse(text).map(\.name))
            }
            if type.isMultipart, let read = try? Multipart(parsing: bytes, boundary: type.parameter("boundary") ?? "") {
                return [element] + properties.show(names: read.parts.compactMap(\.name))
            }
            return [element]
        }
    }

    private struct Answer: Sendable {
        var status: StatusPattern
        var element: Int
        var headers: [(name: String, element: Int)]
        var bodies: [Body]
    }

    var coverage: OperationCoverage
    private var parameters: [(parameter: Parameter, element: Int)] = []
    private var requestBodies: [Body] = []
    private var answers: [Answer] = []

    init(_ operation: Operation, file: String) {
        coverage = OperationCoverage(
            file: file, operation: operation.id, method: operation.request.method,
            path: operation.request.path.description)
        let described = operation.request
        for parameter in described.parameters where !parameter.isForbidden {
            let element = add(.parameter, "\(parameter.place.rawValue).\(parameter.name)", parameter.location)
            parameters.append((parameter, element))
        }
        requestBodies = bodies(described.body, "", .requestMediaType, .requestProperty, omitting: "readOnly")
        for response in operation.responses {
            let prefix = "\(response.status) "
            let element = add(.status, response.status.description, response.location)
            let headers = response.headers.filter { !$0.isForbidden }.map { header in
                (header.name, add(.responseHeader, prefix + header.name, header.location))
            }
            let bodies = bodies(response.body, prefix, .responseMediaType, .responseProperty, omitting: "writeOnly")
            answers.append(Answer(status: response.status, element: element, headers: headers, bodies: bodies))
        }
    }

    private mutating func add(
        _ kind: OperationCoverage.Element.Kind, _ name: String, _ location: SourceLocation
    ) -> Int {
        coverage.elements.append(OperationCoverage.Element(kind, name, at: location))
        return coverage.elements.count - 1
    }

    private mutating func bodies(
        _ body: BodyDescription?, _ prefix: String, _ mediaTypeKind: OperationCoverage.Element.Kind,
        _ propertyKind: OperationCoverage.Element.Kind, omitting access: String
    ) -> [Body] {
        guard let body, !body.isForbidden else { return [] }
        return body.content.map { media in
            let element = add(mediaTypeKind, prefix + media.mediaType.description, media.location)
            // If a body has several media types, each media type has separate properties.
            let place = body.content.count > 1 ? "\(prefix)\(media.mediaType) " : prefix
            var properties = PropertyTree()
            if let schema = media.schema ?? media.itemSchema {
                properties.add(schema.source, omitting: access) { path, value in
                    add(propertyKind, place + path, SourceLocation(value))
                }
            }
            return Body(mediaType: media.mediaType, element: element, properties: properties)
        }
    }

    // MARK: What messages show

    mutating func record(_ sent: HTTPRequest) {
        let query = RawItem.split(URLParts(sent.url).query ?? "").map { Form.decode($0.name) }
        for (parameter, element) in parameters where !coverage.elements[element].isShown {
            coverage.elements[element].isShown = isSent(parameter, sent, query)
        }
        guard !sent.body.isEmpty else { return }
        for element in Body.shown(in: &requestBodies, by: sent.headers, sent.body) {
            coverage.elements[element].isShown = true
        }
    }

    private func isSent(_ parameter: Parameter, _ sent: HTTPRequest, _ query: [String]) -> Bool {
        switch parameter.place {
        case .path: true
        case .query:
            query.contains { $0 == parameter.name || $0.hasPrefix("\(parameter.name)[") } || isSpread(parameter, query)
        case .header: sent.headers.first(parameter.name) != nil
        case .cookie:
            sent.headers.values("Cookie").contains { line in
                line.split(separator: ";").contains { $0.drop { $0 == " " }.hasPrefix("\(parameter.name)=") }
            }
        }
    }

    /// Whether the query contains a property of an object parameter as a separate item, as `explode` specifies.
    private func isSpread(_ parameter: Parameter, _ query: [String]) -> Bool {
        guard parameter.style == .form, parameter.explode, parameter.types.contains(.object) else { return false }
        let names = parameter.schema.view.propertyNames
        return query.contains { names.contains($0) }
    }

    mutating func record(_ received: HTTPResponse) {
        guard let index = answers.firstIndex(where: { $0.status.covers(received.status) }) else {
            if !coverage.undocumentedStatuses.contains(received.status) {
                coverage.undocumentedStatuses.append(received.status)
                coverage.undocumentedStatuses.sort()
            }
            return
        }
        coverage.elements[answers[index].element].isShown = true
        for (name, element) in answers[index].headers where received.headers.first(name) != nil {
            coverage.elements[element].isShown = true
        }
        guard !received.body.isEmpty else { return }
        for element in Body.shown(in: &answers[index].bodies, by: received.headers, received.body) {
            coverage.elements[element].isShown = true
        }
    }
}

extension ExchangeRecord.Body {
    fileprivate var bytes: [UInt8] {
        if isCut { return [] }
        return text.map { Array($0.utf8) } ?? base64.flatMap { Base64.decode($0) } ?? []
    }
}
