// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordSchema

/// The options of fuzz-generated requests.
package struct FuzzOptions: Sendable {
    package var count: Int
    package var seed: UInt64
    /// Whether to include operations with unsafe methods (RFC 9110 section 9.2.1).
    package var allowsUnsafe: Bool
    /// Additional statuses that count as a rejection, documented or not.
    package var statuses: Set<Int>
    /// Whether to generate requests rather than only the ids of the cases.
    package var makesRequests = true

    package init(count: Int, seed: UInt64, allowsUnsafe: Bool = false, statuses: Set<Int> = []) {
        self.count = count
        self.seed = seed
        self.allowsUnsafe = allowsUnsafe
        self.statuses = statuses
    }
}

/// The cases with fuzz-generated requests, distributed over the operations of several contracts.
package struct FuzzPlan: Sendable {
    /// The cases of each contract.
    package private(set) var cases: [[Case]]
    /// The operations for which no requests can be generated, with the reason.
    package private(set) var omissions: [Omission] = []

    /// - Parameters:
    ///   - includes: Returns whether to generate requests of an operation.
    ///   - ids: The ids of cases to reproduce, regardless of the options.
    package init(
        _ contracts: [Contract], options: FuzzOptions, replaying ids: [String] = [],
        includes: (Operation) -> Bool = { _ in true }
    ) {
        cases = contracts.map { _ in [] }
        let ids = ids.filter { FuzzID($0) != nil }
        guard options.count > 0 || !ids.isEmpty else { return }
        let documented = contracts.map { DocumentedCases($0) }
        let routers = contracts.map { Router([$0]) }
        var generators: [(contract: Int, generator: FuzzGenerator)] = []
        for (index, contract) in contracts.enumerated() where options.count > 0 {
            for operation in contract.operations where includes(operation) {
                guard options.allowsUnsafe || HTTPMethod.isSafe(operation.request.method) else {
                    omit(operation, "\(operation.request.method) isn't a safe method: use --allow-unsafe to send it")
                    continue
                }
                guard generators.count < options.count else {
                    omit(operation, "--fuzz is smaller than the number of operations")
                    continue
                }
                switch FuzzGenerator.made(operation, documented[index], router: routers[index]) {
                case .success(let generator): generators.append((index, generator))
                case .failure(let reason): omit(operation, reason.description)
                }
            }
        }
        var left = Self.shares(of: options.count, weights: generators.map(\.generator.weight))
        var earlier = generators.map { _ in EarlierRequests() }
        var number = 0
        while left.contains(where: { $0 > 0 }) {
            number += 1
            for (place, (index, generator)) in generators.enumerated() where left[place] > 0 {
                left[place] -= 1
                let id = FuzzID(operation: generator.base.operation.id, seed: options.seed, number: number)
                let made =
                    options.makesRequests
                    ? generator.made(id, statuses: options.statuses, &earlier[place]) : generator.unmade
                cases[index].append(generator.testCase(id, made))
            }
        }
        var known = Set(cases.joined().map(\.qualifiedID))
        for id in ids {
            guard let fuzzID = FuzzID(id) else { continue }
            for (index, contract) in contracts.enumerated() {
                guard let operation = contract.operation(fuzzID.operation),
                    let generator = try? FuzzGenerator.made(operation, documented[index], router: routers[index]).get()
                else { continue }
                let testCase = generator.testCase(fuzzID, generator.made(fuzzID, statuses: options.statuses))
                guard id == testCase.id || id == testCase.qualifiedID, known.insert(testCase.qualifiedID).inserted
                else { continue }
                cases[index].append(testCase)
            }
        }
    }
}

extension FuzzPlan {
    /// Returns the number of requests of each operation. Half are distributed evenly, half by the number of variations.
    static func shares(of count: Int, weights: [Int]) -> [Int] {
        guard !weights.isEmpty else { return [] }
        let even = min(count, max(weights.count, count / 2)) / weights.count
        let rest = count - even * weights.count
        let all = max(1, weights.reduce(0, +))
        var shares = weights.map { even + rest * $0 / all }
        let nearest = weights.indices.sorted { rest * weights[$0] % all > rest * weights[$1] % all }
        for place in nearest.prefix(count - shares.reduce(0, +)) { shares[place] += 1 }
        return shares
    }

    private mutating func omit(_ operation: Operation, _ reason: String) {
        omissions.append(Omission(of: operation, FuzzID.group, reason))
    }

    /// Returns a contract's cases with the fuzz-generated ones after the other cases of their operation. In a flow, the
    /// fuzz-generated cases run before a later operation deletes the resource.
    package func joined(to written: [Case], ofContract index: Int) -> [Case] {
        var made = Dictionary(grouping: cases[index], by: \.operation.id)
        guard !made.isEmpty else { return written }
        var all: [Case] = []
        all.reserveCapacity(written.count + cases[index].count)
        for (position, testCase) in written.enumerated() {
            all.append(testCase)
            let id = testCase.operation.id
            let isLast = position + 1 == written.count || written[position + 1].operation.id != id
            if isLast, let fuzzCases = made.removeValue(forKey: id) { all += fuzzCases }
        }
        return all + cases[index].filter { made[$0.operation.id] != nil }
    }
}

extension FuzzGenerator {
    /// Returns the case of an id with its request or with a placeholder.
    func testCase(_ id: FuzzID, _ made: Made) -> Case {
        var draft = base.draft
        var definition = base.definition
        definition.poll = nil
        draft.id = id.description
        draft.origin = .derived(
            Derivation(
                .fuzz(id), verdict: .may,
                reason: made.refusal?.reason ?? "the schemas allow the request", base: definition))
        draft.location = made.refusal?.location ?? base.operation.request.location
        draft.summary = made.refusal?.reason
        draft.appliesTo = .server
        draft.tags = []
        draft.skip = nil
        draft.pending = nil
        draft.last.outputs = []
        draft.last.request = made.request.definition(in: base, stated: stated)
        draft.last.answer = .generated(
            GeneratedRequest(
                id: id, request: made.request, stated: stated, refusal: made.refusal, tolerated: tolerated))
        return Case(draft)
    }
}

extension FuzzID {
    /// The turn of a request with an edge case in every part, or `nil` for other requests. Every fourth request has a
    /// violation.
    var corner: Int? {
        guard !number.isMultiple(of: 4) else { return nil }
        let right = number - 1 - number / 4
        return right % 3 == 2 ? nil : right - right / 3
    }

    /// A number that is equal for all requests with one seed and operation.
    var salt: UInt64 { SeededRandom.hash("\(operation) \(seed)".utf8) }
}

extension SeededRandom {
    /// Creates the generator for the id of a request.
    init(_ id: FuzzID) {
        self.init(state: Self.hash(id.description.utf8))
    }
}
