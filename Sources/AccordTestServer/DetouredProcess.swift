// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordTesting
import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Routes every `URLSession` of the process through a stub, for a client that accepts neither a session nor a URL.
enum DetouredProcess {
    private struct State {
        /// The stub that currently responds to the client's sessions, or `nil` if there is none.
        var answering: ObjectIdentifier?
        var port = 0
        var authority: String?
    }

    private static let state = Locked(State())

    /// Makes a stub the proxy of every session that the process creates.
    static func answerSessions(by stub: LoopbackStub, authority: String?) throws {
        #if canImport(Glibc) && (arch(x86_64) || arch(arm64))
            let isFree = state.withLock { state in
                guard state.answering == nil || state.answering == ObjectIdentifier(stub) else { return false }
                (state.answering, state.port, state.authority) = (ObjectIdentifier(stub), stub.port, authority)
                return true
            }
            guard isFree else {
                throw DescribedError(
                    "a stub can answer the client’s own sessions for only one case at a time: "
                        + "set \"isolated\": true in accord.json")
            }
            if Sessions.areDetoured { return }
        #endif
        throw DescribedError(
            "a stub can answer the client’s own sessions only on Linux with glibc: "
                + "let the client accept a session, as in init(session: URLSession = .shared), and pass stub.urlSession"
        )
    }

    static func release(_ stub: LoopbackStub) {
        state.withLock { state in if state.answering == ObjectIdentifier(stub) { state.answering = nil } }
    }

    /// The settings of a new session: the URL of its proxy, the hosts that the session reaches without the proxy, and
    /// the file with the trusted certificates. If no stub answers sessions, no server listens at the proxy's URL.
    fileprivate static var proxy: (url: String, exceptions: String, authority: String?) {
        state.withLock { state in
            state.answering == nil
                ? ("http://127.0.0.1:1", "localhost,127.0.0.1,::1", nil)
                : ("http://127.0.0.1:\(state.port)", "", state.authority)
        }
    }
}

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
    /// Replaces libcurl's function `curl_easy_init` in FoundationNetworking, so that each new session uses a proxy.
    ///
    /// Neither FoundationNetworking 6.3.1 nor libcurl lets a process set the trusted certificates of all sessions.
    private enum Sessions {
        private typealias Create = @convention(c) () -> OpaquePointer?
        private typealias SetText = @convention(c) (OpaquePointer, UInt32, UnsafePointer<CChar>) -> UInt32
        private typealias SetNumber = @convention(c) (OpaquePointer, UInt32, Int) -> UInt32

        /// The functions of libcurl to replace or to call. Their addresses stay valid, because FoundationNetworking is
        /// never unloaded.
        private static let curl: (create: Create, setText: SetText, setNumber: SetNumber)? = {
            guard let create = dlsym(nil, "curl_easy_init"), let set = dlsym(nil, "curl_easy_setopt") else {
                return nil
            }
            return (
                unsafeBitCast(create, to: Create.self), unsafeBitCast(set, to: SetText.self),
                unsafeBitCast(set, to: SetNumber.self)
            )
        }()

        /// Whether new sessions use the proxy of the process. The first access replaces the function of libcurl.
        static let areDetoured: Bool = {
            let create: Create = {
                guard let curl = Sessions.curl, let handle = curl.create() else { return nil }
                let proxy = DetouredProcess.proxy
                // The numbers are CURLOPT_PROXY, CURLOPT_NOPROXY, CURLOPT_CAINFO and CURLOPT_SUPPRESS_CONNECT_HEADERS.
                _ = curl.setText(handle, 10004, proxy.url)
                _ = curl.setText(handle, 10177, proxy.exceptions)
                if let authority = proxy.authority { _ = curl.setText(handle, 10065, authority) }
                _ = curl.setNumber(handle, 265, 1)
                return handle
            }
            return curl != nil
                && ImportedFunction.replace(
                    "curl_easy_init", in: "libFoundationNetworking.so",
                    by: unsafeBitCast(create, to: UnsafeRawPointer.self))
        }()
    }
#endif
