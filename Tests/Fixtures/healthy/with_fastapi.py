"""A correct shop in FastAPI: SQLite, bearer tokens, pages, filters, PATCH, an upload, and documented errors."""

import datetime
import decimal
import enum
import hmac
import sqlite3
import threading
import uuid
from typing import Annotated, Optional

import serve
from fastapi import Depends, FastAPI, Header, HTTPException, Query, Response, UploadFile
from fastapi.security import HTTPBearer
from pydantic import BaseModel, ConfigDict, Field

app = FastAPI(title="Shop", version="1.0.0")
scheme = HTTPBearer(auto_error=False)


class Problem(BaseModel):
    detail: str


class Status(str, enum.Enum):
    draft = "draft"
    published = "published"
    archived = "archived"


class ProductIn(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str = Field(min_length=1, max_length=80)
    price: float = Field(ge=0, le=1_000_000, allow_inf_nan=False)
    status: Status = Status.draft
    available_from: Optional[datetime.date] = None
    tags: list[str] = Field(default_factory=list, max_length=10)


class ProductChange(BaseModel):
    name: Annotated[str, Field(min_length=1, max_length=80)] = None
    price: Annotated[float, Field(ge=0, le=1_000_000, allow_inf_nan=False)] = None
    status: Status = None


class Product(ProductIn):
    id: int
    created: datetime.datetime


class Page(BaseModel):
    items: list[Product]
    total: int
    limit: int
    offset: int


class CustomerIn(BaseModel):
    email: str = Field(pattern=r"^[a-z0-9.]{1,40}@[a-z0-9]{1,40}\.[a-z]{2,10}$")
    name: str = Field(max_length=100)
    birthday: Optional[datetime.date] = None
    credit: decimal.Decimal = Field(default=decimal.Decimal(0), ge=0, le=10000)


class Customer(CustomerIn):
    id: uuid.UUID


class OrderLine(BaseModel):
    product: int = Field(ge=1, le=2**31)
    quantity: int = Field(ge=1, le=100)


class OrderIn(BaseModel):
    lines: list[OrderLine] = Field(min_length=1, max_length=20)
    note: Optional[str] = None
    wanted: Optional[datetime.datetime] = None


class Order(OrderIn):
    id: uuid.UUID


def user(response: Response, token=Depends(scheme)):
    if token is None or not hmac.compare_digest(token.credentials.encode(), b"token-of-shop"):
        raise HTTPException(401, "not authenticated", headers={"WWW-Authenticate": "Bearer"})


lock = threading.Lock()
database = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
database.execute("create table product (id integer primary key, created text, value text)")
customers, orders = {}, {}
unauthorized = {401: {"model": Problem, "description": "No or wrong credentials"}}
missing = {**unauthorized, 404: {"model": Problem, "description": "Not found"}}
conflict = {**unauthorized, 409: {"model": Problem, "description": "Exists already"}}


def loaded(row):
    return Product(id=row[0], created=row[1], **ProductIn.model_validate_json(row[2]).model_dump())


def find(product_id):
    if not 0 < product_id < 2**63:
        raise HTTPException(404, "no such product")
    row = database.execute("select * from product where id = ?", [product_id]).fetchone()
    if row is None:
        raise HTTPException(404, "no such product")
    return loaded(row)


@app.get("/products", responses=unauthorized, dependencies=[Depends(user)])
def list_products(
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    offset: Annotated[int, Query(ge=0, le=2**31)] = 0,
    status: Optional[Status] = None,
    search: Annotated[Optional[str], Query(max_length=50)] = None,
) -> Page:
    with lock:
        found = [loaded(row) for row in database.execute("select * from product order by id")]
    found = [p for p in found if status in (None, p.status) and (search or "").lower() in p.name.lower()]
    return Page(items=found[offset:offset + limit], total=len(found), limit=limit, offset=offset)


@app.post("/products", status_code=201, responses=unauthorized, dependencies=[Depends(user)])
def create_product(product: ProductIn) -> Product:
    with lock:
        now = datetime.datetime.now(datetime.timezone.utc)
        row = database.execute(
            "insert into product (created, value) values (?, ?) returning *", [now.isoformat(), product.model_dump_json()])
        return loaded(row.fetchone())


@app.get("/products/{product_id}", responses=missing, dependencies=[Depends(user)])
def read_product(product_id: int) -> Product:
    with lock:
        return find(product_id)


@app.put("/products/{product_id}", responses=missing, dependencies=[Depends(user)])
def replace_product(product_id: int, product: ProductIn) -> Product:
    with lock:
        find(product_id)
        database.execute("update product set value = ? where id = ?", [product.model_dump_json(), product_id])
        return find(product_id)


@app.patch("/products/{product_id}", responses=missing, dependencies=[Depends(user)])
def change_product(product_id: int, change: ProductChange) -> Product:
    with lock:
        old = find(product_id)
        new = old.model_copy(update=change.model_dump(exclude_unset=True))
        text = new.model_dump_json(exclude={"id", "created"})
        database.execute("update product set value = ? where id = ?", [text, product_id])
        return find(product_id)


@app.delete("/products/{product_id}", status_code=204, responses=missing, dependencies=[Depends(user)])
def delete_product(product_id: int) -> None:
    with lock:
        find(product_id)
        database.execute("delete from product where id = ?", [product_id])


@app.post("/customers", status_code=201, responses=conflict, dependencies=[Depends(user)])
def create_customer(customer: CustomerIn) -> Customer:
    with lock:
        if any(other.email == customer.email for other in customers.values()):
            raise HTTPException(409, "the email address exists")
        made = Customer(id=uuid.uuid4(), **customer.model_dump())
        customers[made.id] = made
        return made


@app.get("/customers/{customer_id}", responses=missing, dependencies=[Depends(user)])
def read_customer(customer_id: uuid.UUID) -> Customer:
    with lock:
        if customer_id not in customers:
            raise HTTPException(404, "no such customer")
        return customers[customer_id]


@app.delete("/customers/{customer_id}", status_code=204, responses=missing, dependencies=[Depends(user)])
def delete_customer(customer_id: uuid.UUID) -> None:
    with lock:
        if customers.pop(customer_id, None) is None:
            raise HTTPException(404, "no such customer")


@app.post("/customers/{customer_id}/orders", status_code=201, responses=missing, dependencies=[Depends(user)])
def create_order(customer_id: uuid.UUID, order: OrderIn) -> Order:
    with lock:
        if customer_id not in customers:
            raise HTTPException(404, "no such customer")
        made = Order(id=uuid.uuid4(), **order.model_dump())
        orders[(customer_id, made.id)] = made
        return made


@app.get("/customers/{customer_id}/orders", responses=missing, dependencies=[Depends(user)])
def list_orders(customer_id: uuid.UUID) -> list[Order]:
    with lock:
        if customer_id not in customers:
            raise HTTPException(404, "no such customer")
        return [order for (owner, _), order in orders.items() if owner == customer_id]


@app.post("/import", responses=unauthorized, dependencies=[Depends(user)])
async def import_products(file: UploadFile) -> dict[str, int]:
    return {"bytes": len(await file.read())}


@app.get("/report")
def report(
    since: datetime.date, at: Optional[datetime.datetime] = None, x_trace: Annotated[Optional[str], Header()] = None,
    ids: Annotated[list[int], Query(max_length=20)] = [], detailed: bool = False,
) -> dict[str, str]:
    return {"since": since.isoformat(), "detailed": str(detailed)}


serve.asgi(app)
