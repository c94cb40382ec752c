#!/usr/bin/env python3
"""Generates Swift from the tables in Catalogue/, such as rules, faults, mutations and metaschemas.

    scripts/catalogue.py           writes the generated files
    scripts/catalogue.py --check   fails if a generated file isn't up to date, or if no test names a rule

A table in JSON has an object per entry. Its “name” is the Swift name. “stub” and “change” of a fault are enum cases in Swift.
"""
import itertools
import json
import os
import re
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
HEADER = """// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
// Generated from Catalogue/{table} by scripts/catalogue.py.
"""


def table(name):
    with open(os.path.join(ROOT, "Catalogue", name), encoding="utf-8") as file:
        return json.load(file)


def literal(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


# The party that usually breaks the rules of a group. “blame” of a rule names a different one.
BLAME = {"requests": "client", "responses": "server", "outcomes": "client", "transport": "server", "runs": "server"}


def rules():
    lines = []
    for group, entries in table("rules.json").items():
        lines.append("extension Rule {")
        constants = []
        for rule in entries:
            texts = ", ".join(f"{key}: {literal(rule[key])}" for key in ("id", "title", "explanation", "advice"))
            constants.append(f"{rule['name']} = Rule({texts}, blame: .{rule.get('blame', BLAME[group])})")
        lines.append("    package static let " + ", ".join(constants))
        lines.append(f"    static let {group}: [Rule] = [{', '.join(rule['name'] for rule in entries)}]")
        lines.append("}")
    return lines


def switch(kind, entries, arguments, group=lambda entry: ""):
    """Returns an extension of an enum with its facts. The cases of one group are on one line, as in `enum`."""
    lines = [f"extension {kind} {{", "    var facts: Facts {", "        switch self {"]
    for _, group in itertools.groupby(entries, key=group):
        lines.append("        " + "; ".join(f"case .{entry['name']}: Facts({arguments(entry)})" for entry in group))
    return lines + ["        }", "    }", "}"]


def enum(kind, entries, group):
    """Returns an enum with a case for each entry, in the order of the table. Entries of one group are on one line."""
    lines = [f"package enum {kind}: String, CaseIterable, Sendable, Hashable {{"]
    for _, group in itertools.groupby(entries, key=group):
        lines.append("    case " + ", ".join(f"{entry['name']} = {literal(entry['id'])}" for entry in group))
    return lines + ["}", ""]


def contract_rules():
    rules = table("contract-rules.json")
    for rule in rules:
        rule["leavesOut"] = str(rule["leavesOut"]).lower()
    return enum("ContractRule", rules, lambda rule: "") + switch(
        "ContractRule", rules,
        lambda rule: ", ".join(f"{key}: {literal(rule[key])}" for key in ("title", "explanation", "advice"))
        + f", leavesOut: {rule['leavesOut']}")


def mutations():
    entries = table("mutations.json")
    return enum("Mutation", entries, lambda entry: entry["group"]) + switch(
        "Mutation", entries,
        lambda entry: f"group: .{entry['group']}, verdict: .{entry['verdict']}, change: {literal(entry['change'])}, "
        f"rule: {literal(entry['rule'])}", lambda entry: entry["group"])


def faults():
    entries = table("faults.json")
    return ["import AccordSchema", ""] + enum("Fault", entries, lambda entry: entry["layer"]) + switch(
        "Fault", entries,
        lambda entry: f"layer: .{entry['layer']}, verdict: .{entry['verdict']}, stub: .{entry['stub']}, "
        f"event: {literal(entry['event'])}, clientMust: {literal(entry['must'])}"
        + (f", change: .{entry['change']}" if "change" in entry else ""), lambda entry: entry["layer"])


def transport_failures():
    return ["import AccordCore", ""] + switch(
        "TransportFailure.Kind", table("transport-failures.json"),
        lambda entry: f"rule: .{entry['rule']}, message: {literal(entry['message'])}, advice: {literal(entry['advice'])}"
        + (", isBeforeRequest: true" if entry["isBeforeRequest"] else ""))


def changes():
    entries = [dict(entry, group=name) for name, group in table("changes.json").items() for entry in group]
    return enum("ChangeKind", entries, lambda entry: entry["group"]) + switch(
        "ChangeKind", entries,
        lambda entry: f"title: {literal(entry['title'])}, explanation: {literal(entry['explanation'])}, "
        f"affected: .{entry['audience']}, oasdiff: [{', '.join(map(literal, entry['oasdiff']))}]",
        lambda entry: entry["group"])


def documented_changes():
    """Returns docs/changes.md with its list of all kinds of changes."""
    with open(os.path.join(ROOT, "docs", "changes.md"), encoding="utf-8") as file:
        before, _, rest = file.read().partition("<!-- changes -->\n")
    lines = []
    for heading, group in table("changes.json").items():
        lines += ["", f"| {heading} | change | can break |", "|---|---|---|"]
        lines += [f"| `{entry['id']}` | {entry['title']} | {AUDIENCES[entry['audience']]} |" for entry in group]
    return before + "<!-- changes -->\n" + "\n".join(lines[1:]) + "\n\n<!-- end -->\n" + rest.partition("<!-- end -->\n")[2]


AUDIENCES = {
    "nobody": "–, no message changes", "none": "–", "warning": "–, a warning", "undecided": "undecided", "strict": "strict clients", "clients": "clients",
    "sender": "senders", "reader": "readers", "both": "senders and readers"}


def metaschemas():
    lines = [
        "// From the specifications, Copyright (c) JSON Schema Specification Authors, BSD 3-Clause license.",
        "extension SchemaRegistry {"]
    for file in sorted(os.listdir(os.path.join(ROOT, "Catalogue", "metaschemas"))):
        lines.append(f"    static let {file.removesuffix('.json')}: [String] = [")
        for document in table(os.path.join("metaschemas", file)):
            lines.append('        ##"' + json.dumps(document, ensure_ascii=False) + '"##,')
        lines.append("    ]")
    return lines + ["}"]


def text(declaration, name):
    """Returns a generator of a string that contains a file."""
    def generate():
        with open(os.path.join(ROOT, "Catalogue", name), encoding="utf-8") as file:
            return [f"{declaration} = {literal(file.read().rstrip())}"]
    return generate


def example_words():
    lines = ["extension ExampleWords {"]
    for kind in ("texts", "numbers", "formats"):
        lines += text(f"    static let example{kind.capitalize()}", f"example-{kind}.txt")()
    return lines + ["}"]


FILES = {
    "Sources/AccordCore/Findings/Rules.generated.swift": ("rules.json", rules),
    "Sources/AccordContract/Diagnostics/ContractRule.generated.swift": ("contract-rules.json", contract_rules),
    "Sources/AccordContract/Catalogue/Fault.generated.swift": ("faults.json", faults),
    "Sources/AccordSchema/Catalogue/Mutation.generated.swift": ("mutations.json", mutations),
    "Sources/AccordVerifier/Transport/TransportFailure.generated.swift": (
        "transport-failures.json", transport_failures),
    "Sources/AccordChanges/Model/ChangeKind.generated.swift": ("changes.json", changes),
    "Sources/AccordSchema/Metaschemas/Metaschemas.generated.swift": ("metaschemas", metaschemas),
    "Sources/AccordSchema/Dialect/Keyword.generated.swift": ("keywords.txt", text("let keywordTable", "keywords.txt")),
    "Sources/AccordSchema/Formats/Format.generated.swift": ("formats.txt", text("let formatTable", "formats.txt")),
    "Sources/AccordSchema/Values/ExampleWords.generated.swift": ("example-*.txt", example_words),
    "Sources/AccordOpenAPI/OpenAPIField.generated.swift": (
        "openapi-fields.txt", text("let openAPIFields", "openapi-fields.txt")),
    "docs/changes.md": ("changes.json", documented_changes),
    "Sources/AccordJSON/Pattern/ScriptTable.generated.swift": (
        "unicode-scripts.txt", text("let unicodeScripts", "unicode-scripts.txt")),
}


def untested_rules():
    """Returns the rules that no test names.

    Failures of the transport are tested by their kind. No contract that can be read has a case without an assertion: that
    rule guards against a mistake of Accord's own.
    """
    tests = ""
    for folder, _, names in os.walk(os.path.join(ROOT, "Tests")):
        for name in names:
            if name.endswith(".swift"):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    tests += file.read()
    exempt = {entry["rule"] for entry in table("transport-failures.json")} | {"caseNoAssertion"}
    rules = [rule for group in table("rules.json").values() for rule in group]
    return [
        rule["id"] for rule in rules
        if rule["name"] not in exempt and rule["id"] not in tests and not re.search(rf"\.{rule['name']}\b", tests)]


def main():
    stale = []
    for path, (name, generate) in FILES.items():
        text = generate() if path.endswith(".md") else HEADER.format(table=name) + "\n".join(generate()) + "\n"
        target = os.path.join(ROOT, path)
        current = open(target, encoding="utf-8").read() if os.path.exists(target) else None
        if current == text:
            continue
        stale.append(path)
        if "--check" not in sys.argv:
            with open(target, "w", encoding="utf-8") as file:
                file.write(text)
            print(f"catalogue: wrote {path}")
    if stale and "--check" in sys.argv:
        sys.exit("catalogue: not up to date: " + ", ".join(stale) + "\nRun scripts/catalogue.py.")
    if "--check" in sys.argv and (untested := untested_rules()):
        sys.exit("catalogue: no test names the rules " + ", ".join(untested))


main()
