import AccordContract
import AccordCore
import AccordJSON

extension FuzzRequest {
    /// The parameters that are made up, in a fixed order: not what is constant, forbidden, a credential or HTTP's own.
    static func parameters(of testCase: Case) -> [Parameter] {
        let described = testCase.operation.request
        var taken: Set<String> = [
            "accept", "accept-encoding", "authorization", "connection", "content-length", "content-type", "cookie",
            "expect", "host", "te", "trailer", "transfer-encoding", "upgrade", "user-agent",
        ]
        for scheme in testCase.securitySchemes {
            if case .apiKey(_, let name) = scheme.kind { taken.insert(name.lowercased()) }
        }
        let all = described.parameters
        return all.filter { parameter in
            !parameter.isForbidden && parameter.constant == nil && !parameter.isFresh
                && !(parameter.place != .path && taken.contains(parameter.name.lowercased()))
        }
    }

    /// The request as a case would state it.
    func definition(in testCase: Case, stated: RequestDefinition) -> RequestDefinition {
        var own = stated
        for (parameter, value) in zip(Self.parameters(of: testCase), values) {
            let named: NamedValue?
            switch value {
            case .stated: continue
            // A required one that isn't named would be made from its schema.
            case .absent: named = nil
            case .made(let json): named = NamedValue.made(parameter.name, json, at: parameter.location)
            case .wrong(let json):
                named = NamedValue.made(parameter.name, json ?? .null, at: parameter.location)
            }
            own.remove(parameter.name, in: parameter.place)
            if let named { own[parameter.place].append(named) }
        }
        switch body {
        case .stated: break
        case .absent: own.body = nil
        case .made(let json, let media):
            let location = testCase.operation.request.body?.location ?? stated.location
            let document = JSONDocument(RequestVariations.escaped(json), file: location.file)
            own.body = BodyDefinition(location: location, content: .json(document.root))
            own.setContentType(media.mediaType.subtype == "*" ? nil : HeaderText.contentType(media.mediaType))
        case .wrong(let definition, let contentType):
            own.body = definition
            if let contentType { own.setContentType(contentType) }
        }
        return own
    }
}

extension RequestDefinition {
    fileprivate mutating func setContentType(_ text: String?) {
        headers.removeAll { $0.name.isFieldName("Content-Type") }
        if let text { headers.append(NamedValue.made("Content-Type", .string(text), at: location)) }
    }
}
