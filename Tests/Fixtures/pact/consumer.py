"""Writes a pact with Pact's own consumer library, whose mock receives the requests.

consumer.py FOLDER
"""

import json
import sys
import urllib.error
import urllib.request

from pact import Pact, match

pact = Pact("web", "shop").with_specification("V4")
(
    pact.upon_receiving("a request for an order")
    .given("order 7 exists", id=7, paid=True)
    .with_request("GET", match.regex("/orders/7", regex=r"^/orders/\d+$"))
    .with_query_parameter("fields", "all")
    .with_header("Accept", "application/json")
    .will_respond_with(200)
    .with_header("ETag", match.regex('"a1"', regex=r'^"\w+"$'))
    .with_body(
        {
            "changed": match.datetime("2026-11-23T08:30:00", "%Y-%m-%dT%H:%M:%S"),
            "count": match.number(3),
            "customer": match.type("Ann"),
            "day": match.date("2026-11-23", "%Y-%m-%d"),
            "events": match.array_containing([{"kind": "paid", "at": match.int(1)}]),
            "id": match.int(7),
            "labels": match.each_value_matches({"a": "x"}, rules=match.str("x")),
            "lines": match.each_like({"amount": match.int(2), "sku": match.str("A1")}, min=1),
            "note": match.none(),
            "paid": match.bool(True),
            "reference": match.regex("X-12", regex=r"^X-\d+$"),
            "time": match.time("08:30:00", "%H:%M:%S"),
            "title": match.includes("order"),
            "total": match.decimal(12.5),
            "uuid": match.uuid("7f9c24e8-3b12-4fef-91e0-56a2d5a246d1"),
        },
        "application/json",
    )
)
(
    pact.upon_receiving("a new order")
    .with_request("POST", "/orders")
    .with_body({"sku": match.like("A1"), "amount": match.int(2)}, "application/json")
    .will_respond_with(201)
    .with_header("Location", match.regex("/orders/8", regex=r"/orders/\d+"))
)
pact.upon_receiving("a missing order").with_request("DELETE", "/orders/9").will_respond_with(404)


def call(base, method, path, body=None, **headers):
    request = urllib.request.Request(base + path, method=method, data=body, headers=headers)
    try:
        urllib.request.urlopen(request).read()
    except urllib.error.HTTPError as error:
        error.read()


with pact.serve() as server:
    base = str(server.url).rstrip("/")
    call(base, "GET", "/orders/7?fields=all", Accept="application/json")
    order = json.dumps({"sku": "B", "amount": 1}).encode()
    call(base, "POST", "/orders", order, **{"Content-Type": "application/json"})
    call(base, "DELETE", "/orders/9")
pact.write_file(sys.argv[1], overwrite=True)

events = Pact("web", "prices").with_specification("V4")
(
    events.upon_receiving("a new price", "Async")
    .given("prices exist", currency="EUR")
    .with_body({"sku": match.str("A1"), "price": match.decimal(1.5)}, "application/json")
    .with_metadata({"topic": "prices"})
)
(
    events.upon_receiving("the price of an order", "Sync")
    .with_body({"sku": match.str("A1")}, "application/json")
    .will_respond_with()
    .with_body({"price": match.decimal(1.5)}, "application/json")
)
events.write_file(sys.argv[1], overwrite=True)
