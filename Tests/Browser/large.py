"""A report.json with 10,000 failures, made of one with a few. Usage: large.py REPORT >LARGE"""

import copy
import json
import sys

report = json.load(open(sys.argv[1], encoding="utf-8"))
failed = next(case for case in report["cases"] if case["id"] == "login/refuses a wrong password")
report["cases"] = []
for number in range(10_000):
    case = copy.deepcopy(failed)
    case["id"] += f" {number}"
    case["findings"][0]["actual"] = str(number)
    response = case["exchanges"][0]["response"]
    response["headers"] += [
        {"name": "Date", "value": "Sun, 01 Mar 2026 09:30:00 GMT"}, {"name": "Server", "value": "example/1.0"},
        {"name": "Cache-Control", "value": "no-store"}, {"name": "X-Request-Id", "value": f"{number:016d}"}]
    response["body"] = {"text": json.dumps({"detail": f"failure {number} " * 80}), "size": 1300, "isCut": False}
    report["cases"].append(case)
json.dump(report, sys.stdout)
