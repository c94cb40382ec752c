"""A correct key-value store in Starlette with a document written by hand: clients choose the keys, PUT creates."""

import json
import re

import serve
from starlette.applications import Starlette
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

KEY = {"type": "string", "pattern": "^[a-z][a-z0-9-]{0,30}$"}
ENTRY = {
    "type": "object", "additionalProperties": False, "required": ["value"],
    "properties": {
        "value": {"type": "string", "maxLength": 1000}, "weight": {"type": "integer", "minimum": 0, "maximum": 1000},
        "labels": {"type": "object", "maxProperties": 5, "additionalProperties": {"type": "string", "maxLength": 20}}}}
PROBLEM = {"description": "Problem", "content": {"application/problem+json": {"schema": {
    "type": "object", "required": ["title", "status"],
    "properties": {"title": {"type": "string"}, "status": {"type": "integer"}}}}}}


def operation(id, success, body=None, parameters=(), errors=()):
    made = {
        "operationId": id, "parameters": list(parameters), "security": [{"token": []}],
        "responses": {**success, **{str(status): PROBLEM for status in (401, 405, 406, *errors)}}}
    if body:
        made["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return made


def content(schema):
    return {"description": "Success", "content": {"application/json": {"schema": schema}}}


KEY_PARAMETER = {"name": "key", "in": "path", "required": True, "schema": KEY}
STORED = {**ENTRY, "required": ["key", "value"], "properties": {"key": KEY, **ENTRY["properties"]}}
DOCUMENT = {
    "openapi": "3.1.0", "info": {"title": "Store", "version": "1"},
    "components": {"securitySchemes": {"token": {"type": "apiKey", "in": "query", "name": "token"}}},
    "paths": {
        "/entries": {"get": operation("listEntries", {"200": content({"type": "array", "items": STORED})}, parameters=[
            {"name": "prefix", "in": "query", "schema": {"type": "string", "maxLength": 30}},
            {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 500}}], errors=[400])},
        "/entries/{key}": {
            "get": operation("readEntry", {"200": content(STORED)}, parameters=[KEY_PARAMETER], errors=[404]),
            "put": operation(
                "writeEntry", {"200": content(STORED), "201": content(STORED)}, ENTRY, [KEY_PARAMETER], [400, 404, 415]),
            "delete": operation(
                "deleteEntry", {"204": {"description": "Deleted"}}, parameters=[KEY_PARAMETER], errors=[404])}}}
entries = {}


def problem(status, title, **headers):
    return JSONResponse(
        {"title": title, "status": status}, status, {k.replace("_", "-"): v for k, v in headers.items()},
        "application/problem+json")


def unique(pairs):
    if len(pairs) != len({key for key, _ in pairs}):
        raise ValueError("duplicate key")
    return dict(pairs)


def wrong(value):
    raise ValueError(value)


def is_text(value, limit):
    return type(value) is str and len(value) <= limit


def is_entry(value):
    if type(value) is not dict or not {"value"} <= set(value) <= {"value", "weight", "labels"}:
        return False
    weight, labels = value.get("weight", 0), value.get("labels", {})
    if type(weight) is float and weight.is_integer():
        weight = int(weight)
    return (
        is_text(value["value"], 1000) and type(weight) is int and 0 <= weight <= 1000 and type(labels) is dict
        and len(labels) <= 5 and all(is_text(label, 20) for label in labels.values()))


def secured(handler):
    async def checked(request):
        if request.query_params.getlist("token") != ["token-of-store"]:
            return problem(401, "wrong token")
        return await handler(request)
    return checked


@secured
async def listing(request):
    query = request.query_params
    prefix, limit = query.get("prefix", ""), query.get("limit", "500")
    if len(prefix) > 30 or not re.fullmatch("[1-9][0-9]{0,2}", limit) or int(limit) > 500:
        return problem(400, "wrong query")
    return JSONResponse([{"key": k, **v} for k, v in entries.items() if k.startswith(prefix)][:int(limit)])


@secured
async def one(request):
    key = request.path_params["key"]
    if not re.fullmatch(KEY["pattern"][1:-1], key):
        return problem(404, "no such key")
    if request.method == "PUT":
        if request.headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
            return problem(415, "not JSON")
        try:
            value = json.loads((await request.body()).decode(), object_pairs_hook=unique, parse_constant=wrong)
            json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
        except (ValueError, RecursionError):
            return problem(400, "not JSON")
        if not is_entry(value):
            return problem(400, "not an entry")
        is_new = key not in entries
        entries[key] = value
        return JSONResponse({"key": key, **value}, 201 if is_new else 200)
    if key not in entries:
        return problem(404, "no such key")
    if request.method == "DELETE":
        del entries[key]
        return Response(status_code=204)
    return JSONResponse({"key": key, **entries[key]})


async def document(request):
    return JSONResponse(DOCUMENT)


async def failed(request, error):
    return problem(error.status_code, error.detail, **{k: v for k, v in (error.headers or {}).items()})


serve.asgi(Starlette(
    routes=[
        Route("/openapi.json", document), Route("/entries", listing, methods=["GET"]),
        Route("/entries/{key}", one, methods=["GET", "PUT", "DELETE"])],
    exception_handlers={404: failed, 405: failed}))
