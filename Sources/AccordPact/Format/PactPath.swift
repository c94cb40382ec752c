// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// A path of a matching rule in a pact, such as `$.items[*].id` or `$['a b'][0]`.
package struct PactPath: Sendable, Hashable {
    package enum Step: Sendable, Hashable {
        case name(String)
        case index(Int)
        /// The step `.*`, which matches any member or element.
        case any
        /// The step `[*]`, which matches any element of an array.
        case anyIndex
    }

    package var steps: [Step]

    package init(_ steps: [Step]) { self.steps = steps }

    /// Reads a path.
    ///
    /// - Throws: The column of the mistake, from 1, with the reason.
    package init(parsing text: String) throws(PathTemplateError) {
        var parser = PactPathParser(text)
        self.init(try parser.parse())
    }

    /// Reads the path in the key of a member. Returns `nil` and reports the mistake if the path is invalid.
    init?(keyOf member: JSONMember, report: PactMessageReader.Report) {
        do { try self.init(parsing: member.key) } catch {
            report(.jsonPath, "“\(member.key)”, column \(error.column): \(error.reason)", SourceLocation(keyOf: member))
            return nil
        }
    }
}

private struct PactPathParser {
    private let scalars: [Unicode.Scalar]
    private var index = 0

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    mutating func parse() throws(PathTemplateError) -> [PactPath.Step] {
        guard scalars.first == "$" else { throw error("a path must start with “$”") }
        index = 1
        var steps: [PactPath.Step] = []
        while index < scalars.count {
            switch scalars[index] {
            case ".": steps.append(try member())
            case "[": steps.append(try bracket())
            default: throw error("expected “.” or “[”")
            }
        }
        return steps
    }

    private mutating func member() throws(PathTemplateError) -> PactPath.Step {
        index += 1
        let start = index
        while index < scalars.count, scalars[index] != ".", scalars[index] != "[" { index += 1 }
        guard start < index else { throw error("expected a name after “.”") }
        let name = text(start..<index)
        return name == "*" ? .any : .name(name)
    }

    private mutating func bracket() throws(PathTemplateError) -> PactPath.Step {
        index += 1
        guard index < scalars.count else { throw error("“[” without “]”") }
        let quote = scalars[index]
        if quote == "'" || quote == "\"" {
            let start = index + 1
            guard let end = scalars[start...].firstIndex(of: quote), end + 1 < scalars.count, scalars[end + 1] == "]"
            else { throw error("a quoted name must end with its quotation mark and “]”") }
            index = end + 2
            return .name(text(start..<end))
        }
        guard let end = scalars[index...].firstIndex(of: "]") else { throw error("“[” without “]”") }
        let content = text(index..<end)
        guard content == "*" || Int(content).map({ $0 >= 0 }) == true else {
            throw error("expected a number, “*” or a quoted name in brackets")
        }
        index = end + 1
        return Int(content).map { .index($0) } ?? .anyIndex
    }

    private func text(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }

    private func error(_ reason: String) -> PathTemplateError { PathTemplateError(column: index + 1, reason: reason) }
}
