// SPDX-License-Identifier: Apache-2.0
/// The document that is read: people with nested objects, lists, numbers, escapes and text beyond ASCII.
struct People {
    private var state: UInt64
    private var text = ""

    /// Writes a list of people of at least as many bytes; the same for the same seed.
    static func document(bytes: Int, seed: UInt64) -> [UInt8] {
        var people = People(state: seed)
        people.text.reserveCapacity(bytes + 1000)
        people.text += "[\n"
        var id = 0
        while people.text.utf8.count < bytes {
            if id > 0 { people.text += ",\n" }
            people.writePerson(id)
            id += 1
        }
        people.text += "\n]\n"
        return Array(people.text.utf8)
    }

    private init(state: UInt64) { self.state = state }

    /// The next number below a bound (SplitMix64).
    private mutating func random(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ mixed >> 31) % UInt64(bound))
    }

    private mutating func pick(_ words: [String]) -> String { words[random(words.count)] }

    private mutating func writePerson(_ id: Int) {
        let first = pick(["Ada", "Björn", "Chloé", "Đorđe", "Emma", "Fatima", "Grace", "Hiroshi", "浩", "Ingrid"])
        let last = pick(["Lovelace", "Núñez", "Okafor", "Petrov", "Quinn", "Rossi", "Schäfer", "Tanaka"])
        text += "  {\n    \"id\": \(id),\n    \"name\": \"\(first) \(last)\",\n"
        text += "    \"email\": \"\(last.lowercased()).\(id)@example.com\",\n"
        text +=
            "    \"active\": \(random(2) == 0),\n    \"manager\": \(random(3) == 0 ? "null" : String(random(id + 1))),\n"
        text += "    \"balance\": \(random(2_000_000) - 1_000_000).\(random(90) + 10),\n"
        text += "    \"score\": \(random(1000)).\(random(100_000))e\(random(9) - 4),\n"
        text += "    \"address\": { \"street\": \"\(random(400)) Main Street\", \"city\": \"Springfield\", "
        text += "\"zip\": \"\(10_000 + random(89_999))\", \"location\": [\(random(90)).\(random(1_000_000)), "
        text += "-\(random(180)).\(random(1_000_000))] },\n    \"tags\": ["
        for index in 0..<random(6) { text += (index > 0 ? ", " : "") + "\"" + pick(Self.tags) + "\"" }
        text += "],\n    \"history\": ["
        for index in 0..<random(5) {
            text +=
                (index > 0 ? ", " : "") + "{\"at\": \"2026-0\(1 + random(9))-1\(random(10))T0\(random(10)):00:00Z\", "
            text += "\"event\": \"\(pick(["login", "logout", "purchase", "refund"]))\", \"amount\": \(random(100_000))}"
        }
        text += "],\n    \"about\": \"" + pick(Self.sentences) + " " + pick(Self.sentences) + "\"\n  }"
    }

    private static let tags = ["admin", "beta", "customer", "émigré", "long-standing", "vip", "x"]

    private static let sentences = [
        "Wrote the first program, and said so: \\\"it weaves algebraic patterns\\\".",
        "Likes long walks, short functions and tests that can fail.",
        "Speaks English, français and 日本語.",
        "Line one.\\nLine two.\\tTabbed.",
        "Prefers \\u00fcber-strict readers \\ud83d\\ude00 to lenient ones.",
    ]
}
