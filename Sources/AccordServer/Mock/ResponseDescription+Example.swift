import AccordContract
import AccordJSON
import AccordMatching
import AccordSchema

extension ResponseDescription {
    /// An answer made from nothing but the documented schemas.
    func example(status: Int) -> HTTPResponse {
        var response = HTTPResponse(status: status)
        for header in headers where header.isRequired && !header.isForbidden {
            guard let value = try? header.schema.example() else { continue }
            response.headers.append(HTTPField(header.name, value.templateText))
        }
        guard let body, !body.isForbidden, let content = body.content.first else { return response }
        response.headers.append(HTTPField("Content-Type", content.mediaType.description))
        if let schema = content.schema ?? content.itemSchema, let value = try? schema.example() {
            let isJSON = content.mediaType.subtype == "json" || content.mediaType.subtype.hasSuffix("+json")
            response.body = Array((isJSON ? value.compact : value.templateText).utf8)
        }
        return response
    }
}
