// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HTTPRequest {
    /// Creates a request from a request of a URLProtocol.
    ///
    /// On Linux with Swift 6.3.1, the request lacks the body of an upload task and the additional headers of a session.
    /// This initializer therefore reads both from the task by reflection. `LinuxGapsTests` fail if Foundation fixes
    /// this.
    init(_ request: URLRequest, of task: URLSessionTask?) {
        var headers = (request.allHTTPHeaderFields ?? [:]).map { HTTPField($0.key, $0.value) }
        let session = Self.property("session", of: task) as? URLSession
        for (name, value) in session?.configuration.httpAdditionalHeaders ?? [:] {
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
        guard task is URLSessionUploadTask, let known = property("knownBody", of: task) else { return [] }
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

    /// Returns a stored property of a task or of its superclasses, or `nil` if it is missing or `nil`.
    private static func property(_ name: String, of task: URLSessionTask?) -> Any? {
        guard let task else { return nil }
        let levels = sequence(first: Mirror(reflecting: task)) { $0.superclassMirror }
        return levels.lazy.flatMap(\.children).first { $0.label == name }.flatMap { Reflected.unwrapped($0.value) }
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
