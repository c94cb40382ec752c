"""Awesome Todos' login with three bugs, for a test of `accord verify`. Prints its address, then serves until killed.

1. A wrong password is answered with 400 instead of 401.
2. An unknown user's problem has a number for its title.
3. A missing password is answered with JSON that is called plain text.
"""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

PASSWORDS = {"%&34", "1+1", "correct horse", "a&b=c", "100%25", "#1?", "😹"}


class Login(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        url = urlsplit(self.path)
        query = parse_qs(url.query, keep_blank_values=True)
        if url.path != "/login":
            return self.answer(404, {"title": "no such page"})
        if "password" not in query:
            return self.answer(400, {"title": "password: is missing"}, "text/plain")  # bug 3
        if not query.get("username", [""])[0]:
            return self.answer(400, {"title": "username: must not be empty"})
        if query["username"][0] != "dasdöm":
            return self.answer(401, {"title": 401})  # bug 2
        if query["password"][0] not in PASSWORDS:
            return self.answer(400, {"title": "wrong password"})  # bug 1
        self.answer(200, {"token": "1234567890"})

    def answer(self, status, body, media_type="application/json"):
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *arguments):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Login)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
