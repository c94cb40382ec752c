"""Answers as notes.json says, correctly, or with one seeded bug: http://127.0.0.1:PORT/BUG/… has the bug, and a store, of
its own, and /correct.1/… has none. `server.py --list` prints the bugs; without arguments it prints its port, and serves."""

import asyncio
import base64
import decimal
import email.parser
import email.policy
import hashlib
import json
import pathlib
import re
import sys
import urllib.parse

from bugs import BUGS
from schema import Broken, Checker

CONTRACT = json.loads((pathlib.Path(__file__).parent / "notes.json").read_text())
SCHEMAS = CONTRACT["components"]["schemas"]
USERS = {"ann": "p w+1", "dasdöm": "é😹"}
KEY, ADMIN = "key-of-notes", "admin:secret-of-notes"


class Answer(Exception):
    """What is answered: a status, header fields, and JSON, text or bytes."""

    def __init__(self, status, json=None, headers=None, body=None, type="application/json"):
        self.status, self.json, self.headers, self.body, self.type = status, json, headers or {}, body, type


def problem(status, title, headers=None):
    return Answer(status, {"title": title, "status": status}, headers, type="application/problem+json")


class Request:
    def __init__(self, method, target, headers, body):
        path, _, query = target.partition("?")
        self.method, self.headers, self.body = method, headers, body
        self.path = [urllib.parse.unquote(part) for part in path.split("/")[2:]]
        self.query = [tuple(map(urllib.parse.unquote, item.partition("=")[::2])) for item in query.split("&") if item]
        self.cookies = dict(
            (name.strip(), urllib.parse.unquote(value))
            for name, _, value in (item.partition("=") for item in headers.get("cookie", "").split(";")))


def read_scalar(schema, text):
    """A parameter's text as the type that its schema wants; as it is where it isn't one."""
    kind = schema.get("type")
    if kind == "integer" and re.fullmatch(r"-?[0-9]+", text):
        return int(text)
    if kind == "number" and re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", text):
        return decimal.Decimal(text)
    if kind == "boolean" and text in ("true", "false"):
        return text == "true"
    return text


def read_json(text):
    return json.loads(text, parse_float=decimal.Decimal, parse_constant=lambda name: 1 / 0)


class Service:
    """A server with a store of its own, and with a bug or none."""

    def __init__(self, name):
        self.name = name
        self.bug = BUGS.get(name)
        self.tokens, self.notes, self.keys, self.files, self.exports = set(), {}, {}, {}, {}
        self.count = 0

    def has(self, name):
        return self.name == name

    # Checking

    def forgets(self, operation):
        rules = [] if self.bug is None or self.bug.operation != operation else self.bug.forgets
        return lambda place, keyword: (place, keyword) in rules

    def check(self, operation, schema, value, place):
        self.look(operation, place, value)
        try:
            Checker(SCHEMAS, self.forgets(operation)).check(schema, value, place)
        except (Broken, ArithmeticError, RecursionError) as error:
            if self.bug and self.bug.operation == operation and self.bug.crashes_on_wrong:
                raise RuntimeError(str(error))
            raise problem(400, str(error))

    def parameters(self, operation, request, path):
        described = CONTRACT["operations"][operation]["request"]
        values = {}
        for name, schema in described.get("pathParameters", {}).items():
            values[name] = self.parameter(operation, schema, [path[name]], "path." + name)
        for name, item in described.get("query", {}).items():
            texts = [text for key, text in request.query if key == name]
            values[name] = self.parameter(operation, item, texts, "query." + name)
        for name, item in described.get("headers", {}).items():
            text = request.headers.get(name.lower())
            values[name] = self.parameter(operation, item, [] if text is None else [text], "header." + name)
        for name, item in described.get("cookies", {}).items():
            text = request.cookies.get(name)
            values[name] = self.parameter(operation, item, [] if text is None else [text], "cookie." + name)
        self.look(operation, "parameters", {name: value for name, value in values.items() if value is not None})
        return values

    def look(self, operation, place, value):
        """Where a bug is in what the server makes of values that are right."""
        if self.bug and self.bug.operation == operation and self.bug.place == place and self.bug.trips(value):
            if self.bug.refuses:
                raise problem(400, place)
            raise RuntimeError(place)

    def parameter(self, operation, item, texts, place):
        if not texts:
            if item.get("required", True) and not self.forgets(operation)(place, "required"):
                raise problem(400, place + " is missing")
            return None
        if "content" in item:
            try:
                value = read_json(texts[0])
            except (ValueError, ZeroDivisionError):
                raise problem(400, place + " isn't JSON")
            schema = item["content"]["application/json"]["schema"]
        else:
            schema = item.get("schema", item)
            if schema.get("type") == "array":
                texts = texts if item.get("explode", True) else texts[0].split(",")
                value = [read_scalar(schema["items"], text) for text in texts]
            else:
                value = read_scalar(schema, texts[0])
        self.check(operation, schema, value, place)
        return value

    def body(self, operation, request):
        described = CONTRACT["operations"][operation]["request"]["body"]
        (wanted, media), = described.get("content", {"application/json": {"schema": described}}).items()
        schema = media["schema"]
        text = request.headers.get("content-type", "")
        sent = text.partition(";")[0].strip().lower()
        if not request.body and not self.forgets(operation)("body", "missing"):
            raise problem(400, "the body is missing")
        if sent != wanted and not self.forgets(operation)("body", "media-type"):
            raise problem(415, "send " + wanted)
        try:
            value = self.read(wanted, schema, request.body, text)
        except (ValueError, ZeroDivisionError, KeyError, RecursionError):
            if self.forgets(operation)("body", "malformed"):
                return {}
            if self.bug and self.bug.operation == operation and self.bug.crashes_on_malformed:
                raise RuntimeError("malformed")
            raise problem(400, "the body can't be read")
        self.check(operation, schema, value, "body")
        return value

    def read(self, wanted, schema, body, type):
        if wanted == "application/json":
            return read_json(body.decode("utf-8")) if body else {}
        if wanted == "text/csv":
            return body.decode("utf-8")
        if wanted == "application/x-www-form-urlencoded":
            encoding = "latin-1" if self.has("login.latin1") else "utf-8"
            space = " " if not self.has("login.plus-kept") else "+"
            values = {}
            for item in body.decode("ascii").split("&"):
                name, _, text = item.partition("=")
                name = urllib.parse.unquote_plus(name)
                text = urllib.parse.unquote(text.replace("+", space), encoding, "strict")
                own = schema["properties"].get(name, {})
                if own.get("type") == "array":
                    values.setdefault(name, []).append(read_scalar(own["items"], text))
                else:
                    values[name] = read_scalar(own, text)
            return values
        message = email.parser.BytesParser(policy=email.policy.HTTP).parsebytes(
            b"Content-Type: " + type.encode() + b"\r\n\r\n" + body)
        values = {}
        for part in message.iter_parts():
            name = part.get_param("name", header="content-disposition")
            content = part.get_payload(decode=True)
            is_json = part.get_content_type() == "application/json"
            values[name] = read_json(content.decode()) if is_json else content.decode("utf-8")
        return values

    def authorized(self, operation, request):
        requirement = CONTRACT["operations"][operation].get("security")
        if not requirement:
            return
        scheme = next(iter(requirement[0]))
        sent = request.headers.get("x-api-key" if scheme == "key" else "authorization")
        if self.has(operation + ".no-credentials") and sent is None:
            return
        if self.has(operation + ".any-credentials") and sent is not None:
            return
        if self.has(operation + ".beginning-of-key") and sent and KEY.startswith(sent):
            return
        if scheme == "token":
            holds = sent is not None and sent.startswith("Bearer ") and sent[7:] in self.tokens
        elif scheme == "key":
            holds = sent == KEY
        else:
            holds = sent == "Basic " + base64.b64encode(ADMIN.encode()).decode()
        if not holds:
            headers = {"WWW-Authenticate": 'Basic realm="notes"'} if scheme == "admin" else {}
            raise problem(401, "who are you?", headers)

    # Routing

    async def answer(self, request):
        found = []
        for name, operation in CONTRACT["operations"].items():
            parts = operation["request"]["path"].split("/")[1:]
            if len(parts) == len(request.path) and all(a[0] == "{" or a == b for a, b in zip(parts, request.path)):
                path = {a[1:-1]: b for a, b in zip(parts, request.path) if a[0] == "{"}
                found.append((operation["request"]["method"], name, path))
        try:
            if not found:
                raise problem(404, "no such path")
            chosen = [entry for entry in found if entry[0] == request.method]
            if not chosen and self.bug and self.bug.methods.get(request.method) in [entry[1] for entry in found]:
                chosen = [entry for entry in found if entry[1] == self.bug.methods[request.method]]
            if not chosen and request.method == "HEAD":
                chosen = [entry for entry in found if entry[0] == "GET"]
            if not chosen:
                raise self.no_method(found)
            method, operation, path = chosen[0]
            try:
                self.authorized(operation, request)
                handler = getattr(self, operation)
                values = self.parameters(operation, request, path)
                answer = handler(request, values)
            except Answer as raised:
                answer = raised
            if self.bug and self.bug.operation == operation:
                if self.bug.pause:
                    await asyncio.sleep(self.bug.pause)
                if self.bug.methods.get("HEAD") is None or request.method == "HEAD":
                    answer = self.bug.change(answer, self) or answer
            return answer
        except Answer as answer:
            return answer
        except Exception as error:
            return problem(500, f"{type(error).__name__}: {error}")

    def no_method(self, found):
        methods = sorted(entry[0] for entry in found)
        if self.has("listNotes.no-allow"):
            return problem(405, "no such method")
        return problem(405, "no such method", {"Allow": ", ".join(methods + (["HEAD"] if "GET" in methods else []))})

    # Operations

    def login(self, request, values):
        body = self.body("login", request)
        if USERS.get(body["username"]) != body["password"]:
            return problem(401, "wrong password")
        self.count += 1
        token = f"t-{len(body['username'])}-{self.count}"
        self.tokens.add(token)
        return Answer(200, {"token": token, "expiresAt": "2030-01-01T00:00:00Z"}, {"Cache-Control": "no-store"})

    def note(self, body, id=None):
        self.count += 1
        note = {"id": id or f"n{self.count}", "title": body.get("title", ""), "priority": body.get("priority", 0)}
        note |= {"tags": body.get("tags", []), "created": "2026-01-01T10:00:00Z", "done": False}
        note |= {name: body[name] for name in ("rating", "due", "memo") if name in body}
        return note, f'"e{self.count}"'

    def createNote(self, request, values):
        body, key = self.body("createNote", request), values["Idempotency-Key"]
        if key in self.keys and not self.has("createNote.forgets-keys"):
            before, answer = self.keys[key]
            if before != request.body and not self.has("createNote.reuses-keys"):
                return problem(409, "the key was used")
            return Answer(answer.status, answer.json, dict(answer.headers))
        note, tag = self.note(body)
        if not self.has("createNote.not-stored"):
            self.notes[note["id"]] = (note, tag)
        answer = Answer(201, note, {"Location": "/notes/" + note["id"], "ETag": tag})
        self.keys[key] = (request.body, Answer(201, dict(note), dict(answer.headers)))
        return answer

    def listNotes(self, request, values):
        notes = [note for note, _ in self.notes.values()]
        if values["tag"] and not self.has("listNotes.tag-ignored"):
            notes = [note for note in notes if set(values["tag"]) <= set(note["tags"])]
        if values["q"] and not self.has("listNotes.q-ignored"):
            notes = [note for note in notes if values["q"] in note["title"]]
        if values["ids"]:
            notes = [note for note in notes if note["id"] in values["ids"]]
        if values["sort"]:
            reverse = values["sort"][0] == "-" and not self.has("listNotes.sort-ascending")
            notes.sort(key=lambda note: note["priority"], reverse=reverse)
        total = len(notes)
        if values["limit"] and not self.has("listNotes.limit-ignored"):
            notes = notes[:values["limit"]]
        return Answer(200, {"items": notes[:20], "total": total}, {"X-Total": str(total)})

    def stored(self, values):
        if values["id"] not in self.notes:
            raise problem(404, "no such note")
        return self.notes[values["id"]]

    def getNote(self, request, values):
        note, tag = self.stored(values)
        if self.has("getNote.changing-etag"):
            self.count += 1
            tag = f'"e{self.count}"'
        if values["If-None-Match"] == tag:
            return Answer(304, headers={"ETag": tag})
        return Answer(200, dict(note), {"ETag": tag})

    def headNote(self, request, values):
        note, tag = self.stored(values)
        return Answer(200, dict(note), {"ETag": tag})

    def updateNote(self, request, values):
        body = self.body("updateNote", request)
        _, tag = self.stored(values)
        if values["If-Match"] != tag and not self.has("updateNote.ignores-version"):
            return problem(412, "changed since")
        note, tag = self.note(body, values["id"])
        if not self.has("updateNote.not-saved"):
            self.notes[values["id"]] = (note, tag)
        return Answer(200, dict(note), {"ETag": tag})

    def deleteNote(self, request, values):
        self.stored(values)
        if not self.has("deleteNote.not-deleted"):
            del self.notes[values["id"]]
        return Answer(204)

    def search(self, request, values):
        asked = values["filter"] or {"word": "", "most": 1}
        most = int(asked.get("most", 1)) if not self.has("search.most-ignored") else 5
        hits = [{"name": f"{asked.get('word')}{n + 1}", "score": 0.5 / (n + 1)} for n in range(min(most, 9))]
        language = "en" if self.has("search.lang-ignored") else values["lang"] or "en"
        return Answer(200, {"word": asked.get("word"), "hits": hits}, {"Content-Language": language})

    def upload(self, request, values):
        body = self.body("upload", request)
        meta, content = body.get("meta", {}), body.get("file", "").encode()
        if self.has("upload.newlines"):
            content = content.replace(b"\r\n", b"\n")
        name = meta.get("name", "x")
        self.files[name] = content
        kept = {"name": name, "size": len(content), "digest": hashlib.sha256(content).hexdigest()}
        if "note" in body:
            kept["note"] = body["note"]
        return Answer(201, kept)

    def download(self, request, values):
        if values["name"] not in self.files:
            raise problem(404, "no such file")
        name = {"Content-Disposition": f'attachment; filename="{values["name"]}"'}
        name["Last-Modified"] = "Thu, 01 Jan 2026 10:00:00 GMT"
        if request.headers.get("if-modified-since") == name["Last-Modified"] and not self.has("download.sent-again"):
            return Answer(304)
        return Answer(200, headers=name, body=self.files[values["name"]], type="application/octet-stream")

    def stats(self, request, values):
        return Answer(200, {"notes": len(self.notes), "state": "idle", "disk": {"free": 1}})

    def feedback(self, request, values):
        body = self.body("feedback", request)
        thanks = {"stars": body.get("stars", 1), "topics": body.get("topics", []), "public": body.get("public", False)}
        if "comment" in body:
            thanks["comment"] = body["comment"]
        return Answer(200, thanks)

    def old(self, request, values):
        return Answer(302, headers={"Location": f"/new/{values['number']}"}, body=b"", type=None)

    def newPlace(self, request, values):
        return Answer(200, {"number": int(values["number"])})

    def pages(self, request, values):
        start, size = int((values["cursor"] or "c0")[1:]), int(values["size"] or 5)
        items = list(range(5))[start:start + size]
        page = {"items": items}
        if start + size < 5:
            page["next"] = f"c{start + size}"
        tag = f'"p{start}-{size}"'
        if self.has("pages.other-etag"):
            self.count += 1
            tag = f'"p{self.count}"'
        sent = request.headers.get("if-none-match")
        if sent is not None and self.has("pages.crashes-on-etag"):
            raise RuntimeError("If-None-Match")
        if sent is not None and self.has("pages.refuses-etag"):
            return problem(412, "changed since")
        if sent == tag and not self.has("pages.sent-again"):
            return Answer(304, headers={"ETag": tag})
        return Answer(200, page, {"ETag": tag})

    def convert(self, request, values):
        text = self.body("convert", request).upper()
        return Answer(200, body=text.encode(), type="text/plain; charset=utf-8")

    def events(self, request, values):
        lines = [{"at": f"2026-01-01T00:00:0{n}Z", "what": ["made", "gone"][n % 2]} for n in range(int(values["count"] or 1))]
        return Answer(200, body="".join(json.dumps(line) + "\n" for line in lines).encode(), type="application/x-ndjson")

    def export(self, request, values):
        self.body("export", request)
        self.count += 1
        self.exports[f"x{self.count}"] = 0
        return Answer(202, {"id": f"x{self.count}"})

    def exported(self, request, values):
        if values["id"] not in self.exports:
            raise problem(404, "no such export")
        self.exports[values["id"]] += 1
        is_done = self.exports[values["id"]] > 2
        return Answer(200, {"state": "done", "url": "/files/" + values["id"]} if is_done else {"state": "running"})

    def health(self, request, values):
        return Answer(200, {"ok": True})


def unchunked(data):
    """A chunked body and what comes after it; no body where it hasn't come to its end (RFC 9112 section 7.1)."""
    body = b""
    while True:
        line, found, data = data.partition(b"\r\n")
        size = int(line.split(b";")[0] or b"0", 16) if found else None
        if size is None or len(data) < size + 2:
            return None, data
        body, data = body + data[:size], data[size + 2:]
        if size == 0:
            return body, data


class Connection(asyncio.Protocol):
    services = {}

    def connection_made(self, transport):
        self.transport, self.data, self.task = transport, b"", None

    def data_received(self, data):
        self.data += data
        self.read()

    def read(self):
        end = self.data.find(b"\r\n\r\n")
        if end < 0 or self.task:
            return
        first, *lines = self.data[:end].decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        words, length = first.split(" "), headers.get("content-length", "0")
        if len(words) != 3 or not length.isdecimal():
            self.transport.write(b"HTTP/1.1 400 x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            self.transport.close()
            return
        if headers.get("transfer-encoding", "").lower() == "chunked":
            body, rest = unchunked(self.data[end + 4:])
        else:
            body, rest = self.data[end + 4:end + 4 + int(length)], self.data[end + 4 + int(length):]
            body = body if len(body) == int(length) else None
        if body is None:
            return
        self.data = rest
        method, target, _ = words
        self.task = asyncio.ensure_future(self.respond(Request(method, target, headers, body), target.split("/")[1]))

    async def respond(self, request, name):
        service = self.services.setdefault(name, Service(name))
        answer = await service.answer(request)
        body = answer.body
        if body is None:
            body = b"" if answer.json is None else json.dumps(
                answer.json, ensure_ascii=False, default=lambda value: int(value) if value % 1 == 0 else float(value)
            ).encode()
        fields = dict(answer.headers)
        if body and answer.type:
            fields.setdefault("Content-Type", answer.type)
        if answer.status not in (204, 304):
            fields.setdefault("Content-Length", str(len(body)))
        head = f"HTTP/1.1 {answer.status} x\r\n" + "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        sends = request.method != "HEAD" and answer.status not in (204, 304)
        self.transport.write(head.encode("latin-1", "replace") + b"\r\n" + (body if sends else b""))
        self.task = None
        if request.headers.get("connection", "").lower() == "close":
            self.transport.close()
        else:
            self.read()


async def serve():
    server = await asyncio.get_running_loop().create_server(Connection, "127.0.0.1", 0, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    # It ends with the one that started it: standard input ends then.
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


if __name__ == "__main__":
    if sys.argv[1:] == ["--list"]:
        print(json.dumps([bug.described() for bug in BUGS.values()]))
    else:
        asyncio.run(serve())
