import AccordContract
import AccordJSON
import AccordSchema

/// Lines of JSON with one that isn't, or that breaks the schema of an item.
enum StreamMutations {
    static func add(to maker: inout MutationMaker) {
        let answer = maker.answer
        guard let type = answer.response.headers.first("Content-Type").flatMap({ MediaType(parsing: $0) }), type.isLines
        else { return }
        let lines = JSONLines.split(answer.response.body)
        guard let last = lines.last else { return }
        let before = Array(answer.response.body[..<last.offset])
        maker.add(.invalidJson, response: answer.with(body: before + Array("} this is not valid json {\n".utf8)))
        let cut = Array(last.bytes[..<max(1, last.bytes.count / 2)])
        if (try? JSONDocument(parsing: cut)) == nil {
            maker.add(.truncatedJson, response: answer.with(body: before + cut))
        }
        guard let item = answer.itemSchema else { return }
        let wrong: JSON = (try? JSON(parsing: String(decoding: last.bytes, as: UTF8.self)))?.kind == .object ? [] : [:]
        if !item.isValid(wrong) {
            maker.add(
                .wrongType, "/\(lines.count - 1)",
                response: answer.with(body: before + JSONLines.bytes([wrong], as: type)))
        }
    }
}
