// SPDX-License-Identifier: Apache-2.0
extension TapeReader {
    /// Rejects byte order marks and texts that aren't UTF-8.
    func refuseOtherEncodings() throws(ReadFailure) {
        let lead = text[0]
        if count >= 3, lead == 0xEF, text[1] == 0xBB, text[2] == 0xBF {
            throw ReadFailure(0, "the text starts with a byte order mark: save the text as UTF-8 without the mark")
        }
        guard count >= 2 else { return }
        if lead == 0xFE && text[1] == 0xFF || lead == 0xFF && text[1] == 0xFE || lead == 0 || text[1] == 0 {
            throw ReadFailure(0, "the text looks like UTF-16 or UTF-32: save the text as UTF-8")
        }
    }

    func trailingText() -> ReadFailure {
        switch text[at] {
        case 0x2F, 0x23: ReadFailure(at, "JSON doesn't allow comments: remove the comment")
        case 0x5D, 0x7D: ReadFailure(at, "this bracket doesn't close anything: remove the bracket")
        default: ReadFailure(at, "there is text after the value: a JSON text contains one value only")
        }
    }

    func tooDeep() -> ReadFailure {
        ReadFailure(at, "\(JSONSyntaxError.tooDeep)\(maximumDepth) levels deep: reduce the nesting")
    }

    func missingValue(in parent: Int) -> ReadFailure {
        if parent == 0x0FFF_FFFF { return ReadFailure(at, "the text contains only white space: add a value") }
        return unclosed(parent)
    }

    func unclosed(_ container: Int) -> ReadFailure {
        let node = nodes.base[container]
        let (what, bracket) = node.kind == .object ? ("object", "}") : ("array", "]")
        return ReadFailure(
            count,
            "the text ends within an \(what): close the \(what) with \(bracket), or check whether the text is complete",
            opening: Int(node.start))
    }

    func unclosedString(_ start: Int) -> ReadFailure {
        ReadFailure(count, "the text ends within a string: close the string with a double quote", opening: start)
    }

    func controlCharacter(_ byte: UInt8, in string: Int) -> ReadFailure {
        let escape: String
        switch byte {
        case 0x08: escape = "\\b"
        case 0x09: escape = "\\t"
        case 0x0A: escape = "\\n"
        case 0x0C: escape = "\\f"
        case 0x0D: escape = "\\r"
        default: escape = "\\u00\(byte >> 4)" + String(byte & 15, radix: 16)
        }
        let what = byte == 0x0A || byte == 0x0D ? "a line break" : byte == 0x09 ? "a tab" : "a control character"
        return ReadFailure(at, "\(what) must be escaped in a string: write \(escape), or close the string first")
    }

    func missingKey(in object: Int) -> ReadFailure {
        guard at < count else { return unclosed(object) }
        let afterComma = previousByte() == 0x2C
        switch text[at] {
        case 0x7D where afterComma:
            return ReadFailure(at, "no member follows the comma: add a member or remove the comma")
        case 0x2C: return ReadFailure(at, "a member is missing before the comma: add a member or remove the comma")
        case 0x27: return ReadFailure(at, "a key needs double quotes, not single quotes")
        case 0x2F, 0x23: return ReadFailure(at, "JSON doesn't allow comments: remove the comment")
        case 0x5D: return ReadFailure(at, "an object ends with }, not with ]", opening: Int(nodes.base[object].start))
        default: return ReadFailure(at, "a key is expected here, in double quotes")
        }
    }

    func missingColon(in object: Int) -> ReadFailure {
        guard at < count else { return unclosed(object) }
        return ReadFailure(at, "a colon is missing between the key and its value")
    }

    func missingComma(in container: Int) -> ReadFailure {
        let node = nodes.base[container]
        let isObject = node.kind == .object
        switch text[at] {
        case 0x5D: return ReadFailure(at, "an object ends with }, not with ]", opening: Int(node.start))
        case 0x7D: return ReadFailure(at, "an array ends with ], not with }", opening: Int(node.start))
        case 0x2F, 0x23: return ReadFailure(at, "JSON doesn't allow comments: remove the comment")
        case 0x3A where !isObject:
            return ReadFailure(at, "a colon belongs in an object: an array has values only")
        default:
            return ReadFailure(at, isObject ? "a comma or } is missing here" : "a comma or ] is missing here")
        }
    }

    /// Returns the error for a byte that can't start a value.
    func notAValue(in parent: Int = 0x0FFF_FFFF) -> ReadFailure {
        let before = previousByte()
        switch text[at] {
        case 0x5D where before == 0x2C:
            return ReadFailure(at, "no value follows the comma: add a value or remove the comma")
        case 0x2C: return ReadFailure(at, "a value is missing before the comma")
        case 0x7D where before == 0x3A, 0x5D where before == 0x3A:
            return ReadFailure(at, "a value is missing after the colon")
        case 0x5D, 0x7D: return ReadFailure(at, "a value is missing before this bracket")
        case 0x27: return ReadFailure(at, "a string needs double quotes, not single quotes")
        case 0x2F, 0x23: return ReadFailure(at, "JSON doesn't allow comments: remove the comment")
        case 0x2B: return ReadFailure(at, "a number must not start with a plus sign: remove the sign")
        case 0x2E: return ReadFailure(at, "a number needs a digit before its decimal point: write 0.5, not .5")
        case 0x41...0x5A, 0x61...0x7A: return unknownWord()
        case 0x80...: return ReadFailure(at, "a value is expected here: only strings can contain non-ASCII characters")
        case 0..<0x20: return ReadFailure(at, "a value is expected here, not a control character: remove the character")
        default:
            return ReadFailure(at, "a value is expected here: an object, array, string, number, true, false or null")
        }
    }

    private func unknownWord() -> ReadFailure {
        var end = at
        while end < count, end < at + 12, (text[end] | 0x20) &- 0x61 < 26 { end += 1 }
        if end == count, end < at + 5 {
            let start = UnsafeBufferPointer(start: text + at, count: end - at)
            for word in ["true", "false", "null"] where word.utf8.starts(with: start) {
                return ReadFailure(
                    count, "the text ends within \(word): check whether the text is complete", opening: at)
            }
        }
        // The offsets `at` and `end` are within the text, which outlives the reader.
        let word = String(decoding: UnsafeBufferPointer(start: text + at, count: end - at), as: UTF8.self)
        switch word.lowercased() {
        case "true", "false", "null":
            return ReadFailure(at, "\(word) isn't a value: write \(word.lowercased()), in lower case")
        case "nan", "infinity", "inf":
            return ReadFailure(at, "\(word) isn't a JSON number: write null or a finite number")
        case "undefined", "none", "nil": return ReadFailure(at, "\(word) isn't a JSON value: write null")
        // The message doesn't quote the word, because it may be the start of a secret. Accord masks a secret only if it
        // appears completely.
        default: return ReadFailure(at, "this word isn't a value: put a string in double quotes")
        }
    }

    /// Returns the last byte before this position that isn't white space.
    private func previousByte() -> UInt8 {
        var place = at - 1
        while place >= 0 {
            let byte = text[place]
            if byte != 0x20, byte != 0x0A, byte != 0x0D, byte != 0x09 { return byte }
            place -= 1
        }
        return 0
    }
}
