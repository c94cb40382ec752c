/// What a client has to do, in the words of RFC 2119.
package enum Verdict: String, Sendable, Codable {
    case mustError, mustTolerate, shouldError, shouldTolerate, may, mustNotCrash
}
