/// Who puts a server into the states that `given` names.
package enum StateHandler: Sendable, Hashable {
    /// Asked by POST, in Pact's protocol.
    case url(String)
    /// A line for the shell, told by its standard input and environment.
    case command(String)
}
