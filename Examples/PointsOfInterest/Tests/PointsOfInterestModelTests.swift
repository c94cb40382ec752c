// SPDX-License-Identifier: Apache-2.0
import Foundation
import PointsOfInterest
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Points of interest on a screen", .serialized) struct PointsOfInterestModelTests {
    let scheduler = ManualScheduler()
    let center = NotificationCenter()

    func model(answering bodies: String...) -> PointsOfInterestModel {
        Answers.queue(bodies)
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [Answers.self]
        let loader = APIRequestLoader(PointsOfInterestRequest(), session: URLSession(configuration: configuration))
        return PointsOfInterestModel(loader: loader, notificationCenter: center, scheduler: scheduler)
    }

    @Test("the model reloads every minute, and notifies only of a changed list")
    func refreshes() async throws {
        let posted = Counter()
        let token = center.addObserver(forName: PointsOfInterestModel.didChange, object: nil, queue: nil) { _ in
            posted.increment()
        }
        defer { center.removeObserver(token) }
        let model = model(answering: #"[{"name":"A"}]"#, #"[{"name":"A"}]"#, #"[{"name":"B"}]"#)
        try await model.show(Coordinate(latitude: 1, longitude: 2))
        #expect(posted.count == 1)
        #expect(scheduler.running.map(\.interval) == [PointsOfInterestModel.refreshInterval])
        await scheduler.fire()
        #expect(posted.count == 1)
        await scheduler.fire()
        #expect(posted.count == 2)
        #expect(await model.points.map(\.name) == ["B"])
    }

    @Test("the model has one timer while it is visible, and none when hidden")
    func timers() async throws {
        let model = model(answering: "[]", "[]")
        try await model.show(Coordinate(latitude: 1, longitude: 2))
        try await model.show(Coordinate(latitude: 3, longitude: 4))
        #expect(scheduler.running.count == 1)
        await model.hide()
        #expect(scheduler.running.isEmpty)
    }

    @Test(
        "the model rejects coordinates outside the globe",
        arguments: [
            (90.0, 180.0, true), (-90, -180, true), (90.0001, 0, false), (0, -180.0001, false), (.nan, 0, false),
        ])
    func coordinates(latitude: Double, longitude: Double, isValid: Bool) {
        #expect(((try? Coordinate(latitude: latitude, longitude: longitude)) != nil) == isValid)
    }
}

/// Answers requests with the bodies that were queued, one each.
private final class Answers: URLProtocol {
    private static let lock = NSLock()
    // Behind the lock.
    nonisolated(unsafe) private static var bodies: [String] = []

    static func queue(_ bodies: [String]) {
        lock.withLock { self.bodies = bodies }
    }

    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        let body = Self.lock.withLock { Self.bodies.isEmpty ? nil : Self.bodies.removeFirst() }
        guard let body, let url = request.url,
            let head = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
        else {
            client?.urlProtocol(self, didFailWithError: URLError(.badServerResponse))
            return
        }
        client?.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: Data(body.utf8))
        client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
}

/// Counts from any thread.
private final class Counter: @unchecked Sendable {
    // Behind the lock.
    private let lock = NSLock()
    private var value = 0

    var count: Int { lock.withLock { value } }

    func increment() { lock.withLock { value += 1 } }
}
