/// `200`, `4XX` or `default`.
package enum StatusPattern: Sendable, Hashable, CustomStringConvertible {
    case exact(Int)
    /// 4 is `4XX`.
    case range(Int)
    case any

    package func covers(_ status: Int) -> Bool {
        switch self {
        case .exact(let code): code == status
        case .range(let hundreds): status / 100 == hundreds
        case .any: true
        }
    }

    package var description: String {
        switch self {
        case .exact(let code): String(code)
        case .range(let hundreds): "\(hundreds)XX"
        case .any: "default"
        }
    }
}
