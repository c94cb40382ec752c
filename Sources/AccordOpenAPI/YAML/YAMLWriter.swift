// SPDX-License-Identifier: Apache-2.0
#if YAML
    import AccordJSON
    import Yams

    /// Writes the nodes of a YAML text as JSON, with the line and column of each value and key.
    struct YAMLWriter {
        private(set) var bytes: [UInt8] = []
        private(set) var lines: [UInt32] = []
        private(set) var columns: [UInt32] = []
        /// The maximum number of values. Without a limit, a short text with nested aliases could expand to billions of
        /// values.
        private let limit: Int

        init(limit: Int) { self.limit = limit }

        mutating func write(_ node: Node, depth: Int = 0) throws {
            try note(node.mark)
            if depth > 500 { throw YAMLProblem("the YAML text has more than 500 nested levels", node.mark) }
            switch node {
            case .scalar(let scalar): bytes += JSONWriter.compactBytes(CoreSchema.value(of: scalar))
            case .sequence(let sequence):
                bytes.append(0x5B)
                for (index, element) in sequence.enumerated() {
                    if index > 0 { bytes.append(0x2C) }
                    try write(element, depth: depth + 1)
                }
                bytes.append(0x5D)
            case .mapping(let mapping): try write(mapping, depth: depth)
            case .alias(let alias): throw YAMLProblem("unknown alias “\(alias.anchor.rawValue)”", node.mark)
            }
        }

        private mutating func write(_ mapping: Node.Mapping, depth: Int) throws {
            bytes.append(0x7B)
            for (index, member) in try members(of: mapping).enumerated() {
                if index > 0 { bytes.append(0x2C) }
                try note(member.key.mark)
                JSONWriter.append(member.name, to: &bytes)
                bytes.append(0x3A)
                try write(member.value, depth: depth + 1)
            }
            bytes.append(0x7D)
        }

        private struct Member {
            var name: String
            var key: Node
            var value: Node
        }

        /// Returns the members of a mapping, followed by the members that `<<` merges into it. Omits a merged member if
        /// the mapping has a member with the same key.
        private func members(of mapping: Node.Mapping) throws -> [Member] {
            var members: [Member] = []
            var merged: [Node.Mapping] = []
            var seen: Set<String> = []
            for (key, value) in mapping {
                guard let scalar = key.scalar else { throw YAMLProblem("a key in YAML must be a scalar", key.mark) }
                if scalar.string == "<<", scalar.style == .plain || scalar.style == .any {
                    merged += try mergedMappings(value)
                    continue
                }
                guard seen.insert(scalar.string).inserted else {
                    throw YAMLProblem("duplicate key “\(scalar.string)”", key.mark)
                }
                members.append(Member(name: scalar.string, key: key, value: value))
            }
            for mapping in merged {
                for member in try self.members(of: mapping) where seen.insert(member.name).inserted {
                    members.append(member)
                }
            }
            return members
        }

        private func mergedMappings(_ value: Node) throws -> [Node.Mapping] {
            if let mapping = value.mapping { return [mapping] }
            if let sequence = value.sequence {
                let mappings = sequence.compactMap(\.mapping)
                if mappings.count == sequence.count { return mappings }
            }
            throw YAMLProblem("“<<” requires a mapping or a sequence of mappings", value.mark)
        }

        private mutating func note(_ mark: Mark?) throws {
            if lines.count >= limit { throw YAMLProblem("the YAML aliases expand to more than \(limit) values", mark) }
            lines.append(UInt32(clamping: mark?.line ?? 1))
            columns.append(UInt32(clamping: mark?.column ?? 1))
        }
    }

    /// Converts YAML scalars without quotes to null, Booleans, numbers or strings (core schema of YAML 1.2, section
    /// 10.3).
    enum CoreSchema {
        static func value(of scalar: Node.Scalar) -> JSON {
            let text = scalar.string
            switch scalar.tag.description {
            case "tag:yaml.org,2002:str", "!": return .string(text)
            case "": break
            default: return plain(text) ?? .string(text)
            }
            guard scalar.style == .plain || scalar.style == .any else { return .string(text) }
            return plain(text) ?? .string(text)
        }

        private static func plain(_ text: String) -> JSON? {
            switch text {
            case "", "~", "null", "Null", "NULL": return .null
            case "true", "True", "TRUE": return .bool(true)
            case "false", "False", "FALSE": return .bool(false)
            default: break
            }
            guard let first = text.utf8.first, first <= 0x39 else { return nil }
            if text.hasPrefix("0o"), let value = Int(text.dropFirst(2), radix: 8), text.utf8.count > 2 {
                return .int(value)
            }
            if text.hasPrefix("0x"), let value = Int(text.dropFirst(2), radix: 16), text.utf8.count > 2 {
                return .int(value)
            }
            return number(text).flatMap { JSONNumber($0) }.map { .number($0) }
        }

        /// Rewrites a YAML number for JSON, without `+` and leading zeros, and with digits before and after the point.
        /// Returns `nil` if the text isn't a number.
        private static func number(_ text: String) -> String? {
            var remainder = Substring(text)
            let sign = remainder.first
            if sign == "-" || sign == "+" { remainder = remainder.dropFirst() }
            let integerDigits = remainder.prefix { $0.isASCII && $0.isNumber }
            remainder = remainder.dropFirst(integerDigits.count)
            var fraction = Substring()
            if remainder.first == "." {
                fraction = remainder.dropFirst().prefix { $0.isASCII && $0.isNumber }
                remainder = remainder.dropFirst(1 + fraction.count)
            }
            guard !integerDigits.isEmpty || !fraction.isEmpty else { return nil }
            var exponent = ""
            if let mark = remainder.first, mark == "e" || mark == "E" {
                var digits = remainder.dropFirst()
                let exponentSign = digits.first == "-" ? "-" : ""
                if digits.first == "-" || digits.first == "+" { digits = digits.dropFirst() }
                guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
                exponent = "e\(exponentSign)\(digits)"
                remainder = ""
            }
            guard remainder.isEmpty else { return nil }
            let digits = integerDigits.drop { $0 == "0" }
            return (sign == "-" ? "-" : "") + (digits.isEmpty ? "0" : String(digits))
                + (fraction.isEmpty ? "" : ".\(fraction)") + exponent
        }
    }
#endif
