// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Blocks requests of clients to real servers, on Linux with glibc. While a guarded stub is open, the process can't
/// resolve host names.
package enum NetworkGuard {
    private struct State {
        /// Whether every stub is guarded. It is `true` in child processes.
        var guardsAll = false
        var conversations: [ObjectIdentifier: Conversation] = [:]
    }

    private static let state = Locked(State())

    /// Guards every later stub of the process.
    static func guardAll() { state.withLock { $0.guardsAll = true } }

    /// Keeps the requests of a stub's client away from real servers until the stub closes.
    ///
    /// - Parameter isRequired: Whether to guard the stub even outside child processes.
    package static func add(_ conversation: Conversation, isRequired: Bool) {
        let isGuarded = state.withLock { state in
            guard isRequired || state.guardsAll else { return false }
            state.conversations[ObjectIdentifier(conversation)] = conversation
            return true
        }
        #if canImport(Glibc) && (arch(x86_64) || arch(arm64))
            if isGuarded { _ = ImportedFunction.isResolvingGuarded }
        #endif
    }

    static func remove(_ conversation: Conversation) {
        state.withLock { $0.conversations[ObjectIdentifier(conversation)] = nil }
    }

    /// Returns whether a host name must not be resolved. If so, records a finding about the attempt.
    fileprivate static func refuses(_ host: String) -> Bool {
        var address = in6_addr()
        if host == "localhost" || inet_pton(AF_INET, host, &address) == 1 || inet_pton(AF_INET6, host, &address) == 1 {
            return false
        }
        let (isGuarded, conversations) = state.withLock {
            ($0.guardsAll || !$0.conversations.isEmpty, Array($0.conversations.values))
        }
        // The client of any guarded stub may have caused this attempt, so record the finding for each stub that has
        // none yet.
        for conversation in conversations where conversation.refusal == nil { conversation.refusal = finding(host) }
        return isGuarded
    }

    private static func finding(_ host: String) -> Finding {
        Finding(
            rule: .requestHostUndocumented, blame: .client, "the client connects to “\(host)” instead of the stub",
            place: .init(.host), expected: "a request to the stub",
            actual: "a connection to \(host), which Accord blocked",
            advice: "Pass stub.urlSession or stub.configuration to the client. "
                + "If the client creates its own URLSession, import AccordTestServer and call "
                + "stub.answerPrivateSessions(). For a different HTTP library, use stub.proxyPort.")
    }
}

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
    /// Replaces C functions that a loaded library imports.
    package enum ImportedFunction {
        private typealias Resolve =
            @convention(c) (
                UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafeRawPointer?, UnsafeMutableRawPointer?
            ) -> Int32

        private static let resolve = dlsym(nil, "getaddrinfo").map { unsafeBitCast($0, to: Resolve.self) }

        /// Whether the process resolves only the host names that ``NetworkGuard`` allows.
        fileprivate static let isResolvingGuarded: Bool = {
            let resolve: Resolve = { node, service, hints, result in
                if let node, NetworkGuard.refuses(String(cString: node)) { return Int32(EAI_NONAME) }
                return ImportedFunction.resolve?(node, service, hints, result) ?? Int32(EAI_FAIL)
            }
            let pointer = unsafeBitCast(resolve, to: UnsafeRawPointer.self)
            return [nil, "libcurl.so.4"].map { replace("getaddrinfo", in: $0, by: pointer) }.contains(true)
        }()

        /// Makes a library call `function` instead of the C function `name`, which it imports.
        ///
        /// - Parameter library: The name of a loaded library; `nil` for the program itself.
        /// - Returns: `false` if the library isn't loaded, or doesn't call the function.
        package static func replace(_ name: String, in library: String?, by function: UnsafeRawPointer) -> Bool {
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
