// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A body of the type `multipart/form-data`, RFC 7578.
struct MultipartForm {
    private let boundary = "market-\(UUID().uuidString)"
    private var body = Data()

    var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    /// The whole body, closed.
    var data: Data { body + Data("--\(boundary)--\r\n".utf8) }

    mutating func append(_ name: String, filename: String? = nil, contentType: String, data: Data) {
        var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escaped(name))\""
        if let filename { head += "; filename=\"\(Self.escaped(filename))\"" }
        head += "\r\nContent-Type: \(contentType)\r\n\r\n"
        body += Data(head.utf8) + data + Data("\r\n".utf8)
    }

    /// As browsers write names: quotation marks and line ends percent-encoded.
    private static func escaped(_ text: String) -> String {
        // By scalars: CR LF is one character, in which neither is found.
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "%22"
            case "\r": "%0D"
            case "\n": "%0A"
            default: String(scalar)
            }
        }.joined()
    }
}
