import AccordContract
import AccordCore
import Testing

@testable import AccordVerifier

@Suite("Assertions by XPath")
struct XPathTests {
    private static let order = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- an order -->
        <order id="7" xmlns:p="urn:price"><item><name>a &amp; b</name><p:price>2.50</p:price></item><item><name>é😹</name>\
        <p:price>-1</p:price></item><empty/></order>
        """

    @Test(
        "find the texts of nodes, and what an expression comes to",
        arguments: [
            ("/order/item/name", ["a & b", "é😹"]), ("/order/@id", ["7"]), ("//p:price", ["2.50", "-1"]),
            ("//*[local-name()='price'][. < 0]", ["-1"]), ("/order/empty", [""]), ("/order/nothing", []),
            ("/order/item[last()]/name/text()", ["é😹"]), ("/order/item | /order/empty", ["a & b2.50", "é😹-1", ""]),
            ("/order/item/name = 'a & b'", ["true"]),
        ])
    func texts(path: String, found: [String]) throws {
        #expect(try XPathReader.libxml2.texts(path, Array(Self.order.utf8)).get() == found)
    }

    @Test(
        "refuse what is no XML, and whatever could hold entities",
        arguments: [
            ("", false), ("{}", false), ("<a><b></a>", false), ("<a/>", true), ("\u{FEFF}<a/>", true),
            ("<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>", false),
            ("<?xml version='1.0'?>\n<!DOCTYPE a SYSTEM 'http://127.0.0.1:1/a.dtd'><a/>", false),
            ("<!DOCTYPE a [<!ENTITY x \"lol\"><!ENTITY y \"&x;&x;&x;&x;\">]><a>&y;</a>", false),
            ("<a>&undeclared;</a>", false),
            ("<?xml version='1.0' encoding='UTF-7'?>\n+ADwAIQ-DOCTYPE a+AD4-<a/>", false),
            (String(repeating: "<a>", count: 5000) + String(repeating: "</a>", count: 5000), false),
        ])
    func documents(text: String, isRead: Bool) {
        let result = XPathReader.libxml2.texts("/*", Array(text.utf8))
        guard case .failure(let failure) = result else { return #expect(isRead, "\(text)") }
        guard case .document = failure else { return #expect(Bool(false), "\(failure)") }
        #expect(!isRead, "\(text)")
    }

    @Test("say that a path is none", arguments: ["/order[", "/nobody:price", "/order/@", "/unknown()"])
    func paths(path: String) {
        #expect(XPathReader.libxml2.texts(path, Array(Self.order.utf8)) == .failure(.path))
    }

    private static func contract(_ asserts: String) -> String {
        #"""
        {
          "contract": "1.0",
          "info": { "title": "Orders", "version": "1" },
          "servers": [ { "url": "https://orders.example" } ],
          "operations": {
            "show": {
              "request": { "method": "GET", "path": "/order" },
              "responses": { "200": { "description": "It.", "body": { "content": { "application/xml": {} } } } },
              "cases": { "shows": { "response": { "status": 200, "bodyText": "<order/>", "asserts": { \#(asserts) } } } }
            }
          }
        }
        """#
    }

    private func testCase(_ asserts: String) throws -> Case {
        let loaded = ContractLoader.load("orders.json", files: MemoryFiles(["orders.json": Self.contract(asserts)]))
        let contract = try #require(loaded.contract, "\(loaded.diagnostics.map(\.message))")
        #expect(loaded.diagnostics.filter { $0.severity == .error }.isEmpty, "\(loaded.diagnostics.map(\.message))")
        return try #require(CasePlan(contract, operations: [])["show/shows"])
    }

    private static let answer = HTTPResponse(
        status: 200, headers: [HTTPField("Content-Type", "application/xml")], body: Array(order.utf8))

    @Test(
        "hold each text that is found to the schema",
        arguments: [
            (#""/order/@id": { "type": "integer", "minimum": 7 }"#, nil),
            (#""/order/@id": { "const": "7" }"#, nil),
            (#""/order/@id": { "minimum": 8 }"#, "/order/@id: "),
            (#""/order/@id": { "pattern": "^x" }"#, "/order/@id: "),
            (#""/order/@id": { "type": "string", "minimum": 8 }"#, nil),
            (#""/order/@id": { "const": "8" }"#, "/order/@id: "),
            (#""/order/@id": { "anyOf": [ { "const": 7 }, { "const": "x" } ] }"#, nil),
            (#""/order/item/name": { "minLength": 1 }"#, nil),
            (#""//p:price": { "type": "number", "minimum": 0 }"#, "//p:price (1 of 2): "),
            (#""/order/nothing": false"#, nil), (#""/order/item": false"#, "/order/item must match nothing"),
            (#""/order/nothing": true"#, "/order/nothing matches nothing"),
            (#""/order[": false"#, "“/order[” is no XPath 1.0"),
        ] as [(String, String?)])
    func judged(asserts: String, message: String?) throws {
        let testCase = try testCase(asserts)
        let judgement = Judge.judge(Self.answer, of: testCase, step: 0, scope: testCase.scope(), xpath: .libxml2)
        #expect(judgement.findings.count == (message == nil ? 0 : 1), "\(judgement.findings)")
        #expect(judgement.findings.allSatisfy { $0.message.hasPrefix(message ?? "") }, "\(judgement.findings)")
        #expect(judgement.failed == (message != nil))
    }

    @Test("are said to be open where nothing reads XML")
    func unread() throws {
        let testCase = try testCase(#""/order/@id": { "const": "8" }"#)
        let judgement = Judge.judge(Self.answer, of: testCase, step: 0, scope: testCase.scope())
        #expect(judgement.findings.map(\.severity) == [.warning])
        #expect(judgement.findings.first?.message.contains("isn't judged here") == true)
    }

    @Test("fail a case of a run")
    func run() throws {
        for (asserts, isRight) in [
            (#""/order/@id": { "const": "7" }"#, true), (#""/order/@id": { "const": "8" }"#, false),
        ] {
            let testCase = try testCase(asserts)
            var progress = CaseProgress(testCase, scope: testCase.ownScope([:]) { _ in nil }) { _ in
                "http://127.0.0.1:1"
            }
            _ = progress.start()
            _ = progress.receive(
                Completion(
                    key: 0, outcome: .response(Self.answer), times: PhaseTimes(), httpVersion: "1.1",
                    reusedConnection: false))
            #expect(progress.failed != isRight)
        }
    }

    @Test("are refused in requests, which neither a client's test nor the mock reads by XPath")
    func requests() {
        let text = Self.contract(#""/order": true"#).replacing(
            #""response": {"#, with: #""request": { "asserts": { "/order": true } }, "response": {"#)
        let loaded = ContractLoader.load("orders.json", files: MemoryFiles(["orders.json": text]))
        #expect(loaded.diagnostics.contains { $0.severity == .error && $0.message.contains("XPath") })
    }
}
