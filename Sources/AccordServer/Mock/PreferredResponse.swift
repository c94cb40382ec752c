// SPDX-License-Identifier: Apache-2.0
import AccordCore

extension MockResponder {
    /// Returns the response that a client chooses with `Prefer`: by case, example or status code. Returns `nil` if the
    /// client chooses none.
    func preferred(_ request: ParsedRequest, _ candidates: [Candidate], _ preferences: Preferences) -> MockAnswer? {
        let answer: MockAnswer
        if let name = preferences[.case] {
            answer =
                exchange(name, candidates, preference: "case")
                ?? unknown("case", name, Self.exchanges(candidates).map { $0.exchange.caseID }, candidates)
        } else if let name = preferences[.example] {
            answer = preferredExample(name, request, candidates, preferences)
        } else if let code = preferences[.code] {
            answer = preferredStatus(code, request, candidates, preferences)
        } else {
            return nil
        }
        return judged(answer, request, candidates, preferences)
    }

    /// Adds the contract violations of the request to the response. An invalid request gets a refusal in place of a
    /// successful response, unless it chooses a case or the mock is lenient. A request that matches a case has no
    /// violations.
    private func judged(
        _ answer: MockAnswer, _ request: ParsedRequest, _ candidates: [Candidate], _ preferences: Preferences
    ) -> MockAnswer {
        var unauthorized: ServedOperation?
        let message = request.message
        guard let (match, operation) = candidates.first(where: { $0.operation === answer.served }),
            matchingCase(request, candidates, AcceptedTypes(message.headers), &unauthorized) == nil
        else { return answer }
        var findings = operation.admits(message) ? [] : operation.credentialFindings(message)
        findings += operation.judge(message, base: match.base).findings
        let error = findings.first { $0.severity == .error }
        if error != nil, answer.response.status < 400, preferences[.case] == nil, !options.isLenient {
            return refused(message, findings, match, operation)
        }
        var judged = answer
        judged.findings += findings
        if let error { judged.response.headers.append(error.problemField) }
        return judged
    }

    /// Returns the response with a documented example, in the media type that the client prefers. `code` selects one of
    /// several examples with the same name.
    private func preferredExample(
        _ name: String, _ request: ParsedRequest, _ candidates: [Candidate], _ preferences: Preferences
    ) -> MockAnswer {
        let code = preferences[.code].flatMap { Int($0) }
        let accepted = AcceptedTypes(request.message.headers)
        func exchange(_ quality: Double) -> MockAnswer? {
            self.exchange(name, candidates, preference: "example") { exchange in
                code ?? exchange.answer.status == exchange.answer.status
                    && accepted.quality(of: exchange.answer) >= quality
            }
        }
        if let answer = exchange(1) ?? example(name, accepted, code, candidates) ?? exchange(0) { return answer }
        let content = candidates.flatMap { $0.operation.operation.responses.flatMap { $0.body?.content ?? [] } }
        let names =
            content.flatMap { $0.examples.compactMap(\.name) } + Self.exchanges(candidates).map { $0.exchange.caseID }
        return unknown("example", name, names, candidates)
    }

    private static func exchanges(
        _ candidates: [Candidate]
    ) -> [(exchange: DocumentedExchange, operation: ServedOperation)] {
        candidates.flatMap { _, operation in (operation.exchanges + operation.faults).map { ($0, operation) } }
    }

    private func exchange(
        _ name: String, _ candidates: [Candidate], preference: String,
        where isSuitable: (DocumentedExchange) -> Bool = { _ in true }
    ) -> MockAnswer? {
        let match = Self.exchanges(candidates).first { exchange, _ in
            (exchange.caseID == name || exchange.testCase.qualifiedID == name || exchange.caseID.hasSuffix("/\(name)"))
                && isSuitable(exchange)
        }
        guard let (exchange, operation) = match else { return nil }
        var answer = MockAnswer(exchange.answer, operation)
        answer.caseID = exchange.caseID
        answer.fault = exchange.fault
        answer.response.headers += [
            HTTPField("Accord-Case", exchange.caseID), HTTPField("Preference-Applied", "\(preference)=\"\(name)\""),
        ]
        return answer
    }

    /// Returns a response whose body is the documented example with this name.
    private func example(
        _ name: String, _ accepted: AcceptedTypes, _ code: Int?, _ candidates: [Candidate]
    ) -> MockAnswer? {
        var best: (answer: MockAnswer, quality: Double)?
        for (_, operation) in candidates {
            for response in operation.operation.responses {
                guard code.map(response.status.covers) ?? true, let status = code ?? response.status.representative
                else { continue }
                for content in response.body?.content ?? [] {
                    let quality = accepted.quality(of: content.mediaType)
                    guard best.map({ quality > $0.quality }) ?? true,
                        let example = content.examples.first(where: { $0.name == name }),
                        let draft = operation.draft(status, example: example, of: content)
                    else { continue }
                    best = (MockAnswer(draft, of: operation), quality)
                }
            }
        }
        best?.answer.response.headers.append(HTTPField("Preference-Applied", "example=\"\(name)\""))
        return best?.answer
    }

    private func preferredStatus(
        _ text: String, _ request: ParsedRequest, _ candidates: [Candidate], _ preferences: Preferences
    ) -> MockAnswer {
        let applied = HTTPField("Preference-Applied", "code=\(text)")
        let accepted = AcceptedTypes(request.message.headers)
        if let code = Int(text), (200...599).contains(code) {
            for (match, operation) in candidates {
                let types = accepted.acceptsAnything ? [] : operation.mediaTypes(code)
                let best = accepted.best(of: types)
                let quality = best.map { accepted.quality(of: $0) } ?? 0
                var draft: ResponseDraft?
                if let exchange = operation.exchange(answering: code), !preferences.isDynamic,
                    accepted.quality(of: exchange.answer) >= quality
                {
                    draft = ResponseDraft(response: exchange.answer, exchange: exchange, caseID: exchange.caseID)
                }
                if draft == nil || draft?.exchange?.leavesBodyOpen == true,
                    operation.operation.response(for: code) != nil
                {
                    let seed = preferences.isDynamic ? state.nextSeed(options.seed) : nil
                    draft = GeneratedResponse(served: operation, match: match, request: request).draft(
                        status: code, mediaType: best, seed: seed)
                }
                guard let draft else { continue }
                guard best != nil || types.isEmpty || code >= 400 else { return notAcceptable(types, operation) }
                var answer = MockAnswer(draft, of: operation)
                answer.response.headers.append(applied)
                return answer
            }
        }
        return unknown(
            "status", text, candidates.flatMap { $0.operation.operation.responses.map(\.status.description) },
            candidates)
    }

    private func unknown(_ kind: String, _ name: String, _ names: [String], _ candidates: [Candidate]) -> MockAnswer {
        let list = names.isEmpty ? "none" : names.joined(separator: ", ")
        let problem = ProblemDocument(
            status: 404, title: "No such \(kind)",
            detail: "This operation has no \(kind) “\(name)”. The contract documents: \(list).")
        return MockAnswer(problem.response, candidates.first?.operation)
    }

    /// Applies the preferences of a request that concern the delay, the fault and random values. Adds a finding for
    /// unknown preferences.
    func apply(_ preferences: Preferences, to answer: inout MockAnswer) {
        answer.isPreferred = [.case, .code, .example, .fault, .dynamic].contains { preferences[$0] != nil }
        var applied: [String] = []
        var unknown: String?
        if let text = preferences[.wait] {
            if let wait = preferences.wait {
                answer.wait = wait
                applied.append("wait=\(text)")
            } else {
                unknown = "the preference wait=\"\(text)\" isn't a number of seconds"
            }
        }
        if preferences.isDynamic, preferences[.case] == nil, preferences[.example] == nil { applied.append("dynamic") }
        if let name = preferences[.fault] {
            guard let fault = MockFaults.all.first(where: { $0.id == name }) else {
                let names = MockFaults.all.map(\.id).joined(separator: ", ")
                let problem = ProblemDocument(
                    status: 400, title: "No such fault",
                    detail: "There is no fault “\(name)”. The supported faults are: \(names).")
                answer = MockAnswer(problem.response, answer.served)
                return
            }
            answer.fault = fault
            applied.append("fault=\(name)")
        }
        answer.response.headers += applied.map { HTTPField("Preference-Applied", $0) }
        if let unknown { answer.response.headers.append(HTTPField("Accord-Preference-Unknown", unknown)) }
        if !preferences.unknown.isEmpty {
            let known = Preferences.Known.allCases.map(\.rawValue).joined(separator: ", ")
            let names = preferences.unknown.joined(separator: ", ")
            answer.response.headers.append(
                HTTPField("Accord-Preference-Unknown", "\(names); the known preferences are \(known)"))
        }
    }
}
