"""The seeded bugs: each is one mistake that a server's author makes, in one operation.

A bug is `documented` where a documented case shows it, and `implied` where only what the schemas imply does: requests that
have to be refused, and requests that nobody wrote down."""

import copy
import re
import unicodedata


class Bug:
    def __init__(self, name, kind, change=None, forgets=(), place=None, trips=None, refuses=False, methods=None, pause=0,
                 crashes_on_wrong=False, crashes_on_malformed=False):
        self.name, self.kind, self.operation = name, kind, name.partition(".")[0]
        self.change = change or (lambda answer, service: None)
        self.forgets, self.place, self.trips, self.refuses = set(forgets), place, trips, refuses
        self.methods, self.pause = methods or {}, pause
        self.crashes_on_wrong, self.crashes_on_malformed = crashes_on_wrong, crashes_on_malformed

    def described(self):
        return {"name": self.name, "kind": self.kind, "operation": self.operation}


BUGS = {}


def add(*arguments, **options):
    bug = Bug(*arguments, **options)
    assert bug.name not in BUGS, bug.name
    BUGS[bug.name] = bug


# Answers that documented cases show to be wrong.

def seed(name, change, only=lambda answer: answer.status < 300, **options):
    """A bug in the answer; by default in those that succeed."""
    def apply(answer, service):
        if only(answer):
            change(answer)
    add(name, "documented", change=apply, **options)


def status(code):
    return lambda answer: setattr(answer, "status", code)


def put(key, value):
    return lambda answer: answer.json.__setitem__(key, value(answer.json.get(key)) if callable(value) else value)


def drop(key):
    return lambda answer: answer.json.pop(key, None)


def header(name, value=None):
    return lambda answer: answer.headers.pop(name, None) if value is None else answer.headers.__setitem__(name, value)


def kind(value):
    return lambda answer: setattr(answer, "type", value)


def body(change):
    return lambda answer: setattr(answer, "body", change(answer.body))


def on(code):
    return lambda answer: answer.status == code


def text(value):
    def change(answer):
        answer.body = value.encode() if isinstance(value, str) else value
    return change


for operation, wrong in {
    "login": 201, "createNote": 200, "listNotes": 206, "getNote": 203, "headNote": 204, "updateNote": 204,
    "search": 206, "upload": 200, "download": 206, "stats": 202, "feedback": 204, "pages": 206, "convert": 201,
    "events": 202, "export": 200, "health": 500,
}.items():
    seed(operation + ".other-status", status(wrong))
for operation in ("createNote", "listNotes", "getNote", "search", "upload", "stats", "feedback", "pages", "export", "health"):
    seed(operation + ".text-type", kind("text/plain"))
for operation in ("login", "listNotes", "getNote", "stats"):
    def cut(answer):
        import json
        answer.body = json.dumps(answer.json).encode()[:-1]
    seed(operation + ".cut-json", cut)

seed("login.no-token", drop("token"))
seed("login.null-token", put("token", None))
seed("login.number-token", put("token", 12345))
seed("login.day-only", put("expiresAt", "2030-01-01"))
seed("login.cached", header("Cache-Control"))
seed("login.html-error", lambda a: (kind("text/html")(a), text("<p>no")(a)), on(401))
seed("login.error-as-success", status(200), on(401))
seed("login.error-not-found", status(404), on(401))
add("login.latin1", "documented")
add("login.plus-kept", "documented")
seed("createNote.no-location", header("Location"))
seed("createNote.other-location", header("Location", "/notes/"))
seed("createNote.wrong-location", header("Location", "/notes/elsewhere"))
seed("createNote.no-etag", header("ETag"))
seed("createNote.bare-etag", header("ETag", "e1"))
seed("createNote.no-id", drop("id"))
seed("createNote.number-id", put("id", 7))
seed("createNote.no-zone", put("created", "2026-01-01T10:00:00"))
seed("createNote.epoch", put("created", 1767261600))
seed("createNote.null-tags", put("tags", None))
seed("createNote.joined-tags", put("tags", lambda tags: ",".join(tags or [])))
seed("createNote.title-cut", put("title", lambda title: title[:5]))
seed("createNote.title-capitals", put("title", lambda title: title.upper()))
seed("createNote.title-decomposed", put("title", lambda title: unicodedata.normalize("NFD", title)))
seed("createNote.rating-text", put("rating", lambda rating: str(rating)))
seed("createNote.rating-whole", put("rating", lambda rating: int(rating or 0)))
seed("createNote.priority-shifted", put("priority", lambda priority: min(9, priority + 1)))
seed("createNote.done-number", put("done", 0))
seed("createNote.due-shifted", put("due", "2028-02-28"))
seed("createNote.wrapped", lambda a: setattr(a, "json", {"note": a.json}))
seed("createNote.latin1-json", lambda a: setattr(a, "body", b'{"id":"n1","title":"Gr\xf6\xdfe","priority":5,"tags":[],"created":"2026-01-01T10:00:00Z","done":false}'))
add("createNote.not-stored", "documented")
add("createNote.forgets-keys", "documented")
add("createNote.reuses-keys", "documented")
for name in ("limit-ignored", "tag-ignored", "q-ignored", "sort-ascending"):
    add("listNotes." + name, "documented")
seed("listNotes.text-total", put("total", str))
seed("listNotes.no-total", drop("total"))
seed("listNotes.negative-total", put("total", -1))
seed("listNotes.null-when-empty", lambda a: a.json["items"] or put("items", None)(a))
seed("listNotes.missing-when-empty", lambda a: a.json["items"] or status(404)(a))
seed("listNotes.null-item", put("items", lambda items: items + [None]))
seed("listNotes.object-items", put("items", lambda items: {str(n): item for n, item in enumerate(items)}))
seed("listNotes.bare-list", lambda a: setattr(a, "json", a.json["items"]))
seed("listNotes.no-total-header", header("X-Total"))
seed("listNotes.header-not-a-number", header("X-Total", "many"))
seed("listNotes.items-without-title", lambda a: [item.pop("title", None) for item in a.json.__setitem__("items", copy.deepcopy(a.json["items"])) or a.json["items"]])
seed("getNote.null-for-unknown", lambda a: (status(200)(a), setattr(a, "json", None), text("null")(a), kind("application/json")(a)), on(404))
seed("getNote.crashes-for-unknown", status(500), on(404))
seed("getNote.bare-not-found", text(""), on(404))
seed("getNote.problem-as-json", kind("application/json"), on(404))
seed("getNote.problem-without-status", drop("status"), on(404))
add("getNote.changing-etag", "documented")
seed("getNote.unchanged-without-etag", header("ETag"), on(304))
seed("getNote.other-id", put("id", "n0"))
seed("getNote.slow", lambda a: None, pause=2.2)
seed("headNote.no-etag", header("ETag"))
seed("headNote.always-there", status(200), on(404))
add("updateNote.ignores-version", "documented")
add("updateNote.not-saved", "documented")
seed("updateNote.no-etag", header("ETag"))
seed("updateNote.drops-null", drop("memo"))
seed("updateNote.old-title", put("title", "old"))
seed("deleteNote.says-something", lambda a: (status(200)(a), text('{"ok":true}')(a)), on(204))
seed("deleteNote.unknown-gone", status(204), on(404))
seed("deleteNote.unknown-crashes", status(500), on(404))
add("search.lang-ignored", "documented")
add("search.most-ignored", "documented")
seed("search.no-language", header("Content-Language"))
seed("search.not-a-number", lambda a: setattr(a, "body", b'{"word":"a","hits":[{"name":"a1","score":NaN}]}'))
seed("search.score-as-percent", put("hits", lambda hits: [dict(hit, score=hit["score"] * 100) for hit in hits]))
seed("search.escaped-word", put("word", lambda word: word.encode("ascii", "xmlcharrefreplace").decode() + ";"))
add("upload.newlines", "documented")
seed("upload.size-in-text", put("size", lambda size: f"{size} B"))
seed("upload.capital-digest", put("digest", lambda digest: "A" + digest.upper()[1:]))
seed("upload.note-lost", put("note", ""))
seed("upload.note-latin1", put("note", lambda note: (note or "").encode().decode("latin-1")))
seed("download.cut", body(lambda content: content[:-1]))
seed("download.as-text", kind("text/plain"))
seed("download.newlines", body(lambda content: content.replace(b"\r\n", b"\n")))
seed("download.inline", header("Content-Disposition", "inline"))
seed("download.no-disposition", header("Content-Disposition"))
seed("stats.negative", put("notes", -1))
seed("stats.unknown-state", put("state", "asleep"))
seed("stats.flat", lambda a: (drop("disk")(a), put("free", 1)(a)))
seed("stats.no-challenge", header("WWW-Authenticate"), on(401))
seed("stats.forbidden", status(403), on(401))
seed("feedback.comment-lost", drop("comment"))
seed("feedback.question-marks", put("comment", lambda comment: (comment or "").encode("ascii", "replace").decode()))
seed("feedback.first-topic", put("topics", lambda topics: topics[:1]))
seed("feedback.public-text", put("public", lambda public: str(public)))
seed("old.permanently", status(301), on(302))
seed("old.nowhere", header("Location"), on(302))
seed("old.elsewhere", header("Location", "/new/0"), on(302))
seed("pages.no-next", drop("next"))
seed("pages.same-next", lambda a: "next" in a.json and put("next", "c2")(a))
seed("pages.overlaps", put("next", lambda cursor: "c1"))
seed("pages.never-ends", lambda a: "next" in a.json or put("next", "c4")(a))
seed("convert.latin1", body(lambda content: content.decode().encode("latin-1", "replace")))
seed("convert.small", body(lambda content: content.lower()))
seed("convert.json", kind("application/json"))
seed("events.as-list", lambda a: setattr(a, "body", b"[" + a.body.strip().replace(b"\n", b",") + b"]\n"))
seed("events.cut-line", body(lambda content: content[:-5] + b"\n"))
seed("events.unknown", body(lambda content: content.replace(b"gone", b"lost")))
seed("events.no-zone", body(lambda content: content.replace(b'Z"', b'"')))
seed("export.no-id", drop("id"))
seed("exported.never", put("state", "running"))
seed("exported.done-nowhere", drop("url"))
seed("health.text", put("ok", "yes"))


# What only requests show that nobody wrote down: too little is checked.

def forget(operation, *rules):
    for place, keyword in rules:
        slug = re.sub(r"[^A-Za-z]+", "-", place.replace("*", "item"))
        add(f"{operation}.{slug}.{keyword}", "implied", forgets=[(place, keyword)])


for operation in ("createNote", "listNotes", "getNote", "headNote", "updateNote", "deleteNote", "search", "upload",
                  "download", "stats"):
    if operation != "stats":
        add(operation + ".no-credentials", "implied")
    add(operation + ".any-credentials", "implied")
for operation in ("search", "upload", "download"):
    add(operation + ".beginning-of-key", "implied")
forget(
    "createNote", ("header.Idempotency-Key", "required"), ("header.Idempotency-Key", "minLength"),
    ("header.Idempotency-Key", "maxLength"), ("header.Idempotency-Key", "pattern"), ("body/title", "required"),
    ("body/title", "type"), ("body/title", "minLength"), ("body/title", "maxLength"), ("body/priority", "required"),
    ("body/priority", "type"), ("body/priority", "minimum"), ("body/priority", "maximum"), ("body/rating", "maximum"),
    ("body/rating", "exclusiveMinimum"), ("body/rating", "multipleOf"), ("body/tags", "type"), ("body/tags", "maxItems"),
    ("body/tags", "uniqueItems"), ("body/tags/*", "pattern"), ("body/tags/*", "type"), ("body/due", "format"),
    ("body/at", "format"), ("body/contact", "format"), ("body/link", "format"), ("body/big", "minimum"),
    ("body/big", "maximum"), ("body/kind", "enum"), ("body/memo", "type"), ("body/memo", "maxLength"),
    ("body/place", "required"), ("body/place", "additionalProperties"), ("body/place/lat", "maximum"),
    ("body/place/lon", "minimum"), ("body", "additionalProperties"), ("body", "media-type"), ("body", "malformed"))
forget(
    "updateNote", ("header.If-Match", "pattern"), ("body/title", "minLength"), ("body/priority", "maximum"),
    ("body", "media-type"), ("body", "additionalProperties"))
forget(
    "listNotes", ("query.limit", "type"), ("query.limit", "minimum"), ("query.limit", "maximum"),
    ("query.tag", "maxItems"), ("query.tag", "uniqueItems"), ("query.tag/*", "pattern"), ("query.q", "maxLength"),
    ("query.sort", "enum"), ("query.since", "format"), ("query.minRating", "type"), ("query.minRating", "maximum"),
    ("query.ids", "maxItems"), ("query.ids/*", "pattern"))
forget("getNote", ("path.id", "pattern"), ("header.If-None-Match", "pattern"))
forget("headNote", ("path.id", "pattern"))
forget("deleteNote", ("path.id", "pattern"))
forget(
    "search", ("query.filter", "required"), ("query.filter", "additionalProperties"), ("query.filter/word", "minLength"),
    ("query.filter/word", "maxLength"), ("query.filter/most", "maximum"), ("query.filter/most", "type"),
    ("header.X-Trace-Level", "maximum"), ("header.X-Trace-Level", "type"), ("cookie.lang", "enum"))
forget(
    "login", ("body/username", "maxLength"), ("body/password", "maxLength"), ("body", "additionalProperties"),
    ("body", "media-type"))
forget(
    "upload", ("body/meta/name", "pattern"), ("body/meta/pages", "maximum"), ("body/meta/pages", "type"),
    ("body/meta", "additionalProperties"), ("body/note", "maxLength"), ("body/file", "maxLength"),
    ("body/file", "required"), ("body/meta/name", "required"))
forget("stats", ("query.depth", "required"), ("query.depth", "exclusiveMaximum"), ("query.depth", "minimum"))
forget(
    "feedback", ("body/email", "format"), ("body/email", "maxLength"), ("body/stars", "minimum"),
    ("body/stars", "maximum"), ("body/stars", "type"), ("body/stars", "required"), ("body/comment", "maxLength"),
    ("body/topics", "maxItems"), ("body/topics/*", "enum"), ("body/public", "type"), ("body", "additionalProperties"))
forget("old", ("path.number", "maximum"), ("path.number", "minimum"))
forget("newPlace", ("path.number", "pattern"))
forget("pages", ("query.cursor", "pattern"), ("query.size", "minimum"), ("query.size", "maximum"))
forget("convert", ("body", "maxLength"), ("body", "media-type"))
forget("events", ("query.count", "maximum"), ("query.count", "required"))
forget("export", ("body/form", "enum"), ("body/form", "required"), ("body/days", "minimum"), ("body", "additionalProperties"))
forget("exported", ("path.id", "pattern"))

for operation in ("createNote", "listNotes", "search", "feedback", "upload", "old"):
    add(operation + ".crashes-on-wrong", "implied", crashes_on_wrong=True)
for operation in ("createNote", "export", "upload"):
    add(operation + ".crashes-on-malformed", "implied", crashes_on_malformed=True)
add("listNotes.patch", "implied", methods={"PATCH": "listNotes"})
add("health.trace", "implied", methods={"TRACE": "health"})


# What HTTP itself asks.

def at_head(name, change):
    """A bug in the answer to HEAD alone."""
    add(name, "implied", change=lambda answer, service: change(answer), methods={"HEAD": name.partition(".")[0]})


at_head("listNotes.head-not-found", status(404))
at_head("stats.head-crashes", status(500))
at_head("pages.head-empty", header("Content-Length", "0"))
at_head("listNotes.head-total", header("X-Total", "many"))
at_head("search.head-created", status(201))
for name in ("listNotes.no-allow", "pages.sent-again", "pages.crashes-on-etag", "pages.refuses-etag", "pages.other-etag",
             "download.sent-again"):
    add(name, "implied")


# Requests that are right, and are refused, or make the server fail.

def trip(name, place, trips, refuses=False):
    def holds(value):
        try:
            return bool(trips(value))
        except (TypeError, AttributeError, KeyError):
            return False
    add(name, "implied", place=place, trips=holds, refuses=refuses)


def utf16(value):
    return len(value.encode("utf-16-le")) // 2


trip("createNote.title-in-utf16", "body", lambda b: utf16(b["title"]) > 40, True)
trip("createNote.title-in-bytes", "body", lambda b: len(b["title"].encode()) > 60, True)
trip("createNote.astral-crash", "body", lambda b: any(ord(c) > 0xFFFF for c in b["title"]) and "Größe" not in b["title"])
trip("createNote.control-crash", "body", lambda b: any(ord(c) < 32 for c in b["title"]))
trip("createNote.quote-crash", "body", lambda b: "'" in b["title"])
trip("createNote.combining-crash", "body", lambda b: any(unicodedata.combining(c) for c in b["title"]))
trip("createNote.rtl-crash", "body", lambda b: any(unicodedata.bidirectional(c) in ("R", "AL", "RLO") for c in b["title"]))
trip("createNote.blank-title", "body", lambda b: not b["title"].strip(), True)
trip("createNote.priority-largest", "body", lambda b: b["priority"] == 9, True)
trip("createNote.priority-1.0", "body", lambda b: not isinstance(b["priority"], int), True)
trip("createNote.rating-smallest", "body", lambda b: b["rating"] == 0.5, True)
trip("createNote.rating-largest", "body", lambda b: b["rating"] == 5, True)
trip("createNote.no-tags", "body", lambda b: b["tags"] == [], True)
trip("createNote.full-tags", "body", lambda b: len(b["tags"]) == 3)
trip("createNote.fraction-of-second", "body", lambda b: "." in b["at"], True)
trip("createNote.offset", "body", lambda b: not b["at"].upper().endswith("Z"), True)
trip("createNote.leap-second", "body", lambda b: b["at"][17:19] == "60")
trip("createNote.beyond-double", "body", lambda b: abs(b["big"]) > 2 ** 53, True)
trip("createNote.largest-int64", "body", lambda b: b["big"] == 2 ** 63 - 1)
trip("createNote.smallest-int64", "body", lambda b: b["big"] == -(2 ** 63))
trip("createNote.beyond-int32", "body", lambda b: b["big"] > 2 ** 31 - 1)
trip("createNote.big-zero", "body", lambda b: b["big"] == 0)
trip("createNote.null-memo", "body", lambda b: "memo" in b and b["memo"] is None)
trip("createNote.longest-memo", "body", lambda b: len(b["memo"]) == 100)
trip("createNote.south", "body", lambda b: b["place"]["lat"] < 0, True)
trip("createNote.pole", "body", lambda b: b["place"]["lat"] == 90)
trip("createNote.due-and-at", "body", lambda b: "due" in b and "at" in b)
trip("createNote.memo-without-tags", "body", lambda b: "memo" in b and "tags" not in b)
trip("createNote.link-and-contact", "body", lambda b: "link" in b and "contact" in b, True)
trip("createNote.shortest-key", "parameters", lambda p: len(p["Idempotency-Key"]) == 8, True)
trip("createNote.longest-key", "parameters", lambda p: len(p["Idempotency-Key"]) == 64)
trip("updateNote.longest-title", "body", lambda b: len(b["title"]) == 40)
trip("listNotes.most", "parameters", lambda p: p["limit"] == 50, True)
trip("listNotes.least-with-tag", "parameters", lambda p: "limit" in p and "tag" in p)
trip("listNotes.empty-q", "parameters", lambda p: p["q"] == "")
trip("listNotes.percent-in-q", "parameters", lambda p: "%" in p["q"])
trip("listNotes.full-tags", "parameters", lambda p: len(p["tag"]) == 3, True)
trip("listNotes.since-offset", "parameters", lambda p: "+" in p["since"], True)
trip("listNotes.since-fraction", "parameters", lambda p: "." in p["since"])
trip("listNotes.rating-fraction", "parameters", lambda p: p["minRating"] % 1 != 0)
trip("listNotes.rating-zero", "parameters", lambda p: p["minRating"] == 0)
trip("listNotes.sort-and-since", "parameters", lambda p: "sort" in p and "since" in p)
trip("listNotes.ascending", "parameters", lambda p: p["sort"] == "priority")
trip("search.longest-word", "parameters", lambda p: len(p["filter"]["word"]) == 12)
trip("search.most-nine", "parameters", lambda p: p["filter"]["most"] == 9)
trip("search.level-three", "parameters", lambda p: p["X-Trace-Level"] == 3)
trip("search.slash-in-word", "parameters", lambda p: "/" in p["filter"]["word"])
trip("login.longest-password", "body", lambda b: len(b["password"]) == 40)
trip("upload.one-page", "body", lambda b: b["meta"]["pages"] == 1)
trip("upload.without-pages", "body", lambda b: "pages" not in b["meta"], True)
trip("upload.empty-note", "body", lambda b: b["note"] == "", True)
trip("feedback.one-star", "body", lambda b: b["stars"] == 1, True)
trip("feedback.without-topics", "body", lambda b: "topics" not in b)
trip("feedback.three-topics", "body", lambda b: len(b["topics"]) == 3)
trip("feedback.not-public", "body", lambda b: b["public"] is False)
trip("feedback.longest-comment", "body", lambda b: len(b["comment"]) == 50)
trip("old.last", "parameters", lambda p: p["number"] == 99)
trip("pages.one-each", "parameters", lambda p: p["size"] == 1)
trip("convert.empty-line", "body", lambda b: "\n\n" in b or b == "")
trip("convert.longest", "body", lambda b: len(b) == 60)
trip("events.most", "parameters", lambda p: p["count"] == 4)
trip("export.pdf", "body", lambda b: b["form"] == "pdf")
trip("export.last-day", "body", lambda b: b["days"] == 31)
trip("stats.no-depth", "parameters", lambda p: p["depth"] == 0)
