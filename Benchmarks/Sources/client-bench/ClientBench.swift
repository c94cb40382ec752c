// SPDX-License-Identifier: Apache-2.0
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

        var ours: [Cost] = []
        var bare: [Cost] = []
        // In turns, so that what else the machine does falls on both.
        for _ in 0..<15 {
            ours.append(await Cost(of: cases) { _ = await contract.problems(of: "login", with: bindings) })
            bare.append(await Cost(of: cases) { for _ in 0..<cases { await BareStub.callOnce() } })
        }
        let (our, their) = (Cost.median(ours), Cost.median(bare))
        print("client tests: \(cases) cases of one operation, \(ours.count) runs, one after the other")
        print("                                            by the clock   of processor time")
        print("  a case, median of the runs                \(our)   (goal 0.5 ms)")
        print("  a bare session, stub and call of the same \(their)")
        let ratios = (our.wall / their.wall, our.processor / their.processor)
        print("  ratio                                     \(rounded(ratios.0))           \(rounded(ratios.1))")
        print("  1,000 cases                               \(rounded(our.wall)) s   (goal 5)")
    }

    private static func rounded(_ value: Double) -> String {
        String((value * 100).rounded() / 100)
    }
}

/// What one of several equal things took, in milliseconds.
struct Cost: CustomStringConvertible {
    var wall: Double
    var processor: Double

    init(of count: Int, _ body: @Sendable () async -> Void) async {
        let began = Self.processorTime
        let time = await ContinuousClock().measure { await body() }
        wall = time / .milliseconds(1) / Double(count)
        processor = (Self.processorTime - began) / Double(count)
    }

    private init(wall: Double, processor: Double) {
        self.wall = wall
        self.processor = processor
    }

    static func median(_ costs: [Cost]) -> Cost {
        Cost(
            wall: costs.map(\.wall).sorted()[costs.count / 2],
            processor: costs.map(\.processor).sorted()[costs.count / 2])
    }

    var description: String { String(format: "%5.3f ms       %5.3f ms", wall, processor) }

    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }
}

/// A correct client of the contract's login.
struct LoginClient: Sendable {
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
