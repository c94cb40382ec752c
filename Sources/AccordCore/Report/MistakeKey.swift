// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// A key that groups findings: findings with the same cause share a key.
///
/// A finding has several keys. Two findings that share a key usually have the same rule, and one more thing in common:
/// the contract location, the place in a request or response, or the client code that causes the findings.
package struct MistakeKey: Hashable, Sendable {
    fileprivate enum Subject: Hashable, Sendable {
        case contract(file: String, pointer: String)
        case line(file: String, line: Int, column: Int)
        /// A whole operation. It is the key of findings that have no more specific contract location.
        case operation(file: String, String)
        /// A status code that an operation doesn't document.
        case status(file: String, operation: String, String?)
        /// A line of the client's source.
        case source(String)
        /// The connection to the server. All failed connections share this key, in any operation.
        case connection
        /// An error that a call throws in cases of one kind.
        case thrown(operation: String, Set<Substring>, kind: Substring?)
        /// The place of the defect in a request or response, such as a JSON Pointer in the body.
        case place(Finding.Place?)
        /// A contract location, an operation, and a place in a request or response.
        case part(SourceLocation?, operation: String?, Finding.Place?, status: String?)
        /// A request, identified by its `curl` command.
        case request(file: String, operation: String, String)
        /// Code that all operations of a client share, such as code that creates requests.
        case shared(file: String, Finding.Place?, message: String, Evidence)
        /// The reason why a case didn't run. It is the key of cases without findings.
        case obstacle(file: String, CaseResult.Status, reason: String)
    }

    /// The evidence that findings in different operations have the same cause, such as the same received value. It is
    /// empty if no value is compared, because values such as tokens and ids differ in each case.
    fileprivate typealias Evidence = [String?]

    private let rule: Rule?
    private let severity: Finding.Severity
    private let blame: Finding.Blame?
    private let run: RunReport.Kind?
    private let subject: Subject

    fileprivate init(_ finding: Finding, in result: CaseResult?, _ subject: Subject) {
        rule = finding.rule
        let isAccepted = result?.status == .pending && finding.severity == .error
        severity = isAccepted ? .warning : finding.severity
        blame = finding.blame
        run = result?.run
        self.subject = subject
    }

    fileprivate init(_ result: CaseResult, _ subject: Subject, severity: Finding.Severity) {
        rule = nil
        self.severity = severity
        blame = nil
        run = result.run
        self.subject = subject
    }
}

extension Finding {
    /// Returns the key for findings with the same contract location.
    package func key(in result: CaseResult) -> MistakeKey {
        if let key = habitKey(in: result) { return key }
        let operation = MistakeKey.Subject.operation(file: result.file, self.operation ?? result.operation)
        let subject: MistakeKey.Subject
        if rule == .transportMalformed {
            subject = .shared(file: result.file, nil, message: message, [])
        } else if isTransportFailure {
            subject = .connection
        } else if rule == .responseStatusUndocumented, let actual {
            subject = .status(file: result.file, operation: self.operation ?? result.operation, actual)
        } else if rule == .outcomeCrash {
            subject = place?.name.map { .source($0) } ?? operation
        } else if Rule.aboutProperties.contains(rule), let property = place?.name?.split(separator: "/").last {
            let place = Finding.Place(.outcome, String(property))
            subject = .shared(file: result.file, place, message: "", [])
        } else if rule == .outcomeThrew, let actual {
            let kind = place?.name == nil ? nil : result.variation.prefix { $0 != "." }
            // A client that needs an optional property throws one error if the property is missing, and another for null.
            let types = severity == .warning && kind != nil ? [] : Self.types(of: actual)
            subject = .thrown(operation: result.operation, types, kind: kind)
        } else if let contract, contract != result.location {
            subject =
                contract.pointer.isEmpty
                ? .line(file: contract.file, line: contract.line, column: contract.column)
                : .contract(file: contract.file, pointer: contract.pointer)
        } else if rule == .outcomeReturned, let family = result.brokenPart {
            subject = .part(nil, operation: result.operation, Place(.outcome, family), status: nil)
        } else {
            subject = operation
        }
        return MistakeKey(self, in: result, subject)
    }

    /// Returns the key for findings at the same place in the requests or responses of an operation.
    package func placeKey(in result: CaseResult) -> MistakeKey { MistakeKey(self, in: result, .place(place)) }

    /// Returns a key that doesn't depend on a case. Findings with the same contract location and the same place in a
    /// request or response share this key.
    ///
    /// For a body, the key doesn't contain the JSON Pointer, because the same mistake can occur in any list element.
    /// The key contains no received value, except for a status code.
    package func key(inOperation operation: String?, orAt location: SourceLocation? = nil) -> MistakeKey {
        let part = place.map { Place($0.part, $0.part == .body ? nil : $0.name, missing: $0.missing) }
        let status = part?.part == .status ? actual : nil
        return MistakeKey(self, in: nil, .part(contract ?? location, operation: operation, part, status: status))
    }

    /// Returns the key for failures that the same request causes. The key contains the `curl` command of the request,
    /// or the finding's message if the request can't be sent.
    package func requestKey(in result: CaseResult) -> MistakeKey {
        MistakeKey(self, in: result, .request(file: result.file, operation: result.operation, reproduce ?? message))
    }

    /// Returns the key for a mistake in code that several operations of a client share, such as code that creates
    /// requests.
    ///
    /// The mistake causes one finding in each operation. These findings have different contract locations, but the same
    /// rule and the same sent value.
    ///
    /// - Returns: The key. It is `nil` if the server made the mistake, or if the client misreads a documented response.
    package func sharedKey(in result: CaseResult) -> MistakeKey? {
        if let key = habitKey(in: result) { return key }
        if blame == .client, Rule.aboutProperties.contains(rule), place?.name != nil { return key(in: result) }
        if rule == .requestQueryMissing, actual == "none", expected?.hasSuffix("=false") == true {
            // A client that leaves out false does so in all parameters, as MastodonKit does.
            return MistakeKey(self, in: result, .shared(file: result.file, Place(.query), message: "false", []))
        }
        guard blame == .client, let evidence = evidence(in: result) else { return nil }
        if Rule.encodings.contains(rule), let place, let advice {
            // Findings about encoding share a key if they have the same advice: a client usually encodes all values
            // with the same code.
            return MistakeKey(
                self, in: result, .shared(file: result.file, Place(place.part), message: advice, []))
        }
        return MistakeKey(self, in: result, .shared(file: result.file, place, message: message, evidence))
    }

    /// Returns the key for warnings about a habit that a client usually has in all operations, such as ignoring a
    /// cancellation. Its message names the habit, whatever rule finds it. Returns `nil` for other findings.
    private func habitKey(in result: CaseResult) -> MistakeKey? {
        guard severity == .warning, blame == .client, Rule.habits.contains(rule) else { return nil }
        return MistakeKey(result, .shared(file: result.file, nil, message: message, []), severity: .warning)
    }

    /// The keys that assign the finding to a problem. Findings that share a key belong to the same problem.
    package func problemKeys(in result: CaseResult) -> [MistakeKey] {
        if blame == .client {
            let part: Place? =
                switch rule {
                // A client that returns the same value after different failures has one place that ignores all of them.
                case .outcomeReturned where severity == .error: Place(.outcome, actual)
                case .outcomeThrew where place?.name != nil: place?.withoutIndices
                default: isAboutRequest ? place : nil
                }
            let subject = part.map { MistakeKey.Subject.part(nil, operation: result.operation, $0, status: nil) }
            return [key(in: result), sharedKey(in: result), subject.map { MistakeKey(self, in: result, $0) }]
                .compactMap(\.self) + sentPartKeys(in: result)
        }
        if let key = serverErrorKey(in: result) { return [key] }
        if rule.isAboutInvalidRequest { return [refusalKey(in: result)] }
        guard !isTransportFailure, let evidence = serverEvidence else { return [key(in: result)] }
        // Replace indices, because one mistake often affects many elements of a list.
        let shared = MistakeKey(
            self, in: result, .shared(file: result.file, place?.withoutIndices, message: "", evidence))
        guard place?.part == .body else { return [shared] }
        guard rule == .responseBodySchema, actual == "null", let component, let file = contract?.file else {
            return [key(in: result), shared]
        }
        // A server that writes null for missing properties does so in all properties of a component.
        return [MistakeKey(self, in: result, .shared(file: file, nil, message: component, [actual]))]
    }

    /// Returns the keys for a part of the request that is missing, unexpected, wrong or invalid. A client that never sends
    /// a member of an object violates the schema in one case, and sends a wrong value in another. Coinpaprika always
    /// sends `query` in place of the optional `quote`, so the key of a missing item also contains the item in its place.
    private func sentPartKeys(in result: CaseResult) -> [MistakeKey] {
        let isAboutPart = Rule.aboutSentParts.contains(rule) || Rule.aboutSentSchemas.contains(rule)
        guard severity != .note, isAboutPart, let place else { return [] }
        let name = place.missing.map { "\(place.name ?? "")/\($0)" } ?? place.name
        var places = [Place(place.part, name).withoutIndices]
        if [.requestQueryMissing, .requestCookieMissing].contains(rule), let actual, actual != "none" {
            places.append(Place(place.part, Form.decode(actual.prefix { $0 != "=" })))
        }
        return places.map { place in
            MistakeKey(
                result, .part(nil, operation: result.operation, place, status: nil), severity: severity)
        }
    }

    /// Returns the key for server errors of one operation. Responses to valid requests and to invalid requests have
    /// different keys.
    private func serverErrorKey(in result: CaseResult) -> MistakeKey? {
        let subject = MistakeKey.Subject.status(
            file: result.file, operation: self.operation ?? result.operation, actual)
        if rule == .refusalCrashed { return MistakeKey(self, in: result, subject) }
        return isServerError && !rule.isAboutInvalidRequest ? MistakeKey(result, subject, severity: severity) : nil
    }

    /// Returns the key for findings about accepted invalid requests. Findings share the key if the same part of the
    /// server must change: the check of a place in the requests of an operation, or in a component of the contract.
    ///
    /// A server usually checks media types, duplicate keys, methods and the credentials of a scheme in one place.
    private func refusalKey(in result: CaseResult) -> MistakeKey {
        let isGlobal =
            [.refusalMediaType, .refusalDuplicateKey, .refusalPractice].contains(rule)
            || [.method, .credentials].contains(place?.part)
        let file = component == nil ? result.file : contract?.file ?? result.file
        let owner = isGlobal ? "" : component ?? operation ?? result.operation
        let part = rule == .refusalPractice ? "" : spot ?? ""
        return MistakeKey(self, in: result, .shared(file: file, nil, message: "\(owner) \(part)", []))
    }

    /// Returns a key that the finding shares with findings in other operations, in which a server makes the same mistake:
    /// it crashes on an invalid body, or accepts an invalid parameter of the same name. If many operations have such
    /// findings, the server makes the mistake in code that the operations share. Returns `nil` for other findings.
    package func patternKey(in result: CaseResult) -> MistakeKey? {
        guard rule.isAboutInvalidRequest || isServerError else { return nil }
        let part = isServerError ? place.map { Place($0.part) } : place?.withoutIndices
        let name = isServerError ? rule.isAboutInvalidRequest.description : rule.id
        return MistakeKey(
            result, .shared(file: result.file, part, message: name, [isServerError ? actual : place?.missing]),
            severity: severity)
    }

    /// The component of the contract that the finding is about, such as `/components/schemas/Item`. It is `nil` if the
    /// finding is about one operation, or about a client, whose calls have separate code.
    package var component: String? {
        guard blame != .client, place?.part != .credentials, let tokens = contract?.pointer.split(separator: "/") else {
            return nil
        }
        let count = ["components": 3, "definitions": 2, "parameters": 2, "responses": 2][tokens.first]
        guard let count, tokens.count > count else { return nil }
        return "/" + tokens.prefix(count).joined(separator: "/")
    }

    /// The place of the finding as text, such as `body /items/*/id` or `status 500`, without the index of an element.
    /// If the finding is about a component, its text contains only the name of the property, because different
    /// operations use the component at different places.
    package var spot: String? {
        guard let place else { return nil }
        if isServerError { return "status \(actual ?? "")" }
        switch place.part {
        case .status: return actual.map { "status \($0)" } ?? place.description
        case .body:
            let name = place.missing.map { "\(place.name ?? "")/\($0)" } ?? place.name ?? ""
            let property = component == nil ? nil : name.split(separator: "/").last { Int($0) == nil } ?? ""
            let place = property.map { Place(.body, $0.isEmpty ? "" : "/\($0)") } ?? Place(.body, name).withoutIndices
            return [place.description, absence].compactMap(\.self).joined(separator: " ")
        // A client that sends a different wrong path makes a different mistake.
        case .method, .scheme, .host, .port, .path:
            return [place.description, blame == .client ? actual : nil].compactMap(\.self).joined(separator: " ")
        case .query, .header, .cookie, .outcome, .transport, .count, .credentials: return place.description
        }
    }

    /// Returns the place of the finding as text. If the outcome of a call or the number of requests is wrong, the text
    /// contains the name of the case: a client that ignores a different status code, or the loss of a different
    /// property, makes a different mistake.
    package func spot(in result: CaseResult) -> String? {
        let isLineOfCrash = rule == .outcomeCrash && place?.name != nil
        guard let place, place.part == .outcome || place.part == .count, !isLineOfCrash else { return spot }
        // The name of the case contains the place in the response after which the call throws.
        let part = rule == .outcomeThrew ? Place(place.part) : place
        let spot = "\(part) \(Place(.body, String(result.variation)).withoutIndices.name ?? "")"
        return [spot, absence].compactMap(\.self).joined(separator: " ")
    }

    /// How a client's value differs if it isn't simply wrong: it is missing or unexpected. A client that first left out a
    /// value and now sends or returns a wrong one makes a different mistake.
    private var absence: String? {
        guard blame == .client else { return nil }
        if rule == .outcomeValue { return ["nothing", "null"].contains(actual) ? "missing" : nil }
        if place?.missing != nil || actual == "none" { return "missing" }
        return expected == "none" ? "unexpected" : nil
    }

    /// Returns the evidence that findings about a server's responses have the same cause. Returns `nil` if Accord
    /// compares only their contract locations.
    private var serverEvidence: MistakeKey.Evidence? {
        switch place?.part {
        case .status: return [actual]
        case .header: return rule == .responseBodyMediaType ? [actual] : []
        case .body where [.responseBodyValue, .responseBodyAssert].contains(rule): return nil
        case .body where rule != .responseBodySchema: return []
        case .body:
            guard let keyword = contract?.pointer.split(separator: "/").last else { return nil }
            // Compare the missing property. If there is none, compare the violated keyword, which ends the pointer:
            // “…/type”. If the pointer ends with an index, such as “…/required/0”, compare the expected value.
            return [place?.missing ?? (Int(keyword) == nil ? String(keyword) : expected)]
        case .cookie: return []
        case .method, .scheme, .host, .port, .path, .query, .outcome, .transport, .count, .credentials, nil: return nil
        }
    }

    private func evidence(in result: CaseResult) -> MistakeKey.Evidence? {
        guard let place else { return nil }
        // For a crash, `place.name` is the source line at which the client crashed. Compare nothing else.
        if rule == .outcomeCrash, place.name != nil { return [] }
        switch place.part {
        case .header:
            let isMediaType = ["content-type", "accept"].contains(place.name?.lowercased())
            return isMediaType ? [actual] : []
        case .cookie: return []
        case .path where place.name == nil:
            guard let expected, let actual else { return nil }
            return Self.difference(expected, actual)
        case .method, .scheme, .host, .port, .path, .query, .body: return [actual]
        // If the client's call sent no request, the advice quotes the error that the call threw.
        case .count: return [advice]
        case .outcome:
            // Code that all operations share reads dates or files wrongly, such as the decoder of DVB.
            if rule == .outcomeValue, place.name == nil { return [] }
            guard result.origin == .derived else { return nil }
            let entry = result.variation
            // Documented status codes differ between operations: `error.error-body-valid:404`. The place in a response
            // is part of the evidence, unless a warning is about any place.
            let isAnywhere = rule == .outcomeThrew && severity == .warning && place.name == nil
            let isWhole = !isAnywhere && entry.drop { $0 != ":" }.hasPrefix(":/")
            return [String(isWhole ? entry : entry.prefix { $0 != ":" })]
        case .status, .transport, .credentials: return nil
        }
    }

    /// Returns the types and cases of an error that a call threw, such as `TMDbError.decode` and
    /// `DecodingError.keyNotFound`. The remaining text contains values of a case.
    private static func types(of error: String) -> Set<Substring> {
        let names = error.split { !$0.isLetter && !$0.isNumber && $0 != "." && $0 != "_" }
        let types = names.filter { $0.contains("Error") }
        return Set(types.isEmpty ? names.prefix(1) : types[...])
    }
}

extension Finding.Place {
    /// The place with `*` instead of each index in the JSON Pointer of a body or an outcome. The property that is missing
    /// at the place is left out.
    var withoutIndices: Finding.Place {
        guard part == .body || part == .outcome, let name else { return Finding.Place(part, name) }
        let tokens = name.split(separator: "/", omittingEmptySubsequences: false)
        return Finding.Place(part, tokens.map { Int($0) == nil ? $0 : "*" }.joined(separator: "/"))
    }
}

extension Rule {
    /// The rules whose findings name a property of a response. Findings about properties with the same name have the
    /// same cause.
    fileprivate static let aboutProperties: Set<Rule> = [.outcomeUnread, .outcomeUndocumented, .caseMadeValue]
    /// The rules for parts of a request that are missing, unexpected or wrong.
    package static let aboutSentParts: Set<Rule> = [
        .requestQueryMissing, .requestQueryUnexpected, .requestQueryValue, .requestHeaderMissing, .requestHeaderValue,
        .requestHeaderForbidden, .requestCookieMissing, .requestCookieUnexpected, .requestCookieValue,
        .requestBodyValue, .requestBodyMissing, .requestBodyUnexpected,
    ]
    /// The rules for parts of a request that violate their schema.
    fileprivate static let aboutSentSchemas: Set<Rule> = [
        .requestQuerySchema, .requestHeaderSchema, .requestCookieSchema, .requestBodySchema,
    ]
    /// The rules about habits of a client, such as ignoring a cancellation. Warnings with the same message have one cause.
    fileprivate static let habits: Set<Rule> = [
        .outcomeReturned, .outcomeCancelled, .outcomeHang, .outcomeLeak, .outcomeSlow,
    ]
    fileprivate static let encodings: Set<Rule> = [
        .requestPathEncoding, .requestQueryEncoding, .requestQueryAmbiguousPlus,
    ]
}

extension CaseResult {
    /// The name of the case: `structure.drop-optional:/id` for `login~structure.drop-optional:/id`.
    fileprivate var variation: Substring { id.dropFirst(operation.count + 1) }

    /// The part of the reply that a derived case breaks: the status code, the body, or the connection. Different code
    /// of a client checks them.
    fileprivate var brokenPart: String? {
        guard origin == .derived, let exchange = exchanges.last else { return nil }
        if exchange.failure != nil { return "connection" }
        return (200..<300).contains(exchange.response?.status ?? 0) ? "body" : "status"
    }

    /// The key for cases that didn't run for the same reason.
    package var obstacleKey: MistakeKey {
        MistakeKey(
            self, .obstacle(file: file, status, reason: reason ?? ""), severity: status == .blocked ? .error : .warning)
    }
}

extension Finding {
    /// Returns the path segments that differ between two paths, without the common segments at the start and the end.
    fileprivate static func difference(_ expected: String, _ actual: String) -> MistakeKey.Evidence {
        var expectedSegments = expected.split(separator: "/", omittingEmptySubsequences: false)[...]
        var sent = actual.split(separator: "/", omittingEmptySubsequences: false)[...]
        while let one = expectedSegments.first, one == sent.first {
            expectedSegments.removeFirst()
            sent.removeFirst()
        }
        while let one = expectedSegments.last, one == sent.last {
            expectedSegments.removeLast()
            sent.removeLast()
        }
        return expectedSegments.map { String($0) } + [nil] + sent.map { String($0) }
    }
}
