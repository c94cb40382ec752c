// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordSchema

/// Generates sequences of requests that create, read, change and delete resources. The ids of the resources come from
/// responses.
struct ResourceSequences {
    private let resource: CreatedResource
    private let creating: Operation
    /// Whether the request that creates a resource contains the resource's id. If so, a second request with the same id
    /// would change the first resource.
    private let isIDChosen: Bool

    private static let mostResources = 3
    private static let usualLength = 8

    /// Returns `nil` if no operation can read the created resource, or if one of the operations may delete all
    /// resources.
    init?(_ creating: Operation, _ documented: DocumentedCases) {
        let waiver = creating.derived.first { $0.covers(group: FuzzID.group, entry: "") && $0.skip != nil }
        let path = creating.request.path.shape
        let hasDeletionOfAll = documented.contract.operations.contains {
            $0.request.method == "DELETE" && path.hasPrefix($0.request.path.shape)
        }
        guard waiver == nil, !hasDeletionOfAll, let resource = CreatedResource(creating, documented),
            resource.uses.contains(where: { $0.operation.request.method == "GET" })
        else { return nil }
        self.resource = resource
        self.creating = creating
        let body = creating.request.body?.content.lazy.compactMap(\.schema).first.map { SchemaView($0.source) }
        isIDChosen = resource.idName.map { body?.namedProperty($0) != nil } ?? false
    }

    /// The requests generated so far for one sequence.
    private struct Draft {
        var random: SeededRandom
        var steps: [CaseStep]
        var resources = 0
        var alive: [Int] = []
        var deleted: [Int] = []
    }

    /// Returns the case with an id, which sends a sequence of requests. The first sequence creates, changes and deletes
    /// one resource. The other sequences are random.
    func testCase(_ id: FuzzID) -> Case {
        var draft = Draft(random: SeededRandom(id), steps: Array(resource.creation.steps.dropLast()))
        create(&draft)
        read(0, &draft)
        if id.number == 1 {
            for action in [ResourceUse.Action.change, .read, .list, .delete, .read, .delete] { use(0, action, &draft) }
        } else {
            for _ in 0..<Self.usualLength { addAny(&draft) }
        }
        for number in draft.alive { read(number, &draft) }
        return testCase(id, draft.steps)
    }

    // MARK: Steps

    private func addAny(_ draft: inout Draft) {
        let number = draft.random.pick(draft.alive + draft.deleted) ?? 0
        switch draft.random.below(8) {
        case 0, 1: create(&draft)
        case 2, 3:
            use(number, .change, &draft)
            read(number, &draft)
        case 4: use(number, .delete, &draft)
        case 5: use(number, .list, &draft)
        default: read(number, &draft)
        }
    }

    private func create(_ draft: inout Draft) {
        guard draft.resources < (isIDChosen ? 1 : Self.mostResources) else { return }
        var step = resource.creation.last
        // Keeps the documented values for the first resource of a sequence.
        if draft.resources > 0 { vary(&step, &draft.random) }
        draft.alive.append(draft.resources)
        add(step, .create, draft.resources, &draft)
        draft.resources += 1
    }

    private func read(_ number: Int, _ draft: inout Draft) { use(number, .read, &draft) }

    private func use(_ number: Int, _ action: ResourceUse.Action, _ draft: inout Draft) {
        let isDeleted = draft.deleted.contains(number)
        switch action {
        case .create: create(&draft)
        case .list where isDeleted: break
        case .list: if let list = resource.list { add(list, .list, number, &draft) }
        case .read, .change, .delete:
            guard var step = draft.random.pick(resource.uses.filter { $0.operation.action == action }) else { return }
            // Sends no PUT or PATCH to a deleted resource, because the request may create the resource again.
            if isDeleted, action == .change { return }
            if action == .change { vary(&step, &draft.random) }
            add(step, action, number, &draft)
            guard action == .delete, !isDeleted else { return }
            draft.alive.removeAll { $0 == number }
            draft.deleted.append(number)
        }
    }

    private func add(_ step: CaseStep, _ action: ResourceUse.Action, _ number: Int, _ draft: inout Draft) {
        var resourceStep = step
        resourceStep.answer = .resource(
            ResourceUse(
                action, number, isDeleted: draft.deleted.contains(number), idName: resource.idName))
        draft.steps.append(resourceStep)
    }

    /// Replaces the JSON body of a request by a valid body with different values.
    private func vary(_ step: inout CaseStep, _ random: inout SeededRandom) {
        guard let media = step.operation.request.body?.content.first, media.mediaType.isJSON, !isIDChosen else {
            return
        }
        var options = ExampleOptions(seed: random.next(), includesOptional: random.chance(1, of: 2), omits: .readOnly)
        options.variesPatterns = true
        guard let value = try? media.schema?.example(options) else { return }
        let document = JSONDocument(RequestVariations.escaped(value), file: media.location.file)
        step.request?.body = BodyDefinition(location: media.location, content: .json(document.root))
    }

    private func testCase(_ id: FuzzID, _ steps: [CaseStep]) -> Case {
        var draft = resource.creation
        var definition = Case(draft).definition
        definition.poll = nil
        let reason = "a sequence of \(steps.count) requests for resources that the sequence creates"
        draft.id = id.description
        draft.origin = .derived(Derivation(.fuzz(id), verdict: .may, reason: reason, base: definition))
        draft.location = creating.request.location
        draft.summary = reason
        draft.appliesTo = .server
        draft.tags = []
        draft.skip = nil
        draft.pending = nil
        draft.steps = steps
        return Case(draft)
    }
}

extension Operation {
    /// What the request does with the resource according to its method, such as `delete` for DELETE. It is `nil` for
    /// other methods.
    fileprivate var action: ResourceUse.Action? {
        switch request.method {
        case "GET": .read
        case "PUT", "PATCH": .change
        case "DELETE": .delete
        default: nil
        }
    }
}
