"""A correct voting service in aiohttp with a document written by hand: ids are UUIDs, DELETE is repeatable, POST acts."""

import json
import uuid

import serve
from aiohttp import web

POLL = {"type": "object", "required": ["question", "options"], "properties": {
    "question": {"type": "string", "minLength": 3, "maxLength": 140},
    "options": {"type": "array", "minItems": 2, "maxItems": 6, "uniqueItems": True, "items": {"type": "string", "minLength": 1, "maxLength": 40}},
    "secret": {"type": "boolean", "default": False}, "closes": {"type": ["integer", "null"], "minimum": 0, "maximum": 4102444800}}}
STORED = {"type": "object", "required": ["id", "votes", "question", "options"], "properties": {
    "id": {"type": "string", "format": "uuid", "readOnly": True},
    "votes": {"type": "array", "items": {"type": "integer"}, "readOnly": True}, **POLL["properties"]}}
ERROR = {"description": "Error", "content": {"application/json": {"schema": {
    "type": "object", "required": ["error"], "properties": {"error": {"type": "object", "required": ["message"], "properties": {
        "message": {"type": "string"}, "pointer": {"type": "string"}}}}}}}}
ONE = {"description": "A poll", "content": {"application/json": {"schema": STORED}}}
ID = {"name": "poll", "in": "path", "required": True, "schema": {"type": "string", "format": "uuid"}}


def body(schema):
    return {"required": True, "content": {"application/json": {"schema": schema}}}


DOCUMENT = {
    "openapi": "3.1.0", "info": {"title": "Polls", "version": "1"}, "security": [{"bearer": []}],
    "components": {"securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}}},
    "paths": {
        "/polls": {
            "get": {"operationId": "listPolls", "parameters": [
                {"name": "first", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 100, "default": 100}},
                {"name": "cursor", "in": "query", "schema": {"type": "string", "format": "uuid"}}],
                "responses": {"200": {"description": "Polls", "content": {"application/json": {"schema": {
                    "type": "object", "required": ["nodes", "hasMore"], "properties": {
                        "nodes": {"type": "array", "items": STORED}, "hasMore": {"type": "boolean"}}}}}}, "400": ERROR, "401": ERROR}},
            "post": {"operationId": "createPoll", "requestBody": body(POLL), "responses": {"201": ONE, "400": ERROR, "401": ERROR, "415": ERROR}}},
        "/polls/{poll}": {
            "parameters": [ID],
            "get": {"operationId": "getPoll", "responses": {"200": ONE, "400": ERROR, "401": ERROR, "404": ERROR}},
            "delete": {"operationId": "deletePoll", "responses": {"204": {"description": "Deleted"}, "400": ERROR, "401": ERROR}}},
        "/polls/{poll}/votes": {
            "parameters": [ID],
            "post": {"operationId": "vote", "requestBody": body({
                "type": "object", "required": ["option"], "properties": {"option": {"type": "integer", "minimum": 0, "maximum": 5}}}),
                "responses": {"200": ONE, "400": ERROR, "401": ERROR, "404": ERROR, "409": ERROR, "415": ERROR}}}}}
polls = {}


def fail(status, message, **headers):
    text = json.dumps({"error": {"message": message}})
    raise {400: web.HTTPBadRequest, 401: web.HTTPUnauthorized, 404: web.HTTPNotFound, 409: web.HTTPConflict,
           415: web.HTTPUnsupportedMediaType}[status](
        text=text, content_type="application/json", headers={k.replace("_", "-"): v for k, v in headers.items()})


@web.middleware
async def authorize(request, handler):
    if request.path != "/openapi.json" and request.headers.get("Authorization") != "Bearer token-of-polls":
        fail(401, "not authenticated", WWW_Authenticate="Bearer")
    return await handler(request)


async def value_of(request):
    if request.content_type != "application/json":
        fail(415, "not JSON")
    try:
        value = json.loads((await request.read()).decode(), parse_constant=lambda name: 1 / 0)
    except (ValueError, ArithmeticError, RecursionError):
        fail(400, "not JSON")
    if type(value) is not dict:
        fail(400, "not an object")
    return value


def integer(value, low, high):
    if type(value) is float and value.is_integer():
        value = int(value)
    if type(value) is not int or not low <= value <= high:
        fail(400, "not an integer in the range")
    return value


def find(request):
    try:
        id = uuid.UUID(request.match_info["poll"])
    except ValueError:
        fail(400, "not a UUID")
    return str(id)


async def list_polls(request):
    first, cursor = request.query.get("first", "100"), request.query.get("cursor")
    if not first.isascii() or not first.isdecimal() or not 1 <= int(first) <= 100:
        fail(400, "wrong first")
    found = list(polls.values())
    if cursor is not None:
        try:
            cursor = str(uuid.UUID(cursor))
        except ValueError:
            fail(400, "wrong cursor")
        ids = [poll["id"] for poll in found]
        found = found[ids.index(cursor) + 1:] if cursor in ids else []
    return web.json_response({"nodes": found[:int(first)], "hasMore": len(found) > int(first)})


async def create_poll(request):
    value = await value_of(request)
    question, options, secret = value.get("question"), value.get("options"), value.get("secret", False)
    if type(question) is not str or not 3 <= len(question) <= 140 or type(secret) is not bool:
        fail(400, "wrong question")
    if type(options) is not list or not 2 <= len(options) <= 6:
        fail(400, "wrong options")
    if not all(type(option) is str and 1 <= len(option) <= 40 for option in options) or len(set(options)) < len(options):
        fail(400, "wrong options")
    closes = None if value.get("closes") is None else integer(value["closes"], 0, 4102444800)
    id = str(uuid.uuid4())
    polls[id] = {"id": id, "question": question, "options": options, "secret": secret, "closes": closes, "votes": [0] * len(options)}
    return web.json_response(polls[id], status=201)


async def get_poll(request):
    id = find(request)
    if id not in polls:
        fail(404, "no such poll")
    return web.json_response(polls[id])


async def delete_poll(request):
    polls.pop(find(request), None)
    return web.Response(status=204)


async def vote(request):
    id = find(request)
    option = integer((await value_of(request)).get("option"), 0, 5)
    if id not in polls:
        fail(404, "no such poll")
    if option >= len(polls[id]["votes"]):
        fail(409, "no such option")
    polls[id]["votes"][option] += 1
    return web.json_response(polls[id])


async def document(request):
    return web.json_response(DOCUMENT)


app = web.Application(middlewares=[authorize])
app.add_routes([
    web.get("/openapi.json", document), web.get("/polls", list_polls), web.post("/polls", create_poll),
    web.get("/polls/{poll}", get_poll), web.delete("/polls/{poll}", delete_poll), web.post("/polls/{poll}/votes", vote)])
web.run_app(app, sock=serve.listener(), print=None, access_log=None)
