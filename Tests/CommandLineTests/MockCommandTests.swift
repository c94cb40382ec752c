import Foundation
import Testing

@Suite("accord mock, as a process")
struct MockCommandTests {
    @Test("says its address first, answers, and stops cleanly", arguments: [SIGTERM, SIGINT, SIGHUP])
    func stops(signal: Int32) throws {
        let mock = try RunningServer.mock("Specs")
        #expect(mock.address.hasPrefix("http://127.0.0.1:"))
        let answer = try Program.shell(
            "curl -sS -i '\(mock.address)/login?username=dasd%C3%B6m&password=%25%2634'")
        #expect(answer.output.contains("HTTP/1.1 200 OK"), "\(answer)")
        #expect(answer.output.contains("Accord-Case: login/creates a token"))
        #expect(answer.output.hasSuffix("\"1234567890\"}"))
        #expect(mock.stop(signal) == 0)
    }

    @Test("refuses what the contract doesn't allow, and says which sentence")
    func refuses() throws {
        let mock = try RunningServer.mock("Specs")
        let answer = try Program.shell("curl -sS -i '\(mock.address)/login?username=x&password=y&remember=1'")
        #expect(answer.output.contains("HTTP/1.1 400 Bad Request"), "\(answer)")
        #expect(answer.output.contains("Content-Type: application/json"))
        #expect(answer.output.contains("request.query.unexpected"))
        #expect(answer.output.contains("awesome-todos.json:"))
        #expect(mock.stop() == 0)
    }

    @Test("says that its port is taken, with status 2")
    func portTaken() throws {
        let mock = try RunningServer.mock("Specs")
        let port = try #require(mock.address.split(separator: ":").last)
        let second = try Program.accord("mock", "--port", String(port), "Specs")
        #expect(second.status == 2, "\(second)")
        #expect(second.errors.contains("can't listen on port \(port) of 127.0.0.1: the port is in use"), "\(second)")
        #expect(second.errors.contains("--port 0 picks a free one"))
        #expect(mock.stop() == 0)
    }

    @Test(
        "says that an address isn't this machine's, or none",
        arguments: [("192.0.2.1", "no such address"), ("nowhere.invalid", "has no address")])
    func noAddress(host: String, reason: String) throws {
        let run = try Program.accord("mock", "--host", host, "--port", "0", "Specs")
        #expect(run.status == 2 && run.errors.contains(reason), "\(run)")
        #expect(!run.errors.contains("errno") && !run.errors.contains("SocketAddressError"))
    }
}
