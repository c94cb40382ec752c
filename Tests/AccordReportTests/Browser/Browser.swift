import AccordJSON
import Foundation

/// A headless Chromium, spoken to over the pipe of its developer tools.
///
/// `chrome-devtools-protocol`: JSON messages that end in NUL, requests on file descriptor 3, answers and events on 4.
/// Used by one test at a time.
final class Browser: @unchecked Sendable {
    static let path = Program.path("chromium", "chromium-browser", "google-chrome")

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    private let process = Process()
    private let requests = Pipe()
    private let answers = Pipe()
    private var received: [UInt8] = []
    private var lastID = 0
    private var session: String?
    /// What came beside answers: errors of the page's console, loads that ended.
    private(set) var events: [JSON] = []

    /// - Parameter folder: where the browser keeps its profile.
    init(folder: String) throws {
        guard let path = Self.path else { throw Failure(description: "no Chromium is installed") }
        var options = [
            "--headless=new", "--remote-debugging-pipe", "--disable-gpu", "--no-first-run", "--disable-extensions",
            "--disable-background-networking", "--disable-dev-shm-usage", "--user-data-dir=\(folder)/profile",
        ]
        // Chromium's sandbox doesn't run as root, as which containers run.
        if geteuid() == 0 { options.append("--no-sandbox") }
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1", path] + options
        process.standardInput = requests
        process.standardOutput = answers
        process.standardError = FileHandle.nullDevice
        try process.run()
        let target = try send("Target.createTarget", ["url": "about:blank"])["targetId"] ?? .null
        let attached = try send("Target.attachToTarget", ["targetId": target, "flatten": true])
        session = attached["sessionId"]?.string
        for domain in ["Page", "Runtime", "Log"] { _ = try send("\(domain).enable") }
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }

    /// Opens a page and waits until it is loaded.
    func open(_ file: String, fragment: String = "") throws {
        events = []
        _ = try send("Page.navigate", ["url": .string("file://\(file)\(fragment)")])
        while !events.contains(where: { $0["method"]?.string == "Page.loadEventFired" }) { try receive() }
    }

    /// The value of an expression in the page, which must be one of JSON.
    func evaluate(_ expression: String) throws -> JSON {
        let answer = try send(
            "Runtime.evaluate",
            ["expression": .string(expression), "returnByValue": true, "awaitPromise": true, "userGesture": true])
        if let exception = answer["exceptionDetails"] { throw Failure(description: exception.compact) }
        return answer["result"]?["value"] ?? .null
    }

    /// The size of the window and the colours that its user prefers.
    func resize(width: Int, height: Int, scheme: String) throws {
        _ = try send(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .number(JSONNumber(width)), "height": .number(JSONNumber(height)), "deviceScaleFactor": 1,
                "mobile": true,
            ])
        _ = try send(
            "Emulation.setEmulatedMedia",
            ["features": [["name": "prefers-color-scheme", "value": .string(scheme)]]])
    }

    func press(_ key: String) throws {
        for type in ["keyDown", "keyUp"] {
            _ = try send("Input.dispatchKeyEvent", ["type": .string(type), "key": .string(key), "code": .string(key)])
        }
    }

    /// What the page complained of since it was opened: errors, exceptions, violations of its policy, messages.
    var complaints: [String] {
        events.filter { event in
            ["Log.entryAdded", "Runtime.exceptionThrown", "Runtime.consoleAPICalled"]
                .contains(event["method"]?.string ?? "")
        }.map(\.compact)
    }

    private func send(_ method: String, _ parameters: JSON = [:]) throws -> JSON {
        lastID += 1
        var message: JSONObject = [
            "id": .number(JSONNumber(lastID)), "method": .string(method), "params": parameters,
        ]
        if let session { message.append("sessionId", .string(session)) }
        try requests.fileHandleForWriting.write(contentsOf: Data(JSONWriter.compactBytes(.object(message)) + [0]))
        while true {
            let answer = try receive()
            guard answer["id"]?.int == lastID else { continue }
            if let error = answer["error"] { throw Failure(description: "\(method): \(error.compact)") }
            return answer["result"] ?? .null
        }
    }

    @discardableResult
    private func receive() throws -> JSON {
        while true {
            if let end = received.firstIndex(of: 0) {
                let message = JSON(try JSONDocument(parsing: Array(received[..<end])).root)
                received.removeSubrange(...end)
                if message["method"] != nil { events.append(message) }
                return message
            }
            // A browser that hangs is ended, which ends the wait for it.
            let process = process
            let watchdog = DispatchWorkItem { process.terminate() }
            DispatchQueue.global().asyncAfter(deadline: .now() + 120, execute: watchdog)
            let data = answers.fileHandleForReading.availableData
            watchdog.cancel()
            guard !data.isEmpty else { throw Failure(description: "the browser ended") }
            received += data
        }
    }
}
