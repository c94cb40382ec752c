// SPDX-License-Identifier: Apache-2.0
import AccordTesting
import Coffee
import Testing

extension CoffeeContract {
    static let bindings = CoffeeBindings<NetworkManager>(
        client: { stub in NetworkManager(session: stub.urlSession) },
        hotCoffees: { client, _ in
            let url = try #require(Coffee.hot)
            return try await completion { client.fetchData(for: url, dataType: [Coffee].self, completion: $0) }
        }
    )
}
