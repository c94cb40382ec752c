/// Finds what an XPath names in an XML body: given to the judge, which knows no XML itself.
package struct XPathReader: Sendable {
    /// Why nothing can be said of what is found.
    package enum Failure: Error, Sendable, Hashable {
        /// The body isn't XML, or is XML that isn't read: it has a document type declaration.
        case document(String)
        /// The path is no XPath 1.0.
        case path
        /// There is nothing to read XML with.
        case unavailable(String)
    }

    /// The text of each node that the path finds, in document order; of another result than nodes, its text.
    package let texts: @Sendable (_ path: String, _ document: [UInt8]) -> Result<[String], Failure>

    package init(_ texts: @escaping @Sendable (_ path: String, _ document: [UInt8]) -> Result<[String], Failure>) {
        self.texts = texts
    }
}
