"""Measures the time to compile generated tests, by the number of cases, and to run them, with and without isolation;
and the time of a client of ten operations with all derived cases.

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


# The client of ten operations. Their responses have about 80 properties, as the responses of public APIs do.
USER_URLS = "avatar html followers following gists starred subscriptions organizations repos events received".split()
REPOSITORY_URLS = (
    "html archive assignees blobs branches collaborators comments commits compare contents contributors deployments "
    "downloads events forks commits_git refs_git tags_git hooks issues keys labels languages merges milestones "
    "notifications pulls releases stargazers statuses subscribers subscription tags teams trees"
).split()
COUNTS = "forks stargazers watchers size open_issues".split()
FLAGS = "private fork has_issues has_projects has_wiki has_pages has_downloads archived disabled".split()

LARGE_CLIENT = """
struct Repository: Codable, Sendable {
    struct Owner: Codable, Sendable {
        var login: String
        var id: Int
    }
    struct License: Codable, Sendable { var key: String }
    var id: Int
    var name: String
    var owner: Owner
    var license: License?
    var visibility: String
    var topics: [String]
    var forks: Int
}

extension Client {
    fileprivate func data(_ number: Int, _ id: Int, _ page: Int?) async throws -> Data {
        guard var parts = URLComponents(string: "https://bench.example/r\\(number)/\\(id)") else { throw Failure() }
        if let page { parts.queryItems = [URLQueryItem(name: "page", value: "\\(page)")] }
        guard let url = parts.url else { throw Failure() }
        let (data, response) = try await session.data(from: url)
        guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw Failure() }
        return data
    }

    fileprivate func repository(_ number: Int, _ id: Int, _ page: Int?) async throws -> Int {
        try JSONDecoder().decode(Repository.self, from: try await data(number, id, page)).id
    }

    fileprivate func repositories(_ number: Int, _ id: Int, _ page: Int?) async throws -> [Int] {
        try JSONDecoder().decode([Repository].self, from: try await data(number, id, page)).map(\\.id)
    }
}
"""


def model(properties, optional=()):
    return {"type": "object", "required": [name for name in properties if name not in optional], "properties": properties}


def large_contract(operations):
    text, link, flag, count = {"type": "string"}, {"type": "string", "format": "uri"}, {"type": "boolean"}, {"type": "integer"}
    nullable, date = {"type": ["string", "null"]}, {"type": "string", "format": "date-time"}
    user = model({"login": text, "id": count, "name": nullable, "admin": flag} | {name: link for name in USER_URLS}, ["name"])
    license = model({"key": text, "url": {"type": ["string", "null"], "format": "uri"}})
    repository = model(
        {"id": {"type": "integer", "format": "int64"}, "name": text, "owner": {"$ref": "#/components/schemas/User"}}
        | {"description": nullable, "homepage": nullable, "language": nullable, "branch": text, "created": date, "updated": date}
        | {name: link for name in REPOSITORY_URLS} | {name: count for name in COUNTS} | {name: flag for name in FLAGS}
        | {"visibility": {"enum": ["public", "private", "internal"]}, "topics": {"type": "array", "items": text}}
        | {"license": {"anyOf": [{"type": "null"}, {"$ref": "#/components/schemas/License"}]}},
        ["description", "homepage", "language", "branch"],
    )

    def example(id):
        api = f"https://api.bench.example/{id}"
        owner = {"login": f"ada{id}", "id": id, "name": "Ada", "admin": False} | {name: f"{api}/{name}" for name in USER_URLS}
        return (
            {"id": id, "name": f"hello{id}", "owner": owner, "description": "A repository", "homepage": api, "language": None}
            | {"branch": "main", "created": "2011-01-26T19:01:12Z", "updated": "2011-01-26T19:14:43Z"}
            | {name: f"{api}/{name}" for name in REPOSITORY_URLS}
            | {name: id + place for place, name in enumerate(COUNTS)}
            | {name: place % 2 == 0 for place, name in enumerate(FLAGS)}
            | {"visibility": "public", "topics": ["api"], "license": {"key": "mit", "url": f"{api}/mit"}}
        )

    document = contract(operations, 0)
    for number, operation in enumerate(document["operations"].values()):
        id, schema = number + 1, {"$ref": "#/components/schemas/Repository"}
        body, value = example(id), id
        if number % 3 == 2:
            schema, body, value = {"type": "array", "items": schema}, [body, example(id + 1)], [id, id + 1]
        operation["request"]["query"] = {"page": {"type": "integer", "minimum": 1}}
        operation["responses"]["200"]["body"] = schema
        operation["responses"]["404"] = {"description": "None.", "body": model({"message": text})}
        request = {"pathParameters": {"id": id}, "query": {"page": 2}}
        operation["cases"]["works"] = {
            "request": request, "response": {"status": 200, "body": body}, "client": {"returns": value}
        }
    document["components"]["schemas"] = {"User": user, "License": license, "Repository": repository}
    return document


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
        calls, closures = zip(*(operation(number) for number in range(operations)))
        self.set_document(contract(operations, cases), [CLIENT, *calls, "}"], closures, **options)

    def set_large(self, operations, **options):
        methods = ["repositories" if number % 3 == 2 else "repository" for number in range(operations)]
        closures = [
            f"        op{number}: {{ client, input in try await client.{method}({number}, input.id, input.page) }}"
            for number, method in enumerate(methods)
        ]
        self.set_document(large_contract(operations), [CLIENT, "}", LARGE_CLIENT], closures, **options)

    def set_document(self, document, client, closures, **options):
        self.write("Specs/bench.json", json.dumps(document, indent=2))
        self.write("Tests/BenchTests/accord.json", json.dumps(options))
        bindings = [
            "extension BenchContract {",
            "    static let bindings = BenchBindings<Client>(",
            "        client: { stub in Client(session: stub.urlSession) },",
            ",\n".join(closures),
            "    )",
            "}",
        ]
        self.write("Tests/BenchTests/Bindings.swift", "\n".join([*client, "", *bindings, ""]))

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
        all_derived_cases(package, os.path.join(scratch, "empty"))
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


def all_derived_cases(package, empty):
    """Compares the tests of ten operations, with all derived cases, with the test of an empty package."""
    package.set_large(10)
    package.run("build", "--build-tests")
    run(empty, "build", "--build-tests")
    seconds, used = min(package.run("test", "--skip-build") for _ in range(3))
    least, _ = min(run(empty, "test", "--skip-build") for _ in range(3))
    print(
        f"  10 operations, {package.ran()} cases that pass: {seconds:.1f} s by the clock, {used:.1f} s of processor time, "
        f"{seconds / least:.0f} times an empty package's {least:.1f} s   (goal 10 s)",
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
