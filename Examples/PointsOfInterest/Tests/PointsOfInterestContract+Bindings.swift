// SPDX-License-Identifier: Apache-2.0
import AccordTesting
import Foundation
import PointsOfInterest

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension PointsOfInterestContract {
    static let bindings = PointsOfInterestBindings(
        client: { stub in
            PointsOfInterestModel(
                loader: APIRequestLoader(
                    PointsOfInterestRequest(), session: URLSession(configuration: stub.configuration)),
                notificationCenter: stub.notificationCenter, scheduler: ManualScheduler())
        },
        locations: { model, input in
            try await model.show(Coordinate(latitude: input.lat, longitude: input.long))
        }
    )
}
