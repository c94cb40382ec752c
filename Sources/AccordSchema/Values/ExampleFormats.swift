// SPDX-License-Identifier: Apache-2.0
/// Example strings for each `format`, in the order in which they are tried.
enum ExampleFormats {
    /// Returns example strings of a format. The list is empty for an unknown format.
    static func values(of format: String) -> [String] {
        switch format {
        case "date-time": ["2024-05-17T09:30:00Z", "2024-11-02T17:45:10Z", "2023-01-30T06:05:00+01:00"]
        case "date": ["2024-05-17", "2024-11-02", "2023-01-30"]
        case "time": ["09:30:00Z", "17:45:10Z", "06:05:00+01:00"]
        case "duration": ["PT1H30M", "P3D", "P1Y2M"]
        case "email", "idn-email":
            [
                "ada.lovelace@example.com", "grace.hopper@example.com", "alan.turing@example.org", "a@example.com",
                "a@b.de",
            ]
        case "hostname", "idn-hostname": ["www.example.com", "api.example.org", "example.net", "a.de", "a"]
        case "ipv4": ["192.0.2.10", "198.51.100.7", "203.0.113.42"]
        case "ipv6": ["2001:db8::1", "2001:db8::42", "2001:db8:0:1::7", "::1"]
        case "uri", "iri", "url":
            ["https://example.com/", "https://www.example.org/about", "https://example.net/docs", "urn:a:b", "a:b"]
        case "uri-reference", "iri-reference": ["/articles/42", "https://example.com/", "images/1.png", "#top", "a"]
        case "uri-template": ["https://example.com/items/{id}", "/search{?q,page}", "/{id}", "{a}"]
        case "uuid":
            [
                "3f2b6c1e-8d47-4a59-b0e2-6c9d1f7a5e34", "9a1c7e52-04bd-4f36-8e7a-d25b60c3f819",
                "c57d0a3b-1f68-4e92-a4d6-0b8e73f1c295",
            ]
        case "json-pointer": ["/items/0/name", "/id", "/a~1b", ""]
        case "relative-json-pointer": ["1/name", "0#", "2/items/0", "0"]
        case "regex": ["^[a-z]+$", "[0-9]{4}", "^a", "a"]
        case "password": ["correct-Horse-7-battery", "Stapler-42-orange"]
        case "byte", "base64": ["aGVsbG8gd29ybGQ=", "Y29mZmVl", "bWFwcw=="]
        case "binary": ["hello world", "coffee"]
        case "char": ["a", "b"]
        case "decimal": ["19.99", "4.50"]
        case "int64", "int32": ["1042", "7"]
        default: []
        }
    }

    /// Returns a string of a format with the given length.
    static func value(of format: String, length: Int) -> String? {
        func filled(_ start: String, _ end: String = "") -> String? {
            let missing = length - start.utf8.count - end.utf8.count
            return missing < 0 ? nil : start + String(repeating: "a", count: missing) + end
        }
        switch format {
        case "email", "idn-email":
            // The local part of an address has at most 64 characters, and a label has at most 63.
            if length <= 76 { return filled("", "@example.com") }
            return name(length - 65).map { String(repeating: "a", count: 64) + "@" + $0 }
        case "hostname", "idn-hostname": return name(length)
        case "uri", "iri", "url", "uri-reference", "iri-reference", "uri-template":
            return filled("https://example.com/")
        case "json-pointer": return filled("/")
        case "relative-json-pointer": return filled("1/")
        case "regex", "password", "binary": return filled("a")
        case "date-time":
            let digits = length - 21
            return digits > 0 ? "2024-05-17T09:30:00." + String(repeating: "0", count: digits) + "Z" : nil
        case "byte", "base64": return length % 4 == 0 ? String(repeating: "A", count: length) : nil
        default: return nil
        }
    }

    /// Returns a host name of the given length. Its labels have at most 50 letters.
    private static func name(_ length: Int) -> String? {
        guard length > 0 else { return nil }
        var text = ""
        while text.utf8.count < length {
            let left = length - text.utf8.count
            let label = left > 52 ? 50 : left > 51 ? 49 : left
            text += String(repeating: "a", count: label)
            if text.utf8.count < length { text += "." }
        }
        return text
    }

    /// Returns the smallest and the largest number of an integer format.
    static func range(of format: String) -> (low: String, high: String)? {
        switch format {
        case "int8": ("-128", "127")
        case "uint8": ("0", "255")
        case "int16": ("-32768", "32767")
        case "uint16": ("0", "65535")
        case "int32": ("-2147483648", "2147483647")
        case "uint32": ("0", "4294967295")
        case "int64": ("-9223372036854775808", "9223372036854775807")
        case "uint64": ("0", "18446744073709551615")
        default: nil
        }
    }

    /// Returns a string that violates a format.
    static func violation(of format: String) -> String? {
        switch format {
        case "date-time": "17.05.2024 09:30"
        case "date": "17.05.2024"
        case "time": "9.30"
        case "uuid": "3f2b6c1e-8d47-4a59-b0e2"
        case "ipv4": "192.0.2.300"
        case "email", "idn-email", "hostname", "idn-hostname", "ipv6", "uri", "iri", "duration",
            "relative-json-pointer":
            "not a \(format)"
        case "json-pointer": "a~2"
        case "uri-template": "/{id"
        case "regex": "("
        case "uri-reference", "iri-reference": "\\\\"
        default: nil
        }
    }
}
