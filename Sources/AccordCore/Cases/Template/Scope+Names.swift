import AccordContract
import AccordJSON
import AccordSchema

extension Scope {
    /// What `name` stands for: `row.x`, `outputs.x`, `given.x`, `env.NAME`, `run.id`, `response.body#/pointer`.
    func value(of name: String, at place: JSONValue) throws(SubstitutionError) -> JSON {
        let location = SourceLocation(place)
        let dot = name.firstIndex(of: ".") ?? name.endIndex
        let root = String(name[..<dot])
        let key = dot < name.endIndex ? String(name[name.index(after: dot)...]) : ""
        switch root {
        case "row":
            if let value = row?[key] { return value }
            throw unknown(name, "the row", row?.object?.keys ?? [], location)
        case "outputs":
            if let value = outputs[key] { return value }
            throw unknown(name, "the flow", outputs.keys.sorted(), location)
        case "given":
            if let value = given[key] { return value }
            throw unknown(name, "“given”", given.keys.sorted(), location)
        case "env":
            if let value = environment(key) { return .string(value) }
            if namesUnsetVariables { return .string(key) }
            throw SubstitutionError(
                "the environment variable \(key) isn't set, or is empty", at: location,
                advice: "Set it: export \(key)=…", isMissingVariable: true)
        case "run" where key == "id": return .string(runID)
        case "uuid" where key.isEmpty:
            let place = "\(location.line):\(location.column)"
            return .string(FreshValue.uuid(for: "\(identity)\n\(runID)\n\(place)"))
        case _ where TemplateInstant(name) != nil:
            return .string(Timestamp.text(secondsSince1970: now + (TemplateInstant(name)?.offset ?? 0)))
        case "response" where key == "body" || key.hasPrefix("body#"):
            return try responseValue(String(key.dropFirst("body".count)), at: location)
        default:
            throw SubstitutionError(
                "“${\(name)}” is unknown", at: location,
                advice:
                    "Use row.x, outputs.x, given.x, env.NAME, run.id, uuid or now+1h; write “$${” for a literal “${”.")
        }
    }

    private func unknown(
        _ name: String, _ owner: String, _ known: [String], _ location: SourceLocation
    ) -> SubstitutionError {
        let list = known.isEmpty ? "nothing" : known.joined(separator: ", ")
        return SubstitutionError("“${\(name)}” is unknown; \(owner) has \(list)", at: location)
    }

    /// `${response.body}` and `${response.body#/pointer}`: JSON as JSON, text as a string, other bytes as base64.
    private func responseValue(_ fragment: String, at location: SourceLocation) throws(SubstitutionError) -> JSON {
        guard let response else {
            throw SubstitutionError(
                "“${response.body}” has no meaning here", at: location, advice: "It stands for the answer in “client”.")
        }
        let body = ResponseBodyValue(response)
        if fragment.isEmpty { return body.whole }
        guard let pointer = try? JSONPointer(uriFragment: fragment), let value = body.whole.value(at: pointer) else {
            throw SubstitutionError("the documented body has nothing at “\(fragment)”", at: location)
        }
        return value
    }
}

/// A response's body as one JSON value.
private struct ResponseBodyValue {
    let whole: JSON

    init(_ response: HTTPResponse) {
        let type = response.headers.first("Content-Type").flatMap { MediaType(parsing: $0) }
        if type?.isJSON == true, let document = try? JSONDocument(parsing: response.body) {
            whole = JSON(document.root)
        } else if type?.isText != false, let text = String(validating: response.body, as: UTF8.self) {
            whole = .string(text)
        } else {
            whole = .string(Base64.encode(response.body))
        }
    }
}
