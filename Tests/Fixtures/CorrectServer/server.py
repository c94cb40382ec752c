"""Answers as openapi.json says: http://127.0.0.1:PORT/NAME/… is correct, with a store of its own for each name, or has the
bug NAME of BUGS. It does what is allowed and often taken for a mistake:

- it closes the connection after each response with a status of 400 or more, without `Connection: close`;
- /notes gives the id of a deleted note to the next new note, as SQLite does;
- the client chooses the ids of /labels, and a second label with an id is rejected;
- /shelves/{shelf}/cards lists only the cards of one shelf;
- POST /logout ends the session: all later requests get a 401, until POST /login.

`server.py --list` prints the bugs; without arguments it prints its port, and serves until its standard input ends."""

import http.server
import json
import re
import sys
import threading
import urllib.parse

BUGS = [
    "put-is-lost", "patch-changes-nothing", "status-filter-ignored", "pinned-filter-ignored", "limit-ignored",
    "deleted-note-listed", "deleted-note-read", "title-cut", "note-not-stored", "two-notes-one-id",
    "label-update-lost",
]
TEXT = {"type": str, "min": 1, "max": 200}
NOTE = {"title": TEXT, "status": {"type": str, "of": ["open", "done"]}, "pinned": {"type": bool}}
LABEL = {"id": {"type": str, "pattern": r"[a-z0-9-]{1,40}"}, "name": TEXT}
CARD = {"title": TEXT}


class Answer(Exception):
    def __init__(self, status, value=None, **fields):
        self.status, self.value, self.fields = status, value, {k.replace("_", "-"): v for k, v in fields.items()}


def unique(pairs):
    if len({key for key, _ in pairs}) < len(pairs):
        raise ValueError("duplicate key")
    return dict(pairs)


def is_valid(value, rule):
    if type(value) is not rule["type"]:
        return False
    if "of" in rule:
        return value in rule["of"]
    if "pattern" in rule:
        return re.fullmatch(rule["pattern"], value) is not None
    return rule["type"] is bool or rule["min"] <= len(value) <= rule["max"]


def checked(value, rules, required):
    if type(value) is not dict or not set(required) <= set(value) <= set(rules):
        raise Answer(400)
    if not all(is_valid(value[key], rules[key]) for key in value):
        raise Answer(400)
    return value


class Service:
    def __init__(self, name):
        self.bug = name
        self.notes, self.labels = {1: note(1, "the first", "done", True)}, {"red": label("red", "Red")}
        self.cards = {"other": {"c0": {"id": "c0", "title": "the first"}}}
        self.is_open, self.lock = True, threading.Lock()

    def answer(self, method, path, query, headers, body):
        parts = [urllib.parse.unquote(part) for part in path]
        if parts == ["login"]:
            self.allow(method, ["POST"])
            self.is_open = True
            raise Answer(204)
        for pattern, handler in ROUTES:
            if len(pattern) == len(parts) and all(p in ("*", part) for p, part in zip(pattern, parts)):
                methods = [name for name in ("GET", "POST", "PUT", "PATCH", "DELETE") if hasattr(handler, name)]
                self.allow(method, methods)
                if headers.get("Authorization") != "Bearer token-of-correct" or not self.is_open:
                    raise Answer(401, WWW_Authenticate="Bearer")
                arguments = [part for p, part in zip(pattern, parts) if p == "*"]
                values = urllib.parse.parse_qs(query, keep_blank_values=True, strict_parsing=bool(query))
                return getattr(handler, "GET" if method == "HEAD" else method)(
                    self, *arguments, query=values, body=lambda: self.json(headers, body))
        raise Answer(404)

    def allow(self, method, methods):
        allowed = methods + (["HEAD"] if "GET" in methods else [])
        if method not in allowed:
            raise Answer(405, Allow=", ".join(allowed + ["OPTIONS"]))

    def json(self, headers, body):
        if (headers.get("Content-Type") or "").split(";")[0].strip().lower() != "application/json":
            raise Answer(415)
        try:
            return json.loads(body.decode(), object_pairs_hook=unique, parse_constant=lambda name: 1 / 0)
        except (ValueError, ArithmeticError, RecursionError):
            raise Answer(400)


def note(number, title, status="open", pinned=False):
    return {"id": number, "title": title, "status": status, "pinned": pinned}


def label(id, name):
    return {"id": id, "name": name}


class Notes:
    def GET(self, query, body):
        found = list(self.notes.values())
        for name, texts in query.items():
            if name == "limit":
                if len(texts) > 1 or not re.fullmatch("[1-9][0-9]?", texts[0]):
                    raise Answer(400)
                found = found if self.bug == "limit-ignored" else found[:int(texts[0])]
            elif name in ("status", "pinned"):
                value = {"true": True, "false": False}.get(texts[0]) if name == "pinned" else texts[0]
                if len(texts) > 1 or not is_valid(value, NOTE[name]):
                    raise Answer(400)
                if self.bug != name + "-filter-ignored":
                    found = [item for item in found if item[name] == value]
        raise Answer(200, found)

    def POST(self, query, body):
        sent = checked(body(), NOTE, ["title"])
        number = 1 if self.bug == "two-notes-one-id" else max([0, *self.notes]) + 1
        made = note(number, **sent)
        if self.bug == "title-cut":
            made["title"] = made["title"][:20]
        if self.bug != "note-not-stored":
            self.notes[number] = made
        raise Answer(201, made)


class Note:
    def find(self, text):
        item = self.notes.get(int(text)) if re.fullmatch("[0-9]{1,9}", text) else None
        if item is None or item.get("deleted") and self.bug == "deleted-note-listed":
            raise Answer(404)
        return {key: item[key] for key in ("id", "title", "status", "pinned")}

    def GET(self, text, query, body):
        raise Answer(200, Note.find(self, text))

    def PUT(self, text, query, body):
        sent, old = checked(body(), NOTE, ["title"]), Note.find(self, text)
        made = note(old["id"], **sent)
        if self.bug != "put-is-lost":
            self.notes[old["id"]] = made
        raise Answer(200, made)

    def PATCH(self, text, query, body):
        sent, old = checked(body(), NOTE, []), Note.find(self, text)
        made = old if self.bug == "patch-changes-nothing" else {**old, **sent}
        self.notes[old["id"]] = made
        raise Answer(200, made)

    def DELETE(self, text, query, body):
        number = Note.find(self, text)["id"]
        if self.bug == "deleted-note-listed":
            self.notes[number]["deleted"] = True
        elif self.bug != "deleted-note-read":
            del self.notes[number]
        raise Answer(204)


class Labels:
    def GET(self, query, body):
        raise Answer(200, list(self.labels.values()))

    def POST(self, query, body):
        sent = checked(body(), LABEL, ["id", "name"])
        if sent["id"] in self.labels:
            raise Answer(409)
        self.labels[sent["id"]] = sent
        raise Answer(201, sent)


class Label:
    def find(self, id):
        if id not in self.labels:
            raise Answer(404)
        return self.labels[id]

    def GET(self, id, query, body):
        raise Answer(200, Label.find(self, id))

    def PUT(self, id, query, body):
        sent = checked(body(), LABEL, ["id", "name"])
        if sent["id"] != Label.find(self, id)["id"]:
            raise Answer(409)
        if self.bug != "label-update-lost":
            self.labels[id] = sent
        raise Answer(200, sent)

    def DELETE(self, id, query, body):
        Label.find(self, id)
        del self.labels[id]
        raise Answer(204)


class Cards:
    def shelf(self, name):
        if not re.fullmatch("[A-Za-z0-9]{1,20}", name):
            raise Answer(404)
        return self.cards.setdefault(name, {})

    def GET(self, shelf, query, body):
        raise Answer(200, list(Cards.shelf(self, shelf).values()))

    def POST(self, shelf, query, body):
        cards, sent = Cards.shelf(self, shelf), checked(body(), CARD, ["title"])
        id = f"c{sum(map(len, self.cards.values())) + len(cards)}{threading.get_native_id()}"
        while id in cards:
            id += "x"
        cards[id] = {"id": id, "title": sent["title"]}
        raise Answer(201, cards[id])


class Card:
    def find(self, shelf, id):
        cards = Cards.shelf(self, shelf)
        if id not in cards:
            raise Answer(404)
        return cards

    def GET(self, shelf, id, query, body):
        raise Answer(200, Card.find(self, shelf, id)[id])

    def DELETE(self, shelf, id, query, body):
        del Card.find(self, shelf, id)[id]
        raise Answer(204)


class Logout:
    def POST(self, query, body):
        self.is_open = False
        raise Answer(204)


ROUTES = [
    (["notes"], Notes), (["notes", "*"], Note), (["labels"], Labels), (["labels", "*"], Label),
    (["shelves", "*", "cards"], Cards), (["shelves", "*", "cards", "*"], Card), (["logout"], Logout),
]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    services, lock = {}, threading.Lock()

    def respond(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path, _, query = self.path.partition("?")
        name, *parts = path.split("/")[1:]
        with self.lock:
            service = self.services.setdefault(name, Service(name.partition(".")[0]))
        try:
            with service.lock:
                service.answer(self.command, parts, query, self.headers, body)
        except Answer as answer:
            given = answer
        except ValueError:
            given = Answer(400)
        data = b"" if given.value is None else json.dumps(given.value).encode()
        fields = dict(given.fields)
        if given.value is not None:
            fields["Content-Type"] = "application/json"
        if given.status != 204:
            fields["Content-Length"] = str(len(data))
        head = f"HTTP/1.1 {given.status} x\r\n" + "".join(f"{k}: {v}\r\n" for k, v in fields.items()) + "\r\n"
        self.wfile.write(head.encode() + (b"" if self.command == "HEAD" else data))
        self.close_connection = given.status >= 400 or self.headers.get("Connection") == "close"

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_TRACE = do_OPTIONS = respond

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    request_queue_size, daemon_threads = 1024, True

    def handle_error(self, request, address):
        if not isinstance(sys.exception() if hasattr(sys, "exception") else sys.exc_info()[1], ConnectionError):
            super().handle_error(request, address)


if __name__ == "__main__":
    if sys.argv[1:] == ["--list"]:
        print(json.dumps(BUGS))
    else:
        server = Server(("127.0.0.1", int(sys.argv[1]) if sys.argv[1:] else 0), Handler)
        print(server.server_address[1], flush=True)
        if sys.argv[1:]:
            server.serve_forever()
        threading.Thread(target=server.serve_forever, daemon=True).start()
        sys.stdin.read()
