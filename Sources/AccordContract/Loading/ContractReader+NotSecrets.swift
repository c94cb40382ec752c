import AccordJSON

/// What looks like a secret and is none: `"notSecret": { "ch_3MmlLrLkdIwHu7ix0snN0B15": "an object's id" }`.
struct NotSecrets {
    private var locations: [String: SourceLocation] = [:]
    private var used: Set<String> = []

    mutating func add(_ text: String, at location: SourceLocation) {
        if locations[text] == nil { locations[text] = location }
    }

    /// The text without what is said to be no secret.
    mutating func cleared(_ text: String) -> String {
        var rest = text
        for known in locations.keys where rest.contains(known) {
            rest = rest.replacing(known, with: " ")
            used.insert(known)
        }
        return rest
    }

    /// Those that stood nowhere, in the order of the text.
    var unused: [SourceLocation] {
        locations.filter { !used.contains($0.key) }.map(\.value).sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    }
}

extension ContractReader {
    /// Notes the texts of `notSecret`, each of which has a reason; where in the contract they are noted is all one.
    func noteNotSecrets(_ fields: ObjectFields) {
        guard let layered = fields.layered["notSecret"] else { return }
        for member in named(layered, "“notSecret” in \(fields.what)", followsReferences: false) {
            let reason = member.value.top
            guard expect(reason, .string, "the reason why “\(member.name)” is no secret") else { continue }
            guard reason.string?.contains(where: { !$0.isWhitespace }) == true, !member.name.isEmpty else {
                report(
                    .badValue, "“notSecret” needs a text and the reason why it is no secret", at: reason,
                    advice: "Write { \"ch_3Mm…\": \"the id of a charge in Stripe's documentation\" }.")
                continue
            }
            notSecrets.add(member.name, at: member.location)
        }
    }
}
