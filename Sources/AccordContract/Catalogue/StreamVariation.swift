// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// An unusual stream of server-sent events or JSON lines, which clients often handle incorrectly.
package enum StreamVariation: String, CaseIterable, Sendable, Hashable {
    case crlf, cr, comments
    case blankLines = "blank-lines"
    case noSpace = "no-space"
    case unknownFields = "unknown-fields"
    case fieldOrder = "field-order"
    case noData = "no-data"
    case dataLines = "data-lines"
    case unfinished
    case noFinalLineBreak = "no-final-line-break"
    case noEndMarker = "no-end-marker"
    case errorEvent = "error-event"
    case oneByOne = "one-by-one"
    case slowReader = "slow-reader"
    case reconnection

    package var verdict: Verdict { facts.verdict }
    /// A short description of the unusual stream, such as `lines that end with CR LF`.
    package var change: String { facts.change }
    /// The standard or convention that tells clients how to handle the unusual stream.
    package var rule: String { facts.rule }

    private static let standard = "HTML standard, section 9.2"

    private var facts: (verdict: Verdict, change: String, rule: String) {
        switch self {
        case .crlf: (.mustTolerate, "lines that end with CR LF", "\(Self.standard); JSON Lines also permits CR LF")
        case .cr: (.shouldTolerate, "lines that end with CR alone", "\(Self.standard) permits CR")
        case .comments:
            (
                .mustTolerate, "comments before and within events, which servers send to keep a connection alive",
                "\(Self.standard): a client ignores comments"
            )
        case .blankLines:
            (
                .mustTolerate, "additional empty lines between events",
                "\(Self.standard): a client ignores empty lines between events"
            )
        case .noSpace:
            (
                .mustTolerate, "`data:x` without a space after the colon",
                "\(Self.standard): the space after the colon is optional"
            )
        case .unknownFields:
            (.mustTolerate, "unknown fields in events", "\(Self.standard): a client ignores unknown fields")
        case .fieldOrder:
            (
                .mustTolerate, "`data` before the other fields of an event",
                "\(Self.standard) permits any order of fields"
            )
        case .noData: (.mustTolerate, "an event without data", "\(Self.standard): a client ignores the event")
        case .dataLines:
            (.mustTolerate, "JSON data in several `data` lines", "\(Self.standard): a client joins the lines with LF")
        case .unfinished:
            (
                .shouldTolerate, "a last event without the empty line at its end",
                "\(Self.standard): a client discards the event"
            )
        case .noFinalLineBreak:
            (.mustTolerate, "a last line without a line break", "JSON Lines: the line break at the end is optional")
        case .noEndMarker:
            (.shouldError, "a stream that ends before the documented `[DONE]`", "the response is incomplete")
        case .errorEvent: (.mustError, "the documented error event after the first event", "the error ends the stream")
        case .oneByOne:
            (
                .mustTolerate, "a server that sends an event only after the caller received the previous event",
                "a client must not wait for the end of the stream"
            )
        case .slowReader:
            (
                .mustTolerate, "a caller that reads the elements more slowly than the server sends them",
                "the client must not lose an element"
            )
        case .reconnection:
            (
                .may, "a lost connection; a request with Last-Event-ID receives the remaining events",
                "the client throws an error, or continues without a lost or repeated event"
            )
        }
    }
}
