"""Serves an app on the port of the first argument, or on a port that the system picks, and prints the port."""

import socket
import sys


def listener():
    server = socket.create_server(("127.0.0.1", int(sys.argv[1]) if sys.argv[1:] else 0), backlog=512)
    print(server.getsockname()[1], flush=True)
    return server


def asgi(app):
    import uvicorn

    uvicorn.Server(uvicorn.Config(app, log_level="critical")).run(sockets=[listener()])


def wsgi(app):
    import waitress

    waitress.serve(app, sockets=[listener()], threads=8)
