// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The location of a generated value in a request: the index of a parameter, or a pointer into the JSON body.
package enum GeneratedPart: Sendable, Hashable {
    case parameter(Int)
    case body(JSONPointer)
}

/// Remembers the parameters and body values for which the server rejected a generated value. Later requests of the
/// operation contain documented values instead.
struct LearnedValues: Sendable {
    private var parts: [OperationKey: Set<GeneratedPart>] = [:]

    mutating func learn(_ rejected: [GeneratedPart], of testCase: Case) {
        guard !rejected.isEmpty else { return }
        parts[OperationKey(testCase.file, testCase.operation.id), default: []].formUnion(rejected)
    }

    /// Returns the case with documented values for the parameters and body values that the server rejected.
    func applied(to testCase: Case) -> Case {
        guard let rejected = parts[OperationKey(testCase.file, testCase.operation.id)],
            case .generated(var generated)? = testCase.steps.last?.answer,
            generated.refusal == nil
        else { return testCase }
        let parameters = FuzzRequest.parameters(of: testCase)
        for part in rejected {
            switch part {
            case .parameter(let index) where parameters.indices.contains(index):
                let isStated = generated.stated.value(of: parameters[index]) != nil || parameters[index].isRequired
                generated.request.values[index] = isStated ? .stated : .absent
            case .parameter: break
            case .body(let pointer):
                guard case .made(var json, let media) = generated.request.body, json.value(at: pointer) != nil else {
                    continue
                }
                if let value = Self.documented(pointer, generated.stated, media) {
                    json.set(value, at: pointer)
                } else {
                    json.remove(at: pointer)
                }
                generated.request.body = .made(json, media)
            }
        }
        guard FuzzCheck(testCase, stated: generated.stated).isAllowed(generated.request) else { return testCase }
        return testCase.with {
            $0.last.request = generated.request.definition(in: testCase, stated: generated.stated)
            $0.last.answer = .generated(generated)
        }
    }

    /// Returns the value at a pointer in the documented body, or else in an example of the body's schema.
    private static func documented(
        _ pointer: JSONPointer, _ stated: RequestDefinition, _ media: MediaTypeDescription
    ) -> JSON? {
        if case .json(let body)? = stated.body?.content, let value = body.value(at: pointer) {
            let filled = TemplateText.filled(value)
            return filled.isComplete ? filled.value : nil
        }
        return media.schema.flatMap { SchemaExample.requested($0) }?.value(at: pointer)
    }
}

extension CaseProgress {
    /// Returns the findings about a rejected generated request. If the response names a generated value, the finding
    /// refers to this value.
    mutating func naming(_ response: HTTPResponse, _ findings: [Finding], of testCase: Case) -> [Finding] {
        guard case .generated(let generated)? = testCase.steps.last?.answer, generated.refusal == nil,
            let position = findings.firstIndex(where: { $0.rule == .fuzzRefused })
        else { return findings }
        let parameters = FuzzRequest.parameters(of: testCase)
        let named = RejectedPart.all(in: response).compactMap { generated.request.part(named: $0, parameters) }
        guard let first = named.first else { return findings }
        rejectedParts = named
        var findings = findings
        let name: String
        switch first {
        case .parameter(let index):
            name = "the \(parameters[index].place.rawValue) parameter “\(parameters[index].name)”"
            findings[position].contract = parameters[index].location
        case .body(let pointer):
            name = pointer.description
            let schema = generated.request.schema(of: pointer)
            findings[position].place = .init(.body, name)
            if let place = schema?.schemas.first { findings[position].contract = SourceLocation(place) }
            // No resource has the generated id, such as `replyTo`, “the id of a comment of the same task”.
            let property = pointer.tokens.last { Int($0) == nil } ?? ""
            let description = " " + (schema?.keyword("description")?.string?.lowercased() ?? "")
            if property.endsLikeID || description.contains(" id of ") {
                findings[position].rule = .fuzzPractice
                findings[position].blame = .contract
            }
        }
        findings[position].message = "the server rejects the values that Accord generates for \(name)"
        findings[position].advice =
            "Add an example of \(name), or document its format in the contract. Later requests use the documented value."
        return findings
    }
}

extension FuzzRequest {
    /// Returns the location of the generated value that the server's response names as wrong. Returns `nil` if Accord
    /// didn't generate the value.
    fileprivate func part(named rejected: RejectedPart, _ parameters: [Parameter]) -> GeneratedPart? {
        if rejected.isInBody != false, case .made(let json, _) = body {
            let pointer = JSONPointer(tokens: rejected.tokens)
            if json.value(at: pointer) != nil { return .body(pointer) }
        }
        guard rejected.isInBody != true else { return nil }
        let index = parameters.indices.first { index in
            (rejected.place ?? parameters[index].place) == parameters[index].place
                && parameters[index].place.areSame(parameters[index].name, rejected.tokens[0])
        }
        guard let index, case .made = values[index] else { return nil }
        return .parameter(index)
    }

    /// Returns the schema of a property in the body.
    fileprivate func schema(of pointer: JSONPointer) -> SchemaView? {
        guard case .made(_, let media) = body else { return nil }
        return media.schema?.view.place(pointer)
    }
}
