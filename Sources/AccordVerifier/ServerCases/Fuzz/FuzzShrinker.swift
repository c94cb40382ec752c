import AccordContract
import AccordCore
import AccordJSON

/// Looks for the smallest request that still fails: a value that is told which of its proposals did.
///
/// What is wrong with a request by intent stays, unless the failure may have nothing to do with it; the rest is left out,
/// or made smaller, as far as the schemas allow.
package struct FuzzShrinker: Sendable {
    /// No more requests are sent than these.
    package static let limit = 100

    /// How many requests were proposed.
    package private(set) var tries = 0
    private var best: FuzzRequest
    private var proposed: FuzzRequest?
    /// What is still to be proposed, the next one last.
    private var left: [FuzzRequest] = []
    private let testCase: Case
    private let generated: GeneratedRequest
    private let check: FuzzCheck
    /// What is wrong with the request by intent.
    private let faults: Set<Violation>
    private let parameters: [Parameter]
    private var seen: Set<HTTPRequest> = []

    /// nil for a case whose request isn't fuzz-generated.
    ///
    /// - Parameter keepsWrong: false where a request with nothing wrong in it may fail by the same rule: that is tried first.
    package init?(_ testCase: Case, keepsWrong: Bool = true) {
        guard case .generated(let generated)? = testCase.steps.last?.answer else { return nil }
        self.testCase = testCase
        self.generated = generated
        best = generated.request
        check = FuzzCheck(testCase, stated: generated.stated)
        parameters = FuzzRequest.parameters(of: testCase)
        let first = check.example(best)
        faults = first.map(check.faults) ?? []
        if let first { seen.insert(first) }
        left = candidates().reversed()
        if !keepsWrong, generated.refusal != nil { left.append(righted) }
    }

    /// A case with a smaller request, to be tried; nil once there is none.
    package mutating func next() -> Case? {
        guard tries < Self.limit else { return nil }
        while let candidate = left.popLast() {
            guard let example = check.example(candidate), !seen.contains(example) else { continue }
            seen.insert(example)
            // As right or wrong as the first one: a second fault would make the finding's words untrue.
            let found = check.faults(of: example)
            guard found.isEmpty == candidate.isRight, found.isSubset(of: faults) else { continue }
            tries += 1
            proposed = candidate
            return testCase.with {
                if candidate.isRight {
                    var right = generated
                    right.refusal = nil
                    $0.last.answer = .generated(right)
                }
                $0.last.request = candidate.definition(in: testCase, stated: generated.stated)
            }
        }
        return nil
    }

    /// Tells that the case proposed last fails as the first did.
    package mutating func accept() {
        guard let proposed else { return }
        best = proposed
        left = candidates().reversed()
    }

    /// The request with nothing wrong in it.
    private var righted: FuzzRequest {
        var own = best
        own.contentType = nil
        for index in own.values.indices {
            guard case .wrong = own.values[index] else { continue }
            own.values[index] = parameters[index].isRequired ? .stated : .absent
        }
        if case .wrong = own.body { own.body = .stated }
        return own
    }

    // MARK: Smaller requests

    private func candidates() -> [FuzzRequest] {
        var found: [FuzzRequest] = []
        var bare = best
        for index in parameters.indices where isSpare(index) { bare.values[index] = .absent }
        if isBodySpare { bare.body = .absent }
        found.append(bare)
        for index in parameters.indices where isSpare(index) {
            var own = best
            own.values[index] = .absent
            found.append(own)
        }
        if isBodySpare {
            var own = best
            own.body = .absent
            found.append(own)
        }
        for index in parameters.indices { found += smallerValues(index) }
        return found + smallerBodies()
    }

    private func isSpare(_ index: Int) -> Bool {
        switch best.values[index] {
        case .absent, .wrong: false
        case .stated, .made: !parameters[index].isRequired
        }
    }

    private var isBodySpare: Bool {
        switch best.body {
        case .absent, .wrong: false
        case .stated, .made: testCase.operation.request.body?.isRequired == false
        }
    }

    private func smallerValues(_ index: Int) -> [FuzzRequest] {
        let parameter = parameters[index]
        let value: JSON
        switch best.values[index] {
        case .absent, .wrong: return []
        case .made(let made): value = made
        case .stated:
            guard let stated = generated.stated.value(of: parameter)?.value, !stated.text.contains("${") else {
                return []
            }
            value = JSON(stated)
        }
        let simplest = SchemaExample.requested(parameter.schema).map { Self.isSimpler($0, than: value) ? [$0] : [] }
        return ((simplest ?? []) + JSONShrinking.candidates(for: value))
            .filter { FuzzValues.canCarry($0, parameter.place, isText: parameter.mediaType == nil) }
            .map { smaller in
                var own = best
                own.values[index] = .made(smaller)
                return own
            }
    }

    private func smallerBodies() -> [FuzzRequest] {
        guard case .made(let value, let media) = best.body else { return [] }
        let simplest = media.schema.flatMap { SchemaExample.requested($0) }
            .map { Self.isSimpler($0, than: value) ? [$0] : [] }
        return ((simplest ?? []) + JSONShrinking.candidates(for: value)).map { smaller in
            var own = best
            own.body = .made(smaller, media)
            return own
        }
    }

    /// Shorter as text: an example isn't always the smaller value.
    private static func isSimpler(_ value: JSON, than other: JSON) -> Bool {
        value.compact.utf8.count < other.compact.utf8.count
    }
}
