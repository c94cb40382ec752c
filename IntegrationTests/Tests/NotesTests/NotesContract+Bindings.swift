// SPDX-License-Identifier: Apache-2.0
import AccordTesting
import Notes

extension NotesContract {
    static let bindings = NotesBindings<NotesClient>(
        client: { stub in NotesClient(session: stub.urlSession) },
        note: { client, input in try await client.note(id: input.id) }
    )
}
