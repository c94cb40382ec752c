"""A correct address book in Flask with APIFlask and marshmallow: basic authentication, an ETag, and pages."""

import hashlib
import json
import threading

import serve
from apiflask import APIFlask, HTTPBasicAuth, Schema, abort
from apiflask.fields import Boolean, Date, Email, Float, Integer, List, Nested, String
from apiflask.validators import Length, OneOf, Range
from flask import request

app = APIFlask(__name__, title="Addresses", version="1.0.0")
app.config["AUTO_404_RESPONSE"] = True
auth = HTTPBasicAuth()
auth.verify_password(lambda name, password: (name, password) == ("ann", "secret-of-ann"))


class AddressIn(Schema):
    street = String(required=True, validate=Length(1, 100))
    zip = String(validate=Length(4, 10))
    country = String(required=True, validate=OneOf(["DE", "FR", "US"]))


class PersonIn(Schema):
    name = String(required=True, validate=Length(1, 100))
    email = Email()
    born = Date(allow_none=True)
    height = Float(validate=Range(0, 3))
    friend = Boolean(load_default=False)
    addresses = List(Nested(AddressIn), validate=Length(max=5))


class PersonOut(PersonIn):
    id = Integer(required=True)


class PeopleQuery(Schema):
    limit = Integer(load_default=20, validate=Range(1, 100))
    offset = Integer(load_default=0, validate=Range(0, 10**6))
    friend = Boolean()


class PeopleOut(Schema):
    people = List(Nested(PersonOut), required=True)
    total = Integer(required=True)


lock, people = threading.Lock(), {}


def find(person_id):
    if person_id not in people:
        abort(404, "no such person")
    return people[person_id]


@app.get("/people")
@app.auth_required(auth)
@app.input(PeopleQuery, location="query")
@app.output(PeopleOut)
def list_people(query_data):
    with lock:
        found = [p for p in people.values() if "friend" not in query_data or p["friend"] == query_data["friend"]]
    start = query_data["offset"]
    return {"people": found[start:start + query_data["limit"]], "total": len(found)}


@app.post("/people")
@app.auth_required(auth)
@app.input(PersonIn)
@app.output(PersonOut, status_code=201)
def create_person(json_data):
    with lock:
        number = max([0, *people]) + 1
        people[number] = {"id": number, **json_data}
        return people[number], 201, {"Location": f"/people/{number}"}


@app.get("/people/<int:person_id>")
@app.auth_required(auth)
@app.output(PersonOut)
def read_person(person_id):
    with lock:
        person = find(person_id)
        tag = hashlib.sha256(repr(person).encode()).hexdigest()
        return person, 200, {"ETag": f'"{tag}"'}


@app.put("/people/<int:person_id>")
@app.auth_required(auth)
@app.input(PersonIn)
@app.output(PersonOut)
def replace_person(person_id, json_data):
    with lock:
        find(person_id)
        people[person_id] = {"id": person_id, **json_data}
        return people[person_id]


@app.patch("/people/<int:person_id>")
@app.auth_required(auth)
@app.input(PersonIn(partial=("name",)))
@app.output(PersonOut)
def change_person(person_id, json_data):
    with lock:
        changed = {key: value for key, value in json_data.items() if key in (request.get_json(silent=True) or {})}
        people[person_id] = {**find(person_id), **changed}
        return people[person_id]


@app.delete("/people/<int:person_id>")
@app.auth_required(auth)
@app.output({}, status_code=204)
def delete_person(person_id):
    with lock:
        find(person_id)
        del people[person_id]
        return ""


serve.werkzeug(app)
