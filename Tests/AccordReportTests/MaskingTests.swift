// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import AccordSchema
import Testing

@testable import AccordCore

@Suite("Secrets")
struct MaskingTests {
    @Test(
        "secrets are masked in every spelling",
        arguments: [
            ("s3cr&t/ö", "the value s3cr&t/ö itself", "the value ••• itself"),
            ("s3cr&t/ö", "https://a.b/?p=s3cr%26t%2F%C3%B6&x=1", "https://a.b/?p=•••&x=1"),
            ("s3cr&t/ö", "https://a.b/?p=s3cr%26t/%c3%b6", "https://a.b/?p=•••"),
            ("s3cr&t/ö", "p=%733cr%26%74%2fö", "p=•••"),
            ("s3cr&t/ö", "/login?next=%2F%3Fp%3Ds3cr%2526t%252F%25C3%25B6%26x", "/login?next=%2F%3Fp%3D•••%26x"),
            ("s3cr&t/ö", "a=s3cr%252526t%25252f%2525c3%2525b6", "a=•••"),
            ("two words+", "password=two+words%2B&a=b", "password=•••&a=b"),
            ("two words+", "password=two%20words+", "password=•••"),
            ("say \"hi\"\n", #"{"p":"say \"hi\"\n"}"#, #"{"p":"•••"}"#),
            ("é/😀!", #"{"p":"\u00e9\/\uD83D\uDE00!"}"#, #"{"p":"•••"}"#),
            ("it's me", #"curl -d 'it'\''s me'"#, #"curl -d '•••'"#),
            ("100%", "a=100%25", "a=•••"),
            ("100%", "a=100%", "a=•••"),
            ("a\\b\\c", #"{"p":"a\\b\\c"} or a\b\c"#, #"{"p":"•••"} or •••"#),
            ("a<b>&\"c\"", "<p>a&lt;b&gt;&amp;&quot;c&#34;</p>", "<p>•••</p>"),
            ("s3cr&t/ö", "<p>&#115;&#51;&#99;&#114;&#38;&#116;&#47;&#246;</p>", "<p>•••</p>"),
            ("s3cr&t/ö", "<p>&#x73;&#X33;cr&amp;&#x74;&#x2F;&#xf6;</p>", "<p>•••</p>"),
            (
                "s3cr&t/ö", "&#115;&#51;&#99;&#114;&#38;&#117;&#47;&#246;",
                "&#115;&#51;&#99;&#114;&#38;&#117;&#47;&#246;"
            ),
            ("abcdefghijklmnop", "{\"a\": abcdefg…", "{\"a\": •••…"),
            ("abcdefghijklmnop", "…jklmnop, abcdefghijklmnop, abcdef…", "…•••, •••, •••…"),
            ("abc/efghijklmnop", "a=abc%2", "a=abc%2"),
            ("abcd/fghijklmnop", "a=abcd%2…", "a=•••…"),
            ("correct horse", "Key Y29ycmVjdCBo… Y29…", "Key •••… Y29…"),
            ("abcdefghijklmnop", "abc… …nop abcdef, jklmnop", "abc… …nop abcdef, jklmnop"),
        ])
    func spelling(secret: String, text: String, masked: String) {
        #expect(Masking(secrets: [secret]).mask(text) == masked)
    }

    @Test(
        "secrets are masked in base64 at every offset", arguments: ["", "u", "us", "user:", "user:x"], ["", "y", "yz"])
    func base64(before: String, after: String) {
        let secret = "correct horse"
        let text = "Key \(Base64.encode(Array((before + secret + after).utf8)))."
        let masked = Masking(secrets: [secret]).mask(text)
        #expect(masked.contains(Masking.mark))
        // The text on both sides of the mark doesn’t decode to a part of the secret.
        for rest in masked.dropFirst(4).dropLast(1).split(separator: Masking.mark) {
            for padding in ["", "A", "AA", "AAA"] {
                let bytes = Base64.decode(padding + rest.filter { $0 != "=" }) ?? []
                let decoded = String(decoding: bytes, as: UTF8.self)
                #expect(!decoded.contains("cor") && !decoded.contains("rse"))
            }
        }
    }

    @Test("secrets are masked in base64 that is escaped, wrapped or base64url", arguments: ["", "u", "us"])
    func spelledBase64(before: String) {
        // Every third character of its base64 has several spellings.
        let secret = "~~?~~?>>>~~?"
        let plain = Base64.encode(Array((before + secret + "end").utf8))
        let spellings = [
            plain.replacing("+", with: "-").replacing("/", with: "_"), plain.replacing("/", with: #"\/"#),
            plain.replacing("+", with: "%2B").replacing("/", with: "%2f"), plain.replacing("+", with: #"\u002b"#),
        ]
        for text in spellings {
            let masked = Masking(secrets: [secret]).mask("\"\(text)\"")
            #expect(masked.contains(Masking.mark) && masked.utf8.count < 22, "\(text) → \(masked)")
        }
    }

    @Test("secrets are masked in base64 of their encoded form", arguments: ["client%20s3cret", "client+s3cret"])
    func twiceEncoded(form: String) {
        let text = Base64.encode(Array("id:\(form)".utf8))
        let masked = Masking(secrets: ["client s3cret"]).mask(text)
        #expect(masked.contains(Masking.mark) && masked.utf8.count < 16, "\(masked)")
    }

    @Test("secrets are masked in the message about an invalid JSON body", arguments: [0, 1, 40, 45, 50, 55])
    func unreadable(before: Int) throws {
        let secret = "abcdefghijklmnop-qrstuvw"
        let text = "nope, " + String(repeating: " ", count: before) + "\(secret)\(secret), \"\(secret)\""
        for body in [text, String(text.reversed()).replacing(String(secret.reversed()), with: secret), secret] {
            let error = try #require(throws: JSONSyntaxError.self) { try JSONDocument(parsing: body) }
            let masked = Masking(secrets: [secret]).mask("\(error.reason), \(error.description)")
            for part in ["abcd", "efgh", "ijkl", "mnop", "qrst"] { #expect(!masked.contains(part), "\(masked)") }
        }
    }

    @Test("secrets of four bytes are masked in base64 at every offset", arguments: ["", "u", "us"])
    func fourBytes(before: String) {
        let masked = Masking(secrets: ["k3y!"]).mask(Base64.encode(Array((before + "k3y!zzz").utf8)))
        #expect(masked.contains(Masking.mark))
    }

    @Test("an unencoded secret is replaced by its variable")
    func pieces() {
        let masking = Masking(secrets: ["s3cr&t", "other"], names: ["s3cr&t": "KEY"])
        #expect(
            masking.pieces("a s3cr&t, s3cr%26t, other") == [
                .text("a "), .variable("KEY"), .text(", "), .hidden, .text(", "), .hidden,
            ])
        #expect(masking.pieces("nothing") == [.text("nothing")])
        #expect(masking.pieces("") == [.text("")])
    }

    @Test("secrets of any characters are masked, also if they are encoded several times", arguments: 0..<100)
    func anyText(seed: Int) {
        var random = SeededRandom(state: UInt64(seed))
        let alphabet = Array("aZ09 +/%&<'\"\\é😀~-_\n")
        let secret = String((0..<4 + random.below(6)).compactMap { _ in random.pick(alphabet) })
        func json(_ text: String) -> String { JSON.string(text).compact }
        let spellings = [
            secret, Percent.encode(secret), Form.encode(secret), json(secret),
            Base64.encode(Array(secret.utf8)), Base64.encode(Array("x\(secret)".utf8)),
            Base64.encode(Array("xy\(secret)".utf8)),
            secret.unicodeScalars.map { "&#\($0.value);" }.joined(),
            secret.unicodeScalars.map { "&#x\(String($0.value, radix: 16));" }.joined(),
        ]
        let masking = Masking(secrets: [secret])
        for text in spellings {
            let masked = masking.mask("[\(text)]")
            #expect(masked.contains(Masking.mark), "\(secret) in \(text)")
        }
    }

    @Test("short secrets are masked in Basic credentials")
    func shortBasicCredentials() {
        let request = HTTPRequest(
            method: "GET", url: "http://a.b/",
            headers: [HTTPField("Authorization", "Basic \(Base64.encode(Array("user:abc".utf8)))")])
        let record = ExchangeRecord(request: request, response: nil, masking: Masking(secrets: ["abc"]))
        #expect(record.request.headers == [HTTPField("Authorization", "Basic •••")])
        let other = ExchangeRecord(request: request, response: nil, masking: Masking(secrets: ["xyz"]))
        #expect(other.request.headers == request.headers)
    }

    @Test(
        "text that isn't secret isn't masked",
        arguments: [
            ("hunter2", "hunter1 hunter hunter 2 HUNTER2"),
            ("abc", "abcd xabc abc1 éabc"),
            ("hunter2!", "aHVudGVyMg== hunter2%22 hunter2%2520 \\hunter2"),
            ("t", "isn't a path, got the text: tea; 't is 50%t"),
            ("a", "expected a string or a number, got a"),
            ("7", "expected 7 items, at 12:07:30, got 17"),
            ("test", "the latest tests, contest2"),
            ("", "nothing to hide"),
        ])
    func innocent(secret: String, text: String) {
        #expect(Masking(secrets: [secret]).mask(text) == text)
    }

    @Test(
        "secrets of fewer than eight bytes are masked only as a whole word",
        arguments: ["test", "(test)", "/test/", "a=test&b", "“test”…", "%22test%22", #"\ntest\u0022"#, "Key test, "])
    func shortToken(text: String) {
        #expect(Masking(secrets: ["test"]).mask(text) == text.replacing("test", with: "•••"))
    }

    @Test(
        "secrets of fewer than four bytes are masked only as a whole value",
        arguments: [
            "abc", #"{"key":"abc"}"#, #"{"key": "abc", "n":1}"#, "p=abc&q=1", "p%3Dabc%26", "Bearer abc", "/v1/abc?x",
            "X-Key: abc", "{'key': 'abc'}", "&quot;abc&quot;", #"\"abc\""#, "got the string “abc”", "user:abc",
        ])
    func wholeValue(text: String) {
        #expect(Masking(secrets: ["abc"]).mask(text) == text.replacing("abc", with: "•••"))
    }

    @Test("secrets with the same start are masked completely, in any order", arguments: [["pass", "password1"]])
    func longest(secrets: [String]) {
        #expect(Masking(secrets: secrets).mask("password1 pass") == "••• •••")
        #expect(Masking(secrets: secrets.reversed()).mask("password1 pass") == "••• •••")
    }

    @Test("secrets are masked in every text of a finding")
    func finding() {
        let secret = "tok-12345678"
        let finding = Finding(
            rule: .responseBodyValue, blame: .server, "got \(secret)", place: .init(.body, "/\(secret)"),
            expected: secret, actual: secret, reproduce: "curl 'http://a.b/?t=\(secret)'", advice: "not \(secret)",
            details: [secret])
        let masked = Masking(secrets: [secret]).mask(finding)
        #expect(!"\(masked)".contains(secret))
        #expect(masked.reproduce == "curl 'http://a.b/?t=•••'")
    }

    @Test("secrets are masked in the whole report.json")
    func report() {
        let secret = "1234567890"
        var report = SampleReport.report
        report.target = "http://user:\(secret)@127.0.0.1"
        report.hints.append("\(secret) again")
        report.cases[6].reason = "because of \(secret)"
        report.cases[1].exchanges[0].request.body = .init(
            base64: Base64.encode(Array("\u{1}\(secret)".utf8)), size: 11, isCut: false)
        #expect(String(decoding: report.json(), as: UTF8.self).contains(secret))
        let masked = String(decoding: Masking(secrets: [secret]).mask(report).json(), as: UTF8.self)
        #expect(!masked.contains(secret))
        #expect(!masked.contains(Base64.encode(Array("\u{1}\(secret)".utf8)).dropFirst(3).dropLast(3)))
    }
}
