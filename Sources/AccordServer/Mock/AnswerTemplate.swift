import AccordContract
import AccordCore
import AccordJSON
import Synchronization

/// An answer that no case states for a request, before the request's own values stand in it: the same each time.
struct AnswerTemplate: Sendable {
    var response: HTTPResponse
    var caseID: String?
    /// The body, where it is an object of JSON.
    var object: JSON?

    init(_ response: HTTPResponse, caseID: String? = nil) {
        self.response = response
        self.caseID = caseID
        guard MadeAnswer.type(of: response)?.isJSON == true, !response.body.isEmpty,
            let document = try? JSONDocument(parsing: response.body), document.root.kind == .object
        else { return }
        object = JSON(document.root)
    }
}

/// The templates of an operation, each made when it is needed first.
final class AnswerTemplates: Sendable {
    private struct Key: Hashable {
        var status: Int
        var mediaType: MediaType?
    }

    private let made = Mutex<[Key: AnswerTemplate?]>([:])

    /// The template of a documented status and media type; nil where none can be made.
    func template(_ status: Int, _ mediaType: MediaType?, else make: () -> AnswerTemplate?) -> AnswerTemplate? {
        let key = Key(status: status, mediaType: mediaType)
        if let known = made.withLock({ $0[key] }) { return known }
        let template = make()
        made.withLock { $0[key] = .some(template) }
        return template
    }
}
