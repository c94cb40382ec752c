import Testing

@testable import AccordVerifier

@Suite("Did you mean")
struct SuggestionTests {
    static let names = ["login", "fetchItems", "addItem", "login/creates a token"]

    @Test(
        "finds the nearest name",
        arguments: [
            ("logn", "login"), ("Login", "login"), ("lgoin", "login"), ("fetchitem", "fetchItems"),
            ("addItems", "addItem"), ("login/create a token", "login/creates a token"),
        ])
    func finds(text: String, name: String) {
        #expect(Suggestion.nearest(to: text, in: Self.names) == name)
    }

    @Test("finds nothing where nothing is near", arguments: ["products", "", "xyzzy"])
    func nothing(text: String) {
        #expect(Suggestion.nearest(to: text, in: Self.names) == nil)
    }
}
