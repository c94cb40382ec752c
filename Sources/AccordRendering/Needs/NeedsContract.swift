// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// A contract reduced to the needs of one client, to verify a server for that client.
///
/// Requests are unchanged. Response schemas contain only the properties that the client reads, and `required` lists
/// only the properties that the client needs. Schemas in other files, and schemas that aren't objects or arrays, are
/// unchanged.
package struct NeedsContract {
    /// The reduced contract as JSON.
    package let json: JSON

    /// - Parameters:
    ///   - contract: the client's contract.
    ///   - needs: the results of the client's tests: the response parts of each operation that the client needs, reads
    ///     or ignores.
    package init(_ contract: JSON, _ needs: [ClientNeeds.Operation]) {
        var contract = contract
        let root = contract
        var operations = JSONObject()
        for operation in needs {
            guard var reduced = root["operations"]?[operation.id] else { continue }
            reduced["responses"] = Self.responses(reduced["responses"], operation, root)
            reduced["cases"] = Self.cases(reduced["cases"], reduced["responses"])
            operations[operation.id] = reduced
        }
        // A case may first call other operations. Keep these operations unchanged, because no test examined how the
        // client uses their responses.
        var open = operations.map { $0.value }
        while let operation = open.popLast() {
            for id in Self.operations(in: operation["cases"] ?? [:]) where operations[id] == nil {
                guard let other = root["operations"]?[id] else { continue }
                operations[id] = other
                open.append(other)
            }
        }
        contract["operations"] = .object(operations)
        contract["components"] = Self.components(root["components"], usedBy: contract["operations"] ?? [:])
        json = contract
    }

    private static func responses(_ responses: JSON?, _ operation: ClientNeeds.Operation, _ root: JSON) -> JSON? {
        guard let responses = responses?.object else { return responses }
        var result = JSONObject()
        for member in responses {
            var response = resolved(member.value, root)
            let parts = operation.parts.filter { "\($0.status)" == member.key }
            if !parts.isEmpty {
                let reads = Reads(parts.filter { $0.part == .body })
                if let body = response["body"] { response["body"] = reduced(body, to: reads, root) }
                if let headers = response["headers"]?.object {
                    response["headers"] = headers.keeping { name in
                        parts.contains { $0.part == .header && $0.name == name && $0.use != .unread }
                    }
                }
            }
            result[member.key] = response
        }
        return .object(result)
    }

    /// Returns the ids of the operations that cases call in “after” and “steps”.
    private static func operations(in cases: JSON) -> [String] {
        (cases.object ?? [:]).flatMap { member -> [String] in
            let after = member.value["after"]
            let earlier = (after?.array ?? [after].compactMap(\.self)).compactMap(\.string)
            return earlier.map { String($0.prefix { $0 != "/" }) }
                + (member.value["steps"]?.array ?? []).compactMap { $0["operationId"]?.string }
        }
    }

    /// Returns the cases without assertions, and without response header fields that the client doesn't read.
    private static func cases(_ cases: JSON?, _ responses: JSON?) -> JSON? {
        guard let cases = cases?.object else { return cases }
        let narrowed = cases.map { name, definition -> (String, JSON) in
            var result = definition
            if let response = result["response"] { result["response"] = reduced(response, responses) }
            if let steps = result["steps"]?.array {
                result["steps"] = .array(
                    steps.map { step in
                        guard step["operationId"] == nil, let response = step["response"] else { return step }
                        var changed = step
                        changed["response"] = reduced(response, responses)
                        return changed
                    })
            }
            return (name, result)
        }
        return .object(JSONObject(narrowed))
    }

    /// Returns the response of a case. Removes its assertions and its undocumented header fields.
    private static func reduced(_ response: JSON, _ responses: JSON?) -> JSON {
        var response = response
        response["asserts"] = nil
        guard let headers = response["headers"]?.object, let status = response["status"]?.int,
            let described = responses?["\(status)"]
        else { return response }
        let names = described["headers"]?.object?.map { $0.key.lowercased() } ?? []
        response["headers"] = headers.keeping { names.contains($0.lowercased()) || $0.lowercased() == "content-type" }
        return response
    }

    /// A value of a body, and the parts of it that the client's tests examined, with their paths within the value.
    private struct Reads {
        var parts: [(path: ArraySlice<String>, use: Dependence.Use)]

        init(_ parts: [Dependence]) {
            self.parts = parts.map { (((try? JSONPointer(parsing: $0.name).tokens) ?? [])[...], $0.use) }
        }

        var isRead: Bool { parts.contains { $0.use != .unread } }
        /// Whether the client needs the value. The client may accept a response without an object of which it needs a
        /// property, so a test of the object itself decides.
        var isNeeded: Bool {
            parts.last { $0.path.isEmpty }.map { $0.use == .needed } ?? parts.contains { $0.use == .needed }
        }
        var isWhole: Bool { parts.allSatisfy(\.path.isEmpty) }

        /// Returns a member or the elements (`*`) of the value, or `nil` if no test examined them.
        func below(_ name: String) -> Reads? {
            var inner = self
            inner.parts = parts.filter { $0.path.first == name }.map { ($0.path.dropFirst(), $0.use) }
            return inner.parts.isEmpty ? nil : inner
        }
    }

    private static func reduced(_ body: JSON, to reads: Reads, _ root: JSON) -> JSON {
        guard var content = body["content"]?.object else { return schema(body, reads, root) }
        var result = body
        for (type, var media) in content {
            if let described = media["schema"] { media["schema"] = schema(described, reads, root) }
            // Don't reduce the schema of an event stream, because it describes the text of an event. In other streams,
            // the schema describes JSON.
            if let item = media["itemSchema"], let below = reads.below("*"), !type.hasPrefix("text/event-stream") {
                media["itemSchema"] = schema(item, below, root)
            }
            media["example"] = nil
            content[type] = media
        }
        result["content"] = .object(content)
        return result
    }

    private static func schema(_ schema: JSON, _ reads: Reads, _ root: JSON) -> JSON {
        // The client needs this value, and no test examined its members. Keep its whole schema.
        if reads.isWhole, reads.isNeeded { return schema }
        let target = resolved(schema, root)
        guard ["allOf", "anyOf", "oneOf", "not", "if", "$ref"].allSatisfy({ target[$0] == nil }) else { return schema }
        if let properties = target["properties"]?.object {
            var result: JSONObject = ["type": target["type"] ?? "object"]
            let required = (target["required"]?.array ?? []).filter { name in
                name.string.map { reads.below($0)?.isNeeded == true } ?? false
            }
            if !required.isEmpty { result["required"] = .array(required) }
            result["properties"] = .object(
                JSONObject(
                    properties.compactMap { member in
                        reads.below(member.key).flatMap { below -> (String, JSON)? in
                            guard below.isRead else { return nil }
                            return (member.key, below.isWhole ? member.value : self.schema(member.value, below, root))
                        }
                    }))
            return .object(result)
        }
        if let items = target["items"] {
            var result: JSONObject = ["type": target["type"] ?? "array"]
            if let below = reads.below("*"), below.isRead {
                result["items"] = below.isWhole ? items : self.schema(items, below, root)
            }
            return .object(result)
        }
        return schema
    }

    /// Follows up to 32 references such as `#/components/schemas/Pet`, and returns the value at the end. Keeps a
    /// reference to a different file.
    private static func resolved(_ value: JSON, _ root: JSON) -> JSON {
        var value = value
        for _ in 0..<32 {
            guard let reference = value["$ref"]?.string, reference.hasPrefix("#"),
                let pointer = try? JSONPointer(uriFragment: reference), let target = root.value(at: pointer)
            else { return value }
            value = target
        }
        return value
    }

    /// Returns the components, such as schemas, that the reduced operations still refer to.
    private static func components(_ components: JSON?, usedBy operations: JSON) -> JSON? {
        guard let components, let kinds = components.object else { return nil }
        let used = JSONDocument(components).root.components(usedBy: [JSONDocument(operations).root])
        var result = JSONObject()
        for kind in kinds {
            // Keep all security schemes, because operations refer to them by name, not with `$ref`.
            guard kind.key != "securitySchemes", let entries = kind.value.object else {
                result[kind.key] = kind.value
                continue
            }
            result[kind.key] = entries.keeping { used.contains("\(kind.key)/\($0)") }
        }
        return result.isEmpty ? nil : .object(result)
    }
}

extension JSONObject {
    /// Returns an object with the members whose names satisfy a condition, or `nil` if there is no such member.
    fileprivate func keeping(_ isKept: (String) -> Bool) -> JSON? {
        let kept = filter { isKept($0.key) }
        return kept.isEmpty ? nil : .object(JSONObject(kept.map { ($0.key, $0.value) }))
    }
}

extension ClientNeeds {
    /// A description for a terminal: the parts of responses that the client needs, reads and ignores.
    package var text: String { operations.map { Self.lines(of: $0).joined(separator: "\n") }.joined(separator: "\n\n") }

    private static func lines(of operation: Operation) -> [String] {
        let (read, all) = operation.properties
        var lines = [
            "\(operation.id) (\(operation.file)): reads \(read) of \(all) \(all == 1 ? "property" : "properties")"
        ]
        for status in operation.parts.map(\.status).distinct {
            let parts = operation.leaves.filter { $0.status == status }
            var words: [String] = []
            func add(_ verb: String, _ isIncluded: (Dependence) -> Bool) {
                let names = parts.filter { $0.part != .status && isIncluded($0) }.map {
                    $0.part == .header ? "header \($0.name)" : $0.name.isEmpty ? "the whole body" : $0.name
                }
                if !names.isEmpty { words.append("\(verb) \(names.joined(separator: ", "))") }
            }
            add("needs") { $0.use == .needed }
            add("reads") { $0.use == .read }
            add("ignores") { $0.use == .unread }
            add("has a default for") { $0.hasDefault }
            add("needs the exact type of") { !$0.rejects.isDisjoint(with: Dependence.Variation.types) }
            add("rejects unknown enumeration values at") { $0.rejects.contains(.unlisted) }
            add("parses the format of") { $0.rejects.contains(.format) }
            add("checks the limits of") { $0.rejects.contains(.limit) }
            add("accepts null at") { $0.accepts.contains(.null) }
            if let use = operation.use(.status, "", status: status) {
                words.append(
                    use == .unread ? "is treated like other failures" : "is treated differently from other failures")
            }
            lines += words.map { "  \(status) \($0)" }
        }
        return lines
    }
}
