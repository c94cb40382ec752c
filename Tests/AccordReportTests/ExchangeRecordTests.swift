// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordSchema
import Testing

@testable import AccordCore

@Suite("An exchange record")
struct ExchangeRecordTests {
    private typealias Body = ExchangeRecord.Body

    @Test("an exchange record has the complete body if it is short")
    func short() throws {
        #expect(Body([]) == nil)
        #expect(Body(Array("hällo".utf8)) == Body(text: "hällo", size: 6, isCut: false))
        #expect(Body([0xFF, 0xD8, 0x00]) == Body(base64: "/9gA", size: 3, isCut: false))
    }

    @Test("a long body is truncated between characters, with its size")
    func cut() {
        #expect(Body(Array("aäöü".utf8), limit: 4) == Body(text: "aä", size: 7, isCut: true))
        #expect(Body(Array("a😀b".utf8), limit: 3) == Body(text: "a", size: 6, isCut: true))
        #expect(Body(Array("abcd".utf8), limit: 4) == Body(text: "abcd", size: 4, isCut: false))
        #expect(Body([0xFF, 0xFE, 0xFD], limit: 2) == Body(base64: "//4=", size: 3, isCut: true))
    }

    @Test("secrets are masked before a body is truncated", arguments: 1...40)
    func cutSecret(limit: Int) throws {
        let masking = Masking(secrets: ["topsecret-value"])
        let body = try #require(Body(Array("{\"t\":\"topsecret-value\"}".utf8), masking: masking, limit: limit))
        #expect(body.text?.contains("top") == false)
        let encoded = try #require(Body(Array("t=%74%6F%70secret-value&a=b".utf8), masking: masking, limit: limit))
        #expect(encoded.text?.contains("%7") == false && encoded.text?.contains("se") == false)
    }

    @Test("a secret in binary data is masked")
    func binarySecret() throws {
        let masking = Masking(secrets: ["topsecret"])
        let body = try #require(Body([0xFF] + Array("topsecret".utf8) + [0xFE], masking: masking))
        let decoded = Base64.decode(try #require(body.base64)) ?? []
        #expect(decoded == [0xFF] + Array(Masking.mark.utf8) + [0xFE])
    }

    @Test("secrets in the URL and the header fields are masked")
    func head() {
        let record = ExchangeRecord(
            request: HTTPRequest(
                method: "GET", url: "http://a.b/?k=topsecret", headers: [HTTPField("Authorization", "Bearer topsecret")]
            ),
            response: HTTPResponse(status: 200, headers: [HTTPField("Set-Cookie", "s=topsecret; Secure")]),
            failure: "cut after topsecret", masking: Masking(secrets: ["topsecret"]))
        #expect(record.request.url == "http://a.b/?k=•••")
        #expect(record.request.headers == [HTTPField("Authorization", "Bearer •••")])
        #expect(record.response?.headers == [HTTPField("Set-Cookie", "s=•••; Secure")])
        #expect(record.failure == "cut after •••")
    }
}
