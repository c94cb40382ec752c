import AccordContract
import AccordHTTP

/// Tells what a request breaks of its operation's documentation: what a plan needs to know of the judge, which comes
/// after it.
package struct RequestCheck: Sendable {
    /// A rule that a request breaks, and the place in the request.
    package struct Violation: Sendable, Hashable {
        package let rule: String
        package let place: String

        package init(rule: String, place: String) {
            self.rule = rule
            self.place = place
        }
    }

    private let violations: @Sendable (HTTPRequest, Operation) -> Set<Violation>

    package init(_ violations: @escaping @Sendable (HTTPRequest, Operation) -> Set<Violation>) {
        self.violations = violations
    }

    func violations(of request: HTTPRequest, _ operation: Operation) -> Set<Violation> {
        violations(request, operation)
    }

    func isBroken(_ request: HTTPRequest, _ operation: Operation) -> Bool {
        !violations(request, operation).isEmpty
    }
}
