// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation
internal import NIOCore

extension DescribedError {
    /// Creates an error for a server that can't listen on its address. The description contains the reason and advice.
    init(_ options: ServerOptions, _ error: any Error) {
        let address = "can't listen on \(options.unixSocket ?? "port \(options.port) of \(options.host)")"
        let reason =
            switch (error as? IOError)?.errnoCode {
            case EADDRINUSE where options.unixSocket != nil:
                "a process already uses the socket; stop that process, or choose a different path"
            case EADDRINUSE: "the port is in use; stop the process that uses it, or choose a free port with --port 0"
            case EACCES: "ports below 1024 require special rights; choose a higher port, such as --port 8080"
            case EADDRNOTAVAIL:
                "this machine does not have the address; omit --host, or listen on all addresses with --host 0.0.0.0"
            case let code?: String(cString: strerror(code))
            case nil where error is SocketAddressError.UnknownHost:
                "the host name cannot be resolved; omit --host, or choose an address of this machine"
            case nil: "\(error)"
            }
        self.init("\(address): \(reason)")
    }
}
