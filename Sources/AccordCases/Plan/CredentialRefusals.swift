import AccordContract
import AccordHTTP
import AccordJSON
import AccordSchema

/// Requests without credentials, and with wrong ones.
struct CredentialRefusals {
    private(set) var all: [RefusedRequest] = []

    init(_ base: Case, _ requirement: SecurityRequirement) {
        var bare = base.steps[0].request ?? RequestDefinition(location: base.operation.request.location)
        let schemes = requirement.uses.compactMap { use in base.securitySchemes.first { $0.name == use.scheme } }
        for scheme in schemes { Self.set(nil, of: scheme, in: &bare) }
        all.append(
            RefusedRequest(
                entry: "missing-credentials", place: nil, reason: "the credentials are missing",
                location: requirement.location, request: bare))
        for scheme in schemes {
            var wrong = base.steps[0].request ?? RequestDefinition(location: base.operation.request.location)
            Self.set("accord-wrong", of: scheme, in: &wrong)
            all.append(
                RefusedRequest(
                    entry: "wrong-credentials", place: scheme.name,
                    reason: "the credentials of “\(scheme.name)” are wrong",
                    location: scheme.location, request: wrong))
        }
    }

    /// Sets the credentials that a request names itself; nil: it names none.
    private static func set(_ text: String?, of scheme: SecurityScheme, in request: inout RequestDefinition) {
        func named(_ name: String, _ value: String) -> [NamedValue] {
            text == nil ? [] : [RefusedRequest.named(name, .string(value), at: scheme.location)]
        }
        let wrong = text ?? ""
        switch scheme.kind {
        case .basic:
            request.headers.removeAll { $0.name.lowercased() == "authorization" }
            request.headers += named("Authorization", "Basic \(Base64.encode(Array("\(wrong):\(wrong)".utf8)))")
        case .bearer, .oauth2ClientCredentials:
            request.headers.removeAll { $0.name.lowercased() == "authorization" }
            request.headers += named("Authorization", "Bearer \(wrong)")
        case .other: break
        case .apiKey(let place, let name):
            switch place {
            case .query:
                request.query.removeAll { $0.name.isExactly(name) }
                request.query += named(name, wrong)
            case .cookie:
                request.cookies.removeAll { $0.name.isExactly(name) }
                request.cookies += named(name, wrong)
            case .header, .path:
                request.headers.removeAll { $0.name.lowercased() == name.lowercased() }
                request.headers += named(name, wrong)
            }
        }
    }
}
