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


def django(app):
    """Django's own development server, one thread for each connection."""
    from django.core.servers import basehttp

    class Handler(basehttp.WSGIRequestHandler):
        def log_message(self, *arguments):
            pass

    server = basehttp.ThreadedWSGIServer(("127.0.0.1", 0), Handler, bind_and_activate=False)
    server.socket.close()
    server.socket = listener()
    server.server_address = server.socket.getsockname()
    server.server_name, server.server_port = server.server_address
    server.setup_environ()
    server.set_app(app)
    server.serve_forever()


def werkzeug(app):
    """Werkzeug's server, as `flask run` starts it."""
    import logging

    from werkzeug.serving import make_server

    logging.getLogger("werkzeug").setLevel(logging.CRITICAL)
    server = listener()
    make_server("127.0.0.1", server.getsockname()[1], app, threaded=True, fd=server.fileno()).serve_forever()
