// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// A request that gets the access token of a security scheme. The request is an operation of the contract, or a method
/// and a path.
package struct Login: Sendable {
    private enum Place: Sendable {
        case operation(String)
        case request(method: String, path: String)
    }

    static let usualToken = JSONPointer(tokens: ["access_token"])
    static let usualExpiry = JSONPointer(tokens: ["expires_in"])
    /// The keys of a login in the configuration file.
    package static let keys = ["operation", "request", "body", "form", "token", "expires"]

    private let scheme: String
    private let place: Place
    /// The body of the request, as JSON or as the fields of a form. It can contain templates such as `${env.PASSWORD}`.
    private let body: JSONValue?
    private let isForm: Bool
    /// The pointer to the token in the JSON response.
    let token: JSONPointer
    /// The pointer to the token's lifetime in seconds in the JSON response.
    let expires: JSONPointer
    /// The values in the body that are secrets, such as a password. They can contain templates such as
    /// `${env.PASSWORD}`.
    let secretTexts: [String]

    /// - Throws: `DescribedError` if the text isn't a JSON object with the keys of a login.
    init(parsing json: Substring, scheme: String) throws(DescribedError) {
        func mistake(_ reason: String) -> DescribedError { .init("--login \(scheme): \(reason)") }
        guard let root = try? JSONDocument(parsing: Array(json.utf8), file: "--login").root, root.kind == .object else {
            throw mistake("expected an object with the keys \(Self.keys.joined(separator: ", "))")
        }
        for member in root.members where !Self.keys.contains(member.key) {
            let advice = Suggestion.advice(for: member.key, in: Self.keys) ?? ""
            throw mistake("unknown key “\(member.key)”. \(advice)")
        }
        func text(_ key: String) throws(DescribedError) -> String? {
            guard let value = root[key] else { return nil }
            guard let text = value.string else { throw mistake("“\(key)” must be a string") }
            return text
        }
        func pointer(_ key: String) throws(DescribedError) -> JSONPointer? {
            guard let text = try text(key) else { return nil }
            guard let pointer = try? JSONPointer(parsing: text) else {
                throw mistake("“\(key)” must be a JSON Pointer, such as /access_token")
            }
            return pointer
        }
        self.scheme = scheme
        switch (try text("operation"), try text("request")) {
        case (let operation?, nil): place = .operation(operation)
        case (nil, let request?):
            let words = request.split(separator: " ")
            guard words.count == 2, words[0].utf8.allSatisfy({ (0x41...0x5A).contains($0) }),
                words[1].hasPrefix("/") || words[1].contains("://")
            else { throw mistake("“request” must be a method and a path, such as POST /sessions") }
            place = .request(method: String(words[0]), path: String(words[1]))
        case (nil, nil), (_?, _?): throw mistake("specify “operation” or “request”")
        }
        guard root["body"] == nil || root["form"] == nil else { throw mistake("specify “body” or “form”, not both") }
        guard root["form"].map({ $0.kind == .object }) ?? true else { throw mistake("“form” must be an object") }
        body = root["form"] ?? root["body"]
        isForm = root["form"] != nil
        token = try pointer("token") ?? Self.usualToken
        expires = try pointer("expires") ?? Self.usualExpiry
        secretTexts = body.map { Self.secrets(in: JSON($0)) } ?? []
    }

    /// Returns the values of members such as “password”, which Accord masks. Accord also masks the values of variables,
    /// in any member.
    private static func secrets(in body: JSON) -> [String] {
        JSONParts.pointers(in: body).compactMap { pointer in
            let name = pointer.tokens.last?.lowercased() ?? ""
            let isSecret = SecretNames.isSecret(name) || ["pin", "key", "code", "otp"].contains(where: name.contains)
            return isSecret ? body.value(at: pointer)?.string : nil
        }
    }

    /// Checks that the contract has the login's operation, and that the operation can be called.
    ///
    /// - Throws: `DescribedError` if the contract has no such operation, or if the operation's path has parameters.
    func check(in contract: Contract) throws(DescribedError) {
        guard case .operation(let id) = place else { return }
        guard let operation = contract.operation(id) else {
            let advice = Suggestion.advice(for: id, in: contract.operations.map(\.id)) ?? ""
            throw .init("--login \(scheme): the contract has no operation “\(id)”. \(advice)")
        }
        guard operation.request.pathParameters.isEmpty else {
            throw .init(
                "--login \(scheme): the path of the operation “\(id)” has parameters; use “request” instead")
        }
    }

    /// Returns the request with its variables replaced.
    func request(
        in contract: Contract, baseURL: (Operation) -> String, headers: [HTTPField], scope: Scope
    ) throws(SubstitutionError) -> HTTPRequest {
        let (method, path): (String, String)
        var base = contract.operations.first.map(baseURL) ?? ""
        switch place {
        case .operation(let id):
            let operation = contract.operation(id)
            method = operation?.request.method ?? "POST"
            path = operation?.request.path.description ?? "/"
            base = operation.map(baseURL) ?? base
        case .request(let stated, let target): (method, path) = (stated, target)
        }
        while base.hasSuffix("/") { base.removeLast() }
        var fields = headers.filter { !$0.isNamed("Content-Type") } + [HTTPField("Accept", "application/json")]
        var bytes: [UInt8] = []
        if let body {
            let value = try scope.substitute(body)
            let items = value.object?.map { Form.Item($0.key, $0.value.string ?? $0.value.compact) } ?? []
            fields.append(HTTPField("Content-Type", isForm ? "application/x-www-form-urlencoded" : "application/json"))
            bytes = Array((isForm ? Form.serialize(items) : value.compact).utf8)
        }
        return HTTPRequest(method: method, url: path.contains("://") ? path : base + path, headers: fields, body: bytes)
    }
}
