// SPDX-License-Identifier: Apache-2.0
import AccordContract

extension PactMessageReader {
    /// Reads `generators` of a pact.
    func generators(_ value: JSONValue) -> [PactGenerator] {
        var generators: [PactGenerator] = []
        for category in value.members {
            if category.value["type"] != nil {
                if category.key == "path", let generator = generator(category.value, .path) {
                    generators.append(generator)
                }
                continue
            }
            for member in category.value.members {
                guard let place = place(member, category.key), let generator = generator(member.value, place) else {
                    continue
                }
                generators.append(generator)
            }
        }
        return generators
    }

    private func place(_ member: JSONMember, _ category: String) -> PactGenerator.Place? {
        switch category {
        case "path": return .path
        case "query": return .query(member.key)
        case "header", "headers": return .header(member.key)
        case "body", "content", "contents": return PactPath(keyOf: member, report: report).map { .body($0) }
        case "status", "metadata": return nil
        default:
            report(
                .badValue, "“generators”: expected “path”, “query”, “header” or “body”, got “\(category)”",
                SourceLocation(keyOf: member))
            return nil
        }
    }

    private func generator(_ value: JSONValue, _ place: PactGenerator.Place) -> PactGenerator? {
        guard let type = value["type"]?.string else {
            report(.missingKey, "a generator needs “type”", SourceLocation(value))
            return nil
        }
        guard let kind = kind(type, value) else {
            report(.badValue, "unknown generator “\(type)”", SourceLocation(value["type"] ?? value))
            return nil
        }
        return PactGenerator(place: place, kind: kind, location: SourceLocation(value))
    }

    private func kind(_ type: String, _ value: JSONValue) -> PactGenerator.Kind? {
        switch type {
        case "RandomInt":
            return .schema([
                "type": "integer", "minimum": .int(value["min"]?.int ?? 0),
                "maximum": .int(value["max"]?.int ?? 2_147_483_647),
            ])
        case "RandomDecimal":
            let digits = value["digits"]?.int ?? 6
            let (whole, fraction) = (max(0, digits / 2 - 1), max(0, digits - digits / 2 - 1))
            let pattern = digits < 2 ? "^[1-9]$" : "^[1-9][0-9]{\(whole)}\\.[0-9]{\(fraction)}[1-9]$"
            return .schema(["type": "string", "pattern": .string(pattern)])
        case "RandomHexadecimal":
            return .schema(["type": "string", "pattern": .string("^[0-9A-F]{\(value["digits"]?.int ?? 10)}$")])
        case "RandomString":
            return .schema(["type": "string", "pattern": .string("^[A-Za-z0-9]{\(value["size"]?.int ?? 20)}$")])
        case "RandomBoolean": return .schema(["type": "boolean"])
        case "Regex": return .schema(["type": "string", "pattern": .string(value["regex"]?.string ?? "")])
        case "Uuid": return .schema(["type": "string", "format": "uuid"])
        case "Date": return now(value, "yyyy-MM-dd")
        case "Time": return now(value, "HH:mm:ss")
        case "DateTime": return now(value, "yyyy-MM-dd'T'HH:mm:ssXXX")
        case "ProviderState": return .providerState(value["expression"]?.string ?? "")
        case "MockServerURL": return PactGenerator.Kind.none
        default: return nil
        }
    }

    /// Returns a generator of the current date. For a relative date such as `+1 day`, Accord sends the date in the
    /// pact's example.
    private func now(_ value: JSONValue, _ usual: String) -> PactGenerator.Kind {
        value["expression"] == nil ? .now(format: value["format"]?.string ?? usual) : .none
    }
}
