// SPDX-License-Identifier: Apache-2.0
import AccordCore

extension Manual {
    /// The data with which the site's search finds operations and schemas. It is a script, because a page opened from a
    /// local file can't load JSON.
    var searchScript: String {
        var entries: [JSON] = []
        func add(_ title: String, _ kind: String, _ url: String, _ text: String) {
            entries.append(["title": .string(title), "kind": .string(kind), "url": .string(url), "text": .string(text)])
        }
        for api in apis {
            add(api.title, "API", "\(api.slug)/index.html", api.summary ?? "")
            for operation in api.operations {
                let page = "\(api.slug)/\(ManualPages.file(operation))"
                add(operation.title, "\(operation.method) \(operation.path)", page, "\(operation.id) \(api.title)")
                for example in operation.examples {
                    add(example.name, "example of \(operation.id)", "\(page)#\(example.slug)", example.summary ?? "")
                }
                for (parameter, schema) in operation.parameters {
                    add(
                        parameter.name, "\(parameter.place.rawValue) of \(operation.id)", "\(page)#parameters",
                        schema.description ?? "")
                }
            }
            for schema in api.schemas {
                add(schema.name, "schema", "\(api.slug)/schemas.html#\(schema.slug)", schema.schema.description ?? "")
            }
        }
        // JSON that is safe within a script element: `</script>` becomes `\u003c/script\u003e`.
        let json = JSON.array(entries).compact.replacingScalars { scalar in
            ["<", ">", "&", "\u{2028}", "\u{2029}"].contains(scalar) ? scalar.escapeSequence : nil
        }
        return "window.accordEntries = \(json);\n"
    }
}

extension Unicode.Scalar {
    /// The escape sequence for a scalar of the basic plane in string literals of JSON, JavaScript and Python.
    var escapeSequence: String { "\\u" + value.hexadecimal(4) }
}
