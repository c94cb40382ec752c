"""Sample reports, based on Tests/AccordReportTests/Golden/report.json."""

import copy
import json

from program import ROOT, accord

SAMPLE = ROOT / "Tests/AccordReportTests/Golden/report.json"
UMLAUTS = "login/creates a token for a name with umlauts"


def sample():
    return json.loads(SAMPLE.read_text("utf-8"))


def rendered(folder, report, name="report"):
    """Returns the page of a report, in a separate folder without history."""
    folder = folder / name
    folder.mkdir(exist_ok=True)
    file = folder / "report.json"
    file.write_text(json.dumps(report), "utf-8")
    accord("report", "render", str(file), "--format", "html", "--output", str(folder / "report.html"))
    return folder / "report.html"


def large():
    """10,000 failures of 120 operations, each with one problem."""
    report = sample()
    failed = next(case for case in report["cases"] if case["id"] == "login/refuses a wrong password")
    coverage = report["coverage"][0]
    report["coverage"] = [dict(coverage, operation=f"login{number}", path=f"/login/{number}") for number in range(120)]
    report["cases"] = []
    for number in range(10_000):
        case = copy.deepcopy(failed)
        case["id"] += f" {number}"
        case["operation"] = f"login{number % 120}"
        case["findings"][0]["details"] = [f"failure {number}"]
        case["findings"][0]["actual"] = str(500 + number % 40)
        response = case["exchanges"][0]["response"]
        response["headers"] += [
            {"name": "Date", "value": "Sun, 01 Mar 2026 09:30:00 GMT"}, {"name": "Server", "value": "example/1.0"},
            {"name": "Cache-Control", "value": "no-store"}, {"name": "X-Request-Id", "value": f"{number:016d}"}]
        response["body"] = {"text": json.dumps({"detail": f"failure {number} " * 80}), "size": 1300, "isCut": False}
        report["cases"].append(case)
    return report


def wide():
    """Texts without spaces, wider than any window."""
    report = sample()
    finding = report["cases"][1]["findings"][0]
    finding["message"] = "unbroken" * 60
    finding["actual"] = "unbroken" * 100
    finding["reproduce"] = "curl " + "x" * 900
    report["target"] = "http://" + "host." * 60
    return report


def merged(folder):
    """The page of a run of verify and client tests with every kind of derived case."""
    client = sample()
    client["kind"] = "client"
    del client["target"]
    passed = client["cases"][0]
    kinds = ["syntax.empty", "structure.wrong-root", "fault.connection-lost", "http.204", "status.unknown", "calls.parallel",
             "request.other", "tolerance.more", "truncated.half", "encoding.gzip", "redirect.once", "cancel.early"]
    client["cases"] = [dict(passed, id=f"login~{kind}", origin="derived") for kind in kinds]
    runs = folder / "runs"
    runs.mkdir(exist_ok=True)
    (runs / "report.json").write_text(json.dumps(sample()), "utf-8")
    (runs / "client.json").write_text(json.dumps(client), "utf-8")
    accord("report", "merge", str(runs), "--report", str(folder / "merged"), "--quiet", expecting=(1,))
    return folder / "merged" / "report.html"


def with_history(folder):
    """The page of a run after an earlier one: one case newly fails, one is fixed."""
    history = folder / "with-history"
    history.mkdir(exist_ok=True)
    cases = [{"title": case["id"], "file": case["file"], "status": case["status"], "duration": case["duration"]}
             for case in sample()["cases"]]
    cases[0]["status"], cases[1]["status"] = "failed", "passed"
    (history / "history.json").write_text(json.dumps({
        "version": "1.0",
        "runs": [{"started": "2026-02-28T09:30:00Z", "passed": False, "failed": 4, "total": 9}],
        "last": {"started": "2026-02-28T09:30:00Z", "cases": cases},
    }), "utf-8")
    return rendered(folder, sample(), "with-history")


def hostile(text):
    """A text wherever a server, client or contract can choose it."""
    report = sample()
    body = {"text": text, "size": len(text.encode()), "isCut": False}
    for case in report["cases"]:
        case["id"] = f"login/{text}"
        case["summary"] = case["reason"] = text
        for finding in case["findings"]:
            finding.update(message=text, actual=text, expected=text, advice=text, reproduce=text, details=[text])
        for exchange in case["exchanges"]:
            exchange["request"].update(url=text, headers=[{"name": text, "value": text}], body=body)
            exchange["failure"] = text
            if "response" in exchange:
                exchange["response"].update(headers=[{"name": text, "value": text}], body=body)
    report["hints"] = [text]
    report["target"] = text
    report["contracts"][0].update(title=text, version=text)
    for quote in report["quotes"]:
        quote["text"] = text
    return report
