import AccordContract
import AccordCore
import AccordSchema
import AccordServer

/// A request in a line of `--log`: `GET /todos?done=true 200 fetchItems/lists what is done`.
enum MockLog {
    static func line(_ line: MockServer.Line) -> String {
        let answer = line.answer
        var words = ["\(line.request.method) \(line.target) \(answer.response.status)"]
        if let caseID = answer.caseID { words.append(caseID) }
        if let fault = answer.fault { words.append("fault \(fault.id)") }
        if let finding = answer.findings.first(where: { $0.severity == .error }) {
            let place = finding.contract.map { " (\($0))" } ?? ""
            let others = answer.findings.count - 1
            words.append("✘ \(finding.message) [\(finding.rule)]\(place)\(others > 0 ? ", and \(others) more" : "")")
        }
        // A control character of a request's would be the terminal's.
        return String(words.joined(separator: "  ").unicodeScalars.map { $0.value < 0x20 ? " " : Character($0) })
    }
}
