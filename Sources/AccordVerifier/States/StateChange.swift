// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// A provider state that the state handler must set up or tear down.
package struct StateChange: Sendable, Hashable {
    package enum Direction: String, Sendable {
        case setUp = "setup"
        case tearDown = "teardown"
    }

    package var state: String
    package var params: JSONObject
    package var direction: Direction
    package var location: SourceLocation

    /// The message to the state handler: `{"state": …, "params": {…}, "action": "setup"}`.
    package var message: JSON {
        ["state": .string(state), "params": .object(params), "action": .string(direction.rawValue)]
    }

    /// Returns the POST request that asks the state handler at `url` to set up or tear down the state.
    package func request(_ url: String) -> HTTPRequest {
        HTTPRequest(
            method: "POST", url: url,
            headers: [HTTPField("Content-Type", "application/json"), HTTPField("Accept", "application/json")],
            body: Array(message.compact.utf8))
    }

    /// Returns the values for the case's templates: the members of the JSON object in the state handler's response.
    ///
    /// - Throws: An error if the response isn't a success.
    package func values(_ completion: Completion) throws(DescribedError) -> [String: JSON] {
        switch completion.outcome {
        case .failure(let failure, _): throw DescribedError("\(failure.message) (\(failure.detail))")
        case .response(let response):
            guard (200...299).contains(response.status) else {
                let excerpt = CommandResult.excerpt(response.body)
                throw DescribedError("the state handler responded with \(response.status)\(excerpt)")
            }
            return Self.values(response.body)
        }
    }

    /// Returns the values for the case's templates: the members of the JSON object that the state command printed.
    ///
    /// - Throws: An error if the command failed.
    package func values(_ result: CommandResult) throws(DescribedError) -> [String: JSON] {
        guard result.status == 0 else { throw DescribedError("the state command \(result.failure)") }
        return Self.values(result.output)
    }

    private static func values(_ bytes: [UInt8]) -> [String: JSON] {
        guard let document = try? JSONDocument(parsing: bytes) else { return [:] }
        return Dictionary(document.root.members.map { ($0.key, JSON($0.value)) }) { _, last in last }
    }
}

/// The exit status of a shell command, and what it printed.
package struct CommandResult: Sendable, Hashable {
    package var status: Int32
    package var output: [UInt8]
    package var errors: [UInt8]

    /// The exit status and the first line that the command printed, as the end of a sentence.
    var failure: String { "ended with status \(status)\(Self.excerpt(errors.isEmpty ? output : errors))" }

    /// Returns the first line of a text after a colon, or an empty string if the text is empty.
    static func excerpt(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes.prefix(200), as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).first.map { ": \($0)" } ?? ""
    }
}

extension DescribedError {
    /// Returns a finding for the failure of a change: an error if the state couldn't be set up, or a warning if the state couldn't
    /// be torn down.
    func finding(_ change: StateChange) -> Finding {
        let isSetUp = change.direction == .setUp
        return Finding(
            rule: .stateFailed, severity: isSetUp ? .error : .warning,
            "the provider state \"\(change.state)\" couldn't be \(isSetUp ? "set up" : "torn down")",
            contract: change.location, actual: description,
            advice: "To reproduce the failure, send this message to the state handler: \(change.message.compact)")
    }
}

/// The URL or the shell command with which Accord sets up and tears down the provider states in `given`.
package enum StateHandler: Sendable, Hashable {
    /// A URL that receives a POST request with each message.
    case url(String)
    /// A shell command that receives the state through its standard input and environment variables.
    case command(String)
}

/// The exit status and output of a shell command. The case at `position` in the plan waits for the command.
struct FinishedCommand: Sendable {
    enum Purpose: Sendable { case state, signature }

    var position: Int
    var purpose: Purpose
    var result: CommandResult
}

extension StateChange {
    /// Returns the shell command that sets up or tears down the state. The command receives the state through its
    /// standard input and environment variables.
    func command(_ line: String) -> ShellCommand {
        ShellCommand(
            line: line, input: Array(message.compact.utf8),
            environment: ["ACCORD_STATE=\(state)", "ACCORD_STATE_ACTION=\(direction.rawValue)"])
    }
}
