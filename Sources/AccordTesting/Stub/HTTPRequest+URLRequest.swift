import AccordMatching
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HTTPRequest {
    /// What a client sent, as a URLProtocol sees it.
    ///
    /// On Linux, Swift 6.3.1, neither the bodies of upload tasks nor a session's additional headers are in the request;
    /// both are found by reflection on the task. `LinuxFactsTests` notice a toolchain in which that changes.
    init(_ request: URLRequest, of task: URLSessionTask?) {
        var headers = (request.allHTTPHeaderFields ?? [:]).map { HTTPField($0.key, $0.value) }
        let inherited = Reflection.value(["session", "configuration"], of: task) as? URLSessionConfiguration
        for (name, value) in inherited?.httpAdditionalHeaders ?? [:] {
            guard let name = name.base as? String, headers.first(name) == nil else { continue }
            headers.append(HTTPField(name, String(describing: value)))
        }
        headers.sort { ($0.name.lowercased(), $0.value) < ($1.name.lowercased(), $1.value) }
        self.init(
            method: request.httpMethod ?? "GET", url: request.url?.absoluteString ?? "", headers: headers,
            body: Self.body(of: request, task))
    }

    private static func body(of request: URLRequest, _ task: URLSessionTask?) -> [UInt8] {
        if let body = request.httpBody { return [UInt8](body) }
        if let stream = request.httpBodyStream { return bytes(of: stream) }
        guard let known = Reflection.value(["knownBody"], of: task) else { return [] }
        for child in Mirror(reflecting: known).children {
            switch child.value {
            case let data as DispatchData: return [UInt8](data)
            case let data as Data: return [UInt8](data)
            case let file as URL: return (try? Data(contentsOf: file)).map { [UInt8]($0) } ?? []
            case let stream as InputStream: return bytes(of: stream)
            default: continue
            }
        }
        return []
    }

    private static func bytes(of stream: InputStream) -> [UInt8] {
        stream.open()
        defer { stream.close() }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = stream.read(&buffer, maxLength: buffer.count)
            if count <= 0 { return bytes }
            bytes += buffer[..<count]
        }
    }
}

/// Reads stored properties by name, those of superclasses included.
enum Reflection {
    /// The value at the end of a path of names; `nil` where one is missing or nil.
    static func value(_ path: [String], of subject: Any?) -> Any? {
        var current = subject
        for name in path {
            guard let object = current else { return nil }
            var mirror: Mirror? = Mirror(reflecting: object)
            var found: Any?
            while let level = mirror, found == nil {
                found = level.children.first { $0.label == name }?.value
                mirror = level.superclassMirror
            }
            current = found.flatMap(unwrapped)
        }
        return current
    }

    /// What an optional holds; anything else as it is.
    static func unwrapped(_ value: Any) -> Any? {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return value }
        return mirror.children.first.flatMap { unwrapped($0.value) }
    }
}
