import AccordContract
import AccordCore
import AccordJSON

extension ServedOperation {
    /// False where the request lacks what `security` asks for.
    func admits(_ request: HTTPRequest) -> Bool { check.admits(request, credentials) }

    /// What a request lacks of the credentials that are asked for.
    func credentialFindings(_ request: HTTPRequest) -> [Finding] {
        credentials.missing(in: request).map { expected in
            let isThere = request.headers.first(expected.name) != nil
            let schemes = credentials.challenges.joined(separator: " or ")
            let wanted = expected.name == "Authorization" && !schemes.isEmpty ? "\(schemes) …" : "a credential"
            return Finding(
                rule: isThere ? .requestHeaderValue : .requestHeaderMissing, blame: .client,
                isThere
                    ? "“\(expected.name)” doesn't prove who asks, as “security” says"
                    : "“\(expected.name)” is missing, which “security” asks for",
                contract: expected.location, place: .init(.header, expected.name), expected: wanted,
                // What was sent may be a secret of somewhere else.
                actual: isThere ? "something else" : "none",
                advice: "Send the credentials with every request that needs them.")
        }
    }

    /// `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), as far as the contract knows them.
    static func lifecycleFields(_ contract: Contract, _ operation: Operation) -> [HTTPField] {
        guard operation.isDeprecated else { return [] }
        var fields = [HTTPField("Deprecation", "true")]
        let source = (try? JSONPointer(parsing: operation.location.pointer)).flatMap {
            contract.document.root.value(at: $0)
        }
        if let sunset = (source?["x-sunset"] ?? source?["sunset"])?.string {
            fields.append(HTTPField("Sunset", HTTPDate.text(of: sunset) ?? sunset))
        }
        return fields
    }
}
