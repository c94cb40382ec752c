// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation

/// How a client differs from the contract, by the harm to the people who use the client. The harm and the profile in
/// `accord.json` decide the severity of a finding. `docs/client-tests.md` has a table with the same rows.
enum ClientHarm: CaseIterable {
    /// The client crashes, hangs or ends twice, sends a wrong request, returns an error as a success, returns a value
    /// that isn't in the response, leaks credentials, or repeats an unsafe request.
    case damage
    /// The client returns `nil` for a required property that is missing, null, invalid, or has a key in a different letter
    /// case, or for a list element that is null, such as a track in SpotifyAPI.
    case omission
    /// The client returns `nil` or `false` for a documented 404.
    case absence
    /// The client reads an invalid optional property as a missing one, as TMDb reads the gender of a person.
    case leniency
    /// The client reads a number or a Boolean as it reads the same text, as LastFM.swift does.
    case conversion
    /// The client leaves out list elements that are null, as SpotifyAPI does, or that it can't decode.
    case skip
    /// The client takes a status code that HTTP doesn't define for a success, as meilisearch-swift does.
    case oddStatus
    /// The client rejects a response that the contract allows, but that servers rarely send, or an unusual argument.
    case refusal
    /// The client rejects a response whose values differ from those of its request, as the SDK of WeTransfer does.
    case comparison
    /// The client rejects a form of a date-time that servers rarely send, such as a fraction in octokit.swift.
    case dateForm
    /// The client sends items beside those that its caller passes, as TMDb adds `null` to a list of languages.
    case addition
    /// The client leaves out false, whose meaning the contract doesn't document, as MastodonKit does.
    case omittedFalse
    /// The client removes white space at the ends of a text, or normalizes its Unicode.
    case tidying
    /// The client ignores the cancellation of its task.
    case ignoredCancellation
    /// The client repeats a request after 429, or an idempotent one after a lost connection, 408 or 5xx, which the
    /// contract doesn't mention.
    case retry
    /// The client always or never sends an optional parameter or body that its closure doesn't read.
    case habit

    /// The message of a warning, in place of the message of the error.
    var message: String? {
        switch self {
        case .omission: "the client returns nil for a required property that is missing, null or invalid"
        case .absence: "the client returns nil or false for a documented 404"
        case .leniency: "the client reads an invalid optional property as a missing one"
        case .conversion: "the client reads a number or a Boolean in place of a text"
        case .skip: "the client leaves out list elements that are null or invalid"
        case .oddStatus: "the client takes a status code that HTTP doesn't define for a success"
        case .comparison: "the client rejects a response whose values differ from those of its request"
        case .dateForm: "the client rejects a form of a date-time that RFC 3339 allows"
        case .omittedFalse: "the client leaves out false"
        case .tidying: "the client trims a text, or normalizes its Unicode"
        case .ignoredCancellation: "the client ignores the cancellation of its task"
        case .damage, .refusal, .addition, .retry, .habit: nil
        }
    }

    func severity(in profile: Severities.Profile) -> Finding.Severity {
        switch self {
        case .damage: .error
        case .omission, .absence, .leniency, .conversion, .skip, .oddStatus, .refusal, .comparison, .dateForm,
            .addition, .omittedFalse, .tidying, .ignoredCancellation:
            profile == .strict ? .error : .warning
        case .retry, .habit: .note
        }
    }
}

extension SecondLook {
    /// Whom does the client's behavior harm? The answer decides the severities.
    func decideSeverities(_ judgement: inout Judgement) async {
        for index in judgement.findings.indices where judgement.findings[index].blame == .client {
            await decideSeverity(of: &judgement.findings[index])
        }
    }

    private func decideSeverity(of finding: inout Finding) async {
        var needsValue = false
        if finding.rule == .outcomeThrew {
            // A case that fails like the unchanged response belongs to the mistake of the documented case. In TMDb, 47
            // such cases were a second problem. The error may contain the status code, as in openrouter-swift-api, or
            // the header fields, as in the client of audiobookshelf.
            if case .returns? = intact?.outcome.result, let known = await outcomeOfIntact(), !known.isValue,
                !known.fails(in: outcome)
            {
                finding.severity = .error
                finding.message = "the call failed but must return"
                return
            }
            finding.place = .init(.outcome, (mutation == nil ? place : place ?? .root)?.description)
            if variation == .fault(.unknown2xx), finding.severity != .error, runner.profile != .strict {
                // Most clients compare the status with 200, and no server of the contract responds with 299.
                finding.severity = .note
                finding.message = "the client rejects an undocumented success status"
            }
            needsValue = await needsNulledValue()
        }
        guard finding.severity == .error || needsValue else { return }
        let harm = needsValue ? .damage : await harm(of: finding)
        finding.severity = harm.severity(in: runner.profile)
        if harm == .retry { describeRetry(&finding) }
        if let message = harm.message, finding.severity == .warning {
            finding.message = message
            // The client does so at every place.
            finding.place = .init(.outcome)
        }
        if harm == .absence {
            finding.advice = "If this is intended, state it in the response 404 of the operation."
            finding.details.append("\"client\": { \"returns\": \(outcome.text) }")
        }
    }

    private func harm(of finding: Finding) async -> ClientHarm {
        switch finding.rule {
        case .outcomeCancelled, .outcomeHang, .outcomeLeak:
            return testCase.outcome.isCancelled ? .ignoredCancellation : .damage
        case .outcomeReturned: return await harmOfReturning()
        case .outcomeThrew:
            if invitesRetry == "202", observation.requests.count > 1, repeatsFirstRequest,
                HTTPMethod.isIdempotent(observation.requests[0].method)
            {
                return .retry
            }
            if mutation == .dateVariants { return .dateForm }
            if reportsListedValue { return .refusal }
            if mutation == .numberNotation || addsToMap || writesNull || omitsWhatMayBeRequired { return .refusal }
            return await harmOfRejectingOthers() ?? .damage
        case .requestCountNone:
            // A client may check its arguments, such as the letters in a name.
            if observation.outcome.error == nil { return .damage }
            if variation == .request(.torture) { return .refusal }
            return await takesOtherExample() ? .refusal : .damage
        case .requestCountExtra:
            // A handwritten case states the number of requests. A client that sends more than ten doesn't give up.
            guard testCase.isDerived || testCase.basis != .written, !documentsRetry,
                let reason = invitesRetry, observation.requests.count <= 10 || reason == "202",
                let first = observation.requests.first, repeatsFirstRequest
            else { return .damage }
            // A server that responds with 429 didn't execute the request. RFC 9110, section 9.2.2, lets a client repeat
            // an idempotent one. A server recognizes a repetition by its idempotency key.
            let key = first.headers.first("Idempotency-Key")
            let isKnown = key != nil && observation.requests.allSatisfy { $0.headers.first("Idempotency-Key") == key }
            return reason == "429" || isKnown || HTTPMethod.isIdempotent(first.method) ? .retry : .damage
        case .requestQueryMissing: return leavesOutFalse(finding) ? .omittedFalse : .damage
        case .requestBodyValue where leavesOutFalseProperty(finding): return .omittedFalse
        case .requestPath, .requestQueryValue, .requestHeaderValue, .requestCookieValue, .requestBodyValue:
            return variation == .request(.torture) && isTidy(finding) ? .tidying : .damage
        default: return .damage
        }
    }

    /// Returns the harm of a client that rejects every other value at the changed place. A client with an enum does so,
    /// such as octokit.swift for the `state` of a status, which the document may lack, or BrasilAPI for a number. A client
    /// may also compare the response with its request, as the SDK of WeTransfer compares the names and sizes of files.
    private func harmOfRejectingOthers() async -> ClientHarm? {
        guard [.unicodeContent, .intMax, .int2To53Plus1, .emptyArray, .manyElements].contains(mutation), let intact,
            let body = intact.responseBody
        else { return nil }
        let place = place ?? .root
        let request = observation.requests.first.map { Form.decode($0.url) + String(decoding: $0.body, as: UTF8.self) }
        for inner in [place] + body.innerPlaces() where inner.tokens.starts(with: place.tokens) {
            guard let value = body.value(at: inner) else { continue }
            let isSent = request?.contains(value.string ?? value.compact) == true
            // An enum of numbers probably has the next number, too.
            let other: JSON? = value.string != nil ? "other-value" : value.int.map { .number(JSONNumber($0 + 1000)) }
            guard isSent || inner == place, let other,
                await runner.outcome(replacing: inner, with: other, in: intact)?.isValue == false
            else { continue }
            return isSent ? .comparison : .refusal
        }
        return nil
    }

    /// Whether the client throws an error that has a listed value as an associated value. In the API of the VVO, a status
    /// in the body of a response with 200 reports a failure.
    private var reportsListedValue: Bool {
        guard mutation == .boundaryValues, let place, let error = observation.outcome.error,
            let listed = testCase.responseBody?.value(at: place)?.string
        else { return false }
        return error.values.json.innerPlaces().contains { error.values.json.value(at: $0)?.string == listed }
    }

    /// Whether the client sends a request if its caller passes a different example of the body, such as one of several
    /// alternatives.
    private func takesOtherExample() async -> Bool {
        guard testCase.basis == .example, testCase.last.request?.body != nil else { return false }
        for example in testCase.operation.request.body?.content.first?.examples.compactMap(\.json) ?? [] {
            let other = testCase.with { $0.last.request?.jsonBody = example }
            if await runner.observation(of: other)?.requests.isEmpty == false { return true }
        }
        return false
    }

    /// Whether the client sends nothing for an optional parameter that is false. The meaning of a missing parameter is
    /// probably the same, unless the contract documents a default.
    private func leavesOutFalse(_ finding: Finding) -> Bool {
        guard let parameter = testCase.operation.request.query.first(where: { $0.name == finding.place?.name }),
            let value = testCase.last.request?.value(of: parameter)
        else { return false }
        return JSON(value.value) == .bool(false) && finding.actual == "none" && !parameter.isRequired
            && parameter.schema.view.keyword("default") == nil
    }

    /// Whether the client leaves out an optional property of its body that is false and has no documented default, as
    /// replicate-swift does.
    private func leavesOutFalseProperty(_ finding: Finding) -> Bool {
        guard finding.expected == "false", finding.actual == "none",
            let place = finding.place?.name.flatMap({ try? JSONPointer(parsing: $0) }),
            let body = testCase.operation.request.body?.content.first?.schema?.view, isOptional(place, in: body)
        else { return false }
        return body.place(place)?.keyword("default") == nil
    }

    /// Whether the actual text is the expected one without white space at its ends, or in a different Unicode form. An
    /// unencoded slash is a different mistake.
    private func isTidy(_ finding: Finding) -> Bool {
        let raw = [finding.expected ?? "", finding.actual ?? "", RequestVariations.torture]
        let texts = raw.map { Percent.decodeText($0).precomposedStringWithCanonicalMapping }
        return raw[0].count { $0 == "/" } == raw[1].count { $0 == "/" }
            && [texts[0], texts[0].replacing(texts[2], with: texts[2].dropFirst())].contains(texts[1])
    }

    private func harmOfReturning() async -> ClientHarm {
        // A function such as `exists(name)` or `find(id)` that returns a value for 200, and `false` or `nil` for 404.
        if documentsAbsence, outcome.isAbsence, await outcomeOfIntact()?.isValue == true,
            await endsLikeIntact() == false
        {
            return .absence
        }
        if [.fault(.statusBelow100), .fault(.status600), .fault(.status999)].contains(variation) { return .oddStatus }
        guard let mutation, testCase.outcome.mayBeIgnored, let known = await outcomeOfIntact() else { return .damage }
        if place?.tokens.contains(where: { Int($0) != nil }) == true, known.leavesOutElements(in: outcome) {
            return .skip
        }
        // A type with optional properties only, such as octokit.swift's Label, also reads the `url` of an error.
        let keepsValues = [.successStatusErrorBody, .caseChangedKey].contains(mutation)
        guard keepsValues || [.dropRequired, .nullRequired, .nullElement].contains(mutation) else {
            if let harm = await leniency(known) { return harm }
            return await converts(known) ? .conversion : .damage
        }
        let body = testCase.responseBody ?? .null
        if !known.isValue { return outcome.isMade(of: body) ? .omission : .damage }
        return known.omits(in: outcome, besides: keepsValues ? body : .null) ? .omission : .damage
    }

    /// Whether the case has null for an optional property without which the call fails, too. Both are one mistake, as for
    /// `index` of an embedding in openrouter-swift-api.
    private func needsNulledValue() async -> Bool {
        guard writesNull, !omitsWhatMayBeRequired, let place else { return false }
        return await outcome(without: place)?.isValue == false
    }

    /// Whether the call returns a number or a Boolean that the response has in place of a text or an object, or returns
    /// the same as for the text of this value.
    private func converts(_ known: OutcomeForm) async -> Bool {
        guard mutation == .wrongType, let intact, let place, let value = testCase.responseBody?.value(at: place),
            [.number, .bool].contains(value.kind)
        else { return false }
        if known.differs(from: outcome, onlyBy: value) { return true }
        guard intact.responseBody?.value(at: place)?.string != nil else { return false }
        return await runner.outcome(replacing: place, with: .string(value.compact), in: intact) == outcome
    }

    /// Returns the harm of a call that returns the same value as without the property that the case changes, or that
    /// contains the change, as in SpotifyAPI. Without a required property, all that the value lacks must be `nil`.
    private func leniency(_ known: OutcomeForm) async -> ClientHarm? {
        var place = place
        while let current = place {
            let isOptional = isOptional(current, in: responseSchema)
            if isOptional || known.omits(in: outcome, besides: .null), await outcome(without: current) == outcome {
                return isOptional ? .leniency : .omission
            }
            place = current.parent
        }
        return nil
    }

    // MARK: The response

    /// Whether the case adds an unknown property to a map: an object whose schema has no properties. SpotifyAPI also
    /// decodes an object whose properties have the same type as a map, which an unknown property of this type is part of.
    private var addsToMap: Bool {
        let parent = place ?? .root
        guard mutation == .extraProperty, let object = responseSchema?.place(parent) else { return false }
        guard let type = object.propertyNames.first.flatMap({ object.property($0)?.types }) else { return true }
        let scalars: [Set<JSONType>] = [[.string], [.integer], [.number], [.boolean]]
        let isOfOneType = object.propertyNames.allSatisfy { object.property($0)?.types == type }
        let members = testCase.responseBody?.value(at: parent)?.object
        let added = members?.first { !object.propertyNames.contains($0.key) }
        return isOfOneType && scalars.contains(type)
            && added.map { !type.contains(JSONType(of: JSONDocument($0.value).root)) } ?? false
    }

    /// Whether the response has null for an optional property, which most servers leave out.
    private var writesNull: Bool {
        [.nullNullable, .nullOptional].contains(mutation) && place.map { isOptional($0, in: responseSchema) } == true
    }

    /// Whether the place in a body is an optional property that the schema defines.
    private func isOptional(_ place: JSONPointer, in body: SchemaView?) -> Bool {
        guard let parent = place.parent.flatMap({ body?.place($0) }) else { return false }
        return parent.propertyNames.contains(place.key) && !parent.required.contains(place.key)
    }

    /// Whether the response lacks a property, or has null for it, in an object whose schema has properties and requires
    /// none. Such a schema, as in GitHub's document, probably doesn't say what servers always send.
    private var omitsWhatMayBeRequired: Bool {
        guard [.dropOptional, .emptyObject, .nullNullable, .nullOptional].contains(mutation) else { return false }
        let object = mutation == .emptyObject ? place ?? .root : place?.parent
        return object.flatMap { responseSchema?.place($0) }?.required.isEmpty ?? false
    }

    /// The schema of the last response's body.
    var responseSchema: SchemaView? {
        let status = testCase.lastReply?.response?.status
        return status.flatMap { testCase.operation.response(for: $0)?.body?.content.first?.schema?.view }
    }

    /// Whether the response is a 404 that the operation documents.
    private var documentsAbsence: Bool {
        guard case .answer(let response)? = testCase.lastReply, response.status == 404 else { return false }
        return testCase.operation.responses.contains { $0.status == .exact(404) }
    }

    // MARK: Retries

    /// The status code or the group of the fault after which many clients repeat a safe request, as they do after 202 to
    /// learn whether a report is ready. It is `nil` if the stub's last reply is a different one.
    private var invitesRetry: String? {
        switch testCase.lastReply {
        case .fault(let fault, _) where fault.layer != .client: fault.status.map(String.init) ?? fault.layer.rawValue
        case .answer(let response) where [202, 408, 429].contains(response.status) || response.status >= 500:
            String(response.status)
        case .answer, .fault, nil: nil
        }
    }

    /// Whether “retry” in the contract is about the stub's last reply, so that it limits the number of requests.
    private var documentsRetry: Bool {
        guard let retry = testCase.outcome.retry, let reply = testCase.lastReply else { return false }
        return retry.covers(reply, isRepeatable: true)
    }

    private var repeatsFirstRequest: Bool {
        let requests = observation.requests
        return requests.allSatisfy { $0.method == requests[0].method && $0.url == requests[0].url }
    }

    /// Describes the retries that the client made, and how the contract documents them.
    private func describeRetry(_ finding: inout Finding) {
        let count = observation.requests.count - 1
        let waits = zip(observation.times, observation.times.dropFirst()).map { pair in
            "\(((pair.1 - pair.0).seconds * 10).rounded() / 10) s"
        }
        finding.message =
            "the client repeats a \(observation.requests.first?.method ?? "") request, "
            + "which the contract doesn't mention"
        finding.expected = "1 request"
        finding.actual = "\(count.counted("repetition")), after \(waits.joined(upTo: 3))"
        finding.advice =
            "If this is intended, document the retries with “retry” in “client” of the operation or the contract."
        let stated = testCase.outcome.retry
        let on = ((stated?.on ?? []) + [invitesRetry].compactMap(\.self)).map { "\"\($0)\"" }.joined(separator: ", ")
        let limit = max(count, stated?.retryLimit ?? 0)
        finding.details.append("\"client\": { \"retry\": { \"on\": [\(on)], \"retryLimit\": \(limit) } }")
    }
}
