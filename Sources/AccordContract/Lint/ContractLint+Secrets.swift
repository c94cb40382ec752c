// SPDX-License-Identifier: Apache-2.0
import AccordJSON

extension ContractLint {
    /// Reports values of a case that look like secrets.
    func reportSecrets(_ subject: LintedCase) {
        CaseStrings.visit(subject.definition) { value, _ in
            guard value.byteRange.count > SecretShape.shortest else { return }
            guard let text = value.string, let kind = looksSecret(text) else { return }
            secretPlaces.insert(SourceLocation(value))
            reader.report(.secret, "this value looks like \(kind)", at: value, advice: Self.adviceForSecrets)
        }
    }

    /// Reports secrets in titles and descriptions, because reports and documentation would publish the secrets.
    func reportSecretsInTexts() {
        let document = contract.document
        guard SecretShape.mayHoldMark(document.bytes) else { return }
        for value in document.root.selfAndDescendants {
            for member in value.members {
                guard Self.textKeys.contains(member.key), let text = member.value.string,
                    SecretShape.mark(in: text) != nil, !secretPlaces.contains(SourceLocation(member.value)),
                    let kind = SecretShape.mark(in: reader.notSecrets.cleared(text))
                else { continue }
                reader.report(
                    .secret, "part of this text looks like \(kind)", at: member.value,
                    advice: "Revoke the secret and remove it from the text. " + Self.adviceForOthers)
            }
        }
    }

    private static let textKeys: Set<String> = ["summary", "description", "title", "reason", "$comment"]

    private static let adviceForSecrets = "Revoke the secret, and write “${env.NAME}” in its place. " + adviceForOthers
    private static let adviceForOthers =
        "If the value isn't secret, add \"notSecret\": { \"…\": \"reason\" } to the case."

    /// Returns the kind of secret that a string looks like, such as `a GitHub token`. Returns `nil` for other strings,
    /// and for secrets that `notSecret` lists.
    private func looksSecret(_ text: String) -> String? {
        guard SecretShape.kind(of: text) != nil else { return nil }
        return SecretShape.kind(of: reader.notSecrets.cleared(text))
    }

    /// Reports texts in `notSecret` that aren't part of a value that looks like a secret.
    func reportNeedlessExcuses() {
        for location in reader.notSecrets.unused {
            reader.report(
                .secret, "“notSecret” lists this text, but no value that contains this text looks like a secret",
                at: location, severity: .warning, advice: "Remove the entry from “notSecret”.")
        }
    }

    /// Reports credentials of security schemes: literals that a case expects the server to accept, values that look
    /// like a secret, and unknown names in templates.
    func reportLiteralCredentials() {
        for scheme in contract.securitySchemes {
            for credential in scheme.credentials {
                let text = credential.value.string ?? ""
                // An empty text isn't a secret. Some APIs expect a key as the user name and an empty password.
                if text.isEmpty { continue }
                if let kind = looksSecret(text) {
                    reader.report(
                        .secret, "this value looks like \(kind)", at: credential.value, advice: Self.adviceForSecrets)
                    continue
                }
                reportUnknownNames(of: credential, text)
                guard TemplateText.names(in: text).names.isEmpty else { continue }
                guard let accepted = acceptedCase(with: scheme.name) else { continue }
                if reader.notSecrets.cleared(text).allSatisfy(\.isWhitespace) { continue }
                let note = Diagnostic.Note(
                    "the case “\(accepted.name)” sends this value and expects a success", at: accepted.location)
                reader.report(
                    .secret,
                    "the security scheme “\(scheme.name)” has a literal “\(credential.name)” that the server accepts",
                    at: credential.value, notes: [note],
                    advice: "Write “${env.NAME}”, or “${outputs.name}” if a case outputs the value. "
                        + "If the value isn't secret, add \"notSecret\": { \"…\": \"reason\" } to the security scheme.")
            }
        }
    }

    private func reportUnknownNames(of credential: NamedValue, _ text: String) {
        for name in TemplateText.names(in: text).names {
            let isKnown = name.hasPrefix("env.") || name.hasPrefix("outputs.") || name == "run.id"
            if isKnown { continue }
            reader.report(
                .unknownName, "unknown name “${\(name)}”", at: credential.value,
                advice: "Write credentials as “${env.NAME}” or “${outputs.name}”.")
        }
    }

    /// Returns a case that sends the credentials of a scheme and expects the server to accept them.
    private func acceptedCase(with scheme: String) -> CaseDefinition? {
        for operation in contract.operations {
            for definition in operation.cases where definition.appliesTo != .client {
                let security = definition.security ?? operation.security
                let uses = security.first?.uses.map(\.scheme) ?? []
                guard uses.contains(scheme), let status = definition.steps.last?.response.status else { continue }
                if !(400..<500).contains(status) { return definition }
            }
        }
        return nil
    }
}

/// Recognizes secrets by their form: a prefix of a well-known issuer, or a random string.
enum SecretShape {
    private static let prefixes: [(prefix: String, length: Int, kind: String)] = [
        ("ghp_", 36, "a GitHub token"), ("gho_", 36, "a GitHub token"), ("ghu_", 36, "a GitHub token"),
        ("ghs_", 36, "a GitHub token"), ("ghr_", 36, "a GitHub token"), ("github_pat_", 40, "a GitHub token"),
        ("glpat-", 20, "a GitLab token"), ("xoxb-", 20, "a Slack token"), ("xoxp-", 20, "a Slack token"),
        ("xoxa-", 20, "a Slack token"), ("sk_live_", 20, "a Stripe key"), ("rk_live_", 20, "a Stripe key"),
        ("sk-", 32, "an API key"), ("AKIA", 20, "an AWS access key"), ("ASIA", 20, "an AWS access key"),
        ("AIza", 35, "a Google API key"), ("ya29.", 30, "a Google access token"), ("npm_", 36, "an npm token"),
        ("pypi-", 40, "a PyPI token"), ("hf_", 34, "a Hugging Face token"), ("SG.", 40, "a SendGrid key"),
        ("dop_v1_", 60, "a DigitalOcean token"), ("shpat_", 32, "a Shopify token"),
    ]

    /// Returns whether a document contains a prefix of known secrets, such as `ghp_`.
    static func mayHoldMark(_ bytes: [UInt8]) -> Bool {
        (prefixes.map(\.prefix) + ["PRIVATE KEY"]).contains(where: bytes.holds)
    }

    /// Returns the kind of a secret with a known prefix, such as `a Stripe key`. Ignores random strings, because links
    /// and other harmless text may look random.
    static func mark(in text: String) -> String? {
        let bytes = Array(text.utf8)
        if bytes.holds("-----BEGIN"), bytes.holds("PRIVATE KEY-----") { return "a private key" }
        for word in bytes.split(whereSeparator: { classOfByte($0) == nil && $0 != 0x2E }) where word.count >= shortest {
            for known in prefixes where word.count >= known.length && word.starts(with: known.prefix.utf8) {
                let suffix = word.dropFirst(known.prefix.utf8.count)
                // Ignore placeholders for secrets, such as xxxx… and AWS's AKIAIOSFODNN7EXAMPLE.
                guard Set(suffix).count >= 8, !Array(suffix).holds("EXAMPLE") else { continue }
                return known.kind
            }
        }
        return nil
    }

    /// The smallest number of characters that a secret has.
    static let shortest = 20

    /// Returns the kind of secret that a string looks like, such as `a GitHub token`.
    static func kind(of text: String) -> String? {
        let bytes = Array(text.utf8)
        guard bytes.count >= shortest else { return nil }
        if bytes.holds("-----BEGIN"), bytes.holds("PRIVATE KEY-----") { return "a private key" }
        for word in bytes.split(whereSeparator: { $0 == 0x20 || $0 == 0x2C || $0 == 0x3B || $0 == 0x0A }) {
            guard word.count >= shortest else { continue }
            for known in prefixes where word.count >= known.length && word.starts(with: known.prefix.utf8) {
                return known.kind
            }
            if isToken(word) { return "a JSON Web Token" }
            if hasRandomRun(word) {
                return "a secret, because “\(String(decoding: word.prefix(4), as: UTF8.self))…” is random text"
            }
        }
        return nil
    }

    /// Returns whether a word is a JSON Web Token (RFC 7519).
    private static func isToken(_ word: ArraySlice<UInt8>) -> Bool {
        guard word.starts(with: "eyJ".utf8) else { return false }
        let pieces = word.split(separator: 0x2E, omittingEmptySubsequences: false)
        return pieces.count == 3 && pieces[1].starts(with: "eyJ".utf8) && pieces[2].count >= 20
    }

    private static func hasRandomRun(_ word: ArraySlice<UInt8>) -> Bool {
        var start = word.startIndex
        for index in word.indices where classOfByte(word[index]) == nil {
            if isRandom(word[start..<index]) { return true }
            start = index + 1
        }
        return isRandom(word[start...])
    }

    /// Returns whether a string looks random. A random string alternates between uppercase letters, lowercase letters
    /// and digits more often than words do.
    private static func isRandom(_ run: ArraySlice<UInt8>) -> Bool {
        guard run.count >= 24 else { return false }
        var changes = 0
        var last: Int?
        var seen: Set<Int> = []
        for byte in run {
            let current = classOfByte(byte)
            if let current, current != last, last != nil { changes += 1 }
            if let current { seen.insert(current) }
            last = current
        }
        guard changes * 10 >= run.count * 4, seen.isSuperset(of: [0, 1, 2]) else { return false }
        return Set(run).count * 10 >= min(run.count, 40) * 5
    }

    /// Returns 0 for uppercase letters, 1 for lowercase letters, 2 for digits and 3 for other base64 characters.
    private static func classOfByte(_ byte: UInt8) -> Int? {
        switch byte {
        case 0x41...0x5A: 0
        case 0x61...0x7A: 1
        case 0x30...0x39: 2
        case 0x2B, 0x2D, 0x5F, 0x3D: 3
        default: nil
        }
    }
}
