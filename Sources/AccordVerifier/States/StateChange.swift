import AccordContract
import AccordCore
import AccordJSON

/// A provider state to be set up or torn down.
package struct StateChange: Sendable, Hashable {
    package enum Direction: String, Sendable {
        case setUp = "setup"
        case tearDown = "teardown"
    }

    package var state: String
    package var params: JSONObject
    package var direction: Direction
    package var location: SourceLocation

    /// Pact's message, `{"state": …, "params": {…}, "action": "setup"}`.
    package var message: JSON {
        ["state": .string(state), "params": .object(params), "action": .string(direction.rawValue)]
    }

    /// The request that asks for it at `url`.
    package func request(_ url: String) -> HTTPRequest {
        HTTPRequest(
            method: "POST", url: url,
            headers: [HTTPField("Content-Type", "application/json"), HTTPField("Accept", "application/json")],
            body: Array(message.compact.utf8))
    }

    /// The values that an answer hands to the case: the members of a JSON object; nothing if the body is none.
    ///
    /// - Throws: where the answer isn't a success.
    package func values(_ completion: Completion) throws(StateFailure) -> [String: JSON] {
        switch completion.outcome {
        case .failure(let failure, _): throw StateFailure("\(failure.message) (\(failure.detail))")
        case .response(let response):
            guard (200...299).contains(response.status) else {
                throw StateFailure("the state handler answered \(response.status)\(Self.excerpt(response.body))")
            }
            return Self.values(response.body)
        }
    }

    /// The values that a command's output hands to the case.
    ///
    /// - Throws: where the command failed.
    package func values(_ result: CommandResult) throws(StateFailure) -> [String: JSON] {
        guard result.status == 0 else {
            let words = result.errors.isEmpty ? result.output : result.errors
            throw StateFailure("the state command ended with \(result.status)\(Self.excerpt(words))")
        }
        return Self.values(result.output)
    }

    private static func values(_ bytes: [UInt8]) -> [String: JSON] {
        guard let document = try? JSONDocument(parsing: bytes) else { return [:] }
        return Dictionary(document.root.members.map { ($0.key, JSON($0.value)) }) { _, last in last }
    }

    private static func excerpt(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes.prefix(200), as: UTF8.self)
        let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        return line.isEmpty ? "" : ": \(line)"
    }
}

/// Why a state couldn't be changed.
package struct StateFailure: Error, Sendable, Hashable {
    package var reason: String

    package init(_ reason: String) {
        self.reason = reason
    }
}

/// What a command said in the end.
package struct CommandResult: Sendable, Hashable {
    package var status: Int32
    package var output: [UInt8]
    package var errors: [UInt8]
}

extension StateFailure {
    /// The finding of a case whose state couldn't be changed: set up it must be, tearing it down may wait.
    func finding(_ change: StateChange) -> Finding {
        let isSetUp = change.direction == .setUp
        return Finding(
            rule: .stateFailed, severity: isSetUp ? .error : .warning, blame: .server,
            "the state \"\(change.state)\" couldn't be \(isSetUp ? "set up" : "torn down")", contract: change.location,
            actual: reason, advice: "Ask the handler by itself; the message is \(change.message.compact)")
    }
}
