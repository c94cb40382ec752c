"""A correct pet shop in Connexion: the document comes first, and the framework validates requests with it."""

import pathlib
import sys
import tempfile
import threading

import connexion
import serve

DOCUMENT = """
openapi: 3.0.3
info: {title: Pets, version: "1"}
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key, x-apikeyInfoFunc: with_connexion.key}
  schemas:
    PetIn:
      type: object
      required: [name]
      additionalProperties: false
      properties:
        name: {type: string, minLength: 1, maxLength: 50}
        kind: {type: string, enum: [cat, dog, bird]}
        weight: {type: number, minimum: 0, maximum: 500}
        vaccinated: {type: boolean}
        born: {type: string, pattern: '^20[0-9]{2}-[01][0-9]-[0-3][0-9]$'}
    Pet:
      type: object
      required: [id, name]
      properties:
        id: {type: integer}
        name: {type: string}
        kind: {type: string, enum: [cat, dog, bird]}
        weight: {type: number}
        vaccinated: {type: boolean}
        born: {type: string, pattern: '^20[0-9]{2}-[01][0-9]-[0-3][0-9]$'}
  responses:
    problem:
      description: Problem
      content: {application/problem+json: {schema: {type: object, required: [title, status], properties: {title: {type: string}, status: {type: integer}, detail: {type: string}}}}}
security: [{key: []}]
paths:
  /pets:
    get:
      operationId: with_connexion.list_pets
      parameters:
      - {name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 100, default: 20}}
      - {name: kind, in: query, schema: {type: string, enum: [cat, dog, bird]}}
      - {name: vaccinated, in: query, schema: {type: boolean}}
      responses:
        200: {description: Pets, content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Pet"}}}}}
        400: {$ref: "#/components/responses/problem"}
        401: {$ref: "#/components/responses/problem"}
    post:
      operationId: with_connexion.create_pet
      requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/PetIn"}}}}
      responses:
        201: {description: Created, content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}
        400: {$ref: "#/components/responses/problem"}
        401: {$ref: "#/components/responses/problem"}
        415: {$ref: "#/components/responses/problem"}
  /pets/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer, minimum: 1}}]
    get:
      operationId: with_connexion.read_pet
      responses:
        200: {description: Pet, content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}
        401: {$ref: "#/components/responses/problem"}
        404: {$ref: "#/components/responses/problem"}
    put:
      operationId: with_connexion.replace_pet
      requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/PetIn"}}}}
      responses:
        200: {description: Pet, content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}
        400: {$ref: "#/components/responses/problem"}
        401: {$ref: "#/components/responses/problem"}
        404: {$ref: "#/components/responses/problem"}
        415: {$ref: "#/components/responses/problem"}
    delete:
      operationId: with_connexion.delete_pet
      responses:
        204: {description: Deleted}
        401: {$ref: "#/components/responses/problem"}
        404: {$ref: "#/components/responses/problem"}
"""
lock, pets, last = threading.Lock(), {}, [0]


def key(value, required_scopes=None):
    return {"sub": "ann"} if value == "key-of-pets" else None


def json_answer(value, status=200):
    return value, status, {"Content-Type": "application/json"}


def list_pets(limit=20, kind=None, vaccinated=None):
    with lock:
        found = [pet for pet in pets.values() if kind in (None, pet.get("kind"))]
    return json_answer([pet for pet in found if vaccinated in (None, pet.get("vaccinated"))][:limit])


def create_pet(body):
    with lock:
        last[0] += 1
        pets[last[0]] = {"id": last[0], **body}
        return json_answer(pets[last[0]], 201)


def missing():
    return connexion.problem(404, "Not Found", "no such pet")


def read_pet(id):
    with lock:
        return json_answer(pets[id]) if id in pets else missing()


def replace_pet(id, body):
    with lock:
        if id not in pets:
            return missing()
        pets[id] = {"id": id, **body}
        return json_answer(pets[id])


def delete_pet(id):
    with lock:
        return (connexion.NoContent, 204) if pets.pop(id, None) else missing()


if __name__ == "__main__":
    sys.modules["with_connexion"] = sys.modules["__main__"]
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "openapi.yaml").write_text(DOCUMENT)
        app = connexion.FlaskApp("pets", specification_dir=folder)
        app.add_api("openapi.yaml")
        serve.asgi(app)
