// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The secret values that reports must not show: variables, credentials and tokens.
package struct Secrets: Sendable {
    package private(set) var masking: Masking
    private var values: Set<String>
    /// The names of the outputs that security schemes use as credentials, such as `token`.
    private let outputNames: Set<String>

    /// - Parameters:
    ///   - given: The credentials of the command line, including literal values.
    ///   - environment: Returns the value of `${env.NAME}`.
    package init(_ contracts: [Contract], given: GivenCredentials? = nil, environment: @escaping (String) -> String?) {
        var names: [String: String] = [:]
        var values: Set<String> = []
        var outputNames: Set<String> = []
        for text in given?.secretTexts ?? [] {
            if let value = Self.written(text, environment) { values.insert(value) }
        }
        let texts = contracts.map(\.document.bytes) + (given?.texts ?? []).map { Array($0.utf8) }
        for text in texts {
            for name in Self.names("env", in: text).sorted() {
                guard let value = environment(name) else { continue }
                values.insert(value)
                if EnvironmentFile.isName(name) { names[value] = min(name, names[value] ?? name) }
            }
        }
        // A finding's curl command names a literal value of `--auth` like its security scheme.
        for (scheme, value) in given?.values ?? [] where Self.names("env", in: Array(value.utf8)).isEmpty {
            let name = String(scheme.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
            if EnvironmentFile.isName(name) { names[value] = names[value] ?? name }
        }
        for contract in contracts {
            for credential in contract.securitySchemes.flatMap(\.credentials) {
                outputNames.formUnion(Self.names("outputs", in: Array(credential.value.text.utf8)))
            }
        }
        values.formUnion(values.compactMap(Self.truncated))
        self.values = values
        self.outputNames = outputNames
        masking = Masking(secrets: values, names: names)
    }

    /// Collects the secrets in command-line options. References to variables, such as `${env.TOKEN}`, aren't secrets.
    package init(options given: GivenCredentials) { self.init([], given: given) { "${env.\($0)}" } }

    /// Returns the value of an option with its secrets masked.
    package func shown(_ value: String) -> String {
        masking.pieces(value).map { $0.text { "${env.\($0)}" } }.joined()
    }

    /// Adds the values of outputs that are used as credentials.
    package mutating func add(_ outputs: [String: JSON]) {
        for (name, value) in outputs where outputNames.contains(name) { add(value.string ?? value.compact) }
    }

    /// Masks a further value in all later reports.
    package mutating func add(_ value: String) {
        guard !value.isEmpty, values.insert(value).inserted else { return }
        masking.insert(value)
        if let truncated = Self.truncated(value), values.insert(truncated).inserted { masking.insert(truncated) }
    }

    /// Returns the secret without its last character. Accord sends this text as invalid credentials, so reports must
    /// not show it. Returns `nil` for a short secret, which Accord doesn't truncate.
    private static func truncated(_ secret: String) -> String? {
        secret.count < SecurityScheme.fewestTruncated ? nil : String(secret.dropLast())
    }

    /// Returns a string with its variables replaced. Returns `nil` if the string has variables, but no letters or
    /// digits outside them, as in `${env.USER}:${env.PASSWORD}`.
    private static func written(_ text: String, _ environment: (String) -> String?) -> String? {
        var literal = text
        var filled = text
        for name in names("env", in: Array(text.utf8)) {
            literal = literal.replacing("${env.\(name)}", with: "")
            filled = filled.replacing("${env.\(name)}", with: environment(name) ?? "")
        }
        return literal.contains { $0.isLetter || $0.isNumber } || literal == text ? filled : nil
    }

    /// Adds the user information (RFC 3986 section 3.2.1) of a URL that isn't in a contract. If the user information
    /// has a password, adds only the password.
    package mutating func add(credentialsOf url: String) {
        guard let user = URLParts(url.contains("://") ? url : "http://\(url)").userInfo else { return }
        add(Percent.decodeText(user.firstIndex(of: ":").map { user[user.index(after: $0)...] } ?? user[...]))
    }

    /// Returns the names in a string's templates, such as `TOKEN` in `${env.TOKEN}` if `root` is `env`.
    private static func names(_ root: String, in text: [UInt8]) -> Set<String> {
        let opening = Array("${\(root).".utf8)
        let starts = text.indices.filter { text[$0] == opening[0] && text[$0...].starts(with: opening) }
        return Set(
            starts.compactMap { start in
                let rest = text[(start + opening.count)...]
                return rest.firstIndex(of: UInt8(ascii: "}")).map { String(decoding: rest[..<$0], as: UTF8.self) }
            })
    }
}
