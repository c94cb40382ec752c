import Foundation
internal import NIOCore

/// Why a server couldn't be started, and what to try.
package struct ServerFailure: Error, Sendable, CustomStringConvertible {
    package let description: String

    init(_ options: ServerOptions, _ error: any Error) {
        let place = "can't listen on \(options.unixSocket ?? "port \(options.port) of \(options.host)")"
        switch (error as? IOError)?.errnoCode {
        case EADDRINUSE where options.unixSocket != nil:
            description = "\(place): another process does; stop it, or take another path"
        case EADDRINUSE:
            description = "\(place): the port is in use; stop what has it, or take another: --port 0 picks a free one"
        case EACCES:
            description =
                "\(place): ports below 1024 take rights that this process lacks; take another, such as --port 8080"
        case EADDRNOTAVAIL:
            description =
                "\(place): this machine has no such address; leave --host out, or give 0.0.0.0 for all that it has"
        case let code?: description = "\(place): \(String(cString: strerror(code)))"
        case nil where error is SocketAddressError.UnknownHost:
            description = "\(place): the host's name has no address; leave --host out, or give one of this machine's"
        case nil: description = "\(place): \(error)"
        }
    }
}
