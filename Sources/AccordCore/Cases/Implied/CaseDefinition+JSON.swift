// SPDX-License-Identifier: Apache-2.0
import AccordContract

extension CaseDefinition {
    /// The case as JSON in the contract format, or `nil` if the case has several steps.
    ///
    /// The JSON has no `skip`, `poll`, rows or `client`, because implied cases don't have these members.
    package var json: JSON? {
        guard let step = steps.first, steps.count == 1 else { return nil }
        var object = JSONObject()
        if let summary { object["summary"] = .string(summary) }
        if let appliesTo { object["appliesTo"] = .string(appliesTo.rawValue) }
        if !after.isEmpty { object["after"] = .array(after.map { .string($0.value) }) }
        if let request = step.request?.json, request != [:] { object["request"] = request }
        if let response = step.response.json { object["response"] = response }
        if !step.outputs.isEmpty { object["outputs"] = .object(JSONObject(step.outputs.map { ($0.name, $0.json) })) }
        return .object(object)
    }
}

extension RequestDefinition {
    fileprivate var json: JSON {
        var object = JSONObject()
        for (key, values) in [
            ("pathParameters", pathParameters), ("query", query), ("headers", headers), ("cookies", cookies),
        ] where !values.isEmpty {
            object[key] = .object(JSONObject(values.map { ($0.name, JSON($0.value)) }))
        }
        if let body { object.merge(body) }
        return .object(object)
    }
}

extension ResponseDefinition {
    fileprivate var json: JSON? {
        guard case .answer(let status, let headers, let body) = outcome else { return nil }
        var object: JSONObject = ["status": .int(status)]
        if !headers.isEmpty { object["headers"] = .object(JSONObject(headers.map { ($0.name, JSON($0.value)) })) }
        if let body { object.merge(body) }
        if matching != .schema { object["matching"] = .string(matching.rawValue) }
        return .object(object)
    }
}

extension JSONObject {
    fileprivate mutating func merge(_ body: BodyDefinition) {
        switch body.content {
        case .json(let value): self["body"] = JSON(value)
        case .text(let value): self["bodyText"] = JSON(value)
        case .base64(let bytes): self["bodyBase64"] = .string(Base64.encode(bytes))
        case .file(let path, _): self["bodyFile"] = .string(path)
        case .parts: break
        }
    }
}

extension Output {
    fileprivate var json: JSON {
        guard let pattern else { return .string(source.expression) }
        return ["from": .string(source.expression), "pattern": .string(pattern)]
    }
}

extension OutputSource {
    /// The OpenAPI runtime expression of the source: `$response.body#/id`.
    var expression: String {
        func body(_ pointer: JSONPointer?) -> String { "body" + (pointer.map { "#\($0)" } ?? "") }
        switch self {
        case .responseBody(let pointer): return "$response.\(body(pointer))"
        case .responseHeader(let name): return "$response.header.\(name)"
        case .responseStatus: return "$response.status"
        case .requestBody(let pointer): return "$request.\(body(pointer))"
        case .requestParameter(let place, let name): return "$request.\(place.rawValue).\(name)"
        case .requestURL: return "$url"
        case .requestMethod: return "$method"
        case .jsonPath(let path): return path.text
        }
    }
}
