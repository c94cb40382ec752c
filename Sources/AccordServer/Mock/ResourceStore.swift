// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// The resources that clients created, by the path of their collection. Their number and size are limited.
final class ResourceStore: Sendable {
    private struct Resource {
        var number: Int
        var value: JSON
        var size: Int
        /// Whether a client created the resource, and didn't only change a documented one.
        var isCreated: Bool
    }

    private struct Collection {
        var resources: [String: Resource] = [:]
        var deleted: Set<String> = []
        /// The ids of deleted resources that the contract documents. Only lists leave them out.
        var hidden: Set<String> = []
    }

    private struct State {
        var collections: [String: Collection] = [:]
        /// The collection path and the id of each resource, by the resource's number. A new resource gets the next
        /// number.
        var places: [Int: (path: String, id: String)] = [:]
        /// The number at which the search for the oldest resource starts. No resource has a lower number.
        var first = 0
        var next = 0
        var bytes = 0
        var deletedCount = 0
        var lastIdentifier = 0
    }

    /// Whether a resource exists, as far as the mock knows.
    enum Presence: Sendable {
        case present(JSON)
        case deleted
        /// No client created or deleted the resource. The contract may document it.
        case unknown
    }

    /// The maximum number of resources. If the number or `maximumBytes` is exceeded, the oldest resources are removed.
    static let maximumCount = 10_000
    static let maximumBytes = 64 * 1024 * 1024

    private let state = Locked(State())

    /// The approximate size of all resources in memory, in bytes.
    var bytes: Int { state.withLock { $0.bytes } }

    func presence(of id: String, in path: String) -> Presence {
        state.withLock { state in
            guard let collection = state.collections[path] else { return .unknown }
            if let resource = collection.resources[id] { return .present(resource.value) }
            return collection.deleted.contains(id) ? .deleted : .unknown
        }
    }

    /// Returns the resources of a collection in the order of their creation, and the ids that lists must not contain.
    func resources(in path: String) -> (resources: [(id: String, value: JSON)], deleted: Set<String>) {
        state.withLock { state in
            guard let collection = state.collections[path] else { return ([], []) }
            let resources = collection.resources.sorted { $0.value.number < $1.value.number }
            return (resources.map { ($0.key, $0.value.value) }, collection.deleted.union(collection.hidden))
        }
    }

    /// Adds or replaces a resource. A resource that alone exceeds the limits is not stored.
    func put(_ value: JSON, id: String, in path: String, isCreated: Bool = true) {
        let size = value.size + 2 * (id.utf8.count + path.utf8.count)
        state.withLock { state in
            let old = state.collections[path]?.resources[id]
            let number = old?.number
            if size > Self.maximumBytes {
                if let number { Self.remove(number, &state) }
                return
            }
            if number == nil {
                if state.collections[path, default: Collection()].deleted.remove(id) != nil { state.deletedCount -= 1 }
                state.places[state.next] = (path, id)
                state.next += 1
            }
            state.bytes += size - (old?.size ?? 0)
            state.collections[path]?.resources[id] = Resource(
                number: number ?? state.next - 1, value: value, size: size, isCreated: old?.isCreated ?? isCreated)
            while state.places.count > Self.maximumCount || state.bytes > Self.maximumBytes, state.first < state.next {
                // Remove the oldest resource, which has the lowest number. If `put` has just replaced this resource,
                // keep the resource and give it a new number.
                if state.first == number, state.places.count > 1 {
                    if let place = state.places.removeValue(forKey: state.first) {
                        state.collections[place.path]?.resources[place.id]?.number = state.next
                        state.places[state.next] = place
                        state.next += 1
                    }
                } else {
                    Self.remove(state.first, &state)
                }
                state.first += 1
            }
        }
    }

    private static func remove(_ number: Int, _ state: inout State) {
        guard let place = state.places.removeValue(forKey: number) else { return }
        state.bytes -= state.collections[place.path]?.resources.removeValue(forKey: place.id)?.size ?? 0
        if let collection = state.collections[place.path], collection.resources.isEmpty, collection.deleted.isEmpty,
            collection.hidden.isEmpty
        {
            state.collections[place.path] = nil
        }
    }

    func delete(_ id: String, in path: String, isDocumented: Bool = false) {
        state.withLock { state in
            let resource = state.collections[path]?.resources[id]
            guard resource != nil || isDocumented else { return }
            if let resource { Self.remove(resource.number, &state) }
            let group = resource?.isCreated == true ? \Collection.deleted : \.hidden
            guard state.deletedCount < Self.maximumCount,
                state.collections[path, default: Collection()][keyPath: group].insert(id).inserted
            else { return }
            state.deletedCount += 1
        }
    }

    /// Returns a number from which to generate the identifier of a new resource. Each call returns a higher number.
    func nextIdentifier() -> Int {
        state.withLock { state in
            state.lastIdentifier += 1
            return state.lastIdentifier
        }
    }

    func removeAll() { state.withLock { $0 = State() } }
}

extension JSON {
    /// The approximate size of the value in memory, in bytes.
    fileprivate var size: Int {
        switch self {
        case .null, .bool: 40
        case .number(let number): 72 + number.lexeme.utf8.count
        case .string(let text): 72 + text.utf8.count
        case .array(let elements): elements.reduce(72) { $0 + $1.size }
        case .object(let object): object.reduce(120) { $0 + 72 + $1.key.utf8.count + $1.value.size }
        }
    }
}

/// What an operation does with resources, according to its method and path. For example, `POST /todos` creates a
/// resource if the contract also has `GET /todos/{id}`, and so does `PUT /todos/{id}` with a documented 201.
struct ResourceRole: Sendable {
    enum Action { case create, list, fetch, replace, change, delete }

    var action: Action
    /// The name of the path parameter that identifies a resource.
    var identifier: String
    /// The path parameters of all operations with this resource. Each of them must accept a created identifier.
    var parameters: [Parameter]

    /// The names that the property with the identifier may have in a body, likeliest first. The paths of Twilio's
    /// documents have `{Sid}`, and their bodies have `sid`.
    var propertyNames: [String] { [identifier, identifier.lowercased(), "id"].distinct }

    /// Returns what each operation of a contract does with resources, by operation id.
    static func roles(in contract: Contract) -> [String: ResourceRole] {
        /// The path parameters that identify resources, by the path of the collection: `id` for `/users`.
        var identifiers: [String: (name: String, parameters: [Parameter])] = [:]
        var created: Set<String> = []
        for operation in contract.operations {
            let (path, identifier) = shape(operation.request.path)
            if let identifier {
                identifiers[path, default: (identifier, [])].parameters +=
                    operation.request.pathParameters.filter { $0.name == identifier }
            }
            let isPost = operation.request.method == "POST" && identifier == nil
            if isPost || operation.chosenParameter != nil && identifier != nil { created.insert(path) }
        }
        var roles: [String: ResourceRole] = [:]
        for operation in contract.operations {
            let (path, identifier) = shape(operation.request.path)
            guard created.contains(path), let (name, parameters) = identifiers[path] else { continue }
            let action: Action? =
                switch (operation.request.method, identifier == nil) {
                case ("POST", true): .create
                case ("GET", true): .list
                case ("GET", false): .fetch
                case ("PUT", false): .replace
                case ("PATCH", false): .change
                case ("DELETE", false): .delete
                default: nil
                }
            roles[operation.id] = action.map {
                ResourceRole(action: $0, identifier: identifier ?? name, parameters: parameters)
            }
        }
        return roles
    }

    /// Splits a path template such as `/todos/{id}` into the path of the collection and the name of the parameter at
    /// its end, if there is one.
    private static func shape(_ template: PathTemplate) -> (path: String, identifier: String?) {
        var path = template.shape
        var identifier: String?
        if case .parameter(let name, false)? = template.parts.last, path.hasSuffix("/{}") {
            identifier = name
            path.removeLast("{}".count)
        }
        while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
        return (path, identifier)
    }
}
