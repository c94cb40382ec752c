"""A correct stock of parts in Bottle with a document in OpenAPI 2.0, and an undocumented property in responses."""

import json
import threading

import serve
from bottle import Bottle, HTTPResponse, request

PART = {
    "type": "object", "required": ["code", "count"], "additionalProperties": False,
    "properties": {
        "code": {"type": "string", "minLength": 1, "maxLength": 20}, "count": {"type": "integer", "minimum": 0, "maximum": 9999},
        "material": {"type": "string", "enum": ["steel", "wood"]}, "size": {
            "type": "array", "minItems": 3, "maxItems": 3, "items": {"type": "number", "minimum": 0, "maximum": 100}}}}
STORED = {
    "type": "object", "required": ["id", "code", "count"],
    "properties": {"id": {"type": "integer", "format": "int64"}, **PART["properties"]}}
ERROR = {"description": "Error", "schema": {"type": "object", "properties": {"error": {"type": "string"}}}}
ID = {"name": "id", "in": "path", "type": "integer", "format": "int64", "required": True, "minimum": 1}
BODY = {"name": "part", "in": "body", "required": True, "schema": {"$ref": "#/definitions/Part"}}
ONE = {"description": "A part", "schema": {"$ref": "#/definitions/Stored"}}
DOCUMENT = {
    "swagger": "2.0", "info": {"title": "Stock", "version": "1"}, "consumes": ["application/json"],
    "produces": ["application/json"], "definitions": {"Part": PART, "Stored": STORED},
    "securityDefinitions": {"basic": {"type": "basic"}}, "security": [{"basic": []}],
    "paths": {
        "/parts": {
            "get": {
                "operationId": "listParts", "parameters": [
                    {"name": "material", "in": "query", "type": "string", "enum": ["steel", "wood"]},
                    {"name": "ids", "in": "query", "type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 99999},
                     "collectionFormat": "csv"}],
                "responses": {"200": {"description": "Parts", "schema": {
                    "type": "array", "items": {"$ref": "#/definitions/Stored"}}}, "400": ERROR, "401": ERROR}},
            "post": {
                "operationId": "addPart", "parameters": [BODY],
                "responses": {"201": ONE, "400": ERROR, "401": ERROR, "415": ERROR}}},
        "/parts/{id}": {
            "get": {"operationId": "getPart", "parameters": [ID], "responses": {"200": ONE, "401": ERROR, "404": ERROR}},
            "put": {
                "operationId": "putPart", "parameters": [ID, BODY],
                "responses": {"200": ONE, "400": ERROR, "401": ERROR, "404": ERROR, "415": ERROR}},
            "delete": {
                "operationId": "removePart", "parameters": [ID],
                "responses": {"204": {"description": "Deleted"}, "401": ERROR, "404": ERROR}}}}}
app = Bottle()
lock, parts, count = threading.Lock(), {}, iter(range(1, 10**9))


def answer(status, value=None, **headers):
    body = b"" if value is None else json.dumps(value).encode()
    fields = {} if value is None else {"Content-Type": "application/json"}
    return HTTPResponse(body, status, headers={**fields, **headers})


def fail(status, text, **headers):
    raise answer(status, {"error": text}, **headers)


def authorize():
    if request.auth != ("bob", "secret-of-bob"):
        fail(401, "wrong password", **{"WWW-Authenticate": "Basic realm=stock"})


def is_number(value, low, high):
    return type(value) in (int, float) and low <= value <= high


def body():
    if (request.content_type or "").split(";")[0].strip().lower() != "application/json":
        fail(415, "not JSON")
    try:
        value = json.loads(request.body.read().decode(), parse_constant=lambda name: 1 / 0)
    except (ValueError, ArithmeticError, RecursionError):
        fail(400, "not JSON")
    if type(value) is not dict or not {"code", "count"} <= set(value) <= set(PART["properties"]):
        fail(400, "wrong properties")
    if type(value["count"]) is float and value["count"].is_integer():
        value["count"] = int(value["count"])
    size = value.get("size", [1, 1, 1])
    if not (type(value["code"]) is str and 1 <= len(value["code"]) <= 20 and type(value["count"]) is int
            and 0 <= value["count"] <= 9999 and value.get("material", "wood") in ("steel", "wood")
            and type(size) is list and len(size) == 3 and all(is_number(item, 0, 100) for item in size)):
        fail(400, "wrong values")
    return value


@app.get("/openapi.json")
def document():
    return answer(200, DOCUMENT)


@app.get("/parts")
def list_parts():
    authorize()
    query = request.query.decode()
    material, ids = query.get("material"), query.get("ids")
    if material not in (None, "steel", "wood"):
        fail(400, "unknown material")
    try:
        wanted = None if ids is None else [int(text) for text in ids.split(",") if ids]
    except ValueError:
        fail(400, "wrong ids")
    if wanted is not None and not all(1 <= id <= 99999 for id in wanted):
        fail(400, "wrong ids")
    with lock:
        return answer(200, [
            part for part in parts.values()
            if material in (None, part.get("material")) and (wanted is None or part["id"] in wanted)])


@app.post("/parts")
def add_part():
    authorize()
    value = body()
    with lock:
        id = next(count)
        parts[id] = {"id": id, **value}
        return answer(201, parts[id], Location=f"/parts/{id}")


def find(id):
    authorize()
    if not id.isascii() or not id.isdecimal() or int(id) not in parts:
        fail(404, "no such part")
    return int(id)


@app.get("/parts/<id>")
def get_part(id):
    with lock:
        return answer(200, parts[find(id)])


@app.put("/parts/<id>")
def put_part(id):
    authorize()
    value = body()
    with lock:
        number = find(id)
        parts[number] = {"id": number, **value}
        return answer(200, parts[number])


@app.delete("/parts/<id>")
def remove_part(id):
    with lock:
        del parts[find(id)]
        return answer(204)


serve.wsgi(app)
