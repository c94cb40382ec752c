import AccordServer
public import AccordTesting
public import Foundation

extension Stub {
    /// The certificate of the authority that the stub's own certificates are issued by, a file in PEM (RFC 7468).
    ///
    /// Give it to the client as the only authority that it trusts: then a case can show that an expired certificate,
    /// or another host's, is refused for what it is. It is made anew in each process. Throws without the trait `TLS`,
    /// and where the file can't be written.
    public var certificateAuthority: URL {
        get throws {
            #if TLS
                try AuthorityFile.shared.get()
            #else
                throw NoTLS()
            #endif
        }
    }

    private struct NoTLS: Error, CustomStringConvertible {
        var description: String { "stub.certificateAuthority needs the trait “TLS” of the package accord" }
    }
}

#if TLS
    private enum AuthorityFile {
        static let shared = Result { try write() }

        private static func write() throws -> URL {
            let file = FileManager.default.temporaryDirectory
                .appending(path: "accord-authority-\(ProcessInfo.processInfo.processIdentifier).pem")
            try Data(TestAuthority.shared.get().pem.utf8).write(to: file)
            // The process is all that the authority is for.
            atexit {
                if case .success(let file) = AuthorityFile.shared { try? FileManager.default.removeItem(at: file) }
            }
            return file
        }
    }
#endif
