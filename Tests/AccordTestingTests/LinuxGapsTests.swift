// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import Foundation
import Testing

@testable import AccordTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking

    /// What FoundationNetworking 6.3.1 lacks: a toolchain in which one of these fails has it, and the work-around can go.
    @Suite("Gaps of FoundationNetworking for a URLProtocol") struct LinuxGapsTests {
        /// Keeps what a URLProtocol sees of a request and its task, and answers with an empty 200.
        final class Probe: URLProtocol {
            struct Sight: Sendable {
                var hasBody: Bool
                var headers: [String: String]
                var read: HTTPRequest
            }

            static let seen = Locked<[String: Sight]>([:])
            /// The bodies that are answered, chunk by chunk, by the request's path.
            static let chunks = ["/chunks": ["first", "second"]]

            override class func canInit(with request: URLRequest) -> Bool { true }

            override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

            override func startLoading() {
                guard let url = request.url,
                    let head = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
                else { return }
                let sight = Sight(
                    hasBody: request.httpBody != nil || request.httpBodyStream != nil,
                    headers: request.allHTTPHeaderFields ?? [:], read: HTTPRequest(request, of: task))
                Self.seen.withLock { $0[url.path] = sight }
                client?.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
                for chunk in Self.chunks[url.path] ?? [] { client?.urlProtocol(self, didLoad: Data(chunk.utf8)) }
                client?.urlProtocolDidFinishLoading(self)
            }

            override func stopLoading() {}
        }

        static func session(_ headers: [String: String]? = nil) -> URLSession {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.protocolClasses = [Probe.self]
            configuration.httpAdditionalHeaders = headers
            return URLSession(configuration: configuration)
        }

        static func request(_ path: String, _ method: String = "POST") throws -> URLRequest {
            var request = URLRequest(url: try #require(URL(string: "https://facts.example\(path)")))
            request.httpMethod = method
            return request
        }

        @Test("the body of an upload task isn't in the request, and is found by reflection")
        func upload() async throws {
            _ = try await Self.session().upload(for: Self.request("/upload"), from: Data("body".utf8))
            let sight = try #require(Probe.seen.withLock { $0["/upload"] })
            #expect(sight.hasBody == false)
            #expect(sight.read.body == Array("body".utf8))
        }

        @Test("the body of an upload from a file isn't in the request, and is found by reflection")
        func uploadFromFile() async throws {
            let file = FileManager.default.temporaryDirectory.appending(path: "accord-\(UUID().uuidString)")
            try Data("file".utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            _ = try await Self.session().upload(for: Self.request("/file"), fromFile: file)
            let sight = try #require(Probe.seen.withLock { $0["/file"] })
            #expect(sight.hasBody == false)
            #expect(sight.read.body == Array("file".utf8))
        }

        @Test("a session's additional headers aren't in the request, and are found by reflection")
        func additionalHeaders() async throws {
            _ = try await Self.session(["X-Session": "s1"]).data(for: Self.request("/headers", "GET"))
            let sight = try #require(Probe.seen.withLock { $0["/headers"] })
            #expect(sight.headers["X-Session"] == nil)
            #expect(sight.read.headers.first("x-session") == "s1")
        }

        @Test("only the last of several chunks reaches the caller")
        func chunks() async throws {
            let (data, _) = try await Self.session().data(for: Self.request("/chunks", "GET"))
            #expect(String(decoding: data, as: UTF8.self) == "second")
        }

        /// Does with a request what ends the process.
        final class Crasher: URLProtocol {
            override class func canInit(with request: URLRequest) -> Bool { true }

            override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

            override func startLoading() {
                if let url = request.url, url.path == "/redirect",
                    let head = HTTPURLResponse(url: url, statusCode: 302, httpVersion: nil, headerFields: nil)
                {
                    client?.urlProtocol(self, wasRedirectedTo: request, redirectResponse: head)
                } else {
                    client?.urlProtocolDidFinishLoading(self)
                }
            }

            override func stopLoading() {}
        }

        @Test("a redirect from a URLProtocol crashes the process")
        func redirect() async {
            await #expect(processExitsWith: .failure) {
                let configuration = URLSessionConfiguration.ephemeral
                configuration.protocolClasses = [Crasher.self]
                _ = try? await URLSession(configuration: configuration).data(for: LinuxGapsTests.request("/redirect"))
            }
        }

        @Test("finishing without a response crashes the process")
        func noResponse() async {
            await #expect(processExitsWith: .failure) {
                let configuration = URLSessionConfiguration.ephemeral
                configuration.protocolClasses = [Crasher.self]
                _ = try? await URLSession(configuration: configuration).data(for: LinuxGapsTests.request("/end"))
            }
        }

        @Test("a download task of a URLProtocol crashes the process")
        func download() async {
            await #expect(processExitsWith: .failure) {
                _ = try? await LinuxGapsTests.session().download(for: LinuxGapsTests.request("/download", "GET"))
            }
        }

        @Test("a registered class answers URLSession.shared only if no session exists")
        func registered() async {
            await #expect(processExitsWith: .success) {
                _ = URLProtocol.registerClass(Probe.self)
                _ = try await URLSession.shared.data(for: LinuxGapsTests.request("/shared", "GET"))
            }
            await #expect(processExitsWith: .success) {
                _ = URLSession(configuration: .ephemeral)
                _ = URLProtocol.registerClass(Probe.self)
                // Port 1 of the loopback refuses: the request went to the network.
                let url = try #require(URL(string: "http://127.0.0.1:1/shared"))
                await #expect(throws: URLError.self) { try await URLSession.shared.data(from: url) }
            }
        }

        @Test(
            "JSONDecoder accepts invalid JSON",
            arguments: [
                Data("[1,]".utf8), Data([0xEF, 0xBB, 0xBF] + Array("[1]".utf8)),
                "[1]".data(using: .utf16LittleEndian) ?? Data(),
            ])
        func lenience(data: Data) throws {
            #expect(try JSONDecoder().decode([Int].self, from: data) == [1])
        }

        @Test("JSONDecoder accepts a duplicate name")
        func duplicates() throws {
            let twice = Data(#"{"a":1,"a":2}"#.utf8)
            #expect(try JSONDecoder().decode([String: Int].self, from: twice).count == 1)
        }
    }
#endif
