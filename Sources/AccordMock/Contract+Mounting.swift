import AccordContract
import AccordHTTP

extension Contract {
    /// The contract with all its paths below `prefix`, a path with a slash in front: each server's own path comes after it.
    package func mounted(at prefix: String) -> Contract {
        var mounted = self
        mounted.servers = servers.map { $0.mounted(at: prefix) }
        mounted.operations = operations.map { operation in
            let servers =
                operation.servers.isEmpty ? [Server(url: "/", location: operation.location)] : operation.servers
            return operation.with(servers: servers.map { $0.mounted(at: prefix) })
        }
        return mounted
    }
}

extension Server {
    fileprivate func mounted(at prefix: String) -> Server {
        var parts = URLParts(url)
        parts.path = URLParts(prefix).appending(path: parts.path == "/" ? "" : parts.path, query: nil).path
        var mounted = self
        mounted.url = parts.description
        return mounted
    }
}
