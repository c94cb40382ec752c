"""A correct calendar in Litestar: data classes, a key in a header field, times, durations and pages."""

import asyncio
import dataclasses
import datetime
import enum
import uuid
from typing import Annotated, Optional

import serve
from litestar import Litestar, delete, get, patch, post, put
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException, NotAuthorizedException, NotFoundException, ValidationException
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.params import Parameter
import msgspec


class Kind(enum.Enum):
    meeting = "meeting"
    holiday = "holiday"


class EventIn(msgspec.Struct, forbid_unknown_fields=True):
    title: Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
    start: datetime.datetime
    kind: Kind = Kind.meeting
    minutes: Annotated[int, msgspec.Meta(ge=1, le=10080)] = 60
    place: Optional[str] = None
    guests: Annotated[list[str], msgspec.Meta(max_length=20)] = []


class Event(EventIn):
    id: uuid.UUID = msgspec.field(default_factory=uuid.uuid4)


class EventChange(msgspec.Struct):
    title: Annotated[str, msgspec.Meta(min_length=1, max_length=120)] | msgspec.UnsetType = msgspec.UNSET
    minutes: Annotated[int, msgspec.Meta(ge=1, le=10080)] | msgspec.UnsetType = msgspec.UNSET


def guard(connection: ASGIConnection, _: BaseRouteHandler) -> None:
    if connection.headers.get("X-Key") != "key-of-calendar":
        raise NotAuthorizedException()


events: dict[uuid.UUID, Event] = {}
secured = dict(guards=[guard], security=[{"key": []}])


def find(event_id):
    if event_id not in events:
        raise NotFoundException("no such event")
    return events[event_id]


@get("/events", raises=[NotAuthorizedException, ValidationException], **secured)
async def list_events(
    limit: Annotated[int, Parameter(ge=1, le=100)] = 20, kind: Optional[Kind] = None, since: Optional[datetime.date] = None,
) -> list[Event]:
    return [event for event in events.values() if kind in (None, event.kind)][:limit]


@post("/events", raises=[NotAuthorizedException, ValidationException], **secured)
async def create_event(data: EventIn) -> Event:
    event = Event(**msgspec.structs.asdict(data))
    events[event.id] = event
    return event


@get("/events/{event_id:uuid}", raises=[NotAuthorizedException, NotFoundException], **secured)
async def read_event(event_id: uuid.UUID) -> Event:
    return find(event_id)


@put("/events/{event_id:uuid}", raises=[NotAuthorizedException, ValidationException, NotFoundException], **secured)
async def replace_event(event_id: uuid.UUID, data: EventIn) -> Event:
    find(event_id)
    events[event_id] = Event(id=event_id, **msgspec.structs.asdict(data))
    return events[event_id]


@patch("/events/{event_id:uuid}", raises=[NotAuthorizedException, ValidationException, NotFoundException], **secured)
async def change_event(event_id: uuid.UUID, data: EventChange) -> Event:
    given = {key: value for key, value in msgspec.structs.asdict(data).items() if value is not msgspec.UNSET}
    events[event_id] = msgspec.structs.replace(find(event_id), **given)
    return events[event_id]


@delete("/events/{event_id:uuid}", raises=[NotAuthorizedException, NotFoundException], **secured)
async def delete_event(event_id: uuid.UUID) -> None:
    find(event_id)
    del events[event_id]


serve.asgi(Litestar(
    [list_events, create_event, read_event, replace_event, change_event, delete_event],
    openapi_config=OpenAPIConfig(
        title="Calendar", version="1.0.0", path="/", render_plugins=[JsonRenderPlugin()],
        components=Components(security_schemes={"key": SecurityScheme(type="apiKey", name="X-Key", security_scheme_in="header")})),
))
