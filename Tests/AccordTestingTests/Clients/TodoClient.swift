// SPDX-License-Identifier: Apache-2.0
import AccordTesting
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A bug from life, which one case of the contract finds.
enum Bug: String, CaseIterable, Sendable, Codable {
    case none
    /// `try!` on JSON from the network.
    case forcesJSON
    /// Calls nobody back where there is no data.
    case silentWithoutData
    /// Puts values into the URL as they are.
    case unescapedQuery
    /// A space becomes “+”, which only a form decoder reads as a space.
    case plusForSpace
    /// Encodes what is encoded already.
    case encodesTwice
    case dropsQueryItem
    case addsQueryItem
    case wrongHost
    case plainHTTP
    case wrongPath
    case postsInsteadOfGets
    /// Makes a value of whatever decodes, whatever the status.
    case ignoresStatus
    /// Turns every failure into no token and no error.
    case swallowsErrors
    case reportsBoth
    case callsTwice
    /// Reports a cancellation, and then once more what the session makes of it.
    case completesLate
    case neverCalls
    /// Asks again by itself.
    case retries
    /// Lets a token of another type through as an empty one.
    case defaultsWrongTypes
    case throwsTheWrongError
    case chokesOnUnknownProperties
    case sendsNothing
}

/// The seeds' login, with at most one bug.
struct TodoClient: Sendable {
    struct Token: Sendable {
        var id: String
    }

    enum Failure: Error {
        case noData, unauthorized, badStatus(Int), badShape, unknownProperty
    }

    typealias Completion = @Sendable (Token?, (any Error)?) -> Void

    let session: URLSession
    let bug: Bug

    func login(_ username: String, _ password: String, completion: @escaping Completion) {
        if bug == .sendsNothing { return completion(Token(id: "1234567890"), nil) }
        var request = URLRequest(url: url(username, password))
        if bug == .postsInsteadOfGets { request.httpMethod = "POST" }
        send(request, attempts: bug == .retries ? 2 : 1, completion)
    }

    private func send(_ request: URLRequest, attempts: Int, _ completion: @escaping Completion) {
        session.dataTask(with: request) { data, response, error in
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            if attempts > 1, error != nil || status >= 500 {
                return send(request, attempts: attempts - 1, completion)
            }
            finish(data, status, error, completion)
        }
        .resume()
    }

    private func finish(_ data: Data?, _ status: Int, _ error: (any Error)?, _ completion: Completion) {
        switch bug {
        case .neverCalls: return
        case .silentWithoutData where data?.isEmpty != false: return
        case .swallowsErrors:
            return completion(try? token(data, status, error), nil)
        case .reportsBoth:
            do {
                return completion(try token(data, status, error), nil)
            } catch {
                return completion(Token(id: ""), error)
            }
        case .callsTwice: completion(try? token(data, status, error), nil)
        case .completesLate where (error as? URLError)?.code == .cancelled: completion(nil, error)
        default: break
        }
        do {
            completion(try token(data, status, error), nil)
        } catch {
            completion(nil, error)
        }
    }

    private func token(_ data: Data?, _ status: Int, _ error: (any Error)?) throws -> Token {
        if let error { throw error }
        if status == 401 { throw bug == .throwsTheWrongError ? Failure.badStatus(401) : Failure.unauthorized }
        guard (200..<300).contains(status) || bug == .ignoresStatus else { throw Failure.badStatus(status) }
        guard let data else { throw Failure.noData }
        let json: Any
        if bug == .forcesJSON {
            // swift-format-ignore: NeverUseForceTry
            json = try! JSONSerialization.jsonObject(with: data)
        } else {
            json = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
        }
        guard let object = json as? [String: Any] else { throw Failure.badShape }
        if bug == .chokesOnUnknownProperties, object.count > 1 { throw Failure.unknownProperty }
        if bug == .defaultsWrongTypes { return Token(id: object["token"] as? String ?? "") }
        guard let id = object["token"] as? String else { throw Failure.badShape }
        return Token(id: id)
    }

    private func url(_ username: String, _ password: String) -> URL {
        var items = [("username", username), ("password", password)]
        if bug == .dropsQueryItem { items.removeLast() }
        if bug == .addsQueryItem { items.append(("debug", "1")) }
        let scheme = bug == .plainHTTP ? "http" : "https"
        let host = bug == .wrongHost ? "api.awesometodos.com" : "awesometodos.com"
        let path = bug == .wrongPath ? "/signin" : "/login"
        let query = items.map { "\($0.0)=\(encoded($0.1))" }.joined(separator: "&")
        guard let url = URL(string: "\(scheme)://\(host)\(path)?\(query)") else {
            return URL(filePath: "/")
        }
        return url
    }

    private func encoded(_ text: String) -> String {
        let allowed = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
        let once = text.addingPercentEncoding(withAllowedCharacters: allowed) ?? text
        switch bug {
        case .unescapedQuery: return text
        case .encodesTwice: return once.addingPercentEncoding(withAllowedCharacters: allowed) ?? once
        case .plusForSpace: return once.replacing("%20", with: "+")
        default: return once
        }
    }

    static func bindings(_ bug: Bug) -> ClientBindings {
        ClientBindings(
            client: { stub in TodoClient(session: stub.urlSession, bug: bug) },
            operations: [
                "login": .init({ (try $0.string("username"), try $0.string("password")) }) { client, input in
                    try await completion { client.login(input.0, input.1, completion: $0) }
                }
            ])
    }
}
