// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// An unusual stream of server-sent events or JSON lines, which clients often handle incorrectly.
package enum StreamVariation: String, CaseIterable, Sendable, Hashable {
    case crlf, cr, comments
    case blankLines = "blank-lines"
    /// `data:x` without a space after the colon.
    case noSpace = "no-space"
    case unknownFields = "unknown-fields"
    /// `data` before the other fields of an event.
    case fieldOrder = "field-order"
    /// An event without data.
    case noData = "no-data"
    /// JSON data in several `data` lines.
    case dataLines = "data-lines"
    /// A last event without the empty line at its end.
    case unfinished
    case noFinalLineBreak = "no-final-line-break"
    /// A stream that ends before the documented `[DONE]`.
    case noEndMarker = "no-end-marker"
    /// The documented error event after the first event.
    case errorEvent = "error-event"
    /// A server that sends an event only after the caller received the previous event.
    case oneByOne = "one-by-one"
    /// A caller that reads the elements more slowly than the server sends them.
    case slowReader = "slow-reader"
    /// A lost connection. A request with `Last-Event-ID` receives the remaining events.
    case reconnection

    package var verdict: Verdict { facts.verdict }
    /// The standard or convention that tells clients how to handle the unusual stream.
    package var rule: String { facts.rule }

    private static let standard = "HTML standard, section 9.2"

    private var facts: (verdict: Verdict, rule: String) {
        switch self {
        case .crlf: (.mustTolerate, "\(Self.standard); JSON Lines also permits CR LF")
        case .cr: (.shouldTolerate, "\(Self.standard) permits CR")
        case .comments: (.mustTolerate, "\(Self.standard): a client ignores comments")
        case .blankLines: (.mustTolerate, "\(Self.standard): a client ignores empty lines between events")
        case .noSpace: (.mustTolerate, "\(Self.standard): the space after the colon is optional")
        case .unknownFields: (.mustTolerate, "\(Self.standard): a client ignores unknown fields")
        case .fieldOrder: (.mustTolerate, "\(Self.standard) permits any order of fields")
        case .noData: (.mustTolerate, "\(Self.standard): a client ignores the event")
        case .dataLines: (.mustTolerate, "\(Self.standard): a client joins the lines with LF")
        case .unfinished: (.shouldTolerate, "\(Self.standard): a client discards the event")
        case .noFinalLineBreak: (.mustTolerate, "JSON Lines: the line break at the end is optional")
        case .noEndMarker: (.shouldError, "the response is incomplete")
        case .errorEvent: (.mustError, "the error ends the stream")
        case .oneByOne: (.mustTolerate, "a client must not wait for the end of the stream")
        case .slowReader: (.mustTolerate, "the client must not lose an element")
        case .reconnection:
            (.may, "the client throws an error, or continues without a lost or repeated event")
        }
    }
}
