extension RunReport.Tool {
    /// This version of Accord.
    package static let current: RunReport.Tool = RunReport.Tool(version: "0.1.0")
}
