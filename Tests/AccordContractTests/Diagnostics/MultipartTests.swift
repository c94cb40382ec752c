// SPDX-License-Identifier: Apache-2.0
import AccordContract
import Testing

@Suite("Multipart bodies, forms and streams of cases")
struct MultipartTests {
    @Test("a body that violates its schema is reported", arguments: broken)
    func areHeldToTheirSchema(contract: BrokenContract) {
        contract.check()
    }

    @Test("a valid body has no diagnostics", arguments: right)
    func pass(contract: BrokenContract) {
        contract.check()
    }

    private static func upload(
        _ label: String, _ rule: ContractRule, mentions: String = "", _ request: String
    ) -> BrokenContract {
        .operation(
            label, rule, mentions: mentions,
            """
            "request": { "method": "POST", "path": "/x", "body": { "content": {
              "multipart/form-data": { "schema": {
                "type": "object", "required": ["meta", "files"],
                "properties": {
                  "meta": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } },
                  "files": { "type": "array", "maxItems": 2, "items": {} }
                } } },
              "application/x-www-form-urlencoded": { "schema": { "type": "object", "required": ["a"] } },
              "application/x-ndjson": { "itemSchema": { "type": "object", "required": ["id"] } },
              "text/csv": { "schema": { "type": "string", "maxLength": 3 } },
              "image/*": {}
            } } },
            "responses": { "200": { "description": "Fine." } },
            "cases": { "a": { "request": \(request), "response": { "status": 200 } } }
            """)
    }

    private static func typed(_ type: String, _ body: String) -> String {
        "{ \"headers\": { \"Content-Type\": \"\(type)\" }, \(body) }"
    }

    private static func endless(
        _ label: String, _ rule: ContractRule, mentions: String = "", type: String = "text/event-stream", _ part: String
    ) -> BrokenContract {
        .operation(
            label, rule, mentions: mentions,
            """
            "request": { "method": "GET", "path": "/x" },
            "responses": { "200": {
              "description": "Fine.", "body": { "content": { "\(type)": { "endless": \(part) } } }
            } },
            "cases": { "a": { "response": { "status": 200 } } }
            """)
    }

    static let file = "{ \"bodyBase64\": \"AAAA\", \"filename\": \"a.bin\" }"

    static let broken: [BrokenContract] = [
        endless("a part of a stream without a limit", .missingKey, mentions: "“items” or “seconds”", "▶{}"),
        endless("a number of items that isn't positive", .badValue, mentions: "integer", "{ \"items\": ▶0 }"),
        endless("a time that isn't positive", .badValue, mentions: "more than 0", "{ \"seconds\": ▶0 }"),
        endless(
            "an endless body that isn't a stream", .badValue, mentions: "stream", type: "text/csv", "▶{ \"items\": 1 }"),
        upload(
            "a part that isn't documented", .undocumented, mentions: "Did you mean “files”?",
            "{ \"parts\": { \"meta\": { \"body\": { \"name\": \"n\" } }, \"files\": [\(file)], \"fils\": ▶\(file) } }"),
        upload(
            "a part left out", .requestValue, mentions: "files",
            "{ \"parts\": ▶{ \"meta\": { \"body\": { \"name\": \"n\" } } } }"),
        upload(
            "a part that breaks its schema", .requestValue, mentions: "name",
            "{ \"parts\": { \"meta\": ▶{ \"body\": {} }, \"files\": \(file) } }"),
        upload(
            "too many parts", .requestValue, mentions: "at most 2",
            "{ \"parts\": { \"meta\": { \"body\": { \"name\": \"n\" } }, \"files\": [▶\(file), \(file), \(file)] } }"
        ).saying(""),
        upload(
            "an unknown key in a part", .unknownKey, mentions: "filename",
            """
            { "parts": { "meta": { "body": { "name": "n" } }, "files": [{ "bodyBase64": "AAAA", ▶"filname": "x" }] } }
            """),
        upload(
            "a form without a field", .requestValue, mentions: "a",
            typed("application/x-www-form-urlencoded", "\"body\": ▶{}")),
        upload(
            "a stream that is no list", .requestValue, mentions: "items", typed("application/x-ndjson", "\"body\": ▶{}")
        ),
        upload(
            "an item that breaks its schema", .requestValue, mentions: "id",
            typed("application/x-ndjson", "\"body\": [{ \"id\": 1 }, ▶{}]")),
        upload("a text that is too long", .requestValue, typed("text/csv", "\"bodyText\": ▶\"a,b,c\"")),
        upload(
            "a type that isn't documented", .undocumented, mentions: "image/*",
            "{ \"headers\": { \"Content-Type\": ▶\"video/mp4\" }, \"bodyBase64\": \"AAAA\" }"),
    ]

    static let right: [BrokenContract] = [
        upload(
            "one file for a list", .badValue,
            "{ \"parts\": { \"meta\": { \"body\": { \"name\": \"n\" } }, \"files\": \(file) } }"),
        upload(
            "two files", .badValue,
            "{ \"parts\": { \"meta\": { \"body\": { \"name\": \"n\" } }, \"files\": [\(file), \(file)] } }"),
        upload("a form", .badValue, typed("application/x-www-form-urlencoded", "\"body\": { \"a\": 1 }")),
        upload("a stream", .badValue, typed("application/x-ndjson", "\"body\": [{ \"id\": 1 }]")),
        upload("a text", .badValue, typed("text/csv", "\"bodyText\": \"a,b\"")),
        upload("bytes of a range of types", .badValue, typed("image/png", "\"bodyBase64\": \"AAAA\"")),
    ]
}
