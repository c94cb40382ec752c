// SPDX-License-Identifier: Apache-2.0

/// HTML as a string literal. Interpolated text is escaped, and interpolated HTML isn't.
struct HTML: ExpressibleByStringInterpolation {
    private(set) var text: String

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text: String = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        mutating func appendLiteral(_ literal: String) { text += literal }
        mutating func appendInterpolation(_ value: String) { text += XMLText.html(value) }
        mutating func appendInterpolation(_ value: Int) { text += String(value) }
        mutating func appendInterpolation(_ html: HTML) { text += html.text }
    }

    init(stringLiteral text: String) { self.text = text }

    init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    static func += (left: inout HTML, right: HTML) { left.text += right.text }

    /// Returns an attribute with a space before it, or an empty text if `value` is `nil`.
    static func attribute(_ name: String, _ value: String?) -> HTML { value.map { " \(name)=\"\($0)\"" } ?? "" }

    /// Returns an element that contains `text`, or an empty text if `text` is `nil`.
    static func element(_ name: String, class kind: String, _ text: String?) -> HTML {
        text.map { "<\(name) class=\"\(kind)\">\($0)</\(name)>\n" } ?? ""
    }
}

extension String {
    /// Returns the beginning of the string, at most `limit` bytes of UTF-8, and whether the string is longer.
    func cut(to limit: Int) -> (text: String, isCut: Bool) {
        guard utf8.count > limit else { return (self, false) }
        var end = utf8.index(startIndex, offsetBy: limit)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return (String(self[..<end]), true)
    }
}
