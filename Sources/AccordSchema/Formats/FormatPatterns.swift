// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// The formats with a regular grammar, as patterns. The parts have the names of the RFCs.
enum FormatPatterns {
    /// The format `uuid` (RFC 9562): 8-4-4-4-12 hexadecimal digits.
    static let uuid = whole(#"\#(hex){8}(?:-\#(hex){4}){3}-\#(hex){12}"#)

    /// The format `duration` (RFC 3339, appendix A): units in descending order without gaps, such as `P3DT4H5M`, or only
    /// weeks.
    static let duration = whole(#"P(?:\d+W|\#(units("YMD"))(?:T\#(units("HMS")))?|T\#(units("HMS")))"#)

    /// The format `json-pointer` (RFC 6901).
    static let jsonPointer = whole(pointer)
    static let relativeJSONPointer = whole(#"(?:0|[1-9]\d*)(?:#|\#(pointer))"#)

    /// The formats `ipv4` (RFC 2673) and `ipv6` (RFC 4291).
    static let ipv4 = whole(ipv4Address)
    static let ipv6 = whole(ipv6Address)

    /// The formats of RFC 3986 and RFC 3987.
    static let uri = whole(identifier(isReference: false, isInternational: false))
    static let uriReference = whole(identifier(isReference: true, isInternational: false))
    static let iri = whole(identifier(isReference: false, isInternational: true))
    static let iriReference = whole(identifier(isReference: true, isInternational: true))

    /// The format `uri-template` (RFC 6570, section 2).
    static let uriTemplate: CompiledPattern = {
        let name = #"(?:[A-Za-z0-9_]|\#(percent))+"#
        let variable = #"\#(name)(?:\.\#(name))*(?::[1-9]\d{0,3}|\*)?"#
        let expression = #"\{[+#./;?&]?\#(variable)(?:,\#(variable))*\}"#
        let noncharacters = planes(1...16) { #"\u{\#($0)FFFE}\u{\#($0)FFFF}"# }
        let literals = #"[^\u0000-\u0020"%<>\\^`{-}\u007F-\u009F\uFDD0-\uFDEF\uFFF0-\uFFFF\#(noncharacters)]*"#
        return whole("\(literals)(?:(?:\(percent)|\(expression))\(literals))*")
    }()

    /// The part of an e-mail address before `@` (RFC 5321, or RFC 6531 if `isInternational` is true).
    static let localPart = whole(localPart(""))
    static let internationalLocalPart = whole(localPart(#"\u0080-\u{10FFFF}"#))

    /// An IP address in brackets, as in e-mail addresses.
    static let addressLiteral = whole(#"\[(?:\#(ipv4Address)|[Ii][Pp][Vv]6:(?:\#(ipv6Address)))\]"#)

    // MARK: Parts

    /// Returns the pattern that matches whole texts.
    private static func whole(_ source: String) -> CompiledPattern {
        guard let pattern = try? ECMAPattern("^(?:\(source))$") else { preconditionFailure("invalid: \(source)") }
        return pattern.compiled
    }

    private static let hex = "[0-9A-Fa-f]"
    private static let percent = "%\(hex){2}"
    private static let pointer = "(?:/[^~]*(?:~[01][^~]*)*)?"
    /// The characters in `unreserved` and `sub-delims`.
    private static let plain = "A-Za-z0-9!$&-.;=_~"

    /// Returns parts of a set for planes of Unicode. The closure gets the hexadecimal number of a plane.
    private static func planes(_ range: ClosedRange<Int>, _ part: (String) -> String) -> String {
        range.map { part(String($0, radix: 16)) }.joined()
    }

    private static func units(_ letters: String) -> String {
        let units = letters.map { #"\d+\#($0)"# }
        return #"(?:\#(units[0])(?:\#(units[1])(?:\#(units[2]))?)?|\#(units[1])(?:\#(units[2]))?|\#(units[2]))"#
    }

    private static let ipv4Address: String = {
        let octet = #"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"#
        return #"\#(octet)(?:\.\#(octet)){3}"#
    }()

    private static let ipv6Address: String = {
        let group = "\(hex){1,4}"
        // The alternatives differ in the number of groups before `::`.
        let compressed = (0...7).map { count in
            let start = "\(count == 0 ? ":" : "(?:\(group):){\(count)}"):"
            switch count {
            case ..<6:
                let end = "\(group)(?::\(group)){0,\(6 - count)}|(?:\(group):){0,\(5 - count)}\(ipv4Address)"
                return "\(start)(?:\(end))?"
            case 6: return "\(start)(?:\(group))?"
            default: return start
            }
        }
        return "(?:\(group):){6}(?:\(group):\(group)|\(ipv4Address))|\(compressed.joined(separator: "|"))"
    }()

    private static func localPart(_ more: String) -> String {
        let atom = #"[A-Za-z0-9!#-'*+\-/=?^-`{-~\#(more)]+"#
        return #"\#(atom)(?:\.\#(atom))*|"(?:[ !#-\[\]-~\#(more)]|\\[ -~])*""#
    }

    private static func identifier(isReference: Bool, isInternational: Bool) -> String {
        let planes = planes(1...13) { #"\u{\#($0)0000}-\u{\#($0)FFFD}"# }
        let characters =
            isInternational ? #"\u00A0-\uD7FF\uF900-\uFDCF\uFDF0-\uFFEF\#(planes)\u{E1000}-\u{EFFFD}"# : ""
        let privateCharacters = isInternational ? #"\uE000-\uF8FF\u{F0000}-\u{FFFFD}\u{100000}-\u{10FFFD}"# : ""
        func text(_ more: String) -> String {
            let set = "[\(plain)\(characters)\(more)]*"
            return "\(set)(?:\(percent)\(set))*"
        }
        let literal = #"\[(?:\#(ipv6Address)|[Vv]\#(hex)+\.[\#(plain):]+)\]"#
        // Most URIs have no user, so the search tries to match without one first.
        let authority = #"//(?:\#(text(":"))@)??(?:\#(literal)|\#(text("")))(?::\d*)?(?=[/?#]|$)"#
        // A colon ends a scheme, so the first segment of a relative path must not contain a colon.
        let scheme = #"(?:[A-Za-z][A-Za-z0-9+.\-]*:\#(isReference ? "|(?!\(text("@")):)" : ""))"#
        return #"\#(scheme)(?:\#(authority)|(?!//))\#(text(":@/"))(?:\?\#(text(":@/?\(privateCharacters)")))?"#
            + #"(?:#\#(text(":@/?")))?"#
    }
}

extension CompiledPattern {
    /// Returns whether the pattern matches a text.
    func matches(_ text: ByteScanner) -> Bool { search(text.rest) == .match }
}
