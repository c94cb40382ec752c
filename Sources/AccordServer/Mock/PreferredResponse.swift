// SPDX-License-Identifier: Apache-2.0
import AccordCore

extension MockResponder {
    /// Returns the response that a client chooses with `Prefer`: by case, example or status code. Returns `nil` if the
    /// client chooses none.
    func preferred(_ candidates: [MockCall], _ preferences: Preferences) -> MockAnswer? {
        let answer: MockAnswer
        if let name = preferences[.case] {
            answer =
                exchange(name, candidates, preference: "case")
                ?? unknown("case", name, Self.exchanges(candidates).map { $0.exchange.caseID }, candidates)
        } else if let name = preferences[.example] {
            answer = preferredExample(name, candidates, preferences)
        } else if let code = preferences[.code] {
            answer = preferredStatus(code, candidates, preferences)
        } else {
            return nil
        }
        return judged(answer, candidates, preferences)
    }

    /// Adds the contract violations of the request to the response. An invalid request gets a refusal in place of a
    /// successful response, unless it chooses a case or the mock is lenient. A request that matches a case has no
    /// violations.
    private func judged(_ answer: MockAnswer, _ candidates: [MockCall], _ preferences: Preferences) -> MockAnswer {
        var unauthorized: MockCall?
        guard let call = candidates.first(where: { $0.served === answer.served }),
            matchingCase(candidates, AcceptedTypes(call.request.message.headers), &unauthorized) == nil
        else { return answer }
        let message = call.request.message
        var findings = call.isAdmitted ? [] : call.served.credentialFindings(message)
        findings += call.served.judge(message, base: call.match.base).findings
        let error = findings.first { $0.severity == .error }
        if error != nil, answer.response.status < 400, preferences[.case] == nil, !options.isLenient {
            return refused(call, findings)
        }
        var judged = answer
        judged.findings += findings
        if let error { judged.response.headers.append(error.problemField) }
        return judged
    }

    /// Returns the response with a documented example, in the media type that the client prefers. `code` selects one of
    /// several examples with the same name.
    private func preferredExample(_ name: String, _ candidates: [MockCall], _ preferences: Preferences) -> MockAnswer {
        let code = preferences[.code].flatMap { Int($0) }
        let accepted = AcceptedTypes(candidates.first?.request.message.headers ?? [])
        func exchange(_ quality: Double) -> MockAnswer? {
            self.exchange(name, candidates, preference: "example") { exchange in
                code ?? exchange.answer.status == exchange.answer.status
                    && accepted.quality(of: exchange.answer) >= quality
            }
        }
        if let answer = exchange(1) ?? example(name, accepted, code, candidates) ?? exchange(0) { return answer }
        let content = candidates.flatMap { $0.served.operation.responses.flatMap { $0.body?.content ?? [] } }
        let names =
            content.flatMap { $0.examples.compactMap(\.name) } + Self.exchanges(candidates).map { $0.exchange.caseID }
        return unknown("example", name, names, candidates)
    }

    private static func exchanges(
        _ candidates: [MockCall]
    ) -> [(exchange: DocumentedExchange, operation: ServedOperation)] {
        candidates.flatMap { call in (call.served.exchanges + call.served.faults).map { ($0, call.served) } }
    }

    private func exchange(
        _ name: String, _ candidates: [MockCall], preference: String,
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
        _ name: String, _ accepted: AcceptedTypes, _ code: Int?, _ candidates: [MockCall]
    ) -> MockAnswer? {
        var best: (answer: MockAnswer, quality: Double)?
        for operation in candidates.map(\.served) {
            for response in operation.operation.responses {
                guard code.map(response.status.covers) ?? true, let status = code ?? response.status.representative
                else { continue }
                for content in response.body?.content ?? [] {
                    let type = accepted.best(of: [content.mediaType])
                    let quality = type.map { accepted.quality(of: $0) } ?? 0
                    guard best.map({ quality > $0.quality }) ?? true,
                        let example = content.examples.first(where: { $0.name == name }),
                        let draft = operation.draft(status, example: example, of: content, as: type)
                    else { continue }
                    best = (MockAnswer(draft, of: operation), quality)
                }
            }
        }
        best?.answer.response.headers.append(HTTPField("Preference-Applied", "example=\"\(name)\""))
        return best?.answer
    }

    private func preferredStatus(_ text: String, _ candidates: [MockCall], _ preferences: Preferences) -> MockAnswer {
        let applied = HTTPField("Preference-Applied", "code=\(text)")
        let accepted = AcceptedTypes(candidates.first?.request.message.headers ?? [])
        if let code = Int(text), (200...599).contains(code) {
            for call in candidates {
                let operation = call.served
                let types = accepted.acceptsAnything ? [] : operation.mediaTypes(code)
                let best = accepted.best(of: types)
                let quality = best.map { accepted.quality(of: $0) } ?? 0
                var draft: ResponseDraft?
                if let exchange = operation.exchangesByStatus[code], !preferences.isDynamic,
                    accepted.quality(of: exchange.answer) >= quality
                {
                    draft = ResponseDraft(response: exchange.answer, exchange: exchange, caseID: exchange.caseID)
                }
                if draft == nil || draft?.exchange?.leavesBodyOpen == true,
                    operation.operation.response(for: code) != nil
                {
                    let seed = preferences.isDynamic ? state.nextSeed(options.seed) : nil
                    draft = call.draft(status: code, mediaType: best, seed: seed)
                }
                guard let draft else { continue }
                guard best != nil || types.isEmpty || code >= 400 else { return notAcceptable(types, operation) }
                var answer = MockAnswer(draft, of: operation)
                answer.response.headers.append(applied)
                return answer
            }
        }
        return unknown(
            "status", text, candidates.flatMap { $0.served.operation.responses.map(\.status.description) }, candidates)
    }

    private func unknown(_ kind: String, _ name: String, _ names: [String], _ candidates: [MockCall]) -> MockAnswer {
        let list = names.isEmpty ? "none" : names.joined(separator: ", ")
        let problem = ProblemDocument(
            status: 404, title: "No such \(kind)",
            detail: "This operation has no \(kind) “\(name)”. The contract documents: \(list).")
        return MockAnswer(problem.response, candidates.first?.served)
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
            guard let fault = SocketFaults.ofMock.first(where: { $0.id == name }) else {
                let names = SocketFaults.ofMock.map(\.id).joined(separator: ", ")
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
