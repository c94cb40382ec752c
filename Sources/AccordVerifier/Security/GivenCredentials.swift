// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Credentials and header fields from the command line.
package struct GivenCredentials: Sendable {
    /// The credentials, by the name of the security scheme. A value can contain templates such as `${env.TOKEN}`.
    package private(set) var values: [(scheme: String, value: String)] = []
    /// The logins that return access tokens, by the name of the token's security scheme.
    package private(set) var logins: [String: Login] = [:]
    /// The header fields to add to every request. Their values can contain templates such as `${env.TOKEN}`.
    package private(set) var headers: [HTTPField] = []
    /// All values from the command line. They may contain templates such as `${env.TOKEN}`.
    package private(set) var texts: [String] = []
    /// The secret values, and the secret parts of values. They can contain templates such as `${env.TOKEN}`.
    package private(set) var secretTexts: [String] = []

    /// - Parameters:
    ///   - auth: Values of security schemes, as `NAME=VALUE`. A colon separates a user and a password, or a client's id
    ///     and secret. `NAME@USER=VALUE` specifies the credentials of a second user.
    ///   - headers: Header fields, as `Name: value`.
    ///   - logins: Logins, as `NAME=JSON`.
    /// - Throws: `DescribedError` for invalid syntax.
    package init(auth: [String] = [], headers: [String] = [], logins: [String] = []) throws(DescribedError) {
        for text in logins {
            guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
                throw DescribedError("--login: expected NAME=JSON, where NAME is a security scheme")
            }
            let name = String(text[..<equals])
            let login = try Login(parsing: text[text.index(after: equals)...], scheme: name)
            self.logins[name] = login
            texts.append(String(text[equals...]))
            secretTexts += login.secretTexts
        }
        for text in auth {
            guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
                throw DescribedError("--auth: expected NAME=VALUE, where NAME is a security scheme of the document")
            }
            let value = String(text[text.index(after: equals)...])
            guard !value.isEmpty else {
                throw DescribedError(
                    "--auth \(text[..<equals]): the value is empty; check that the environment variable is set")
            }
            values.append((String(text[..<equals]), value))
            texts.append(value)
            // Masks both the whole value and the text after a colon. Which of them is the secret depends on the
            // security scheme, which isn't known yet.
            secretTexts += [value] + Self.password(of: value)
        }
        for text in headers {
            guard let colon = text.firstIndex(of: ":"), colon != text.startIndex,
                text[..<colon].utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
                !HeaderGrammar.holdsLineBreak(text)
            else { throw DescribedError("--header: expected “Name: value” on one line") }
            let value = text[text.index(after: colon)...].drop { $0 == " " }
            let header = HTTPField(String(text[..<colon]), String(value))
            self.headers.append(header)
            texts.append(header.value)
            secretTexts += Self.secrets(in: header)
        }
    }

    package var isEmpty: Bool { values.isEmpty && headers.isEmpty && logins.isEmpty }

    /// Returns the text after the first colon of `USER:PASSWORD`.
    private static func password(of text: String) -> [String] {
        text.firstIndex(of: ":").map { [String(text[text.index(after: $0)...])] } ?? []
    }

    /// Returns the secrets that a header field may contain. Header fields that describe the client or the expected
    /// response contain no secrets.
    private static func secrets(in header: HTTPField) -> [String] {
        let name = header.name.lowercased()
        if publicHeaders.contains(where: { $0.hasSuffix("-") ? name.hasPrefix($0) : name == $0 }) { return [] }
        if name == "cookie" {
            return header.value.split(separator: ";").map { pair in
                String(pair.drop { $0 != "=" }.dropFirst())
            }
        }
        let words = header.value.split(separator: " ", maxSplits: 1)
        guard name.hasSuffix("authorization"), words.count == 2 else { return [header.value] }
        guard let user = BasicCredentials(header.value)?.text else { return [String(words[1])] }
        return [String(words[1]), user] + password(of: user)
    }

    /// The names of header fields that contain no secrets, or prefixes of these names.
    private static let publicHeaders = [
        "accept", "accept-", "cache-control", "connection", "content-", "date", "expect", "from", "host", "if-",
        "origin", "prefer", "range", "referer", "traceparent", "user-agent", "via", "x-correlation-id", "x-forwarded-",
        "x-request-id", "x-requested-with",
    ]

    /// Returns the contracts with the credentials added to their security schemes.
    ///
    /// If a header field of `--header` contains the credentials of a scheme, they become the scheme's credentials.
    /// Accord can then omit the field in a request that must have no credentials.
    ///
    /// - Parameter environment: The variables, in which Accord looks for a client id and secret in one variable.
    /// - Throws: `DescribedError` if no contract contains a security scheme with the specified name, or if the value doesn't fit
    ///   the scheme.
    package mutating func fill(
        _ contracts: [Contract], environment: @escaping Scope.Environment = { _ in nil }
    ) throws(DescribedError) -> [Contract] {
        let scope = Scope(environment: environment, namesUnsetVariables: false)
        let contracts = contracts.map { $0.withSchemes(ofUsersIn: values.map(\.scheme) + logins.keys.sorted()) }
        let named = values.map { ("--auth", $0.scheme) } + logins.keys.sorted().map { ("--login", $0) }
        for (option, name) in named where !contracts.contains(where: { $0.securityScheme(name) != nil }) {
            let known = contracts.flatMap(\.securitySchemes).map(\.name)
            let advice = Suggestion.advice(for: name, in: known) ?? "The documents define no security schemes."
            throw DescribedError("\(option): the documents have no security scheme “\(name)”. \(advice)")
        }
        var filled: [Contract] = []
        var taken: Set<Int> = []
        for contract in contracts {
            var filledContract = contract
            for index in filledContract.securitySchemes.indices {
                var scheme = filledContract.securitySchemes[index]
                let sent = headers.indices.compactMap { [scheme] place in
                    scheme.value(in: headers[place]).map { (place: place, value: $0) }
                }
                if let login = logins[scheme.name] {
                    try login.check(in: contract)
                    try scheme.useLogin()
                } else if let value = values.last(where: { $0.scheme == scheme.name })?.value {
                    let text = try? scope.text(JSONDocument(.string(value), file: "--auth").root)
                    if !value.contains(":"), text?.contains(":") == true { try scheme.rejectPair() }
                    try scheme.fill(value)
                } else if scheme.credentials.isEmpty, let first = sent.first {
                    try scheme.fill(first.value)
                    taken.insert(first.place)
                }
                filledContract.securitySchemes[index] = scheme
            }
            filled.append(filledContract.preferringFilledSchemes)
        }
        headers = headers.enumerated().filter { !taken.contains($0.offset) }.map(\.element)
        return filled
    }

    /// Returns the header fields with their variables replaced.
    ///
    /// - Throws: An error for a variable that isn't set.
    package func filledHeaders(_ environment: @escaping Scope.Environment) throws(SubstitutionError) -> [HTTPField] {
        let scope = Scope(environment: environment, namesUnsetVariables: false)
        return try headers.map { (header) throws(SubstitutionError) in
            HTTPField(header.name, try scope.text(JSONDocument(.string(header.value), file: "--header").root))
        }
    }

    /// Returns a warning for each required security scheme that has no credentials.
    package static func missing(in contracts: [Contract]) -> [String] {
        contracts.filter { $0.origin == .openAPI }.flatMap { contract in
            contract.securitySchemes.compactMap { scheme in
                guard scheme.lacksValue else { return nil }
                let operations = contract.operations.filter { operation in
                    contract.unfilledSchemes(of: operation.security).contains(scheme.name)
                }
                guard let first = operations.first else { return nil }
                let others = operations.count == 1 ? "" : " and \(operations.count - 1) more"
                return
                    "\(scheme.location): warning: \(first.id)\(others) "
                    + "\(operations.count == 1 ? "requires" : "require") "
                    + "credentials for “\(scheme.name)”: "
                    + "add --auth '\(scheme.name)=\(scheme.hint)'"
            }
        }
    }

    /// Returns the contracts. Each security scheme without credentials gets a variable such as `${env.TOKEN}`.
    ///
    /// - Throws: `DescribedError` if Accord can't send credentials for a scheme.
    package static func exemplified(_ contracts: [Contract]) throws(DescribedError) -> [Contract] {
        var filled = contracts
        for number in filled.indices {
            for index in filled[number].securitySchemes.indices where filled[number].securitySchemes[index].lacksValue {
                try filled[number].securitySchemes[index].fill(filled[number].securitySchemes[index].hint)
            }
        }
        return filled
    }
}

extension Contract {
    /// Returns the contract with security schemes for further users. For the name `bearerAuth@ann`, adds a copy of the
    /// scheme `bearerAuth`, unless the contract contains `bearerAuth@ann`.
    fileprivate func withSchemes(ofUsersIn names: [String]) -> Contract {
        var contract = self
        for name in names where contract.securityScheme(name) == nil {
            guard let mark = name.lastIndex(of: "@"), var scheme = securityScheme(String(name[..<mark])),
                name.index(after: mark) < name.endIndex
            else { continue }
            scheme.name = name
            scheme.user = String(name[name.index(after: mark)...])
            scheme.credentials = []
            contract.securitySchemes.append(scheme)
        }
        return contract
    }

    /// The name of the second user, or `nil` if only one user has credentials.
    package var secondUser: String? { securitySchemes.lazy.compactMap(\.user).first }

    /// Returns the names of the required schemes that have no credentials.
    package func unfilledSchemes(of requirements: [SecurityRequirement]) -> [String] {
        let uses = requirements.mandatory?.uses ?? []
        return uses.map(\.scheme).filter { name in securityScheme(name).map(\.lacksValue) ?? true }
    }

    /// The contract with its `security` alternatives in a new order: an alternative whose schemes all have credentials
    /// comes first.
    fileprivate var preferringFilledSchemes: Contract {
        func isFilled(_ requirement: SecurityRequirement) -> Bool {
            requirement.uses.allSatisfy { use in securityScheme(use.scheme).map { !$0.lacksValue } ?? false }
        }
        var contract = self
        contract.operations = operations.map { operation in
            guard let first = operation.security.first, !isFilled(first),
                let place = operation.security.firstIndex(where: isFilled)
            else { return operation }
            var alternatives = operation.security
            alternatives.insert(alternatives.remove(at: place), at: 0)
            return operation.with(security: alternatives)
        }
        return contract
    }
}

extension SecurityScheme {
    /// Whether the scheme requires credentials, but has none.
    fileprivate var lacksValue: Bool { !kind.credentialNames.isEmpty && credentials.isEmpty && !hasLogin }

    /// Returns the scheme's credentials in a header field, or `nil` if the field belongs to a different scheme.
    fileprivate func value(in header: HTTPField) -> String? {
        guard let carrier, carrier.place == .header, header.isNamed(carrier.name) else { return nil }
        return switch kind {
        case .apiKey: header.value
        // A fixed header field can't contain Digest credentials, because they depend on the server's challenge.
        case .other, .digest: nil
        case .bearer, .oauth2ClientCredentials: AuthenticationScheme.other("bearer").credentials(in: header.value)
        case .basic: BasicCredentials(header.value)?.text
        }
    }

    /// Whether the credentials are a pair, such as a user name and a password.
    private var needsPair: Bool { kind.credentialNames.count == 2 }

    /// Checks that one variable may contain the whole value, because the scheme requires no pair.
    fileprivate func rejectPair() throws(DescribedError) {
        guard needsPair else { return }
        throw DescribedError("--auth \(name)=…: the variable contains a colon; use two variables: '\(name)=\(hint)'")
    }

    fileprivate mutating func fill(_ value: String) throws(DescribedError) {
        if case .other(let word) = kind {
            throw DescribedError("--auth \(name)=…: Accord can't send credentials of the type \(word)")
        }
        let colon = value.firstIndex(of: ":")
        // A value without a colon is an access token. A client id and secret are separated by a colon.
        if case .oauth2ClientCredentials = kind, colon == nil { kind = .bearer }
        var texts = [value[...]]
        if needsPair {
            guard let colon else {
                throw DescribedError(
                    "--auth \(name)=…: a basic or digest scheme requires USER:PASSWORD, such as '\(hint)'")
            }
            texts = [value[..<colon], value[value.index(after: colon)...]]
        }
        credentials = zip(kind.credentialNames, texts).map { name, text in
            NamedValue(name: name, value: JSONDocument(.string(String(text)), file: location.file).root)
        }
    }

    /// Makes the scheme send the token that a login returns.
    fileprivate mutating func useLogin() throws(DescribedError) {
        switch kind {
        case .bearer, .apiKey: break
        case .oauth2ClientCredentials: kind = .bearer
        case .basic, .digest, .other:
            throw DescribedError("--login \(name)=…: a login requires a bearer or apiKey scheme")
        }
        credentials = []
        hasLogin = true
    }

    /// An example of the scheme's credentials for `--auth`, such as `${env.TOKEN}`. Warnings contain this example.
    fileprivate var hint: String {
        switch kind {
        case .apiKey, .other: "${env.API_KEY}"
        case .bearer: "${env.TOKEN}"
        case .basic, .digest: "${env.USER}:${env.PASSWORD}"
        case .oauth2ClientCredentials: "${env.CLIENT_ID}:${env.CLIENT_SECRET}"
        }
    }
}

extension SecurityRequirement {
    /// Returns the requirement with the second user's schemes, such as `bearerAuth@ann` in place of `bearerAuth`.
    /// Returns `nil` if the second user has no credentials for these schemes.
    func ofSecondUser(in schemes: [SecurityScheme]) -> SecurityRequirement? {
        var requirement = self
        for index in uses.indices {
            let scheme = schemes.first { $0.user != nil && $0.documentedName == uses[index].scheme }
            requirement.uses[index].scheme = scheme?.name ?? uses[index].scheme
        }
        return zip(requirement.uses, uses).contains { $0.scheme != $1.scheme } ? requirement : nil
    }
}

extension RunPlan {
    /// Blocks each case of an OpenAPI document if the command line doesn't specify the credentials that the case
    /// requires.
    package mutating func blockUnauthorized() {
        for position in entries.indices where entries[position].skip == nil {
            let testCase = entries[position].testCase
            let contract = contract(of: position)
            guard contract.origin == .openAPI else { continue }
            let missing = testCase.steps.indices.lazy.compactMap { index -> String? in
                let step = testCase.steps[index]
                return contract.unfilledSchemes(of: testCase.requirements(of: index)).first { name in
                    // A request that sets the credentials of a scheme itself needs none for this scheme.
                    contract.securityScheme(name).flatMap { step.request?.names($0) } != true
                }
            }.first
            guard let missing else { continue }
            withhold(position, because: Omission.missingCredentials(missing), isBlocked: true)
        }
    }
}
