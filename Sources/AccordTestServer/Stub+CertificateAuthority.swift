// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordServer
public import AccordTesting
public import Foundation

extension Stub {
    /// The URL of a PEM file (RFC 7468) with the certificate of the authority that issues the stub's certificates.
    ///
    /// Configure the client to trust only this authority. With this configuration, the client rejects an expired
    /// certificate because it expired, not because its authority is unknown. Each process has a new authority.
    ///
    /// - Throws: An error if the package trait `TLS` is disabled, or if the file can't be written.
    public var certificateAuthority: URL {
        get throws {
            #if TLS
                try AuthorityFile.shared.get()
            #else
                throw DescribedError("stub.certificateAuthority needs the trait “TLS” of the package accord")
            #endif
        }
    }
}

#if TLS
    private enum AuthorityFile {
        static let shared = Result { try write() }

        private static func write() throws -> URL {
            let file = FileManager.default.temporaryDirectory.appending(
                path: "accord-authority-\(ProcessInfo.processInfo.processIdentifier).pem")
            try Data(TestAuthority.shared.get().pem.utf8).write(to: file)
            atexit {
                if case .success(let file) = AuthorityFile.shared { try? FileManager.default.removeItem(at: file) }
            }
            return file
        }
    }
#endif
