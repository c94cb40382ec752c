// SPDX-License-Identifier: Apache-2.0
import AccordTestServer
import AccordTesting
import Notes

extension NotesContract {
    static let bindings = NotesBindings(
        client: { stub in
            NotesClient(base: try await stub.baseURL, authority: try stub.certificateAuthority)
        },
        note: { client, input in try await client.note(id: input.id) }
    )
}
