/// A name as a part of a URL: small letters, digits and hyphens.
enum Slug {
    static func text(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "a"..."z", "0"..."9", "_": result.unicodeScalars.append(scalar)
            // In capitals and in small letters a name may be two; file systems don't always tell them apart.
            case "A"..."Z": result += scalar.properties.lowercaseMapping
            default: if !result.isEmpty, !result.hasSuffix("-") { result += "-" }
            }
        }
        while result.hasSuffix("-") { result.removeLast() }
        return result.isEmpty ? "x" : String(result.prefix(100))
    }

    /// `awesome-todos` of `Specs/awesome-todos.json`.
    static func file(_ path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let stem = name.split(separator: ".").first.map(String.init) ?? name
        return text(stem)
    }

    /// The slug, numbered where another thing has it already.
    static func unique(_ slug: String, among taken: inout Set<String>) -> String {
        var own = slug
        var number = 2
        while !taken.insert(own).inserted {
            own = "\(slug)-\(number)"
            number += 1
        }
        return own
    }
}
