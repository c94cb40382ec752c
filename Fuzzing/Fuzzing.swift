import AccordJSON
import AccordSchema

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What libFuzzer calls with every input that it makes up: 0 if nothing is wrong, a trap if something is.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // libFuzzer vouches for the range, for as long as this call lasts.
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    FuzzSubject.chosen.hold(bytes)
    return 0
}

/// What is fuzzed; `ACCORD_FUZZ` says which.
enum FuzzSubject: String {
    case reader, compiler, validator, jsonpath

    static let chosen: FuzzSubject = {
        guard let name = getenv("ACCORD_FUZZ"), let subject = FuzzSubject(rawValue: String(cString: name)) else {
            preconditionFailure("set ACCORD_FUZZ to reader, compiler, validator or jsonpath")
        }
        return subject
    }()

    func hold(_ bytes: [UInt8]) {
        switch self {
        case .reader: holdReader(bytes)
        case .compiler: holdCompiler(bytes)
        case .validator: holdValidator(bytes)
        case .jsonpath: holdPath(bytes)
        }
    }
}

/// Reads and writes: what is written is read as the same value.
private func holdReader(_ bytes: [UInt8]) {
    let document: JSONDocument
    do {
        document = try JSONDocument(parsing: bytes)
    } catch {
        precondition(error.position.offset >= 0 && error.position.offset <= bytes.count, "a place beyond the text")
        precondition(!error.reason.isEmpty && !error.description.isEmpty, "no reason")
        return
    }
    let written = document.root.compact
    guard let again = try? JSONDocument(parsing: written) else { preconditionFailure("what was written isn't read") }
    precondition(again.root == document.root && again.root.compact == written, "another value")
    precondition(JSONDocument(JSON(document.root)).root == document.root, "another built value")
    precondition(again.duplicateKeys.count == document.duplicateKeys.count, "other duplicates")
    _ = JSON(document.root).pretty
}

private let dialects: [SchemaDialect] = [.draft202012, .draft201909, .draft7, .openAPI30, .openAPI31]
private let probes: [JSONDocument] = [
    "null", "1.5", #""a😀""#, #"[1,"a",null,[[]],{}]"#, #"{"a":1,"b":[true],"c":{"a":{"a":null}}}"#,
].compactMap { try? JSONDocument(parsing: $0) }

/// Compiles a schema in every dialect: a reason for each refusal, and an answer for a few instances.
private func holdCompiler(_ bytes: [UInt8]) {
    guard let document = try? JSONDocument(parsing: bytes) else { return }
    for dialect in dialects {
        do throws(SchemaError) {
            let schema = try Schema.compile(document.root, options: SchemaOptions(dialect: dialect))
            for probe in probes { agree(schema, probe.root) }
        } catch {
            precondition(!error.diagnostics.isEmpty && !error.description.isEmpty, "refused without a reason")
        }
    }
}

/// Holds an instance against a schema; a zero byte stands between them.
private func holdValidator(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let text = try? JSONDocument(parsing: Array(parts[0])),
        let instance = try? JSONDocument(parsing: Array(parts[1])),
        let schema = try? Schema.compile(text.root)
    else { return }
    agree(schema, instance.root)
    // A value doesn't change by being written and read again, nor does its verdict.
    guard let again = try? JSONDocument(parsing: instance.root.compact) else { preconditionFailure("isn't read") }
    precondition(schema.isValid(again.root) == schema.isValid(instance.root), "another verdict")
}

/// The yes or no and the explanation agree.
private func agree(_ schema: Schema, _ instance: JSONValue) {
    let violations = schema.validate(instance)
    precondition(violations.isEmpty == schema.isValid(instance), "isValid and validate disagree")
    for violation in violations {
        precondition(!violation.message.isEmpty, "nothing is said")
        precondition(instance.value(at: violation.instancePointer) != nil, "a pointer that leads nowhere")
    }
}

/// Asks a query of a document; a zero byte stands between them, and without one there is a document that has all kinds.
private func holdPath(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let text = String(decoding: parts[0], as: UTF8.self)
    let own = parts.count == 2 ? try? JSONDocument(parsing: Array(parts[1])) : nil
    let path: JSONPath
    do {
        path = try JSONPath(text)
    } catch {
        precondition(error.column >= 1 && error.column <= text.unicodeScalars.count + 1, "a column beyond the text")
        precondition(!error.reason.isEmpty, "no reason")
        return
    }
    for document in [own, probes[3], probes[4]].compactMap({ $0 }) {
        for value in (try? path.query(document.root)) ?? [] {
            precondition(value.document === document, "from elsewhere")
        }
    }
}
