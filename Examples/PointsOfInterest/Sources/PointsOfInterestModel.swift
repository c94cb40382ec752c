// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The points of interest that a screen shows: tells when they change, and asks again from time to time.
public actor PointsOfInterestModel {
    /// Posted when the list has become another one.
    public static let didChange = Notification.Name("PointsOfInterestDidChange")
    /// Seconds between two refreshes.
    public static let refreshInterval: Double = 60

    private let loader: APIRequestLoader<PointsOfInterestRequest>
    private let notificationCenter: NotificationCenter
    private let scheduler: any RefreshScheduler
    private var coordinate: Coordinate?
    private var refresh: (any RefreshTimer)?

    public private(set) var points: [PointOfInterest] = []

    public init(
        loader: APIRequestLoader<PointsOfInterestRequest>, notificationCenter: NotificationCenter = .default,
        scheduler: any RefreshScheduler
    ) {
        self.loader = loader
        self.notificationCenter = notificationCenter
        self.scheduler = scheduler
    }

    /// Loads the points around a place and goes on refreshing them; throws what the loader throws.
    @discardableResult
    public func show(_ coordinate: Coordinate) async throws -> [PointOfInterest] {
        self.coordinate = coordinate
        refresh?.cancel()
        refresh = scheduler.repeats(every: Self.refreshInterval) { [weak self] in
            _ = try? await self?.reload()
        }
        return try await reload()
    }

    /// Stops refreshing.
    public func hide() {
        refresh?.cancel()
        refresh = nil
    }

    private func reload() async throws -> [PointOfInterest] {
        guard let coordinate else { return points }
        let loaded = try await loader.load(coordinate)
        if loaded != points {
            points = loaded
            notificationCenter.post(name: Self.didChange, object: nil)
        }
        return loaded
    }
}
