"""A bookshop's API in FastAPI, with twelve bugs behind switches.

bookshop.py [--port 0] [--bug NAME]...    serves; the first line of output is the address
bookshop.py --openapi                     prints the document that FastAPI generates
bookshop.py --bugs                        prints the bugs' names, one a line

Each bug is one mistake from life against the document, which stays the same whatever the bugs. Without one the app
keeps its document. The token that it wants is "bookshop-token".
"""

import argparse
import itertools
import json
import math
import socket
from enum import Enum
from typing import Annotated

import uvicorn
from fastapi import Depends, FastAPI, HTTPException, Path, Query, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from starlette.requests import Request

BUGS = {
    "wrong-type": "a book's price is a string",
    "undocumented-status": "an unknown book is a 410",
    "edge-value": "a lowest price of 0 is divided by",
    "limit-ignored": "a page has all the books, however many were asked for",
    "missing-property": "a book that was changed has no author",
    "accepts-garbage": "a new book is stored whatever it is",
    "filter-ignored": "a page has books of every genre",
    "auth-unchecked": "books can be changed without a token",
    "undead": "a deleted book can still be fetched",
    "wrong-media-type": "a book's label is announced as HTML",
    "extra-property": "the shop's state, which is closed, has a property more",
    "header-missing": "a page doesn't say how many books there are",
}
TOKEN = "bookshop-token"
bugs: set[str] = set()


def number(value):
    """Refuses what isn't a number in JSON; 7.0 is an integer, as JSON Schema has it, which Pydantic's strict mode denies."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value in (math.inf, -math.inf):
        raise ValueError("Input should be a number")
    return value


class Genre(str, Enum):
    fiction = "fiction"
    poetry = "poetry"
    science = "science"


class Closed(BaseModel):
    model_config = ConfigDict(extra="forbid")


class NewBook(Closed):
    title: Annotated[str, Field(strict=True, min_length=1, max_length=80)]
    author: Annotated[str, Field(strict=True, min_length=1, max_length=60)]
    genre: Genre
    price: Annotated[float, Field(gt=0, le=1000, allow_inf_nan=False), BeforeValidator(number)]
    pages: Annotated[int, Field(ge=1, le=5000), BeforeValidator(number)] = 100
    tags: Annotated[list[Annotated[str, Field(strict=True, max_length=20)]], Field(max_length=5)] = []


class Book(NewBook):
    id: Annotated[int, Field(ge=1)]


class Page(Closed):
    items: Annotated[list[Book], Field(max_length=50)]
    total: Annotated[int, Field(ge=0)]


class State(Closed):
    status: str
    books: Annotated[int, Field(ge=0)]


class Problem(BaseModel):
    detail: str


BookID = Annotated[int, Path(ge=1, le=2147483647)]
UNKNOWN = {404: {"model": Problem, "description": "There is no such book."}}
# Beside an answer that is text the framework would document its errors as text, too.
UNKNOWN_AS_JSON = {
    404: {
        "description": "There is no such book.",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
}
UNAUTHORIZED = {401: {"model": Problem, "description": "A token is missing, or isn't the right one."}}
LINKS = {
    name: {"operationId": name, "parameters": {"book_id": "$response.body#/id"}}
    for name in ("get_book", "change_book", "delete_book")
}


class Shelf:
    """The books; a new one for each process."""

    def __init__(self):
        genres = itertools.cycle(Genre)
        self.books = {
            number: Book(id=number, title=f"Volume {number}", author="A. Writer", genre=next(genres), price=9.5)
            for number in range(1, 61)
        }
        self.numbers = itertools.count(61)

    def find(self, number):
        if number in self.books:
            return self.books[number]
        raise HTTPException(410 if "undocumented-status" in bugs else 404, "There is no such book.")


shelf = Shelf()
bearer = HTTPBearer(auto_error=False)


def authorized(credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]):
    if "auth-unchecked" in bugs:
        return
    if credentials is None or credentials.credentials != TOKEN:
        raise HTTPException(401, "Not authenticated", {"WWW-Authenticate": "Bearer"})


app = FastAPI(title="Bookshop", version="1.0.0", generate_unique_id_function=lambda route: route.name)


@app.exception_handler(RequestValidationError)
def refuse(request: Request, error: RequestValidationError):
    """As FastAPI does, without the input: of 1e400 it would be an infinity, which its own answer can't hold."""
    detail = [{key: mistake[key] for key in ("loc", "msg", "type")} for mistake in error.errors()]
    return JSONResponse({"detail": detail}, 422)


@app.get("/state")
def get_state() -> State:
    state = State(status="open", books=len(shelf.books))
    if "extra-property" in bugs:
        return JSONResponse(state.model_dump() | {"host": "shelf-2.internal"})
    return state


@app.get(
    "/books",
    response_model=Page,
    responses={
        200: {
            "headers": {
                "X-Total-Count": {
                    "description": "How many books there are.",
                    "required": True,
                    "schema": {"type": "integer", "minimum": 0},
                }
            }
        }
    },
)
def list_books(
    response: Response,
    limit: Annotated[int, Query(ge=1, le=50)] = 20,
    offset: Annotated[int, Query(ge=0, le=100000)] = 0,
    genre: Genre | None = None,
    min_price: Annotated[float | None, Query(ge=0, le=1000, allow_inf_nan=False)] = None,
):
    books = [book for book in shelf.books.values() if min_price is None or book.price >= min_price]
    if "edge-value" in bugs and min_price is not None:
        len(books) / min_price
    if genre is not None and "filter-ignored" not in bugs:
        books = [book for book in books if book.genre == genre]
    shown = books if "limit-ignored" in bugs else books[offset : offset + limit]
    headers = {} if "header-missing" in bugs else {"X-Total-Count": str(len(books))}
    page = {"items": [book.model_dump(mode="json") for book in shown], "total": len(books)}
    return JSONResponse(page, headers=headers)


@app.post(
    "/books",
    status_code=201,
    response_model=Book,
    dependencies=[Depends(authorized)],
    responses={201: {"links": LINKS}} | UNAUTHORIZED,
)
async def add_book(new: NewBook, response: Response):
    book = Book(id=next(shelf.numbers), **new.model_dump())
    shelf.books[book.id] = book
    return book


@app.get("/books/{book_id}", response_model=Book, responses=UNKNOWN)
def get_book(book_id: BookID):
    book = shelf.find(book_id)
    if "wrong-type" in bugs:
        return JSONResponse(book.model_dump(mode="json") | {"price": f"{book.price:.2f}"})
    return book


@app.put(
    "/books/{book_id}",
    response_model=Book,
    dependencies=[Depends(authorized)],
    responses=UNKNOWN | UNAUTHORIZED,
)
def change_book(book_id: BookID, new: NewBook):
    shelf.find(book_id)
    book = Book(id=book_id, **new.model_dump())
    shelf.books[book_id] = book
    if "missing-property" in bugs:
        return JSONResponse(book.model_dump(mode="json", exclude={"author"}))
    return book


@app.delete(
    "/books/{book_id}",
    status_code=204,
    dependencies=[Depends(authorized)],
    responses=UNKNOWN | UNAUTHORIZED,
)
def delete_book(book_id: BookID):
    shelf.find(book_id)
    if "undead" not in bugs:
        del shelf.books[book_id]


@app.get("/books/{book_id}/label", response_class=PlainTextResponse, responses=UNKNOWN_AS_JSON)
def get_label(book_id: BookID):
    book = shelf.find(book_id)
    text = f"{book.author}: {book.title}"
    return PlainTextResponse(text, media_type="text/html" if "wrong-media-type" in bugs else "text/plain")


class AcceptingGarbage:
    """What the bug "accepts-garbage" puts before the app: any body of a new book is stored as a book."""

    def __init__(self, app):
        self.app = app

    async def __call__(self, scope, receive, send):
        isNew = scope["type"] == "http" and scope["method"] == "POST" and scope["path"] == "/books"
        if not isNew or dict(scope["headers"]).get(b"authorization") != f"Bearer {TOKEN}".encode():
            return await self.app(scope, receive, send)
        await Request(scope, receive).body()
        book = Book(id=next(shelf.numbers), title="?", author="?", genre="fiction", price=1)
        shelf.books[book.id] = book
        await JSONResponse(book.model_dump(mode="json"), 201)(scope, receive, send)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--port", type=int, default=0)
    options.add_argument("--bug", action="append", default=[], choices=BUGS, metavar="NAME")
    options.add_argument("--openapi", action="store_true")
    options.add_argument("--bugs", action="store_true")
    chosen = options.parse_args()
    if chosen.bugs:
        return print("\n".join(BUGS))
    if chosen.openapi:
        return print(json.dumps(app.openapi(), indent=2))
    bugs.update(chosen.bug)
    listener = socket.create_server(("127.0.0.1", chosen.port), backlog=512)
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    serving = AcceptingGarbage(app) if "accepts-garbage" in bugs else app
    uvicorn.Server(uvicorn.Config(serving, log_level="critical", access_log=False)).run(sockets=[listener])


if __name__ == "__main__":
    main()
