import AccordTesting
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What a case of a client test costs: a stub made, the call answered, the request and the outcome judged.
@main struct ClientBench {
    static func main() async throws {
        let contract = ClientContract(reading: "../Specs/awesome-todos.json")
        let bindings = ClientBindings(
            client: { stub in LoginClient(session: stub.urlSession) },
            operations: [
                "login": .init { client, input in
                    ["id": try await client.login(input.string("username"), input.string("password"))]
                }
            ])
        let cases = contract.cases(of: "login").count
        let problems = await contract.problems(of: "login", with: bindings)
        guard problems.isEmpty, cases > 50 else {
            FileHandle.standardError.write(Data("the client is broken: \(problems.map(\.text))\n".utf8))
            exit(1)
        }

        var times: [Double] = []
        var total = 0
        let clock = ContinuousClock()
        while total < 1000 || times.count < 5 {
            let time = await clock.measure { _ = await contract.problems(of: "login", with: bindings) }
            times.append(time / .milliseconds(1) / Double(cases))
            total += cases
        }
        times.sort()
        let median = times[times.count / 2]
        print("client tests: \(cases) cases of one operation, \(times.count) runs, one after the other")
        print("  a case, median of the runs   \(rounded(median)) ms   (goal 0.5; \(rounded(times[0])) at best)")
        print("  1,000 cases                  \(rounded(median)) s    (goal 5)")
    }

    private static func rounded(_ value: Double) -> String {
        String((value * 1000).rounded() / 1000)
    }
}

/// A correct client of the contract's login.
private struct LoginClient: Sendable {
    enum Failure: Error {
        case unauthorized, badAnswer
    }

    let session: URLSession

    func login(_ username: String, _ password: String) async throws -> String {
        let allowed = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
        let values = [username, password].map { $0.addingPercentEncoding(withAllowedCharacters: allowed) ?? "" }
        guard let url = URL(string: "https://awesometodos.com/login?username=\(values[0])&password=\(values[1])") else {
            throw Failure.badAnswer
        }
        let (data, response) = try await session.data(from: url)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        if status == 401 { throw Failure.unauthorized }
        guard (200..<300).contains(status),
            let object = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed) as? [String: Any],
            let token = object["token"] as? String
        else { throw Failure.badAnswer }
        return token
    }
}
