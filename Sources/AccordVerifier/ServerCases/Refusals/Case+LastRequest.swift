import AccordContract
import AccordCore

extension Case {
    /// The last request, as far as the contract alone tells it: to the first documented server, with documented values in
    /// the place of live ones; nil where an answer before it isn't documented.
    var lastRequest: HTTPRequest? {
        try? request(lastStep, scope: scope(), baseURL: self.operation.exampleServer)
    }
}
