// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Contracts written for a test.
enum Contracts {
    /// A contract whose one operation, `op`, is the text.
    static func withOperation(_ text: String, components: String = "{}", top: String = "") -> String {
        """
        { "contract": "1.0", "info": { "title": "T", "version": "1" },
        "servers": [ { "url": "https://api.example" } ],\(top)
        "operations": { "op": {
        \(text)
        } },
        "components": \(components) }
        """
    }

    static func load(_ text: String, files: [String: String] = [:]) -> LoadResult {
        var all = files
        all["Specs/c.json"] = text
        return ContractLoader.load("Specs/c.json", files: MemoryFiles(all))
    }

    static func operation(_ text: String) -> Operation? {
        load(withOperation(text)).contract?.operation("op")
    }
}
