// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The search for the smallest request that fails. The shrinker proposes smaller requests, and the caller reports which
/// of them fail.
///
/// The smaller requests keep the intended violation if it may be the cause of the failure. All other values are removed
/// or made smaller as far as the schemas allow.
package struct FuzzShrinker: Sendable {
    /// The maximum number of proposed requests.
    package static let limit = 100

    /// The number of requests proposed so far.
    package private(set) var tries = 0
    private var best: FuzzRequest
    private var proposed: FuzzRequest?
    /// The remaining proposals. The last element is the next proposal.
    private var left: [FuzzRequest]?
    private let isRightedFirst: Bool
    private let testCase: Case
    private let generated: GeneratedRequest
    private let check: FuzzCheck
    /// The violations that the failed request contains on purpose.
    private let faults: Set<Violation>
    private let parameters: [Parameter]
    private var seen: Set<HTTPRequest> = []

    /// Creates a search, or returns `nil` if the request of the case isn't fuzz-generated.
    ///
    /// - Parameter keepsWrong: Whether the proposals must contain the violation. If `false`, the first proposal is a
    ///   request without the violation.
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
        isRightedFirst = !keepsWrong && generated.refusal != nil
    }

    /// Returns a case with the next smaller request, or `nil` if no proposal remains.
    package mutating func next() -> Case? {
        guard tries < Self.limit else { return nil }
        var left = left ?? candidates().reversed() + (tries == 0 && isRightedFirst ? [righted] : [])
        defer { self.left = left }
        while let candidate = left.popLast() {
            guard let example = check.example(candidate), !seen.contains(example) else { continue }
            seen.insert(example)
            // Skips a request with a new violation, because this request could fail for a different reason.
            let violations = check.faults(of: example)
            guard violations.isEmpty == candidate.isRight, violations.isSubset(of: faults) else { continue }
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

    /// Records that the last proposed request fails like the original request.
    package mutating func accept() {
        guard let proposed else { return }
        best = proposed
        left = nil
    }

    /// The smallest request so far, without the violation.
    private var righted: FuzzRequest {
        var smallerRequest = best
        smallerRequest.contentType = nil
        for index in smallerRequest.values.indices {
            guard case .wrong = smallerRequest.values[index] else { continue }
            smallerRequest.values[index] = parameters[index].isRequired ? .stated : .absent
        }
        if case .wrong = smallerRequest.body { smallerRequest.body = .stated }
        return smallerRequest
    }

    // MARK: Smaller requests

    private func candidates() -> [FuzzRequest] {
        var requests = best.withPlainNotation(parameters).map { [$0.request] } ?? []
        var bare = best
        var shorter: [FuzzRequest] = []
        for index in parameters.indices where isSpare(index) {
            bare.values[index] = .absent
            shorter.append(changed { $0.values[index] = .absent })
        }
        if isBodySpare {
            bare.body = .absent
            shorter.append(changed { $0.body = .absent })
        }
        requests += [bare] + shorter
        for index in parameters.indices { requests += smallerValues(index) }
        guard case .made(let value, let media) = best.body else { return requests }
        return requests + Self.smaller(value, media.schema).map { body in changed { $0.body = .made(body, media) } }
    }

    /// Returns the best request with a change.
    private func changed(_ change: (inout FuzzRequest) -> Void) -> FuzzRequest {
        var request = best
        change(&request)
        return request
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
        return Self.smaller(value, parameter.schema)
            .filter { FuzzValues.canCarry($0, parameter.place, isText: parameter.mediaType == nil) }
            .map { smaller in changed { $0.values[index] = .made(smaller) } }
    }

    /// Returns smaller values, beginning with the schema's example if its JSON text is shorter.
    private static func smaller(_ value: JSON, _ schema: Schema?) -> [JSON] {
        let simplest = schema.flatMap { SchemaExample.requested($0) }
        return [simplest].compactMap(\.self).filter { $0.compact.utf8.count < value.compact.utf8.count }
            + JSONShrinking.candidates(for: value)
    }
}

extension FuzzRequest {
    /// The request in plain notation: `1` instead of `1.0`, `23:59:59` instead of `23:59:60`, and so on. The names
    /// describe the values that were replaced. Returns `nil` if the request contains no such values.
    func withPlainNotation(_ parameters: [Parameter]) -> (request: FuzzRequest, rule: Rule, names: [String])? {
        var plain = PlainNotation()
        var request = self
        for index in values.indices {
            if case .made(let value) = values[index] { request.values[index] = .made(plain.replaced(value, nil)) }
        }
        if case .made(let value, let media) = body { request.body = .made(plain.replaced(value, media.schema), media) }
        for (index, parameter) in zip(values.indices, parameters) where parameter.isCursor {
            guard case .made(let value) = values[index], value.string != nil else { continue }
            request.values[index] = .absent
            plain.names.append("a cursor that the server didn't issue")
        }
        // A server that rejects `1.0` is one problem, whatever else the request contains.
        let rule: Rule = plain.names.contains(PlainNotation.integer) ? .fuzzIntegerNotation : .fuzzPractice
        return plain.names.isEmpty ? nil : (request, rule, plain.names)
    }
}

extension Parameter {
    /// Whether an optional query parameter contains a position in a list, which only the server knows. GitHub (`after`),
    /// Stripe (`starting_after`), Slack (`cursor`) and Google (`pageToken`) document any text, and reject other texts.
    fileprivate var isCursor: Bool {
        let letters = name.lowercased().filter(\.isLetter)
        let others: Set<String> = [
            "after", "before", "pageafter", "pagebefore", "startingafter", "endingbefore", "pagetoken", "nexttoken",
            "nextpagetoken", "continuation", "continuationtoken",
        ]
        return place == .query && !isRequired && types.contains(.string)
            && schema.view.keyword("enum") == nil && schema.view.keyword("format") == nil
            && (letters.hasSuffix("cursor") || others.contains(letters))
    }
}

/// Replaces valid values that many frameworks reject by usual values.
private struct PlainNotation {
    static let integer = "an integer with a fraction or an exponent"

    /// Descriptions of the values that were replaced.
    var names: [String] = []

    mutating func replaced(_ original: JSON, _ schema: Schema?) -> JSON {
        var value = original
        func isAllowed(_ part: JSON, _ pointer: JSONPointer) -> Bool {
            schema?.setting(part, at: pointer, in: value) != nil
        }
        for pointer in JSONParts.pointers(in: value) {
            let change: (name: String, part: JSON)?
            switch value.value(at: pointer) {
            case .number(let number)?:
                // JavaScript represents no integers beyond 2^53 (RFC 8259, section 6).
                let isSafe = number.int.map { $0.magnitude < 1 << 53 } ?? !number.isInteger
                let plain = number.inPlainDigits
                let name = plain == nil ? "an integer beyond 2^53" : Self.integer
                change = isSafe ? plain.map { (name, .number($0)) } : (name, 1)
            case .string(let text)?:
                let usual = Self.usual.first { _, part, invalid in
                    if part.string == text || part.string == "0" && text.contains(where: \.isNumber) { return false }
                    return isAllowed(part, pointer) && (invalid.map { !isAllowed(.string($0), pointer) } ?? true)
                }
                change = usual.map { ($0.name, $0.part) } ?? Self.plain(text)
            case .object(var object)?:
                // msgspec and Pydantic can forbid additional properties without documenting it.
                guard object.remove("accord unknown") != nil, isAllowed(.object(object), pointer) else { continue }
                change = ("an undocumented property", .object(object))
            case .null?, .bool?, .array?, nil: continue
            }
            guard let change, value.set(change.part, at: pointer) else { continue }
            if !names.contains(change.name) { names.append(change.name) }
        }
        return value
    }

    /// Returns a text without a leap second (RFC 3339, section 5.7) or U+0000, and letters for a text of white space.
    /// Django 5 rejects U+0000, and trims texts.
    private static func plain(_ text: String) -> (name: String, part: JSON)? {
        let time = text.replacing(/([0-9]:[0-9][0-9]):60/) { "\($0.1):59" }
        if time != text { return ("a time with a leap second", .string(time)) }
        let scalars = text.unicodeScalars
        if !scalars.isEmpty, scalars.allSatisfy({ $0.properties.isWhitespace || $0.value < 0x20 }) {
            return ("a text of white space", .string(String(repeating: "a", count: scalars.count)))
        }
        return scalars.contains("\0") ? ("U+0000", .string(text.replacing("\0", with: "0"))) : nil
    }

    /// Usual values for texts whose schema allows the usual value, and rejects the invalid text. Pydantic 2 documents a
    /// decimal number as a number or any text; Django documents a pattern that also matches `-`. The validators of Django
    /// and email-validator reject host names without a period, and names that are reserved for tests.
    private static let usual: [(name: String, part: JSON, invalid: String?)] = [
        ("a text instead of a number", 1, nil), ("a decimal number without digits", "0", "a"),
        ("an unusual URI", "https://example.com/", "not a uri"),
        ("an unusual email address", "ada.lovelace@example.com", "not an email"),
    ]
}

extension JSONNumber {
    /// The same integer without a fraction or an exponent, such as `100` for `1e2`. The value is `nil` for other
    /// numbers, and for integers of more than about 400 digits.
    fileprivate var inPlainDigits: JSONNumber? {
        guard isInteger, lexeme.contains(where: { ".eE".contains($0) }) else { return nil }
        if let int { return JSONNumber(int) }
        let parts = lexeme.lowercased().split(separator: "e")
        let exponent = parts.count == 2 ? Int(parts[1]) : 0
        let mantissa = parts[0].split(separator: ".")
        guard let exponent, exponent <= 400 else { return nil }
        let zeros = exponent - (mantissa.count == 2 ? mantissa[1].count : 0)
        return zeros < 0 ? nil : JSONNumber(mantissa.joined() + String(repeating: "0", count: zeros))
    }
}

/// Generates smaller JSON values from a value. The smallest value comes first.
enum JSONShrinking {
    private static let most = 200
    private static let mostOfOne = 24

    static func candidates(for value: JSON) -> [JSON] {
        var changedValues: [JSON] = []
        for pointer in JSONParts.pointers(in: value) {
            guard changedValues.count < most, let part = value.value(at: pointer) else { break }
            changedValues += smaller(part).compactMap { value.setting($0, at: pointer) }
        }
        return changedValues
    }

    private static func smaller(_ value: JSON) -> [JSON] {
        switch value {
        case .null: return []
        case .bool(let flag): return flag ? [.bool(false)] : []
        case .number(let number): return self.numbers(number)
        case .string(let text): return texts(Array(text)).map { .string(String($0)) }
        case .array(let elements): return elements.isEmpty ? [] : [.array([])] + without(elements).map { .array($0) }
        case .object(let object):
            return object.keys.prefix(mostOfOne).map { key in
                var smaller = object
                smaller[key] = nil
                return .object(smaller)
            }
        }
    }

    /// Returns numbers between zero and `number`. Zero comes first, and each further number is closer to `number`.
    private static func numbers(_ number: JSONNumber) -> [JSON] {
        guard let integer = number.int ?? Int(exactly: number.double.rounded(.towardZero)) else {
            return number.double == 0 ? [] : [0]
        }
        var smallerNumbers: [JSON] = number.int == nil ? [.int(integer)] : []
        var step = integer
        while step != 0 {
            smallerNumbers.append(.int(integer - step))
            step /= 2
        }
        if integer < 0, integer != .min { smallerNumbers.append(.int(-integer)) }
        return smallerNumbers
    }

    private static func texts(_ characters: [Character]) -> [[Character]] {
        guard !characters.isEmpty else { return [] }
        var smallerTexts = [[]] + without(characters)
        let replaced = characters.indices.prefix(most(of: characters.count))
        for index in replaced where characters[index] != "a" {
            // Keeps the number of code points, because a schema's `minLength` counts code points.
            let plain = Array(repeating: Character("a"), count: characters[index].unicodeScalars.count)
            smallerTexts.append(Array(characters[..<index] + plain + characters[(index + 1)...]))
        }
        return smallerTexts
    }

    /// Returns the maximum number of changed copies of a list. The number is lower for long lists, because all copies
    /// are in memory at the same time.
    private static func most(of count: Int) -> Int { max(2, min(mostOfOne, 100_000 / max(1, count))) }

    /// Returns copies of a list. Each copy lacks one half, one quarter, and so on, down to a single element or 1/64 of
    /// the list.
    private static func without<Element>(_ elements: [Element]) -> [[Element]] {
        var copies: [[Element]] = []
        var size = elements.count / 2
        while size > elements.count / 128 {
            for start in stride(from: 0, to: elements.count, by: size).prefix(most(of: elements.count)) {
                copies.append(Array(elements[..<start] + elements[min(start + size, elements.count)...]))
            }
            size /= 2
        }
        return copies
    }
}
