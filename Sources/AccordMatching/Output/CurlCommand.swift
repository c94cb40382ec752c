/// A request as a line for a shell.
package enum CurlCommand {
    /// The `curl` line that sends the request; `mask` is applied to every text of it before it is quoted.
    package static func line(for request: HTTPRequest, masking mask: (String) -> String = { $0 }) -> String { "" }
}
