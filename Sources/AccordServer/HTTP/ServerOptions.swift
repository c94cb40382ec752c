/// Where a server listens, and how it treats its clients.
package struct ServerOptions: Sendable {
    package var host = "127.0.0.1"
    /// 0 lets the system choose one.
    package var port = 0
    /// A Unix socket's path, in place of host and port.
    package var unixSocket: String?
    /// Event loops; 0: as many as there are cores.
    package var threads = 0
    package var limits = ServerLimits()
    /// nil: no TLS.
    package var identity: ServerIdentity?
    /// Refuses what isn't HTTP as the RFCs have it. A stub leaves that to whoever judges.
    package var isStrict = true
    /// Between two bytes of an answer that drips; 0: none.
    package var dripMilliseconds = 5

    package init() {}
}
