import AccordContract
import AccordHTTP
import AccordJSON
import AccordSchema

/// Makes requests of one operation by chance: three of four as its schemas allow, one with something wrong in it.
struct FuzzGenerator: Sendable {
    /// What was made: the request, and what is wrong with it, if anything is.
    struct Made: Sendable {
        var request: FuzzRequest
        var refusal: Refusal?
    }

    /// The first documented success, or a case that states nothing.
    let base: Case
    let stated: RequestDefinition
    private let check: FuzzCheck
    private let router: Router
    private let parameters: [Parameter]
    private let values: [FuzzValues]
    private let bodies: [(media: MediaTypeDescription, values: FuzzValues)]
    private let wrongValues: [(index: Int, value: JSON?, reason: String)]
    private let wrongBodies: [RefusedRequest]
    /// What is sent where chance makes nothing that can be.
    private let plain: FuzzRequest

    /// nil where nothing can be varied, or no request can be made that the operation documents.
    init?(_ operation: Operation, _ documented: DocumentedCases, router: Router, check requestCheck: RequestCheck) {
        guard let base = FuzzBase.base(of: operation, documented) else { return nil }
        self.base = base
        stated = base.steps[0].request ?? RequestDefinition(location: operation.request.location)
        check = FuzzCheck(base, stated: stated, check: requestCheck)
        self.router = router
        parameters = FuzzRequest.parameters(of: base)
        values = parameters.map { FuzzValues($0.schema, place: $0.place) }
        let content = operation.request.body.map { $0.isForbidden ? [] : $0.content } ?? []
        bodies = content.compactMap { media in
            guard let schema = media.schema, Self.isWritten(media.mediaType) else { return nil }
            return (media, FuzzValues(schema, place: nil))
        }
        guard !parameters.isEmpty || !bodies.isEmpty else { return nil }
        wrongValues = parameters.enumerated().flatMap { index, parameter in
            ParameterRefusals.wrongValues(of: parameter).map { (index, $0.value, $0.reason) }
        }
        wrongBodies = BodyRefusals(base).all
        let asStated = FuzzRequest(values: parameters.map { _ in .stated }, body: .stated)
        guard check.isAllowed(asStated) else { return nil }
        plain = asStated
    }

    /// True for media types that a value of JSON can be written as.
    private static func isWritten(_ type: MediaType) -> Bool {
        type.isJSON || type.isForm || type.isMultipart || type.type == "text"
    }

    /// The request of an id: always the same.
    func made(_ id: FuzzID, statuses: Set<Int>) -> Made {
        var random = SeededRandom(id)
        let isWrong = random.chance(1, of: 4)
        for _ in 0..<12 {
            var request = allowed(&random)
            if isWrong, let refusal = spoil(&request, &random, statuses), check.isRefused(request, by: router) {
                return Made(request: request, refusal: refusal)
            }
            if !isWrong, check.isAllowed(request) { return Made(request: request, refusal: nil) }
        }
        return Made(request: plain, refusal: nil)
    }

    // MARK: As the schemas allow

    private func allowed(_ random: inout SeededRandom) -> FuzzRequest {
        let values = parameters.indices.map { value($0, &random) }
        return FuzzRequest(values: values, body: body(&random))
    }

    private func value(_ index: Int, _ random: inout SeededRandom) -> FuzzRequest.Value {
        let parameter = parameters[index]
        let isStated = stated.stated(parameter) != nil
        if !parameter.isRequired, random.chance(1, of: 2) { return .absent }
        // What is stated is known to be there: a wrong path would ask for nothing else.
        if isStated, random.chance(1, of: parameter.place == .path ? 2 : 4) { return .stated }
        return values[index].value(&random).map { .made($0) } ?? .stated
    }

    private func body(_ random: inout SeededRandom) -> FuzzRequest.Body {
        guard let (media, values) = random.pick(bodies) else { return .stated }
        if base.operation.request.body?.isRequired == false, random.chance(1, of: 4) { return .absent }
        if stated.body != nil, random.chance(1, of: 6) { return .stated }
        return values.value(&random).map { .made($0, media) } ?? .stated
    }

    // MARK: With something wrong

    /// Puts one thing wrong into a request; nil where there is nothing.
    private func spoil(
        _ request: inout FuzzRequest, _ random: inout SeededRandom, _ statuses: Set<Int>
    ) -> Refusal? {
        let isBody = wrongValues.isEmpty || (!wrongBodies.isEmpty && random.chance(1, of: 2))
        if !isBody, let wrong = random.pick(wrongValues) {
            request.values[wrong.index] = .wrong(wrong.value)
            let location = parameters[wrong.index].location
            return Refusal(reason: wrong.reason, location: location, statuses: statuses)
        }
        if case .made(let json, let media) = request.body, media.mediaType.isJSON, random.chance(1, of: 2),
            let refusal = mutate(&request, json, media, &random, statuses)
        {
            return refusal
        }
        guard let wrong = random.pick(wrongBodies), let body = wrong.request.body else { return nil }
        let type = wrong.entry == "media-type" ? "text/plain" : nil
        request.body = .wrong(body, contentType: type)
        return Refusal(reason: wrong.reason, location: wrong.location, statuses: statuses.union(wrong.statuses))
    }

    private func mutate(
        _ request: inout FuzzRequest, _ json: JSON, _ media: MediaTypeDescription, _ random: inout SeededRandom,
        _ statuses: Set<Int>
    ) -> Refusal? {
        let mutations = media.schema?.mutations(of: json, limit: 64).filter { $0.isValid == false } ?? []
        guard let mutation = random.pick(mutations) else { return nil }
        let type = media.mediaType.subtype == "*" ? nil : HeaderText.contentType(media.mediaType)
        request.body = .wrong(
            BodyDefinition(location: media.location, content: .base64(mutation.bytes)), contentType: type)
        let reason = "the body breaks its schema: \(mutation.description)"
        return Refusal(reason: reason, location: media.location, statuses: statuses)
    }
}

/// What requests of an operation start from.
enum FuzzBase {
    /// The first documented success that a server is held to, else a case that states nothing; nil where the operation
    /// is waived.
    static func base(of operation: Operation, _ documented: DocumentedCases) -> Case? {
        let isWaived = operation.derived.contains { $0.covers(group: FuzzID.group, entry: "") && $0.skip != nil }
        guard !isWaived else { return nil }
        let own = documented.cases(of: operation)
        if let success = own.first(where: RefusalCases.succeeds) { return success }
        var bare = Case(nothingOf: operation)
        bare.securitySchemes = documented.contract.securitySchemes
        bare.steps = [
            CaseStep(
                operation: operation, location: operation.request.location, request: nil, repeatsPrevious: false,
                answer: .fault(Fault.none, nil), outputs: [])
        ]
        return bare
    }
}

extension Fault {
    /// In the place of an answer that is yet to be set.
    fileprivate static let none = Fault(
        id: "", layer: "", event: "", verdict: .may, clientMust: "", stub: .impossible(""))
}
