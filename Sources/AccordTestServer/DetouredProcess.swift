// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordJSON
import AccordTesting
import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// The state of a process whose connections lead to stubs, because its clients can't be given an address.
enum DetouredProcess {
    private struct State {
        /// The conversations of the stubs that are proxies.
        var conversations: [ObjectIdentifier: Conversation] = [:]
        /// The stub that answers the sessions of the client.
        var answering: ObjectIdentifier?
        var port = 0
        var authority: String?
    }

    private static let state = Locked(State())

    /// Refuses to resolve host names until the stub closes.
    static func add(_ stub: LoopbackStub, _ conversation: Conversation) {
        state.withLock { $0.conversations[ObjectIdentifier(stub)] = conversation }
        #if canImport(Glibc) && (arch(x86_64) || arch(arm64))
            _ = ImportedFunction.resolving
        #endif
    }

    /// Makes a stub the proxy of every session that the process creates.
    static func answerSessions(by stub: LoopbackStub, authority: String?) throws {
        #if canImport(Glibc) && (arch(x86_64) || arch(arm64))
            let isFree = state.withLock { state in
                guard state.answering == nil || state.answering == ObjectIdentifier(stub) else { return false }
                (state.answering, state.port, state.authority) = (ObjectIdentifier(stub), stub.port, authority)
                return true
            }
            guard isFree else { throw SessionsInUse() }
            guard ImportedFunction.sessions else { throw NoDetour() }
        #else
            throw NoDetour()
        #endif
    }

    static func release(_ stub: LoopbackStub) {
        state.withLock { state in
            state.conversations[ObjectIdentifier(stub)] = nil
            if state.answering == ObjectIdentifier(stub) { state.answering = nil }
        }
    }

    /// The proxy of a new session, and the hosts that it reaches directly. After the case, no server listens there.
    fileprivate static var proxy: (url: String, exceptions: String, authority: String?) {
        state.withLock { state in
            state.answering == nil
                ? ("http://127.0.0.1:1", "localhost,127.0.0.1,::1", nil)
                : ("http://127.0.0.1:\(state.port)", "", state.authority)
        }
    }

    /// Returns whether a host name must not be resolved, and notes the attempt.
    fileprivate static func refuses(_ host: String) -> Bool {
        var address = in6_addr()
        if host == "localhost" || inet_pton(AF_INET, host, &address) == 1 || inet_pton(AF_INET6, host, &address) == 1 {
            return false
        }
        let conversations = state.withLock { Array($0.conversations.values) }
        // The attempt may be one of a different case, so it doesn't replace a reason that is known for sure.
        for conversation in conversations where conversation.refusal == nil {
            conversation.refusal = Unreached.direct(host)
        }
        return !conversations.isEmpty
    }

    private struct SessionsInUse: Error, CustomStringConvertible {
        var description: String {
            "a stub can answer the client's own sessions only for one case at a time: set \"isolated\": true in "
                + "accord.json"
        }
    }

    private struct NoDetour: Error, CustomStringConvertible {
        var description: String {
            "a stub can answer the client's own sessions only on Linux with glibc: let the client accept a session, "
                + "as in init(session: URLSession = .shared), and pass stub.urlSession"
        }
    }
}

/// Findings for calls whose requests can't reach the stub.
enum Unreached {
    static func untrusted(_ host: String) -> Finding {
        Finding(
            rule: .requestCountNone, blame: .client, "the client rejects the stub’s certificate for “\(host)”",
            place: .init(.count), expected: "a client that trusts stub.certificateAuthority", actual: "no request",
            advice: "Let the client trust it: configuration.tlsConfiguration?.trustRoots = "
                + ".file(stub.certificateAuthority.path). A URLSession on Linux needs stub.answerPrivateSessions().")
    }

    static func withoutTLS(_ host: String) -> Finding {
        Finding(
            rule: .requestCountNone, blame: .client, "the client connects to “\(host)” with TLS",
            place: .init(.count), expected: "an http URL, because the trait “TLS” is disabled", actual: "no request",
            advice: "Add the trait in Package.swift: .package(url: …, traits: [\"TLS\"]).")
    }

    fileprivate static func direct(_ host: String) -> Finding {
        Finding(
            rule: .requestHostUndocumented, blame: .client, "the client connects to “\(host)” directly",
            place: .init(.host), expected: "a connection to the stub’s proxy", actual: "\(host), which Accord refused",
            advice: "Let the client accept its session or HTTPClient, and pass one that uses stub.proxyPort.")
    }
}

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
    /// A C function that a loaded library calls, which can be replaced in this process.
    ///
    /// Neither FoundationNetworking 6.3.1 nor libcurl lets a process set the trusted certificates of all sessions.
    private enum ImportedFunction {
        private typealias Create = @convention(c) () -> OpaquePointer?
        private typealias SetText = @convention(c) (OpaquePointer, UInt32, UnsafePointer<CChar>) -> UInt32
        private typealias SetNumber = @convention(c) (OpaquePointer, UInt32, Int) -> UInt32
        private typealias Resolve =
            @convention(c) (
                UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafeRawPointer?, UnsafeMutableRawPointer?
            ) -> Int32

        /// The functions of libcurl. Their addresses stay valid, because FoundationNetworking is never unloaded.
        private static let curl: (create: Create, setText: SetText, setNumber: SetNumber)? = {
            guard let create = dlsym(nil, "curl_easy_init"), let set = dlsym(nil, "curl_easy_setopt") else {
                return nil
            }
            return (
                unsafeBitCast(create, to: Create.self), unsafeBitCast(set, to: SetText.self),
                unsafeBitCast(set, to: SetNumber.self)
            )
        }()

        private static let resolve = dlsym(nil, "getaddrinfo").map { unsafeBitCast($0, to: Resolve.self) }

        /// Whether new sessions use the proxy of the process.
        static let sessions: Bool = {
            let create: Create = {
                guard let curl = ImportedFunction.curl, let handle = curl.create() else { return nil }
                let proxy = DetouredProcess.proxy
                // CURLOPT_PROXY, CURLOPT_NOPROXY, CURLOPT_CAINFO, CURLOPT_SUPPRESS_CONNECT_HEADERS
                _ = curl.setText(handle, 10004, proxy.url)
                _ = curl.setText(handle, 10177, proxy.exceptions)
                if let authority = proxy.authority { _ = curl.setText(handle, 10065, authority) }
                _ = curl.setNumber(handle, 265, 1)
                return handle
            }
            return curl != nil
                && replace(
                    "curl_easy_init", in: "libFoundationNetworking.so",
                    by: unsafeBitCast(create, to: UnsafeRawPointer.self))
        }()

        /// Whether host names are resolved only if ``DetouredProcess`` allows it.
        static let resolving: Bool = {
            let resolve: Resolve = { node, service, hints, result in
                if let node, DetouredProcess.refuses(String(cString: node)) { return Int32(EAI_NONAME) }
                return ImportedFunction.resolve?(node, service, hints, result) ?? Int32(EAI_FAIL)
            }
            let pointer = unsafeBitCast(resolve, to: UnsafeRawPointer.self)
            let isReplaced = [nil, "libcurl.so.4"].map { replace("getaddrinfo", in: $0, by: pointer) }
            return isReplaced.contains(true)
        }()

        /// Replaces a function in the calls of a library.
        ///
        /// - Parameter library: The name of a loaded library; `nil` for the program itself.
        /// - Returns: `false` if the library isn't loaded, or doesn't call the function.
        private static func replace(_ name: String, in library: String?, by function: UnsafeRawPointer) -> Bool {
            guard let handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD) else { return false }
            defer { dlclose(handle) }
            // In glibc, the handle of a library is the address of its link map.
            let map = handle.assumingMemoryBound(to: link_map.self).pointee
            var entries: [Int: UInt] = [:]
            var next = map.l_ld
            while let entry = next, entry.pointee.d_tag != DT_NULL {
                entries[Int(entry.pointee.d_tag)] = UInt(entry.pointee.d_un.d_ptr)
                next = entry + 1
            }
            guard let symbols = UnsafePointer<Elf64_Sym>(bitPattern: entries[Int(DT_SYMTAB)] ?? 0),
                let names = UnsafePointer<CChar>(bitPattern: entries[Int(DT_STRTAB)] ?? 0)
            else { return false }
            var isReplaced = false
            for (table, size) in [(DT_JMPREL, DT_PLTRELSZ), (DT_RELA, DT_RELASZ)] {
                let count = Int(entries[Int(size)] ?? 0) / MemoryLayout<Elf64_Rela>.stride
                let start = UnsafePointer<Elf64_Rela>(bitPattern: entries[Int(table)] ?? 0)
                for relocation in UnsafeBufferPointer(start: start, count: start == nil ? 0 : count) {
                    let symbol = symbols[Int(relocation.r_info >> 32)]
                    let address = UInt(map.l_addr) + UInt(relocation.r_offset)
                    guard symbol.st_name > 0, strcmp(names + Int(symbol.st_name), name) == 0,
                        let slot = UnsafeMutablePointer<UnsafeRawPointer>(bitPattern: address)
                    else { continue }
                    let size = UInt(sysconf(Int32(_SC_PAGESIZE)))
                    let page = UnsafeMutableRawPointer(bitPattern: address & ~(size - 1))
                    guard mprotect(page, Int(size), PROT_READ | PROT_WRITE) == 0 else { continue }
                    slot.pointee = function
                    isReplaced = true
                }
            }
            return isReplaced
        }
    }
#endif
