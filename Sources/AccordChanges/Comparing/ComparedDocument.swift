// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import AccordSchema

/// One of the two versions of an API's documentation that are compared.
package struct ComparedDocument: Sendable {
    package var contract: Contract
    /// The document as written. Unlike the contract, it contains extensions such as `x-sunset`.
    package var document: JSONDocument

    package init(contract: Contract, document: JSONDocument) {
        self.contract = contract
        self.document = document
    }

    /// Returns an extension, such as `x-sunset`, of the object at a location. If the object contains only a `$ref`,
    /// returns the extension of the target in the same document.
    func field(_ name: String, at location: SourceLocation) -> JSONValue? {
        guard let pointer = try? JSONPointer(parsing: location.pointer) else { return nil }
        let value = document.root.value(at: pointer)
        if let member = value?[name] { return member }
        guard let reference = value?["$ref"]?.string, let target = try? JSONPointer(uriFragment: reference) else {
            return nil
        }
        return document.root.value(at: target)?[name]
    }

    /// The path of the first server's URL, without a trailing slash.
    var basePath: String {
        let path = contract.servers.first.map { URLParts($0.url).path } ?? ""
        return path.hasSuffix("/") ? String(path.dropLast()) : path
    }
}

/// The deprecation of an operation, parameter or property, with the date of its removal (`x-sunset`).
struct Sunset {
    enum State {
        /// The operation, parameter or property isn't deprecated.
        case inUse
        /// The operation, parameter or property is deprecated and has no `x-sunset`.
        case deprecated
        case passed(String)
        case ahead(String)
        case invalid(String)
    }

    var state: State
    var value: JSONValue?

    /// Reads the value of `x-sunset`, and compares its date with today.
    ///
    /// - Parameter today: today's date, such as `2026-11-23`.
    init(isDeprecated: Bool, _ value: JSONValue?, today: String) {
        self.value = value
        guard isDeprecated else {
            state = .inUse
            return
        }
        guard let value else {
            state = .deprecated
            return
        }
        let text = value.string ?? value.compact
        let date = String(text.prefix(10))
        guard DateAndTime.seconds(date) != nil else {
            state = .invalid(text)
            return
        }
        state = date <= today ? .passed(date) : .ahead(date)
    }
}
