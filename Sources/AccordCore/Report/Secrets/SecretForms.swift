import AccordContract
import AccordJSON

/// What a secret may be before its bytes are written as base64 or in hexadecimal.
enum SecretForms {
    /// It, percent-encoded, encoded as forms are, and escaped in JSON; each once.
    static func all(of secret: String) -> [String] {
        let escaped = JSON.string(secret).compact.dropFirst().dropLast()
        var forms: [String] = []
        for form in [secret, Percent.encode(secret), Form.encode(secret), String(escaped)]
        where !forms.contains(where: { $0.utf8.elementsEqual(form.utf8) }) {
            forms.append(form)
        }
        return forms
    }
}
