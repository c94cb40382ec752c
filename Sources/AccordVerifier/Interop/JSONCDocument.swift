// SPDX-License-Identifier: Apache-2.0
import CJSONC

/// A document that json-c parsed with its strict flags.
final class JSONCDocument {
    /// The root value, or `nil` for JSON's null, which json-c represents as a null pointer.
    let root: OpaquePointer?

    private init(root: OpaquePointer?) { self.root = root }

    deinit { json_object_put(root) }

    /// Returns a nesting limit that is at least the depth of the text. json-c then never rejects a document because of
    /// its depth.
    ///
    /// The limit isn't higher than necessary: json-c allocates memory for each level, which would cost more than
    /// parsing a small body.
    private static func depth(of bytes: [UInt8]) -> Int32 {
        var open = 0
        var deepest = 0
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                open += 1
                deepest = max(deepest, open)
            case UInt8(ascii: "]"), UInt8(ascii: "}"): open -= 1
            default: break
            }
        }
        return Int32(min(deepest, 1022) + 2)
    }
    private static let flags = Int32(JSON_TOKENER_STRICT) | Int32(JSON_TOKENER_VALIDATE_UTF8)

    /// - Throws: `JSONCRefusal` if json-c rejects the text.
    static func parse(_ bytes: [UInt8]) throws(JSONCRefusal) -> JSONCDocument {
        guard let tokener = json_tokener_new_ex(depth(of: bytes)) else {
            throw JSONCRefusal(reason: "out of memory", offset: 0)
        }
        defer { json_tokener_free(tokener) }
        json_tokener_set_flags(tokener, flags)
        var root = feed(bytes, to: tokener)
        var end = json_tokener_get_parse_end(tokener)
        if json_tokener_get_error(tokener) == json_tokener_continue {
            // Feeds a NUL terminator, because without it json-c doesn't complete a number at the end of the text.
            root = feed([0], to: tokener)
            end = bytes.count
        }
        let error = json_tokener_get_error(tokener)
        guard error == json_tokener_success else {
            throw JSONCRefusal(reason: String(cString: json_tokener_error_desc(error)), offset: Int(end))
        }
        return JSONCDocument(root: root)
    }

    private static func feed(_ bytes: [UInt8], to tokener: UnsafeMutablePointer<json_tokener>) -> OpaquePointer? {
        bytes.withUnsafeBytes { buffer in
            json_tokener_parse_ex(
                tokener, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: buffer.count))
        }
    }
}

/// The error for a text that json-c rejects, with the message of json-c.
package struct JSONCRefusal: Error, Sendable, Hashable {
    package var reason: String
    /// The index of the byte at which json-c found the error.
    package var offset: Int
}
