// SPDX-License-Identifier: Apache-2.0
/// Functions that turn names of a contract into Swift names.
package enum SwiftName {
    /// Returns whether a string consists of ASCII letters, digits and `_` and doesn't start with a digit.
    package static func isIdentifier(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, !isDigit(first) else { return false }
        return text.unicodeScalars.allSatisfy(isWordCharacter)
    }

    /// Returns the id of an operation in Swift, such as `searchByTerm` for `search/by-term`.
    package static func operationID(_ id: String) -> String { isIdentifier(id) ? id : camelCased(id) }

    /// Returns `pageNo` for `page_no`, `xAPIVersion` for `X-API-Version`, `eTag` for `ETag`.
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

    /// The names that Swift doesn't allow for properties, even in backticks.
    private static let unusable: Set<String> = ["self", "Self", "Type", "Protocol", "init", "_"]

    /// Lowercases the uppercase letters at the start: `URL` becomes `url`, and `URLPath` becomes `urlPath`.
    private static func lowered(_ word: [Unicode.Scalar]) -> String {
        var count = word.prefix { isCapital($0) }.count
        if count > 1, count < word.count, !isDigit(word[count]) { count -= 1 }
        var result = String.UnicodeScalarView()
        for scalar in word.prefix(count) { result += scalar.properties.lowercaseMapping.unicodeScalars }
        return String(result + word.dropFirst(count))
    }

    /// Returns a name with an uppercase first letter, such as `Title` for `title`.
    package static func capitalized(_ text: String) -> String { raised(Array(text.unicodeScalars)) }

    private static func raised(_ word: [Unicode.Scalar]) -> String {
        guard let first = word.first else { return "" }
        var result = first.properties.uppercaseMapping
        result.unicodeScalars.append(contentsOf: word.dropFirst())
        return result
    }

    private static func isCapital(_ scalar: Unicode.Scalar) -> Bool { ("A"..."Z").contains(scalar) }
    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func isWordCharacter(_ scalar: Unicode.Scalar) -> Bool {
        isCapital(scalar) || isDigit(scalar) || ("a"..."z").contains(scalar) || scalar == "_"
    }
}
