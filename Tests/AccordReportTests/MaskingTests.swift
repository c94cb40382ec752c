import AccordMatching
import AccordReport
import Testing

@Suite("Secrets")
struct MaskingTests {
    @Test(
        "are hidden however they are spelled",
        arguments: [
            ("s3cr&t/ö", "the value s3cr&t/ö itself", "the value ••• itself"),
            ("s3cr&t/ö", "https://a.b/?p=s3cr%26t%2F%C3%B6&x=1", "https://a.b/?p=•••&x=1"),
            ("s3cr&t/ö", "https://a.b/?p=s3cr%26t/%c3%b6", "https://a.b/?p=•••"),
            ("s3cr&t/ö", "p=%733cr%26%74%2fö", "p=•••"),
            ("two words+", "password=two+words%2B&a=b", "password=•••&a=b"),
            ("two words+", "password=two%20words+", "password=•••"),
            ("say \"hi\"\n", #"{"p":"say \"hi\"\n"}"#, #"{"p":"•••"}"#),
            ("é/😀!", #"{"p":"\u00e9\/\uD83D\uDE00!"}"#, #"{"p":"•••"}"#),
            ("it's me", #"curl -d 'it'\''s me'"#, #"curl -d '•••'"#),
            ("100%", "a=100%25", "a=•••"),
            ("100%", "a=100%", "a=•••"),
            ("a\\b\\c", #"{"p":"a\\b\\c"} or a\b\c"#, #"{"p":"•••"} or •••"#),
        ])
    func spelling(secret: String, text: String, masked: String) {
        #expect(Masking(secrets: [secret]).mask(text) == masked)
    }

    @Test(
        "leave no trace in base64, wherever they begin", arguments: ["", "u", "us", "user:", "user:x"], ["", "y", "yz"])
    func base64(before: String, after: String) {
        let secret = "correct horse"
        let text = "Key \(Base64.encode(Array((before + secret + after).utf8)))."
        let masked = Masking(secrets: [secret]).mask(text)
        #expect(masked.contains(Masking.mark))
        // What is left on either side of the mark decodes to nothing of the secret.
        for rest in masked.dropFirst(4).dropLast(1).split(separator: Masking.mark) {
            for padding in ["", "A", "AA", "AAA"] {
                let bytes = Base64.decode(padding + rest.filter { $0 != "=" }) ?? []
                let decoded = String(decoding: bytes, as: UTF8.self)
                #expect(!decoded.contains("cor") && !decoded.contains("rse"))
            }
        }
    }

    @Test("are hidden in Basic credentials even if they are short")
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
        "don't blacken what isn't one",
        arguments: [
            ("hunter2", "hunter1 hunter hunter 2 HUNTER2"),
            ("abc", "abcd xabc abc1 éabc"),
            ("", "nothing to hide"),
        ])
    func innocent(secret: String, text: String) {
        #expect(Masking(secrets: [secret]).mask(text) == text)
    }

    @Test("of fewer than four bytes are hidden where they stand alone")
    func short() {
        #expect(Masking(secrets: ["abc"]).mask("p=abc&q=\"abc\" abcd") == "p=•••&q=\"•••\" abcd")
    }

    @Test("that begin alike are hidden whole, in whatever order they are given", arguments: [["pass", "password1"]])
    func longest(secrets: [String]) {
        #expect(Masking(secrets: secrets).mask("password1 pass") == "••• •••")
        #expect(Masking(secrets: secrets.reversed()).mask("password1 pass") == "••• •••")
    }

    @Test("are hidden in every text of a finding")
    func finding() {
        let secret = "tok-12345678"
        let finding = Finding(
            rule: "response.body.value", blame: .server, "got \(secret)", place: .init(.body, "/\(secret)"),
            expected: secret, actual: secret, reproduce: "curl 'http://a.b/?t=\(secret)'", advice: "not \(secret)",
            details: [secret])
        let masked = Masking(secrets: [secret]).mask(finding)
        #expect(!"\(masked)".contains(secret))
        #expect(masked.reproduce == "curl 'http://a.b/?t=•••'")
    }

    @Test("are hidden in a whole report, in every byte of its JSON")
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
