// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Foundation
import LoopbackServer
import Testing

/// A broker that records the requests, and answers each path with the next response of its list.
private final class ScriptedBroker: Sendable {
    let server: ScriptedServer
    private let requests: Locked<[(line: String, authorization: String?, body: JSON?)]>

    /// - Parameter responses: the responses of a method and path. The last one is repeated. `BASE` is the address.
    init(_ responses: [String: [(status: String, body: String)]]) throws {
        let requests = Locked<[(line: String, authorization: String?, body: JSON?)]>([])
        self.requests = requests
        server = try ScriptedServer([
            .answerWithBody { head, body in
                let words = head.prefix(while: { $0 != "\r\n" }).split(separator: " ")
                let line = "\(words[0]) \(words[1])"
                let count = requests.withLock { list in
                    let count = list.count { $0.line == line }
                    list.append((line, ScriptedServer.field("Authorization", in: head), try? JSON(parsing: body)))
                    return count
                }
                let base = "http://" + (ScriptedServer.field("Host", in: head) ?? "")
                guard let known = responses[line] else { return [.response("404 Not Found")] }
                let (status, text) = known[min(count, known.count - 1)]
                return [
                    .response(
                        status, fields: status.hasPrefix("429") ? "Retry-After: 0\r\n" : "",
                        body: text.replacing("BASE", with: base))
                ]
            }
        ])
    }

    var lines: [String] { requests.withLock { $0.map(\.line) } }
    var authorizations: Set<String?> { requests.withLock { Set($0.map(\.authorization)) } }

    /// Returns the body of the last request of a method and path.
    func body(of line: String) -> JSON? { requests.withLock { $0.last { $0.line == line }?.body } }

    /// Runs a command in an environment that names the broker.
    func accord(_ arguments: [String], _ environment: [String] = []) throws -> Program {
        try Program.run(
            URL(filePath: "/usr/bin/env"),
            ["PACT_BROKER_BASE_URL=http://127.0.0.1:\(server.port)"] + environment + [Program.accordProgram.path]
                + arguments, in: Program.packageRoot)
    }
}

@Suite("The requests to a Pact Broker", .timeLimit(.minutes(20)))
struct PactEndpointTests {
    @Test("can-i-deploy follows the link, retries while results are missing, and prints the reason")
    func canDeploy() throws {
        let path = "/can-i-deploy?pacticipant=my%20shop&version=1.2&environment=production"
        let broker = try ScriptedBroker([
            "GET /": [
                (
                    "200 OK",
                    #"{"_links":{"pb:can-i-deploy-pacticipant-version-to-environment":{"href":"BASE/can-i-deploy?pacticipant={pacticipant}&version={version}&environment={environment}"}}}"#
                )
            ],
            "GET \(path)": [
                ("429 Too Many Requests", "{}"),
                ("200 OK", #"{"summary":{"deployable":null,"reason":"a result is missing"}}"#),
                ("502 Bad Gateway", "{}"),
                ("200 OK", #"{"summary":{"deployable":true,"reason":"all results are published"}}"#),
            ],
        ])
        let arguments = [
            "pact", "can-i-deploy", "--pacticipant", "my shop", "--app-version", "1.2", "--to", "production",
        ]
        let run = try broker.accord(
            arguments + ["--retry-while-unknown", "2", "--retry-interval", "1ms"],
            ["PACT_BROKER_USERNAME=ann", "PACT_BROKER_PASSWORD=pw-1"])
        #expect(run.status == 0 && run.output.contains("✓ all results are published"), "\(run)")
        #expect(broker.lines == ["GET /"] + Array(repeating: "GET \(path)", count: 4))
        #expect(broker.authorizations == ["Basic " + Data("ann:pw-1".utf8).base64EncodedString()])
    }

    @Test(
        "can-i-deploy fails if the version isn't deployable, and if results stay unknown", arguments: ["false", "null"])
    func cannotDeploy(answer: String) throws {
        let broker = try ScriptedBroker([
            "GET /": [("200 OK", "{}")],
            "GET /matrix?q%5B%5D%5Bpacticipant%5D=shop&q%5B%5D%5Bversion%5D=1&latestby=cvp&environment=test": [
                ("200 OK", #"{"summary":{"deployable":\#(answer),"reason":"a pact failed"}}"#)
            ],
        ])
        let run = try broker.accord([
            "pact", "can-i-deploy", "--pacticipant", "shop", "--app-version", "1", "--to", "test",
            "--retry-while-unknown", "1", "--retry-interval", "1ms", "--broker-token", "t-1",
        ])
        #expect(run.status == 1 && run.output.contains("✗ a pact failed"), "\(run)")
        #expect(broker.lines.count == (answer == "null" ? 3 : 2))
        #expect(broker.authorizations == ["Bearer t-1"])
    }

    // MARK: A pact at a URL

    private static let pact = #"""
        {"consumer":{"name":"web"},"provider":{"name":"notes"},"interactions":[{"description":"a note","request":
        {"method":"GET","path":"/notes/7"},"response":{"status":200,"body":{"id":7}}}],
        "_links":{"pb:publish-verification-results":{"href":"BASE/results"}}}
        """#

    private static func broker(_ pact: String = pact) throws -> ScriptedBroker {
        try ScriptedBroker([
            "GET /": [
                (
                    "200 OK",
                    #"{"_links":{"pb:pacticipant-branch-version":{"href":"BASE/b/{pacticipant}/{branch}/{version}"},"pb:pacticipant-version-tag":{"href":"BASE/t/{pacticipant}/{version}/{tag}"}}}"#
                )
            ],
            "GET /pact": [("503 Service Unavailable", ""), ("200 OK", pact)],
            "PUT /b/notes/main/1.2": [("201 Created", "{}")], "PUT /t/notes/1.2/prod": [("201 Created", "{}")],
            "POST /results": [("201 Created", "{}")],
            "GET /notes/7": [("200 OK", #"{"id":7,"text":"hello"}"#)],
        ])
    }

    @Test("verify reads a pact at a URL, and results describes the version and publishes")
    func url() throws {
        let broker = try Self.broker()
        let scratch = try ScratchFolder()
        let address = "http://127.0.0.1:\(broker.server.port)"
        let run = try broker.accord(
            ["verify", "--base-url", address, "--report", scratch.path, "--pact", address + "/pact"],
            ["PACT_BROKER_TOKEN=t-1"])
        #expect(run.status == 0 && run.output.contains("1 case passed"), "\(run)")
        #expect(broker.lines == ["GET /pact", "GET /pact", "GET /notes/7"])
        let published = try broker.accord(
            [
                "pact", "results", scratch.path + "/report.json", "--app-version", "1.2", "--branch", "main", "--tag",
                "prod", "--build-url", "http://ci/7",
            ], ["PACT_BROKER_TOKEN=t-1"])
        #expect(published.status == 0, "\(published)")
        #expect(
            broker.lines.dropFirst(3) == [
                "GET /pact", "GET /", "PUT /b/notes/main/1.2", "PUT /t/notes/1.2/prod", "POST /results",
            ])
        #expect(broker.body(of: "POST /results")?["success"] == true)
        #expect(broker.body(of: "POST /results")?["buildUrl"] == "http://ci/7")
    }

    @Test("a URL that isn't a pact, and a URL that can't be read, end verify", arguments: [("/", Int32(3)), ("/x", 1)])
    func unusable(path: String, status: Int32) throws {
        let broker = try Self.broker()
        let scratch = try ScratchFolder()
        let address = "http://127.0.0.1:\(broker.server.port)"
        let run = try Program.accord(
            "verify", "--base-url", address, "--report", scratch.path, "--pact", address + path)
        #expect(run.status == status && run.errors.contains(address + path), "\(run)")
    }

    @Test("the broker's credentials are sent to the broker only")
    func otherHost() throws {
        let (broker, other) = (try Self.broker(), try Self.broker())
        let scratch = try ScratchFolder()
        let address = "http://127.0.0.1:\(other.server.port)"
        let run = try broker.accord(
            ["verify", "--base-url", address, "--report", scratch.path, "--pact", address + "/pact"],
            ["PACT_BROKER_TOKEN=t-1"])
        #expect(run.status == 0, "\(run)")
        #expect(other.authorizations == [nil])
    }

    @Test("verify --pact reads files and folders in place of Specs, and reports a mistake at its line")
    func files() throws {
        let broker = try Self.broker()
        let scratch = try ScratchFolder()
        let file = try scratch.write(Self.pact, to: "web-notes.json")
        let address = "http://127.0.0.1:\(broker.server.port)"
        for path in [file, scratch.path] {
            let run = try Program.accord(
                "verify", "--base-url", address, "--report", scratch.path + "/r", "--pact", path)
            #expect(run.status == 0 && run.output.contains("1 case passed"), "\(run)")
        }
        let wrong = try Self.broker(Self.pact.replacing(#""id":7"#, with: #""id":8"#))
        let run = try Program.accord(
            "verify", "--base-url", address, "--report", scratch.path + "/r", "--pact",
            "http://127.0.0.1:\(wrong.server.port)/pact")
        #expect(run.status == 1 && run.output.contains("/pact:18:"), "\(run)")
    }

    // MARK: PactFlow

    @Test("publish-provider publishes a document with the report of verify", arguments: [true, false])
    func publishProvider(isSuccess: Bool) throws {
        let scratch = try ScratchFolder()
        let document = try scratch.write(PactCommandTests.document, to: "shop.json")
        let broker = try ScriptedBroker([
            "GET /": [("200 OK", #"{"_links":{"pf:publish-provider-contract":{"href":"BASE/p/{provider}/publish"}}}"#)],
            "POST /p/my%20shop/publish": [("200 OK", #"{"notices":[{"type":"info","text":"published it"}]}"#)],
            "GET /users/1": [("200 OK", isSuccess ? #"{"id":1,"name":"Ann","created":"x"}"# : "{}")],
        ])
        let verified = try Program.accord(
            "verify", "--base-url", "http://127.0.0.1:\(broker.server.port)", "--report", scratch.path + "/r",
            "--operation", "user", document)
        #expect(verified.status == (isSuccess ? 0 : 1), "\(verified)")
        let run = try broker.accord([
            "pact", "publish-provider", document, scratch.path + "/r/report.json", "--provider", "my shop",
            "--app-version", "1", "--branch", "main", "--tag", "dev",
        ])
        #expect(run.status == 0 && run.output.contains("published it"), "\(run)")
        let body = try #require(broker.body(of: "POST /p/my%20shop/publish"))
        #expect(body["branch"] == "main" && body["tags"] == ["dev"] && body["pacticipantVersionNumber"] == "1")
        let contract = try #require(body["contract"])
        #expect(contract["specification"] == "oas" && contract["contentType"] == "application/json")
        #expect(contract["content"]?.string.flatMap { Data(base64Encoded: $0) } == Data(PactCommandTests.document.utf8))
        #expect(contract["selfVerificationResults"]?["success"] == JSON.bool(isSuccess))
        let other = try broker.accord([
            "pact", "publish-provider", try scratch.write("{}", to: "other.json"), scratch.path + "/r/report.json",
            "--provider", "my shop", "--app-version", "1",
        ])
        #expect(other.status == 2 && other.errors.contains("is the report of a different document"), "\(other)")
    }
}
