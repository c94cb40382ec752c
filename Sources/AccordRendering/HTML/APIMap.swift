// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// A map of the API as an SVG image. Each documented status code of an operation is a tile, colored by its result in
/// the run.
package struct APIMap {
    /// An operation with the result of each documented status code, such as `404` or `4XX`.
    typealias Row = (title: String, tiles: [String: ElementStates.State])

    private let rows: [Row]
    private let columns: [String]

    private static let rowHeight = 20
    private static let tile = (width: 40, height: 16)
    private static let mostCharacters = 48

    package init(_ report: RunReport) {
        self.init(
            ElementStates.all(in: report).map { states in
                ("\(states.coverage.method) \(states.coverage.path)", states.statuses)
            })
    }

    init(_ rows: [Row]) {
        self.rows = rows
        columns = Set(rows.flatMap(\.tiles.keys)).sorted()
    }

    /// The empty image for a report without operations.
    static let empty = #"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>"# + "\n"

    /// The number of operations on the map.
    var count: Int { rows.count }

    /// Returns the map, or `nil` if the report has no operations.
    ///
    /// - Parameter isStandalone: Whether the map is a separate file. If so, the SVG text defines the colors for light
    ///   and dark pages.
    package func svg(isStandalone: Bool) -> String? {
        guard !rows.isEmpty, !columns.isEmpty else { return nil }
        let left = 16 + 7 * (rows.map { min($0.title.count, Self.mostCharacters) }.max() ?? 0)
        let (width, height) = (left + columns.count * (Self.tile.width + 4), rows.count * Self.rowHeight + 4)
        var lines = [
            #"<svg xmlns="http://www.w3.org/2000/svg" class="map" width="\#(width)" height="\#(height)" "#
                + #"viewBox="0 0 \#(width) \#(height)" role="img" aria-label="\#(XMLText.attribute(summary))">"#
        ]
        if isStandalone {
            lines.append("<style>svg{color:#1f2328}@media(prefers-color-scheme:dark){svg{color:#e4e5e3}}</style>")
        }
        lines.append(#"<g font-family="ui-monospace,Menlo,Consolas,monospace" font-size="12">"#)
        for (index, row) in rows.enumerated() {
            let y = index * Self.rowHeight
            let isLong = row.title.count > Self.mostCharacters
            let title = isLong ? row.title.prefix(Self.mostCharacters - 1) + "…" : row.title
            lines.append(#"<text x="4" y="\#(y + 14)" fill="currentColor">\#(XMLText.element(title))</text>"#)
            for (column, name) in columns.enumerated() {
                guard let state = row.tiles[name] else { continue }
                lines.append(Self.tile(name, state, of: row.title, x: left + column * (Self.tile.width + 4), y: y + 2))
            }
        }
        return (lines + ["</g>", "</svg>"]).joined(separator: "\n") + "\n"
    }

    private static func tile(_ name: String, _ state: ElementStates.State, of title: String, x: Int, y: Int) -> String {
        let (fill, text) =
            switch state {
            case .passed: ("#1d6b3e", "#fff")
            case .failed: ("#b0261c", "#fff")
            case .untried: ("none", "currentColor")
            }
        let label = XMLText.element("\(title) → \(name): \(state.label.name)")
        let shape =
            #"<rect x="\#(x)" y="\#(y)" width="\#(Self.tile.width)" height="\#(Self.tile.height)" rx="3" "#
            + #"fill="\#(fill)" stroke="\#(state == .untried ? "#8a8f96" : fill)"/>"#
        let middle = x + Self.tile.width / 2
        return "<g><title>\(label)</title>\(shape)"
            + #"<text x="\#(middle)" y="\#(y + 12)" font-size="11" text-anchor="middle" fill="\#(text)">"#
            + "\(XMLText.element(name == "default" ? "def." : name))</text></g>"
    }

    private var summary: String {
        let states = rows.flatMap { $0.tiles.values }
        let parts = ElementStates.State.allCases.map { state in "\(states.count { $0 == state }) \(state.label.name)" }
        return "\(rows.count.counted("operation")) with \(states.count.counted("documented response")): "
            + parts.joined(separator: ", ")
    }
}
