#!/usr/bin/env python3
"""Finds uses of Apple API that is newer than the platforms in Package.swift.

Linux has no availability checks, so a build there accepts every API. This script lists uses in the modules that a user's
tests compile, with the system that introduced the API according to Apple's documentation. Exit status 1 if there is one.
An `@available` or `#available` line within the 25 lines above a use accepts it.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).parent.parent
MODULES = [
    "Sources/AccordJSON", "Sources/AccordSchema", "Sources/AccordContract", "Sources/AccordCore", "Sources/AccordOpenAPI",
    "Sources/AccordTesting", "Sources/AccordTestServer", "Sources/AccordGenerator", "Sources/accord-generate", "Plugins",
]
# The API, as a pattern: the first macOS with it. The minimum is macOS 13, iOS 16.
NEWER = {
    r"\bimport Synchronization\b": "macOS 15",
    r"\b(?:Mutex|Atomic|AtomicLazyReference)<": "macOS 15",
    r"\bU?Int128\b": "macOS 15",
    r"\bString\(validating:": "macOS 15",
    r"\bTaskExecutor\b|\bwithTaskExecutorPreference\b": "macOS 15",
    r"\b(?:any|some) Async(?:Sequence|IteratorProtocol)<": "macOS 15",
    r"\.next\(isolation:": "macOS 15",
    r"\bcheckIsolated\(": "macOS 15",
    r"\bExecutorJob\b": "macOS 14",
    r"\bwith(?:Throwing)?DiscardingTaskGroup\b": "macOS 14",
    r"\b(?:struct|class|enum|actor) \w+<[^>]*\beach\b": "macOS 14",
    r"#Predicate\b|\bPredicate<": "macOS 14",
    r"@Observable\b": "macOS 14",
    r"\bproxyConfigurations\b": "macOS 14",
    r"\bisolated deinit\b": "macOS 15.4",
    r"\b(?:Mutable)?(?:Raw)?Span\b|\bInlineArray\b|\.utf8Span\b": "macOS 26",
    r"\bTask(?:\.immediate\b|\(name:)": "macOS 26",
    r"\bObservations\b": "macOS 26",
}
PATTERNS = {re.compile(pattern): system for pattern, system in NEWER.items()}
AVAILABLE = re.compile(r"[@#]available\(")


def uses(text):
    """Yields the line number, the line and the system of each use."""
    lines = text.split("\n")
    for index, line in enumerate(lines):
        code = re.sub(r'"(?:\\.|[^"\\])*"', '""', line.split("//")[0])
        for pattern, system in PATTERNS.items():
            if pattern.search(code) and not any(AVAILABLE.search(l) for l in lines[max(0, index - 25) : index + 1]):
                yield index + 1, line.strip(), system


def main():
    found = 0
    for module in MODULES:
        for path in sorted((ROOT / module).rglob("*.swift")):
            for number, line, system in uses(path.read_text(encoding="utf-8")):
                found += 1
                print(f"{path.relative_to(ROOT)}:{number}: requires {system}: {line}")
    print(f"availability: {found} uses of API newer than macOS 13 and iOS 16")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
