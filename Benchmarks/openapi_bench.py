"""Loads and lints OpenAPI documents with the release build: time and memory, the median of five runs.

    openapi_bench.py ACCORD [FOLDER]    FOLDER: the public suites, by default ../../shared/conformance
"""
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import time

accord = sys.argv[1]
here = pathlib.Path(__file__).resolve().parent
suites = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else os.environ.get("ACCORD_CONFORMANCE", here / "../../shared/conformance"))
documents = suites / "openapi/documents"
if not documents.is_dir():
    sys.exit(f"openapi_bench: there is no {documents}: nothing was measured")


def measure(*arguments):
    start = time.monotonic()
    process = subprocess.Popen([accord, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    return time.monotonic() - start, usage.ru_maxrss / 1024


print("accord lint on OpenAPI documents (median of five)")
for name in ["twilio/twilio_voice_v1.json", "twilio/twilio_trusthub_v1.json", "twilio/twilio_conversations_v1.json", "twilio/twilio_api_v2010.json"]:
    runs = [measure("lint", str(documents / name)) for _ in range(5)]
    size = (documents / name).stat().st_size / 1e6
    seconds = statistics.median(run[0] for run in runs)
    memory = statistics.median(run[1] for run in runs)
    print(f"  {name:40} {size:5.2f} MB  {seconds * 1000:7.0f} ms  {memory:6.0f} MB")
