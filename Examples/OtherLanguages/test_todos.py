"""A client of Specs/awesome-todos.json in Python, contract-tested by its own tests against the mock.

    accord mock --port 0 --ready-file ready --report Reports --fail-on-findings Specs/awesome-todos.json &
    MOCK=$(cat ready) python3 test_todos.py; kill -TERM %1; wait %1

The tests say what the client makes of the answers; the mock says whether what it asked is what is documented.
"""

import json
import os
import unittest
import urllib.error
import urllib.parse
import urllib.request

MOCK = os.environ.get("MOCK", "http://127.0.0.1:8080")


class Todos:
    def __init__(self, address):
        self.address = address

    def login(self, name, password):
        query = urllib.parse.urlencode({"username": name, "password": password}, quote_via=urllib.parse.quote)
        try:
            with urllib.request.urlopen(f"{self.address}/login?{query}", timeout=10) as answer:
                return json.load(answer)["token"]
        except urllib.error.HTTPError as error:
            if error.code == 401:
                raise PermissionError("unknown user or wrong password") from error
            raise


def mock(method, path, body=None):
    """Asks the mock for itself."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(
        f"{MOCK}/__accord/{path}", data=data, method=method, headers={"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return answer.status


class TodosTests(unittest.TestCase):
    def setUp(self):
        mock("POST", "reset")

    def test_logs_in(self):
        self.assertEqual(Todos(MOCK).login("dasdöm", "%&34"), "1234567890")
        self.assertEqual(mock("POST", "verify", {"case": "login/creates a token"}), 200)

    def test_tells_a_wrong_password(self):
        with self.assertRaises(PermissionError):
            Todos(MOCK).login("dasdöm", "wrong")


if __name__ == "__main__":
    unittest.main()
