// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordSchema
import Foundation
import Testing

/// Runs work on a thread with the small stack of many secondary threads.
private func onSmallStack<Result: Sendable>(
    kilobytes: Int = dlsym(nil, "__asan_init") == nil ? 512 : 4_096, _ work: @escaping @Sendable () throws -> Result
) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        let thread = Thread { continuation.resume(with: Swift.Result { try work() }) }
        thread.stackSize = kilobytes << 10
        thread.start()
    }
}

@Suite("A stack of 512 kB")
struct SmallStackTests {
    static func nested(_ depth: Int, _ open: String, _ close: String, _ middle: String = "") -> String {
        String(repeating: open, count: depth) + middle + String(repeating: close, count: depth)
    }

    @Test(
        "a document of the maximum depth is read, copied, compared and written on a small stack",
        arguments: [("[", "]", ""), (#"{"a":"#, "}", "1"), (#"[{"a":"#, "}]", "[]")])
    func reading(open: String, close: String, middle: String) async throws {
        let depth = (middle.isEmpty ? 512 : 511) / (open.count > 5 ? 2 : 1)
        let text = Self.nested(depth, open, close, middle)
        let isSame = try await onSmallStack {
            let document = try JSONDocument(parsing: text)
            let copy = JSON(document.root)
            let again = try JSONDocument(parsing: copy.compact)
            return again.root == document.root && JSON(again.root) == copy
                && copy.hashValue == JSON(again.root).hashValue
                && document.root.compact == text && !document.root.pretty.isEmpty
                && MergePatch.apply(copy, to: copy).kind == copy.kind
        }
        #expect(isSame)
    }

    @Test(
        "a nested instance is decided on a small stack, or rejected with a reason", .timeLimit(.minutes(20)),
        arguments: [10, 100, 511, 5_000])
    func validating(depth: Int) async throws {
        let schemas = [
            ##"{"type":"array","items":{"$ref":"#"}}"##,
            ##"{"items":{"allOf":[{"$ref":"#"}],"unevaluatedItems":false}}"##,
            ##"{"anyOf":[{"type":"string"},{"items":{"oneOf":[{"$ref":"#"},{"const":7}]}}]}"##,
            ##"{"not":{"not":{"contains":{"$ref":"#"},"items":{"$ref":"#"},"uniqueItems":true}}}"##,
        ]
        for schema in schemas {
            let messages = try await onSmallStack {
                let compiled = try Schema.compile(JSONDocument(parsing: schema).root)
                let limits = JSONLimits(maximumDepth: 10_000)
                for middle in ["[]", "1"] {
                    let text = Array(Self.nested(depth, "[", "]", middle).utf8)
                    let root = try JSONDocument(parsing: text, limits: limits).root
                    let violations = compiled.validate(root)
                    if violations.isEmpty != compiled.isValid(root) { return ["the judgements differ"] }
                    if depth == 5_000, violations.isEmpty { return ["nothing is said"] }
                    if depth == 10, middle == "[]", schema.hasPrefix(#"{"type""#), let first = violations.first {
                        return [first.message]
                    }
                    if violations.contains(where: { $0.message.isEmpty }) { return ["an empty message"] }
                }
                return [] as [String]
            }
            #expect(messages == [])
        }
    }

    @Test("a deep schema validates on a small stack, or rejects with a reason", .timeLimit(.minutes(20)))
    func deepSchema() async throws {
        let messages = try await onSmallStack {
            let properties = Self.nested(250, #"{"properties":{"a":"#, "}}", #"{"type":"string"}"#)
            let schema = try Schema.compile(JSONDocument(parsing: properties).root)
            let instance = try JSONDocument(parsing: Self.nested(250, #"{"a":"#, "}", "1"))
            return schema.validate(instance.root).map(\.message)
        }
        let message = try #require(messages.first)
        #expect(message.contains("string") || message.contains("stack"), "\(message)")
        let negations = try await onSmallStack {
            let text = Self.nested(510, #"{"not":"#, "}", #"{"type":"string"}"#)
            return try Schema.compile(JSONDocument(parsing: text).root).isValid(JSONDocument(parsing: "1").root)
        }
        // An even number of negations means “a string”. If they are nested too deep, the instance is rejected as well.
        #expect(!negations)
    }

    @Test(
        "examples, boundary values and mutations are generated on a small stack, or fail with a reason",
        .timeLimit(.minutes(20)))
    func generating() async throws {
        let texts = [
            Self.nested(90, #"{"required":["a"],"properties":{"a":"#, "}}", #"{"type":"string","minLength":3}"#),
            Self.nested(90, #"{"type":"array","minItems":1,"items":"#, "}", #"{"type":"integer"}"#),
            ##"{"type":"object","required":["next"],"properties":{"next":{"anyOf":[{"$ref":"#"},{"type":"null"}]}}}"##,
            Self.nested(60, #"{"allOf":["#, "]}", #"{"type":"object","minProperties":2}"#),
        ]
        for text in texts {
            let count = try await onSmallStack {
                let schema = try Schema.compile(JSONDocument(parsing: text).root)
                let example: JSON
                do throws(SchemaUnsatisfiable) { example = try schema.example() } catch { return error.reason.count }
                return schema.mutations(of: example).count + schema.boundaryValues().count
            }
            #expect(count > 0)
        }
    }

    @Test("a pattern with many groups matches on a small stack, or is rejected with a reason", arguments: [30, 200])
    func patterns(groups: Int) async throws {
        let message = try await onSmallStack { () -> String in
            do throws(SchemaError) {
                let schema = try Schema.compile(["pattern": .string(Self.nested(groups, "(?:", ")*", "a"))])
                return schema.isValid("aaaa") ? "" : "not found"
            } catch {
                return error.description
            }
        }
        #expect(message.isEmpty || groups > 30 && message.contains("groups are nested"), "\(message)")
    }
}
