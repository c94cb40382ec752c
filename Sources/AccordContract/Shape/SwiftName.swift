/// Names in a contract as names in Swift.
package enum SwiftName {
    /// ASCII letters, digits and `_`, not starting with a digit.
    package static func isIdentifier(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, !isDigit(first) else { return false }
        return text.unicodeScalars.allSatisfy(isWordCharacter)
    }

    /// `page_no` and `page-no` as `pageNo`, `X-API-Version` as `xAPIVersion`, `ETag` as `eTag`, `ID` as `id`.
    package static func camelCased(_ text: String) -> String {
        let words = text.unicodeScalars.split { !isWordCharacter($0) || $0 == "_" }
        var result = ""
        for word in words {
            let scalars = Array(word)
            result += result.isEmpty ? lowered(scalars) : raised(scalars)
        }
        guard let first = result.unicodeScalars.first else { return "value" }
        return isDigit(first) || unusable.contains(result) ? "_" + result : result
    }

    /// Names that can't be a property's, not even in backticks.
    private static let unusable: Set<String> = ["self", "Self", "Type", "Protocol", "init", "_"]

    /// The leading capitals in lower case, the last of several staying where it starts a word: `URLPath`, `urlPath`.
    private static func lowered(_ word: [Unicode.Scalar]) -> String {
        var count = word.prefix { isCapital($0) }.count
        if count > 1, count < word.count, !isDigit(word[count]) { count -= 1 }
        var result = String.UnicodeScalarView()
        for (index, scalar) in word.enumerated() {
            result.append(contentsOf: index < count ? lower(scalar) : [scalar])
        }
        return String(result)
    }

    /// `title` as `Title`.
    package static func capitalized(_ text: String) -> String {
        raised(Array(text.unicodeScalars))
    }

    private static func raised(_ word: [Unicode.Scalar]) -> String {
        guard let first = word.first else { return "" }
        var result = first.properties.uppercaseMapping
        result.unicodeScalars.append(contentsOf: word.dropFirst())
        return result
    }

    private static func lower(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        Array(scalar.properties.lowercaseMapping.unicodeScalars)
    }

    private static func isCapital(_ scalar: Unicode.Scalar) -> Bool { ("A"..."Z").contains(scalar) }
    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func isWordCharacter(_ scalar: Unicode.Scalar) -> Bool {
        isCapital(scalar) || isDigit(scalar) || ("a"..."z").contains(scalar) || scalar == "_"
    }
}
