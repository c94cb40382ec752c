import AccordContract
import AccordJSON

/// The ids of operations: the document's own as Swift identifiers, others from method and path.
enum OperationNames {
    /// Gives each operation an id that no other has, the same each time.
    static func named(_ found: [FoundOperation], _ translation: Translation) -> [FoundOperation] {
        var places: [String: JSONValue] = [:]
        var result = found
        // What the document names comes first, so that a generated id never takes such a name.
        for index in result.indices {
            guard let value = result[index].value["operationId"], let text = value.string, !text.isEmpty else {
                continue
            }
            let id = SwiftName.isIdentifier(text) ? text : SwiftName.camelCased(text)
            if let first = places[id] {
                translation.warn(
                    .duplicateID, "the operation id “\(text)” is there twice", at: value,
                    advice: "The first is at \(SourceLocation(first)); this one is called by its method and path.")
            } else {
                places[id] = value
                result[index].id = id
            }
        }
        for index in result.indices where result[index].id.isEmpty {
            let operation = result[index]
            let wanted = generated(operation.method, operation.path)
            var id = wanted
            var number = 2
            while places[id] != nil {
                id = "\(wanted)\(number)"
                number += 1
            }
            places[id] = operation.value
            result[index].id = id
            if operation.value["operationId"] == nil {
                translation.warn(
                    .missingKey, "\(operation.method) \(operation.path) has no “operationId”: it is called “\(id)”",
                    at: SourceLocation(keyOf: operation.member), advice: "Add \"operationId\": \"\(id)\".")
            }
        }
        return result
    }

    /// `getUsersById` of `GET /users/{id}`.
    static func generated(_ method: String, _ path: String) -> String {
        var words = ""
        for segment in path.split(separator: "/") {
            let pieces = segment.split { $0 == "{" || $0 == "}" }
            var isName = segment.hasPrefix("{")
            for piece in pieces {
                let word = SwiftName.capitalized(SwiftName.camelCased(String(piece)))
                words += (isName ? "By" : "") + word.drop { $0 == "_" }
                isName.toggle()
            }
        }
        return SwiftName.camelCased(method.lowercased()) + (words.isEmpty ? "Root" : words)
    }
}
