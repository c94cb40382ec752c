import AccordJSON
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Configurations for the sessions of stubs, which share no cookies and no credentials.
///
/// On Linux, Swift 6.3.1, an ephemeral configuration looks for the user's caches on the disk, which takes as long as a
/// call that a stub answers. One whose storages were left empty therefore serves another case.
final class SpareConfigurations: Sendable {
    static let shared = SpareConfigurations()

    /// More than may be in use at once aren't kept.
    private static let most = 64

    private let spare = Locked<[URLSessionConfiguration]>([])

    /// A configuration whose storages are empty.
    func take() -> URLSessionConfiguration {
        let configuration = spare.withLock { $0.popLast() } ?? .ephemeral
        #if canImport(FoundationNetworking)
            // At a path where no folder can be, it doesn't look at the disk.
            configuration.urlCache = URLCache(
                memoryCapacity: 4 * 1024 * 1024, diskCapacity: 0, diskPath: "/dev/null/none")
        #endif
        return configuration
    }

    /// Keeps a configuration that nobody else holds, if nobody has left anything in its storages.
    func giveBack(_ configuration: URLSessionConfiguration) {
        #if canImport(FoundationNetworking)
            guard configuration.httpCookieStorage?.cookies?.isEmpty == true,
                configuration.urlCredentialStorage?.allCredentials.isEmpty == true
            else { return }
            configuration.protocolClasses = nil
            configuration.urlCache = nil
            spare.withLock { if $0.count < Self.most { $0.append(configuration) } }
        #endif
    }
}
