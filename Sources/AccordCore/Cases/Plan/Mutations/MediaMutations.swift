import AccordContract
import AccordJSON
import AccordSchema

/// The same body under other headers.
enum MediaMutations {
    static func add(to maker: inout MutationMaker) {
        guard maker.answer.document != nil, let type = maker.answer.response.headers.first("Content-Type") else {
            return
        }
        var page = with("text/html", maker.answer.response)
        page.body = Array("<!DOCTYPE html><html><body>Log in to this network</body></html>".utf8)
        maker.add(.htmlAt200, response: page)
        let spelled = type.split(separator: ";")[0].split(separator: "/").map { capitalized($0) }.joined(separator: "/")
        maker.add(
            .contentTypeParams, response: with("\(spelled); charset=\"utf-8\"; v=1", maker.answer.response),
            keepsValue: true)
        maker.add(.contentTypeMissing, response: with(nil, maker.answer.response), keepsValue: true)
        maker.add(.contentTypeWrong, response: with("text/plain", maker.answer.response))
        var shouted = maker.answer.response
        shouted.headers = shouted.headers.map { HTTPField($0.name.uppercased(), $0.value) }
        shouted.headers.append(HTTPField("x-accord-unknown", "1"))
        maker.add(.headerCase, response: shouted, keepsValue: true)
    }

    private static func capitalized(_ word: Substring) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }

    private static func with(_ type: String?, _ response: HTTPResponse) -> HTTPResponse {
        var response = response
        response.headers.removeAll { $0.name.isFieldName("Content-Type") }
        if let type { response.headers.insert(HTTPField("Content-Type", type), at: 0) }
        return response
    }
}
