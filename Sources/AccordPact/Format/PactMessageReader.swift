// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Reads a request, a response or the contents of an asynchronous message of a pact.
package struct PactMessageReader {
    typealias Report = (ContractRule, String, SourceLocation) -> Void

    private let value: JSONValue
    private var parts: PactMessage.Parts
    let report: Report

    /// Reads a request, a response or an asynchronous message of a pact, and reports its mistakes.
    package static func message(
        _ value: JSONValue, _ kind: PactMessage.Kind, _ version: PactVersion,
        report: (ContractRule, String, SourceLocation) -> Void
    ) -> PactMessage {
        withoutActuallyEscaping(report) { report in
            var reader = PactMessageReader(kind: kind, version: version, value: value, report: report)
            reader.read()
            return PactMessage(reader.parts)
        }
    }

    private init(kind: PactMessage.Kind, version: PactVersion, value: JSONValue, report: @escaping Report) {
        parts = PactMessage.Parts(kind: kind, version: version, location: SourceLocation(value))
        self.value = value
        self.report = report
    }

    private mutating func read() {
        guard expect(value, .object, "a message of a pact") else { return }
        switch parts.kind {
        case .request: readRequest()
        case .response: parts.status = readStatus()
        case .message: break
        }
        parts.headers = items(value["headers"], "headers")
        parts.metadata = items(value["metadata"] ?? value["metaData"], "metadata")
        readBody()
        if let member = value["matchingRules"], !member.isNull, expect(member, .object, "“matchingRules”") {
            parts.rules = rules(member)
        }
        if let member = value["generators"], !member.isNull, expect(member, .object, "“generators”") {
            parts.generators = generators(member)
        }
    }

    private mutating func readRequest() {
        if let member = value["method"], expect(member, .string, "“method”") {
            parts.method = (member.string ?? "").uppercased()
        }
        if let member = value["path"], expect(member, .string, "“path”") { parts.path = member.string ?? "" }
        guard let member = value["query"], !member.isNull else { return }
        if let text = member.string {
            if parts.version == .v1 { parts.queryText = text }
            parts.query = PactMessage.Item.grouped(Form.parse(text), at: SourceLocation(member))
        } else {
            parts.query = items(member, "query")
        }
    }

    private func readStatus() -> Int? {
        guard let member = value["status"] else { return nil }
        guard let status = member.int, (100...599).contains(status) else {
            report(.badValue, "“status” must be an integer from 100 to 599", SourceLocation(member))
            return nil
        }
        return status
    }

    /// Reads an object whose values are strings or lists of strings.
    private func items(_ member: JSONValue?, _ name: String) -> [PactMessage.Item] {
        guard let member, !member.isNull, expect(member, .object, "“\(name)”") else { return [] }
        return member.members.map { entry in
            let values = entry.value.kind == .array ? entry.value.elements.map { $0 } : [entry.value]
            return PactMessage.Item(
                name: entry.key, values: values.map { $0.isNull ? "" : $0.string ?? $0.text },
                location: SourceLocation(entry.value))
        }
    }

    // MARK: Bodies

    private mutating func readBody() {
        let type = (parts.headers + parts.metadata).first { item in
            item.name.isFieldName("Content-Type") || item.name.isFieldName("contentType")
        }
        let stated = type?.values.first.flatMap { MediaType(parsing: $0) }
        parts.mediaType = stated
        guard let member = parts.kind == .message ? value["contents"] ?? value["content"] : value["body"] else {
            return
        }
        if parts.version == .v4, member.kind == .object, let content = member["content"] {
            readContent(content, of: member, stated)
        } else if parts.version == .v4, member.kind == .object, member.count == 0 {
            return
        } else {
            // Before version 4, the body of a binary media type is base64.
            let isBinary = parts.version != .v4 && stated.map { !$0.isText && !$0.isForm && !$0.isMultipart } == true
            let bytes = isBinary ? member.string.flatMap { Base64.decodePadded($0.utf8) } : nil
            parts.body = bytes.map { .bytes($0, SourceLocation(member)) } ?? Self.body(member, mediaType: stated)
        }
        parts.mediaType = parts.mediaType ?? suggestedMediaType
    }

    private mutating func readContent(_ content: JSONValue, of member: JSONValue, _ stated: MediaType?) {
        if parts.mediaType == nil { parts.mediaType = member["contentType"]?.string.flatMap { MediaType(parsing: $0) } }
        let encoding = member["encoded"]?.string?.lowercased()
        if encoding == "base64", let text = content.string {
            guard let bytes = Base64.decodePadded(text.utf8) else {
                return report(.badValue, "“content” isn't base64", SourceLocation(content))
            }
            parts.body = .bytes(bytes, SourceLocation(content))
        } else if encoding == "json", let text = content.string,
            let document = try? JSONDocument(parsing: text, file: value.document.file)
        {
            parts.body = .json(document.root)
        } else {
            parts.body = Self.body(content, mediaType: parts.mediaType)
        }
    }

    private static func body(_ member: JSONValue, mediaType: MediaType?) -> PactMessage.Body {
        switch member.kind {
        case .null: return .empty(SourceLocation(member))
        case .string where member.string?.isEmpty == true: return .empty(SourceLocation(member))
        case .string where mediaType?.isJSON != true: return .text(member.string ?? "", SourceLocation(member))
        case .string, .bool, .number, .array, .object: return .json(member)
        }
    }

    private var suggestedMediaType: MediaType? {
        switch parts.body {
        case .missing, .empty, .bytes: return nil
        case .json: return .json
        case .text(let text, _):
            let isXML = text.utf8.first { $0 > 0x20 } == UInt8(ascii: "<")
            return MediaType(parsing: isXML ? "application/xml" : "text/plain")
        }
    }

    func expect(_ value: JSONValue, _ kind: JSONKind, _ subject: String) -> Bool {
        value.isExpected(kind, subject, report)
    }
}

extension JSONValue {
    /// Returns whether the value has the expected type. Reports a value of a different type.
    func isExpected(_ kind: JSONKind, _ subject: String, _ report: PactMessageReader.Report) -> Bool {
        if self.kind == kind { return true }
        report(
            .wrongType, "\(subject): expected \(kind.withArticle), got \(self.kind.withArticle)", SourceLocation(self))
        return false
    }
}
