import AccordJSON
import Synchronization

/// The things that clients created, by the path of their collection; in memory, and no more than so many.
final class ResourceStore: Sendable {
    private struct Collection {
        /// Each with its number in the order of their creation.
        var things: [String: (number: Int, value: JSON)] = [:]
        var ids: [Int: String] = [:]
        var deleted: Set<String> = []
        /// No thing that is still there has a lower number.
        var first = 0
        var next = 0

        mutating func put(_ thing: JSON, id: String) -> Bool {
            deleted.remove(id)
            if things[id]?.value != nil {
                things[id]?.value = thing
                return false
            }
            things[id] = (next, thing)
            ids[next] = id
            next += 1
            return true
        }

        mutating func remove(_ id: String) -> Bool {
            guard let thing = things.removeValue(forKey: id) else { return false }
            ids[thing.number] = nil
            return true
        }

        mutating func removeOldest() -> Bool {
            while first < next {
                first += 1
                if let id = ids[first - 1] { return remove(id) }
            }
            return false
        }
    }

    private struct State {
        var collections: [String: Collection] = [:]
        var count = 0
        var lastNumber = 0
    }

    /// Beyond this the collection's oldest are forgotten.
    private static let mostThings = 10_000

    private let state = Mutex(State())
    private let changes: ChangeCount

    init(_ changes: ChangeCount) {
        self.changes = changes
    }

    /// What became of a thing.
    enum Presence: Sendable {
        case there(JSON)
        case deleted
        /// Nobody created it here.
        case unknown
    }

    func presence(of id: String, in path: String) -> Presence {
        state.withLock { state in
            guard let collection = state.collections[path] else { return .unknown }
            if let thing = collection.things[id] { return .there(thing.value) }
            return collection.deleted.contains(id) ? .deleted : .unknown
        }
    }

    /// The things of a collection in the order of their creation, and the ids of those that were deleted.
    func things(in path: String) -> (things: [(id: String, value: JSON)], deleted: Set<String>) {
        state.withLock { state in
            guard let collection = state.collections[path] else { return ([], []) }
            let things = collection.things.sorted { $0.value.number < $1.value.number }
            return (things.map { ($0.key, $0.value.value) }, collection.deleted)
        }
    }

    func put(_ thing: JSON, id: String, in path: String) {
        defer { changes.add() }
        state.withLock { state in
            // In its place: a copy would take as long as there are things in it.
            if state.collections[path, default: Collection()].put(thing, id: id) { state.count += 1 }
            if state.count > Self.mostThings, state.collections[path]?.removeOldest() == true { state.count -= 1 }
        }
    }

    func delete(_ id: String, in path: String) {
        defer { changes.add() }
        state.withLock { state in
            guard state.collections[path]?.remove(id) == true else { return }
            state.count -= 1
            if let deleted = state.collections[path]?.deleted.count, deleted < Self.mostThings {
                state.collections[path]?.deleted.insert(id)
            }
        }
    }

    /// A number that no thing here has been given yet.
    func nextNumber() -> Int {
        defer { changes.add() }
        return state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
    }

    func removeAll() {
        defer { changes.add() }
        state.withLock { $0 = State() }
    }
}
