/// What a client's calls make of one documented part of an answer, as found by changing it and by leaving it out.
package struct Dependence: Sendable, Hashable, Codable {
    package enum Part: String, Sendable, Codable {
        case body, header, status
    }

    package enum Use: String, Sendable, Codable {
        /// The call ends the same, whatever stands there.
        case unread
        /// Another value there changes how the call ends; it may be missing.
        case read
        /// Where it is missing, the call fails.
        case needed
    }

    /// The status of the answer.
    package var status: Int
    package var part: Part
    /// A JSON Pointer into the body with `*` for the elements of a list; a header's name; empty for a status.
    package var name: String
    package var use: Use

    package init(status: Int, part: Part, name: String, use: Use) {
        self.status = status
        self.part = part
        self.name = name
        self.use = use
    }
}
