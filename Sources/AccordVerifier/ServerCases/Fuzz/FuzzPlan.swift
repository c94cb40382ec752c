// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The options for fuzz-generated requests.
package struct FuzzOptions: Sendable {
    package var count: Int
    package var seed: UInt64
    /// Whether to include operations with unsafe methods (RFC 9110 section 9.2.1).
    package var allowsUnsafe: Bool
    /// Additional status codes that count as a rejection, even if they aren't documented.
    package var statuses: Set<Int>
    package init(count: Int, seed: UInt64, allowsUnsafe: Bool = false, statuses: Set<Int> = []) {
        (self.count, self.seed, self.allowsUnsafe, self.statuses) = (count, seed, allowsUnsafe, statuses)
    }
}

/// The fuzz-generated requests of a run, distributed over the operations of its contracts. Accord generates the
/// requests of an operation just before sending the requests.
package struct FuzzPlan: Sendable {
    /// The operations for which Accord can't generate requests, with the reasons. Some reasons are known only when the
    /// requests of the operation are generated.
    package private(set) var omissions: [Omission] = []
    let contracts: [Contract]
    private let options: FuzzOptions
    private let documented: [DocumentedCases]
    private let routers: [Router]
    /// The ids of the requests to reproduce.
    private let ids: [String]
    /// Decides how many of the requests each operation gets.
    private var shares: FuzzShares
    /// For each contract, the ids of the operations that may create resources for sequences.
    private var creators: [Set<String>]

    /// - Parameters:
    ///   - includes: A closure that returns whether to generate requests of an operation.
    ///   - ids: The ids of cases to reproduce, even if the options exclude them.
    package init(
        _ contracts: [Contract], _ documented: [DocumentedCases]? = nil, _ routers: [Router]? = nil,
        options: FuzzOptions, replaying ids: [String] = [], includes: (Operation) -> Bool = { _ in true }
    ) {
        self.contracts = contracts
        self.options = options
        self.documented = documented ?? contracts.map { DocumentedCases($0) }
        self.routers = routers ?? contracts.map { Router([$0]) }
        self.ids = ids.filter { FuzzID($0) != nil }
        shares = FuzzShares(options.count)
        creators = contracts.map { _ in [] }
        for (index, contract) in contracts.enumerated() where options.count > 0 {
            for operation in contract.operations where includes(operation) {
                guard options.allowsUnsafe || HTTPMethod.isSafe(operation.request.method) else {
                    omit(operation, Omission.needsPermission)
                    continue
                }
                if let waiver = operation.fuzzWaiver {
                    omit(operation, "waived: \(waiver.reason)")
                    continue
                }
                if ["POST", "PUT"].contains(operation.request.method) { creators[index].insert(operation.id) }
                // Doesn't generate requests yet, because the boundary values of a large document take seconds.
                if let obstacle = FuzzGenerator.obstacle(operation, in: contract) {
                    omit(operation, obstacle.description)
                } else {
                    shares.add(
                        FuzzGenerator.weight(of: operation, in: contract), OperationKey(contract.file, operation.id))
                }
            }
        }
        shares.begin()
    }

    /// Returns the cases of an operation, and adds the operation's omissions. The cases to reproduce come last.
    mutating func cases(of operation: Operation, ofContract index: Int) -> [Case] {
        guard operation.fuzzWaiver == nil else { return [] }
        let replayed = ids.compactMap { id in FuzzID(id).map { (text: id, id: $0) } }
            .filter { $0.id.operation == operation.id }
        return requests(of: operation, ofContract: index, replayed.filter { !$0.id.isSequence })
            + sequences(of: operation, ofContract: index, replayed.filter(\.id.isSequence))
    }

    private func sequences(
        of operation: Operation, ofContract index: Int, _ replayed: [(text: String, id: FuzzID)]
    ) -> [Case] {
        let isPlanned = creators[index].contains(operation.id)
        guard isPlanned || !replayed.isEmpty, let sequences = ResourceSequences(operation, documented[index]) else {
            return []
        }
        // One sequence per 100 requests of the run, from 1 to 10.
        let count = isPlanned ? max(1, min(10, options.count / 100)) : 0
        let cases = (0..<count).compactMap { place in
            sequences.testCase(
                FuzzID(operation: operation.id, seed: options.seed, number: place + 1, isSequence: true))
        }
        return Self.adding(replayed, to: cases, sequences.testCase)
    }

    /// Returns the cases, followed by the cases to reproduce.
    private static func adding(
        _ replayed: [(text: String, id: FuzzID)], to planned: [Case], _ testCase: (FuzzID) -> Case?
    ) -> [Case] {
        var cases = planned
        for (text, id) in replayed where !cases.contains(where: { $0.id == id.description }) {
            guard let again = testCase(id), text == again.id || text == again.qualifiedID else { continue }
            cases.append(again)
        }
        return cases
    }

    private mutating func requests(
        of operation: Operation, ofContract index: Int, _ replayed: [(text: String, id: FuzzID)]
    ) -> [Case] {
        let key = OperationKey(contracts[index].file, operation.id)
        let isPlanned = shares.contains(key)
        if isPlanned, shares.isExhausted {
            omit(operation, "--fuzz sends fewer requests than there are operations; increase its number")
        }
        guard isPlanned && !shares.isExhausted || !replayed.isEmpty else { return [] }
        let generator: FuzzGenerator
        do throws(FuzzGenerator.Obstacle) {
            generator = try FuzzGenerator(operation, documented[index], router: routers[index])
        } catch {
            // The operations that follow get the requests of this operation.
            if shares.remove(key) { omit(operation, error.description) }
            return []
        }
        var earlier = EarlierRequests()
        let cases = (0..<shares.take(key)).map { place in
            let id = FuzzID(operation: operation.id, seed: options.seed, number: place + 1)
            return generator.testCase(id, generator.made(id, statuses: options.statuses, &earlier))
        }
        return Self.adding(replayed, to: cases) { id in
            generator.testCase(id, generator.made(id, statuses: options.statuses))
        }
    }

    private mutating func omit(_ operation: Operation, _ reason: String) {
        omissions.append(Omission(of: operation, FuzzID.group, reason))
    }
}

extension Operation {
    /// The exemption in the contract that skips the generated requests, or `nil` if there is none.
    var fuzzWaiver: Exemption? { rules(forCase: FuzzID.group, of: FuzzID.group).compactMap(\.skip).last }
}

/// The distribution of generated requests over operations. One half of all requests is distributed evenly, the other
/// half in proportion to the weights. An operation takes its requests when the operation is planned.
struct FuzzShares: Sendable {
    private let count: Int
    private var weights: [OperationKey: Int] = [:]
    /// The sum of the weights of the operations that haven't taken their requests yet.
    private var weight = 0
    /// The number of requests that remain to be distributed evenly over the operations.
    private var even = 0
    /// The number of requests that remain to be distributed in proportion to the weights of the operations.
    private var weighted = 0

    init(_ count: Int) { self.count = count }

    mutating func add(_ weight: Int, _ operation: OperationKey) {
        weights[operation] = weight
        self.weight += weight
    }

    /// Whether no requests remain for further operations.
    var isExhausted: Bool { even + weighted == 0 }

    /// Determines how many requests are distributed evenly, and how many by weight. Call this function after all
    /// operations were added.
    mutating func begin() {
        even = min(count, max(weights.count, count / 2))
        weighted = count - even
    }

    func contains(_ operation: OperationKey) -> Bool { weights[operation] != nil }

    /// Removes an operation. The remaining operations get its requests.
    ///
    /// - Returns: Whether the operation was added before.
    @discardableResult
    mutating func remove(_ operation: OperationKey) -> Bool {
        guard let removed = weights.removeValue(forKey: operation) else { return false }
        weight -= removed
        return true
    }

    /// Returns the number of requests for an operation, and removes the operation. The last operation gets all
    /// remaining requests.
    mutating func take(_ operation: OperationKey) -> Int {
        guard let operationWeight = weights[operation] else { return 0 }
        let evenShare = (even + weights.count - 1) / weights.count
        let weightedShare = weighted * operationWeight / weight
        even -= evenShare
        weighted -= weightedShare
        remove(operation)
        return evenShare + weightedShare
    }
}

extension FuzzGenerator {
    /// Creates the case that sends a generated request. `id` becomes the id of the case.
    func testCase(_ id: FuzzID, _ made: Made) -> Case {
        let reason = made.refusal?.reason ?? "the schemas allow the request"
        var draft = CaseDraft(deriving: base.draft, id.description, .fuzz(id), .may, reason)
        draft.location = made.refusal?.location ?? base.operation.request.location
        draft.summary = made.refusal?.reason
        draft.tags = []
        draft.last.request = made.request.definition(in: base, stated: stated)
        draft.last.answer = .generated(
            GeneratedRequest(
                request: made.request, stated: stated, refusal: made.refusal, tolerated: tolerated))
        return Case(draft)
    }
}

extension FuzzID {
    /// The number of this edge-case request, starting with 0, or `nil` if this request isn't an edge-case request.
    /// One of four requests has a violation. The first valid requests are edge-case requests, and later two of three.
    var corner: Int? {
        guard !number.isMultiple(of: 4) else { return nil }
        let later = number - 1 - number / 4 - Self.firstCorners
        guard later >= 0 else { return later + Self.firstCorners }
        return later % 3 == 2 ? nil : Self.firstCorners + later - later / 3
    }

    /// The number of edge-case requests before the first ordinary request.
    private static let firstCorners = 15

    /// A number that depends only on the seed and the operation.
    var salt: UInt64 { SeededRandom.hash("\(operation) \(seed)".utf8) }
}

extension SeededRandom {
    /// Creates a random number generator that depends only on the id of a request.
    init(_ id: FuzzID) { self.init(state: Self.hash(id.description.utf8)) }
}
