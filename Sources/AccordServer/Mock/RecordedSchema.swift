// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Derives JSON Schemas from recorded values.
enum RecordedSchema {
    /// Returns a schema with the types of the values. A property is required if all objects have it. The schema contains
    /// no enumeration, because a recording rarely has all values. It allows any value in place of one that was always
    /// null.
    static func of(_ values: [JSON]) -> JSON {
        let found = Set(values.map(type))
        guard found != ["null"], !found.isEmpty else { return [:] }
        let types = ["null", "boolean", "integer", "number", "string", "array", "object"].filter { type in
            found.contains(type) && !(type == "integer" && found.contains("number"))
        }
        var schema: JSONObject = ["type": types.count == 1 ? .string(types[0]) : .array(types.map { .string($0) })]
        let elements = values.compactMap(\.array).flatMap { $0 }
        if !elements.isEmpty { schema.append("items", of(elements)) }
        let objects = values.compactMap(\.object)
        var names: [String] = []
        var members: [String: [JSON]] = [:]
        for member in objects.flatMap({ $0 }) {
            if members[member.key] == nil { names.append(member.key) }
            members[member.key, default: []].append(member.value)
        }
        let required = names.filter { members[$0]?.count == objects.count }
        if !required.isEmpty { schema.append("required", .array(required.map { .string($0) })) }
        if !names.isEmpty {
            schema.append("properties", .object(JSONObject(names.map { ($0, of(members[$0] ?? [])) })))
        }
        return .object(schema)
    }

    private static func type(_ value: JSON) -> String {
        value.number?.isInteger == true ? "integer" : value.kind.description
    }
}
