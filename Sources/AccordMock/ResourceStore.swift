import AccordJSON
import Synchronization

/// The things that clients created, by the path of their collection; in memory, and no more than so many.
final class ResourceStore: Sendable {
    private struct Collection {
        var things: [String: JSON] = [:]
        /// In the order of their creation.
        var order: [String] = []
        var deleted: Set<String> = []
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
            if let thing = collection.things[id] { return .there(thing) }
            return collection.deleted.contains(id) ? .deleted : .unknown
        }
    }

    /// The things of a collection in the order of their creation, and the ids of those that were deleted.
    func things(in path: String) -> (things: [(id: String, value: JSON)], deleted: Set<String>) {
        state.withLock { state in
            guard let collection = state.collections[path] else { return ([], []) }
            return (
                collection.order.compactMap { id in collection.things[id].map { (id, $0) } }, collection.deleted
            )
        }
    }

    func put(_ thing: JSON, id: String, in path: String) {
        defer { changes.add() }
        state.withLock { state in
            var collection = state.collections[path] ?? Collection()
            if collection.things.updateValue(thing, forKey: id) == nil {
                collection.order.append(id)
                state.count += 1
            }
            collection.deleted.remove(id)
            if state.count > Self.mostThings, let oldest = collection.order.first {
                collection.order.removeFirst()
                collection.things[oldest] = nil
                state.count -= 1
            }
            state.collections[path] = collection
        }
    }

    func delete(_ id: String, in path: String) {
        defer { changes.add() }
        state.withLock { state in
            guard var collection = state.collections[path], collection.things.removeValue(forKey: id) != nil else {
                return
            }
            collection.order.removeAll { $0 == id }
            if collection.deleted.count < Self.mostThings { collection.deleted.insert(id) }
            state.count -= 1
            state.collections[path] = collection
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
