// SPDX-License-Identifier: Apache-2.0
import AccordTesting
import AwesomeTodos
import Foundation

extension AwesomeTodosContract {
    static let bindings = AwesomeTodosBindings<APIClient>(
        client: { stub in APIClient(session: stub.urlSession) },
        login: { client, input in
            try await completion {
                client.loginUser(withName: input.username, password: input.password, completion: $0)
            }
        },
        fetchItems: { client, input in
            try await completion { client.fetchItems(done: input.done, completion: $0) }
        },
        addItem: { client, input in
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            let item = try input.body.decode(NewItem.self, with: decoder)
            return try await completion { client.addItem(item, completion: $0) }
        }
    )
}
