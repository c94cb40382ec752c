import AccordContract
import AccordJSON

/// Reads the values that later cases use out of an exchange.
package enum OutputReader {
    /// The step's outputs by name; a finding, `output.missing`, for each that isn't there.
    package static func outputs(
        of step: CaseStep, request: HTTPRequest, response: HTTPResponse
    ) -> (values: [String: JSON], findings: [Finding]) { ([:], []) }
}
