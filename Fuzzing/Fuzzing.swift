// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import AccordOpenAPI
import AccordSchema

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The entry point of libFuzzer. Returns 0, and traps on an error.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // libFuzzer keeps the range valid during this call.
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    FuzzSubject.chosen.check(bytes)
    return 0
}

/// The code to fuzz, named by `ACCORD_FUZZ`.
enum FuzzSubject: String, CaseIterable {
    case reader, compiler, validator, jsonpath, pattern, openapi, headers, multipart, url

    static let chosen: FuzzSubject = {
        guard let name = getenv("ACCORD_FUZZ"), let subject = FuzzSubject(rawValue: String(cString: name)) else {
            let names = allCases.map(\.rawValue).joined(separator: ", ")
            preconditionFailure("set ACCORD_FUZZ to one of \(names)")
        }
        return subject
    }()

    func check(_ bytes: [UInt8]) {
        switch self {
        case .reader: checkReader(bytes)
        case .compiler: checkCompiler(bytes)
        case .validator: checkValidator(bytes)
        case .jsonpath: checkPath(bytes)
        case .pattern: checkPattern(bytes)
        case .openapi: checkOpenAPI(bytes)
        case .headers: checkHeaders(bytes)
        case .multipart: checkMultipart(bytes)
        case .url: checkURL(bytes)
        }
    }
}

/// Reads a text, writes it, and reads the result, which must be the same value.
private func checkReader(_ bytes: [UInt8]) {
    let document: JSONDocument
    do {
        document = try JSONDocument(parsing: bytes)
    } catch {
        precondition(error.position.offset >= 0 && error.position.offset <= bytes.count, "a position beyond the text")
        precondition(!error.reason.isEmpty && !error.description.isEmpty, "an error without a reason")
        return
    }
    let written = document.root.compact
    guard let again = try? JSONDocument(parsing: written) else { preconditionFailure("the written text isn't JSON") }
    precondition(again.root == document.root && again.root.compact == written, "a different value")
    precondition(JSONDocument(JSON(document.root)).root == document.root, "a different copy")
    precondition(again.duplicateKeys.count == document.duplicateKeys.count, "different duplicate keys")
    _ = JSON(document.root).pretty
}

private let dialects: [SchemaDialect] = [.draft202012, .draft201909, .draft7, .openAPI30, .openAPI31]
private let probes: [JSONDocument] = [
    "null", "1.5", #""a😀""#, #"[1,"a",null,[[]],{}]"#, #"{"a":1,"b":[true],"c":{"a":{"a":null}}}"#,
].compactMap { try? JSONDocument(parsing: $0) }

/// Compiles a schema in every dialect, and validates a few instances.
private func checkCompiler(_ bytes: [UInt8]) {
    guard let document = try? JSONDocument(parsing: bytes) else { return }
    for dialect in dialects {
        do throws(SchemaError) {
            let schema = try Schema.compile(document.root, options: SchemaOptions(dialect: dialect))
            for probe in probes { checkAgreement(schema, probe.root) }
        } catch {
            precondition(!error.diagnostics.isEmpty && !error.description.isEmpty, "an error without a reason")
        }
    }
}

/// Validates an instance. The input is a schema, a zero byte and the instance.
private func checkValidator(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let text = try? JSONDocument(parsing: Array(parts[0])),
        let instance = try? JSONDocument(parsing: Array(parts[1])),
        let schema = try? Schema.compile(text.root)
    else { return }
    checkAgreement(schema, instance.root)
    guard let again = try? JSONDocument(parsing: instance.root.compact) else {
        preconditionFailure("the written text isn't JSON")
    }
    precondition(schema.isValid(again.root) == schema.isValid(instance.root), "a different verdict")
}

/// Checks that the verdict and the violations agree.
private func checkAgreement(_ schema: Schema, _ instance: JSONValue) {
    let violations = schema.validate(instance)
    precondition(violations.isEmpty == schema.isValid(instance), "isValid and validate disagree")
    for violation in violations {
        precondition(!violation.message.isEmpty, "a violation without a message")
        precondition(instance.value(at: violation.instancePointer) != nil, "a pointer to no value")
    }
}

/// Applies a query. The input is the query, optionally followed by a zero byte and a document.
private func checkPath(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let text = String(decoding: parts[0], as: UTF8.self)
    let given = parts.count == 2 ? try? JSONDocument(parsing: Array(parts[1])) : nil
    let path: JSONPath
    do {
        path = try JSONPath(text)
    } catch {
        checkColumn(error.column, text)
        precondition(!error.reason.isEmpty, "an error without a reason")
        return
    }
    for document in [given, probes[3], probes[4]].compactMap({ $0 }) {
        for value in (try? path.query(document.root)) ?? [] {
            precondition(value.document === document, "a value of a different document")
        }
    }
}

private func checkColumn(_ column: Int, _ text: String) {
    precondition(column >= 1 && column <= text.unicodeScalars.count + 1, "a column beyond the text")
}

/// Searches with a pattern in each grammar. The input is the pattern, optionally followed by a zero byte and a text.
private func checkPattern(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let source = String(decoding: parts[0], as: UTF8.self)
    let text = parts.count == 2 ? String(decoding: parts[1], as: UTF8.self) : "aAbB01 -_äß😀"
    for unicode in [true, false] {
        do {
            let pattern = try ECMAPattern(source, unicode: unicode)
            switch pattern.search(text) {
            case .match(let match): precondition(text.contains(match.text) || match.text.isEmpty, "a match elsewhere")
            case .noMatch: precondition(!pattern.matches(in: text), "the searches disagree")
            case .undecided: break
            }
        } catch {
            checkColumn(error.column, source)
        }
    }
    _ = ECMAPattern(iRegexp: source, matchesWhole: true)?.matches(in: text)
}

/// Loads an OpenAPI document, which must give a contract or a diagnostic with a position.
private func checkOpenAPI(_ bytes: [UInt8]) {
    let loaded = ContractLoader.load("openapi.json", files: MemoryFiles(["openapi.json": bytes]), formats: .all())
    precondition(loaded.contract != nil || !loaded.diagnostics.isEmpty, "neither a contract nor a diagnostic")
    for diagnostic in loaded.diagnostics {
        precondition(!diagnostic.message.isEmpty, "a diagnostic without a message")
    }
}

/// Reads a header field's value in each grammar.
private func checkHeaders(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    _ = HeaderGrammar.list(text)
    _ = HeaderGrammar.cookies(text)
    _ = BasicCredentials(text)
    _ = HTTPDate.secondsSince1970(text)
    _ = Timestamp.secondsSince1970(text)
    precondition(HeaderGrammar.unquoted(HeaderGrammar.quoted(text)) == text, "a different quoted string")
    if let type = MediaType(parsing: text) {
        precondition(MediaType(parsing: type.description) == type, "a different media type")
    }
}

/// Reads a multipart body, writes it, and reads the result, which must have the same parts.
private func checkMultipart(_ bytes: [UInt8]) {
    guard let body = try? Multipart(parsing: bytes, boundary: "b") else { return }
    guard let again = try? Multipart(parsing: body.bytes(boundary: "b"), boundary: "b") else {
        preconditionFailure("the written body isn't multipart")
    }
    precondition(again.parts.map(\.body) == body.parts.map(\.body), "different parts")
}

/// Splits a URL, reads a form and a path template.
private func checkURL(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = URLParts(text)
    precondition(URLParts(parts.description) == parts, "different parts")
    let items = Form.parse(text)
    precondition(Form.parse(Form.serialize(items)) == items, "a different form")
    precondition(Percent.decodeText(Percent.encode(text)) == text, "a different text")
    if let template = try? PathTemplate(parsing: text) { _ = PathMatcher(template).match(text) }
}
