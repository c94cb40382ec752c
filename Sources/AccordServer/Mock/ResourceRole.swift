import AccordContract
import AccordCore
import AccordJSON

/// What an operation does to the things that a contract is about, as its method and path show it:
/// `POST /todos` beside `GET /todos/{id}` creates a todo.
enum ResourceRole: Sendable, Hashable {
    /// `identifier` is the path parameter by which what is created will be asked for.
    case create(identifier: String)
    case list(identifier: String)
    case fetch(identifier: String)
    case replace(identifier: String)
    case change(identifier: String)
    case delete(identifier: String)

    var identifier: String {
        switch self {
        case .create(let name), .list(let name), .fetch(let name), .replace(let name), .change(let name),
            .delete(let name):
            name
        }
    }

    /// The names that the identifier may have in what represents a thing, the likeliest first.
    static func propertyNames(of identifier: String) -> [String] {
        identifier == "id" ? ["id"] : [identifier, "id"]
    }

    /// The roles by the operation's id.
    static func roles(in contract: Contract) -> [String: ResourceRole] {
        /// By the collection's path, names of parameters left out.
        var identifiers: [String: String] = [:]
        var created: Set<String> = []
        for operation in contract.operations {
            let (path, identifier) = shape(operation.request.path)
            if let identifier { identifiers[path] = identifier }
            if operation.request.method == "POST", identifier == nil { created.insert(path) }
        }
        var roles: [String: ResourceRole] = [:]
        for operation in contract.operations {
            let (path, identifier) = shape(operation.request.path)
            guard created.contains(path), let name = identifiers[path] else { continue }
            switch (operation.request.method, identifier) {
            case ("POST", nil): roles[operation.id] = .create(identifier: name)
            case ("GET", nil): roles[operation.id] = .list(identifier: name)
            case ("GET", let own?): roles[operation.id] = .fetch(identifier: own)
            case ("PUT", let own?): roles[operation.id] = .replace(identifier: own)
            case ("PATCH", let own?): roles[operation.id] = .change(identifier: own)
            case ("DELETE", let own?): roles[operation.id] = .delete(identifier: own)
            default: break
            }
        }
        return roles
    }

    /// The path of the collection, and the parameter that is the whole last segment, if there is one.
    private static func shape(_ template: PathTemplate) -> (path: String, identifier: String?) {
        var parts = template.parts
        var identifier: String?
        if case .parameter(let name, false)? = parts.last, parts.count > 1,
            case .literal(let text) = parts[parts.count - 2], text.utf8.last == UInt8(ascii: "/")
        {
            identifier = name
            parts.removeLast()
        }
        var path = parts.map { part in
            switch part {
            case .literal(let text): text
            case .parameter: "{}"
            }
        }.joined()
        while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
        return (path, identifier)
    }
}
