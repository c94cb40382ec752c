// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// An error for people. The description is the reason, without secrets.
package struct DescribedError: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }

    /// Creates an error about a value in a file. The description starts with the location of the value.
    package init(_ reason: String, at value: JSONValue) { self.init("\(SourceLocation(value)): error: \(reason)") }

    /// Creates an error about a file that isn't JSON. The description starts with the location of the mistake.
    package init(_ error: JSONSyntaxError) { self.init("\(error.file):\(error.position): error: \(error.reason)") }
}
