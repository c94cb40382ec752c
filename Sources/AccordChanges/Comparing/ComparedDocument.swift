// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// One of the two versions of an API's documentation that are compared.
package struct ComparedDocument: Sendable {
    package var contract: Contract
    /// The document as written. Unlike the contract, it contains extensions such as `x-sunset`.
    package var document: JSONDocument

    package init(contract: Contract, document: JSONDocument) {
        self.contract = contract
        self.document = document
    }

    func value(at location: SourceLocation) -> JSONValue? {
        (try? JSONPointer(parsing: location.pointer)).flatMap { document.root.value(at: $0) }
    }

    /// Returns the object at a location. If the object contains only a `$ref`, returns the target in the same document.
    func resolved(_ location: SourceLocation) -> JSONValue? { target(at: location) ?? value(at: location) }

    /// Returns the target of the `$ref` at a location, if it is in the same document.
    func target(at location: SourceLocation) -> JSONValue? {
        let target = value(at: location)?["$ref"]?.string.flatMap { try? JSONPointer(uriFragment: $0) }
        return target.flatMap { document.root.value(at: $0) }
    }

    /// Returns an extension, such as `x-sunset`, of the object at a location, or of the target of its `$ref`.
    func field(_ name: String, at location: SourceLocation) -> JSONValue? {
        value(at: location)?[name] ?? resolved(location)?[name]
    }

    /// Returns the deprecation of the operation or parameter at a location.
    func sunset(_ isDeprecated: Bool, at location: SourceLocation, today: String) -> Sunset {
        let value = field("x-sunset", at: location)
        var sunset = Sunset(isDeprecated: isDeprecated, value, today: today)
        sunset.location = value.map { SourceLocation($0) } ?? location
        return sunset
    }

    // MARK: Errors

    /// Returns the first error in the element at a pointer, also in the elements that it refers to. The contract
    /// doesn't contain elements with errors.
    func error(in pointer: JSONPointer) -> SourceLocation? {
        let errors = contract.leftOut.map(\.location).filter { $0.file == contract.file }
        guard !errors.isEmpty else { return nil }
        var known: Set<String> = [pointer.description]
        var pending = [pointer]
        while let next = pending.popLast() {
            let text = next.description
            if let error = errors.first(where: { $0.pointer == text || $0.pointer.hasPrefix(text + "/") }) {
                return error
            }
            guard let value = document.root.value(at: next) else { continue }
            let references = value.values(named: "$ref").compactMap {
                $0.string.flatMap { try? JSONPointer(uriFragment: $0) }
            }
            pending += references.filter { known.insert($0.description).inserted }
        }
        return nil
    }

    /// Returns the error because of which the contract lacks an operation, or `nil` if there is none.
    ///
    /// - Parameter operation: the operation of the other document.
    func error(instead operation: Operation) -> SourceLocation? {
        guard let tokens = (try? JSONPointer(parsing: operation.location.pointer))?.tokens, tokens.count > 1 else {
            return nil
        }
        return contract.leftOut.lazy.map(\.location).first { error in
            guard let place = (try? JSONPointer(parsing: error.pointer))?.tokens, place.count > 1 else { return false }
            // A path with a query is an error, so the contract lacks the path.
            let isSame = place[1].split(separator: "?").first == tokens[1].split(separator: "?").first
            return place[0] == tokens[0] && isSame && zip(place, tokens).dropFirst(2).allSatisfy { $0 == $1 }
        }
    }
}
