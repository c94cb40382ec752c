"""Measures the time to compile generated tests, by the number of cases, and to run them, with and without isolation.

tests_bench.py       makes a package of its own in a temporary folder, which depends on this repository by path
"""

import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
OPERATIONS = 100
# The package with the compiled generator, which `make dist` builds.
PLUGIN = os.path.join(ROOT, "dist", "accord-plugin")
IS_PREBUILT = os.path.isdir(PLUGIN)
PLUGIN_DEPENDENCY = f', .package(path: "{PLUGIN}")' if IS_PREBUILT else ""
PLUGIN_NAME = (
    'name: "PrebuiltContractTests", package: "accord-plugin"' if IS_PREBUILT else 'name: "ContractTests", package: "accord"'
)

PACKAGE = f"""// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "bench",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "accord", path: "{ROOT}", traits: []){PLUGIN_DEPENDENCY}],
    targets: [
        .testTarget(
            name: "BenchTests",
            dependencies: [.product(name: "AccordTesting", package: "accord")],
            exclude: ["accord.json"],
            plugins: [.plugin({PLUGIN_NAME})])
    ]
)
"""

# A package with one test, for comparison.
EMPTY_PACKAGE = {
    "Package.swift": """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "empty", targets: [.target(name: "Empty"), .testTarget(name: "EmptyTests", dependencies: ["Empty"])])
""",
    "Sources/Empty/Empty.swift": "public func one() -> Int { 1 }\n",
    "Tests/EmptyTests/EmptyTests.swift": "import Empty\nimport Testing\n\n@Test func works() { #expect(one() == 1) }\n",
}

CLIENT = """
import AccordTesting
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct Item: Codable, Sendable {
    var id: Int
    var name: String
}

struct Failure: Error {}

struct Client: Sendable {
    var session: URLSession

    private func item(_ list: Int, _ id: Int, completion: @escaping @Sendable (Item?, (any Error)?) -> Void) {
        Task {
            do { completion(try await item(list, id), nil) } catch { completion(nil, error) }
        }
    }

    private func item(_ list: Int, _ id: Int) async throws -> Item {
        guard let url = URL(string: "https://bench.example/r\\(list)/\\(id)") else { throw Failure() }
        let (data, response) = try await session.data(from: url)
        guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw Failure() }
        return try JSONDecoder().decode(Item.self, from: data)
    }

"""

# A test for the cost of a child process alone.
EMPTY = """
import Foundation
import Testing

@Test(arguments: 0..<100) func empty(_ number: Int) async {
    await #expect(processExitsWith: .success) { [number = number as Int] in _ = Data(count: number) }
}
"""


def contract(operations, cases):
    item = {
        "type": "object",
        "required": ["id", "name"],
        "properties": {"id": {"type": "integer"}, "name": {"type": "string"}},
    }
    return {
        "contract": "1.0",
        "info": {"title": "Bench", "version": "1"},
        "servers": [{"name": "bench", "url": "https://bench.example"}],
        "operations": {
            f"op{number}": {
                "request": {
                    "method": "GET",
                    "path": f"/r{number}/{{id}}",
                    "pathParameters": {"id": {"type": "integer"}},
                },
                "responses": {"200": {"description": "It.", "body": {"$ref": "#/components/schemas/Item"}}},
                "cases": {
                    f"case {id}": {
                        "request": {"pathParameters": {"id": id}},
                        "response": {"status": 200, "body": {"id": id, "name": "n"}},
                        "client": {"returns": {"id": id, "name": "n"}},
                    }
                    for id in range(cases)
                },
            }
            for number in range(operations)
        },
        "components": {"schemas": {"Item": item}},
    }


def operation(number):
    """The client's call and its closure: one with a completion handler, the next async."""
    if number % 2:
        handler = "completion: @escaping @Sendable (Item?, (any Error)?) -> Void"
        return (
            f"    func op{number}(_ id: Int, {handler}) {{ item({number}, id, completion: completion) }}",
            f"        op{number}: {{ client, input in try await completion {{ client.op{number}(input.id, completion: $0) }} }}",
        )
    return (
        f"    func op{number}(_ id: Int) async throws -> Item {{ try await item({number}, id) }}",
        f"        op{number}: {{ client, input in try await client.op{number}(input.id) }}",
    )


class Package:
    """A user's package in a folder."""

    def __init__(self, folder):
        self.folder = folder
        os.makedirs(os.path.join(folder, "Specs"))
        os.makedirs(os.path.join(folder, "Tests", "BenchTests"))
        self.write("Package.swift", PACKAGE)

    def write(self, path, text):
        write(self.folder, path, text)

    def set(self, operations, cases, **options):
        self.write("Specs/bench.json", json.dumps(contract(operations, cases), indent=2))
        self.write("Tests/BenchTests/accord.json", json.dumps(options))
        numbers = range(operations)
        calls, closures = zip(*(operation(number) for number in numbers))
        bindings = [
            "extension BenchContract {",
            "    static let bindings = BenchBindings<Client>(",
            "        client: { stub in Client(session: stub.urlSession) },",
            ",\n".join(closures),
            "    )",
            "}",
        ]
        self.write("Tests/BenchTests/Bindings.swift", "\n".join([CLIENT, *calls, "}", "", *bindings, ""]))

    def run(self, *arguments):
        return run(self.folder, *arguments)

    def ran(self):
        with open(os.path.join(self.folder, "Reports", "client.json")) as report:
            summary = json.load(report)["summary"]
        assert summary["passed"] and not summary["failed"], summary
        return summary["passed"]


def write(folder, path, text):
    file = os.path.join(folder, path)
    os.makedirs(os.path.dirname(file), exist_ok=True)
    with open(file, "w") as out:
        out.write(text)


def run(folder, *arguments):
    """Seconds by the clock and of processor time."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(
        ["swift", *arguments], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    seconds, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit(f"swift {' '.join(arguments)} failed\n{done.stdout.decode()[-3000:]}")
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    with tempfile.TemporaryDirectory() as scratch:
        package = Package(os.path.join(scratch, "bench"))
        package.set(1, 1, level="smoke")
        clean_builds(package, os.path.join(scratch, "empty"))
        package.set(OPERATIONS, 1, level="smoke")
        package.run("build", "--build-tests")
        _, nothing = package.run("build", "--build-tests")
        for cases in (2, 20, 40):
            package.set(OPERATIONS, cases, level="smoke")
            _, used = package.run("build", "--build-tests")
            goal = "   (goal 20)" if cases == 20 else ""
            print(f"  {OPERATIONS} operations, {cases:>2} cases each: {used - nothing:>5.1f} s of processor time{goal}", flush=True)

        for isolated in (False, True):
            each = cost_of_a_case(package, isolated)
            where = "in a child process" if isolated else "in the test process"
            goal = "   (goal 10)" if isolated else ""
            print(f"  a case {where}: {each:.1f} ms by the clock{goal}", flush=True)
        package.write("Tests/BenchTests/Empty.swift", EMPTY)
        package.run("build", "--build-tests")
        all = min(package.run("test", "--skip-build", "--filter", "empty")[0] for _ in range(3))
        none = min(package.run("test", "--skip-build", "--filter", "BenchContract/noSuchTest")[0] for _ in range(3))
        print(f"  an empty test in a child process: {(all - none) * 10:.1f} ms by the clock", flush=True)


def clean_builds(package, empty):
    """Compares a package of one operation with an empty one, alternating, medians of three."""
    for path, text in EMPTY_PACKAGE.items():
        write(empty, path, text)
    ours, theirs = [], []
    for _ in range(3):
        for folder, times in ((empty, theirs), (package.folder, ours)):
            shutil.rmtree(os.path.join(folder, ".build"), ignore_errors=True)
            times.append(run(folder, "build", "--build-tests"))
    (seconds, used), (least, _) = (tuple(map(statistics.median, zip(*times))) for times in (ours, theirs))
    generator = "of make dist" if IS_PREBUILT else "compiled, too"
    print(
        f"generated tests: a clean build {seconds:.0f} s ({used:.0f} s of processor time), {seconds / least:.1f} times "
        f"an empty package's {least:.0f} s, the generator {generator}   (goal 4.5 with the generator of make dist, else 7)",
        flush=True,
    )


def cost_of_a_case(package, isolated):
    """The milliseconds per case, measured with five hundred additional cases."""
    seconds, passed = [], []
    for cases in (2, 502):
        package.set(1, cases, level="smoke", isolated=isolated)
        package.run("build", "--build-tests")
        seconds.append(min(package.run("test", "--skip-build")[0] for _ in range(3)))
        passed.append(package.ran())
    return (seconds[1] - seconds[0]) / (passed[1] - passed[0]) * 1000


if __name__ == "__main__":
    main()
