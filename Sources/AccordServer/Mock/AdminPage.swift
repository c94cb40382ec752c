// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// The page at `/__accord/`. It lists the received requests with their responses, and lets a user choose the next
/// response of each operation.
enum AdminPage {
    /// The response with the page. Its Content Security Policy allows only the page's own script and style.
    static var response: HTTPResponse {
        let nonce = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        let policy = """
            default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; connect-src 'self'; \
            img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
            """
        return HTTPResponse(
            status: 200,
            headers: [
                HTTPField("Content-Type", "text/html; charset=utf-8"), HTTPField("Cache-Control", "no-store"),
                HTTPField("Content-Security-Policy", policy), HTTPField("X-Content-Type-Options", "nosniff"),
                HTTPField("Referrer-Policy", "no-referrer"),
            ], body: Array(html.replacing("NONCE", with: nonce).utf8))
    }

    private static let html = String(decoding: PackageResources.journal_html, as: UTF8.self)
}
