// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordVerifier
import Testing

@Suite("Credentials from the command line")
struct GivenCredentialsTests {
    private static let text = #"""
        {
          "contract": "1.0",
          "info": { "title": "Keys", "version": "1" },
          "servers": [ { "url": "https://keys.example" } ],
          "security": [ { "token": [] }, { "key": [] } ],
          "operations": {
            "get": {
              "request": { "method": "GET", "path": "/" }, "responses": { "200": { "description": "Yes." } },
              "cases": { "gets": { "response": { "status": 200 } } }
            }
          },
          "components": {
            "securitySchemes": {
              "token": { "type": "http", "scheme": "bearer" }, "user": { "type": "http", "scheme": "basic" },
              "key": { "type": "apiKey", "in": "header", "name": "X-Key" },
              "machine": {
                "type": "oauth2",
                "flows": { "clientCredentials": { "tokenUrl": "https://keys.example/token", "scopes": {} } }
              }
            }
          }
        }
        """#

    private func contract(_ text: String = Self.text) throws -> Contract {
        let result = ContractLoader.load("keys.json", files: MemoryFiles(["keys.json": text]))
        var contract = try #require(result.contract, "\(result.diagnostics.map(\.rendered))")
        contract.origin = .openAPI
        return contract
    }

    private func sent(_ contract: Contract) throws -> [HTTPField] {
        let testCase = try #require(CasePlan(contract, operations: []).cases.first)
        var scope = testCase.scope()
        scope.environment = { $0 == "TOKEN" ? "t-1" : nil }
        scope.namesUnsetVariables = false
        return try testCase.request(0, scope: scope, baseURL: "https://keys.example").headers
    }

    @Test("credentials fill a scheme, including variables")
    func fill() throws {
        var given = try GivenCredentials(auth: ["token=${env.TOKEN}"])
        let filled = try given.fill([contract()])
        #expect(try sent(filled[0]) == [HTTPField("Authorization", "Bearer t-1")])
        #expect(GivenCredentials.missing(in: filled).isEmpty)
    }

    @Test("the security alternative with credentials is used")
    func alternative() throws {
        var given = try GivenCredentials(auth: ["key=k-1"])
        let filled = try given.fill([contract()])
        #expect(try sent(filled[0]) == [HTTPField("X-Key", "k-1")])
    }

    @Test("a header field fills its scheme, and other fields are added to every request")
    func headers() throws {
        var given = try GivenCredentials(headers: ["authorization: Bearer ${env.TOKEN}", "X-Tenant: 7"])
        let filled = try given.fill([contract()])
        #expect(try sent(filled[0]) == [HTTPField("Authorization", "Bearer t-1")])
        #expect(given.headers == [HTTPField("X-Tenant", "7")])
    }

    @Test("each of two header fields with credentials fills its own scheme")
    func severalFields() throws {
        var given = try GivenCredentials(headers: ["Authorization: Basic dTpw", "Authorization: Bearer t-2"])
        let filled = try given.fill([contract()])
        #expect(filled[0].securityScheme("token")?.credentials.map(\.value.string) == ["t-2"])
        #expect(filled[0].securityScheme("user")?.credentials.map(\.value.string) == ["u", "p"])
        #expect(given.headers.isEmpty)
    }

    @Test("a second user has a scheme of its own, and its secret is masked")
    func secondUser() throws {
        var given = try GivenCredentials(auth: ["token=one", "token@bob=s3cret-two"])
        let filled = try given.fill([contract()])
        #expect(filled[0].secondUser == "bob")
        #expect(try sent(filled[0]) == [HTTPField("Authorization", "Bearer one")])
        let scheme = try #require(filled[0].securityScheme("token@bob"))
        #expect(scheme.documentedName == "token" && scheme.credentials.first?.value.string == "s3cret-two")
        let secrets = Secrets(filled, given: given) { _ in nil }
        #expect(secrets.masking.mask("Bearer s3cret-two") == "Bearer •••")
        #expect(try contract().secondUser == nil)
    }

    @Test("missing credentials are reported with their scheme before the run")
    func missing() throws {
        var given = try GivenCredentials()
        let lines = GivenCredentials.missing(in: try given.fill([contract()]))
        #expect(lines.count == 1)
        #expect(lines.first?.contains("get requires credentials for “token”") == true)
        #expect(lines.first?.contains("--auth 'token=${env.TOKEN}'") == true)
        var plan = RunPlan(
            [try contract()], selection: Selection(), serverName: nil, today: "2026-01-01")
        plan.blockUnauthorized()
        #expect(plan.entries.first?.skip == "the security scheme “token” has no credentials; use --auth 'token=…'")
    }

    @Test("each scheme without credentials is reported if a request requires several")
    func severalMissing() throws {
        let text = Self.text.replacing(#"{ "token": [] }, { "key": [] }"#, with: #"{ "token": [], "key": [] }"#)
        let lines = GivenCredentials.missing(in: [try contract(text)])
        #expect(lines.count == 2 && lines.contains { $0.contains("--auth 'key=") }, "\(lines)")
        var given = try GivenCredentials(auth: ["token=t-1"])
        var plan = RunPlan(
            try given.fill([contract(text)]), selection: Selection(), serverName: nil, today: "2026-01-01")
        plan.blockUnauthorized()
        #expect(plan.entries.first?.skip == "the security scheme “key” has no credentials; use --auth 'key=…'")
    }

    @Test(
        "invalid credentials are rejected without showing the value",
        arguments: [
            "tokn=s3cret", "=s3cret", "s3cret", "user=s3cret", "tokn@bob=s3cret", "token@=s3cret", "@bob=s3cret",
        ])
    func mistakes(_ text: String) throws {
        do {
            var given = try GivenCredentials(auth: [text])
            _ = try given.fill([contract()])
            Issue.record("\(text) was taken")
        } catch {
            #expect(!"\(error)".contains("s3cret"))
        }
    }

    @Test(
        "one variable with a user and a password, or a client id and secret, is rejected and not sent as a token",
        arguments: [
            ("machine=${env.PAIR}", true), ("user=${env.PAIR}", true), ("machine=${env.ONE}", false),
            ("machine=${env.ONE}:${env.ONE}", false), ("token=${env.PAIR}", false), ("key=${env.PAIR}", false),
        ])
    func pairs(text: String, isRejected: Bool) throws {
        var given = try GivenCredentials(auth: [text])
        do {
            _ = try given.fill([contract()]) { $0 == "PAIR" ? "id:s3cret" : "s3cret" }
            #expect(!isRejected)
        } catch {
            #expect(isRejected && "\(error)".contains("use two variables") && !"\(error)".contains("s3cret"))
        }
    }

    @Test("a login gives a scheme its token, so that no credentials are missing")
    func login() throws {
        var given = try GivenCredentials(logins: [#"token={"operation":"get","token":"/t"}"#])
        #expect(try GivenCredentials.missing(in: given.fill([contract()])).isEmpty)
    }

    @Test(
        "an invalid login is an error that doesn't show its body",
        arguments: [
            ("token", "--login: expected NAME=JSON"), ("token=1", "expected an object with the keys operation"),
            (#"token={"operaton":"get"}"#, "unknown key “operaton”"), ("token={}", "specify “operation” or “request”"),
            (#"token={"request":"sessions"}"#, "a method and a path, such as POST /sessions"),
            (#"token={"operation":"get","token":"t"}"#, "must be a JSON Pointer"),
            (#"token={"operation":"gett"}"#, "the contract has no operation “gett”"),
            (#"user={"operation":"get"}"#, "a login requires a bearer or apiKey scheme"),
            (#"tokn={"operation":"get","body":"s3cret"}"#, "the documents have no security scheme “tokn”"),
        ])
    func mistakes(text: String, message: String) throws {
        #expect {
            var given = try GivenCredentials(logins: [text])
            _ = try given.fill([contract()])
        } throws: { "\($0)".contains(message) && !"\($0)".contains("s3cret") }
    }
}
