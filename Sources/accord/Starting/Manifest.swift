/// What `accord init` has to know of a manifest, read from its text.
struct Manifest {
    let toolsVersion: String
    let name: String?
    let firstTarget: String?
    let isAppendable: Bool

    init(_ text: String) {
        toolsVersion = text.firstMatch(of: /swift-tools-version:\s*([0-9.]+)/).map { String($0.1) } ?? ""
        name = text.firstMatch(of: /Package\(\s*name:\s*"([^"]+)"/).map { String($0.1) }
        firstTarget = text.firstMatch(of: /\.target\(\s*name:\s*"([^"]+)"/).map { String($0.1) }
        isAppendable = text.contains(/let\s+package\s*=\s*Package\(/)
    }

    /// Traits came with 6.1.
    var isNewEnough: Bool {
        let parts = toolsVersion.split(separator: ".").compactMap { Int($0) }
        guard let major = parts.first else { return false }
        return major > 6 || (major == 6 && (parts.dropFirst().first ?? 0) >= 1)
    }
}
