import AccordContract
import AccordSchema

extension Fault {
    /// The status that a fault answers with; nil where it keeps the documented one, or answers nothing.
    package var status: Int? {
        switch change {
        case .status(let status), .emptied(let status), .retryLater(let status): status
        case .challenge: 401
        case .none, .fields, .coding: nil
        }
    }

    /// The response as the fault changes it; without one to break, a 200, unless the fault changes nothing.
    package func changed(_ response: HTTPResponse?) -> HTTPResponse? {
        var changed = response ?? HTTPResponse(status: 200)
        switch change {
        case .none: return response
        // The whole documented response under another status: only the status says that it failed.
        case .status(let status): changed.status = status
        case .emptied(let status): return HTTPResponse(status: status)
        case .challenge(let scheme):
            let field = HTTPField("WWW-Authenticate", "\(scheme) realm=\"accord\"")
            return HTTPResponse(status: 401, headers: [field])
        case .retryLater(let status):
            return HTTPResponse(status: status, headers: [HTTPField("Retry-After", "60")])
        case .fields(let count): changed.headers += (0..<count).map { HTTPField("X-Flood-\($0)", "x") }
        case .coding(let name): changed.headers.append(HTTPField("Content-Encoding", name))
        }
        return changed
    }
}
