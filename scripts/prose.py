#!/usr/bin/env python3
"""Checks the English of comments, messages and documentation.

    scripts/prose.py            exit status 1 if comments, messages or documents exceed the limit
    scripts/prose.py --list     also print each occurrence: file, line, rule, sentence

Reads the comments and the string literals of at least six words in Sources/ and Plugins/, and README.md, CONTRIBUTING.md
and docs/. Each rule is a pattern that plain technical English rarely uses. The limit is a rate, because every pattern also
has correct uses.
"""
import argparse
import collections
import pathlib
import re
import sys

LIMIT = 5.0  # occurrences per 1,000 words

RULES = {
    "replace “what” by a noun": r"\b[Ww]hat\b(?!['’]s)",
    "use “if” or “when” for a condition, not “where”": r"\b[Ww]here\b(?! (?:to|the [a-z]+ is (?:stored|located|defined)))",
    "use “report”, “print” or “specify”, not “say” or “tell”": r"\b(?:say|says|said|tell|tells|told)\b",
    "use “is” or “appears”, not “stands”": r"\b(?:stand|stands|stood)\b(?! for\b)",
    "write “isn’t a path”, not “is no path”": r"\b(?:is|are|was|were) no\b(?! longer)|\b(?:is|are) none\b",
    "use “different”, not “another”": r"\b[Aa]nother\b",
    "replace “nobody”, “whoever” by a noun": r"\b(?:[Nn]obody|[Nn]o one|[Ww]hoever|[Ww]hatever|[Ww]hichever)\b",
    "begin with the subject, not with “Of”": r"(?:^|[.:;] )Of (?!course)[a-z]",
    "write “Returns nil if”, not “nil:”": r"(?:^|[;.] )(?:nil|True|False|None|Empty)(?::| where| that)",
    "use “passes” or “is valid”, not “holds”": (
        r"\b(?:holds|held)\b(?! (?:the|a|an|its|all|for|by|up|in)\b)|\bhold\b(?! (?:the|a|an|its|all|on|up)\b)"
    ),
    "use a noun, not “asked”, “tried”, “wanted”": r"\b(?:what|was|is|of) (?:asked|tried|wanted)\b|\bthe (?:asked|tried)\b",
    "avoid idioms": r"\b(?:so many|so much|as ever|so often|by chance|goes on|went on|leads nowhere|in its place)\b",
    "use “its own” or “a separate”, not “of its own” at the end": r"\bof (?:its|their) own[.,;]",
    "use “in addition” or “also”, not “besides”": r"\b[Bb]esides\b",
}
PATTERNS = {rule: re.compile(pattern) for rule, pattern in RULES.items()}


def comments(text):
    """Yields the first line number and the text of each block of // and /// comments."""
    block, first = [], 0
    for number, line in enumerate(text.split("\n") + [""], 1):
        match = re.match(r"\s*//+ ?(.*)", line)
        if match and not match[1].startswith(("swift-format", "MARK", "swift-tools", "SPDX")):
            if not block:
                first = number
            block.append(match[1])
        elif block:
            yield first, " ".join(block)
            block = []


def messages(text):
    """Yields the line number and the text of each string literal of six words or more."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.lstrip().startswith("//"):
            continue
        for literal in re.findall(r'"((?:[^"\\]|\\.)*)"', line):
            plain = re.sub(r"\\\([^)]*\)", "X", literal)
            if len(plain.split()) >= 6:
                yield number, plain


def paragraphs(text):
    """Yields the first line number and the text of each paragraph outside of code blocks."""
    fenced, block, first = False, [], 0
    for number, line in enumerate(text.split("\n") + [""], 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
            line = ""
        if fenced or not line.strip():
            if block:
                yield first, " ".join(block)
                block = []
            continue
        if not block:
            first = number
        block.append(re.sub(r"`[^`]*`", "X", line.strip()))


def findings(text):
    """Returns the rules that a text violates, one entry per occurrence."""
    return [rule for rule, pattern in PATTERNS.items() for _ in pattern.findall(text)]


def texts(root):
    """Yields kind, file, line number and text of everything that is checked."""
    for folder in ("Sources", "Plugins"):
        for path in sorted((root / folder).rglob("*.swift")):
            source = path.read_text(encoding="utf-8")
            for kind, extract in (("comments", comments), ("messages", messages)):
                for line, text in extract(source):
                    yield kind, path.relative_to(root), line, text
    for path in [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").rglob("*.md"))]:
        for line, text in paragraphs(path.read_text(encoding="utf-8")):
            yield "documents", path.relative_to(root), line, text


def main():
    parser = argparse.ArgumentParser(description="Checks the English of the project.")
    parser.add_argument("root", nargs="?", default=pathlib.Path(__file__).parent.parent, type=pathlib.Path)
    parser.add_argument("--list", action="store_true", help="print each occurrence")
    options = parser.parse_args()
    words, counts = collections.Counter(), collections.Counter()
    for kind, path, line, text in texts(options.root):
        words[kind] += len(text.split())
        for rule in findings(text):
            counts[kind] += 1
            if options.list:
                print(f"{path}:{line}: {rule}: {text[:120]}")
    failed = False
    for kind in ("comments", "messages", "documents"):
        rate = 1000 * counts[kind] / max(words[kind], 1)
        failed = failed or rate > LIMIT or words[kind] == 0
        print(f"prose: {kind}: {rate:.1f} per 1,000 words (limit {LIMIT:.0f}), {words[kind]} words")
    if failed:
        print("prose: above the limit; scripts/prose.py --list prints the sentences", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
