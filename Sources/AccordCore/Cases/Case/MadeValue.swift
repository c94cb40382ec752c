import AccordContract
import AccordJSON

extension NamedValue {
    /// A made value as a contract would have it; what looks like a template in it is none.
    package static func made(_ name: String, _ value: JSON, at location: SourceLocation) -> NamedValue {
        NamedValue(
            name: name, value: JSONDocument(RequestVariations.escaped(value), file: location.file).root,
            location: location)
    }
}

extension String {
    /// The words of a text as part of an id, `One more` as `one-more`.
    package var slug: String {
        lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "-" }.joined()
            .split(separator: "-").joined(separator: "-")
    }
}
