"""A correct message board in Twisted, with a document written by hand: forms, plain text, and server-chosen ids."""

import json
import re

import serve
from twisted.internet import endpoints, reactor
from twisted.web.resource import Resource
from twisted.web.server import Site

ERROR = {"description": "Error", "content": {"text/plain": {"schema": {"type": "string"}}}}
MESSAGE = {
    "type": "object", "required": ["id", "text", "author"],
    "properties": {"id": {"type": "string"}, "text": {"type": "string"}, "author": {"type": "string"}, "stars": {"type": "integer"}}}
ONE = {"description": "A message", "content": {"application/json": {"schema": MESSAGE}}}
DOCUMENT = {
    "openapi": "3.0.3", "info": {"title": "Board", "version": "1"},
    "paths": {
        "/messages": {
            "get": {
                "operationId": "listMessages",
                "parameters": [
                    {"name": "author", "in": "query", "schema": {"type": "string"}},
                    {"name": "page_size", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 50}}],
                "responses": {
                    "200": {"description": "Messages", "content": {"application/json": {"schema": {
                        "type": "object", "required": ["messages"], "properties": {"messages": {"type": "array", "items": MESSAGE}}}}}},
                    "400": ERROR}},
            "post": {
                "operationId": "postMessage",
                "requestBody": {"required": True, "content": {"application/x-www-form-urlencoded": {"schema": {
                    "type": "object", "required": ["text", "author"], "properties": {
                        "text": {"type": "string", "minLength": 1, "maxLength": 300},
                        "author": {"type": "string", "pattern": "^[a-z]{1,12}$"},
                        "stars": {"type": "integer", "minimum": 0, "maximum": 5}}}}}},
                "responses": {"201": ONE, "400": ERROR, "415": ERROR}}},
        "/messages/{id}": {
            "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}],
            "get": {"operationId": "readMessage", "responses": {"200": ONE, "404": ERROR}},
            "delete": {"operationId": "deleteMessage", "responses": {"204": {"description": "Deleted"}, "404": ERROR}}}}}
messages, count = {}, iter(range(1, 10**9))


def failed(request, status, text):
    request.setResponseCode(status)
    request.setHeader("Content-Type", "text/plain; charset=utf-8")
    return text.encode()


def shown(request, value, status=200):
    request.setResponseCode(status)
    request.setHeader("Content-Type", "application/json")
    return json.dumps(value).encode()


def fields(arguments):
    try:
        return {name.decode(): [value.decode() for value in values] for name, values in arguments.items()}
    except UnicodeDecodeError:
        return None


class Document(Resource):
    isLeaf = True

    def render_GET(self, request):
        return shown(request, DOCUMENT)


class Messages(Resource):
    def getChild(self, name, request):
        return Message(name)

    def render_GET(self, request):
        query = fields(request.args)
        if query is None or any(len(values) > 1 for values in query.values()):
            return failed(request, 400, "wrong query")
        size = query.get("page_size", ["50"])[0]
        if not re.fullmatch("[1-9]|[1-4][0-9]|50", size):
            return failed(request, 400, "wrong page size")
        found = [m for m in messages.values() if "author" not in query or m["author"] == query["author"][0]]
        return shown(request, {"messages": found[:int(size)]})

    def render_POST(self, request):
        if (request.getHeader("content-type") or "").split(";")[0].strip().lower() != "application/x-www-form-urlencoded":
            return failed(request, 415, "not a form")
        form = fields(request.args)
        if form is None or any(len(values) > 1 for values in form.values()):
            return failed(request, 400, "wrong form")
        text, author, stars = (form.get(name, [None])[0] for name in ("text", "author", "stars"))
        if text is None or not 1 <= len(text) <= 300 or not re.fullmatch("[a-z]{1,12}", author or ""):
            return failed(request, 400, "wrong text or author")
        if stars is not None and not re.fullmatch("[0-5]", stars):
            return failed(request, 400, "wrong stars")
        id = f"m{next(count)}"
        messages[id] = {"id": id, "text": text, "author": author, **({"stars": int(stars)} if stars else {})}
        request.setHeader("Location", f"/messages/{id}")
        return shown(request, messages[id], 201)


class Message(Resource):
    isLeaf = True

    def __init__(self, name):
        super().__init__()
        self.name = name.decode(errors="replace")

    def render_GET(self, request):
        if self.name not in messages or request.postpath:
            return failed(request, 404, "no such message")
        return shown(request, messages[self.name])

    def render_DELETE(self, request):
        if messages.pop(self.name, None) is None:
            return failed(request, 404, "no such message")
        request.setResponseCode(204)
        return b""


root = Resource()
root.putChild(b"openapi.json", Document())
root.putChild(b"messages", Messages())
listening = serve.listener()
endpoints.AdoptedStreamServerEndpoint(reactor, listening.fileno(), listening.family).listen(Site(root))
reactor.run()
