"""Answers {} over TLS, for tests of `accord verify`. Prints its address, then serves until killed.

tls_server.py CERTIFICATE KEY [CLIENT-AUTHORITY]: with the last, only clients that it signed are let in.
Speaks HTTP/2 if the client offers it: enough of it to answer requests without a body.
"""

import socket
import ssl
import sys
import threading

HTTP1 = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"


def frame(kind, flags, stream, payload=b""):
    return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload


# :status: 200 and content-type from HPACK's static table, RFC 7541 appendix A.
FIELDS = b"\x88\x0f\x10\x10application/json"


def serve_http2(connection):
    """Answers each request of a connection. The client's preface has 24 bytes."""
    connection.sendall(frame(4, 0, 0) + frame(4, 1, 0))
    data = b""
    skipped = False
    while True:
        data += connection.recv(65536) or exit_thread()
        if not skipped and len(data) >= 24:
            data, skipped = data[24:], True
        while skipped and len(data) >= 9 and len(data) >= 9 + int.from_bytes(data[:3], "big"):
            kind, stream = data[3], int.from_bytes(data[5:9], "big")
            data = data[9 + int.from_bytes(data[:3], "big") :]
            if kind == 1:
                connection.sendall(frame(1, 4, stream, FIELDS) + frame(0, 1, stream, b"{}"))


def exit_thread():
    raise ConnectionError


def serve(context, connection):
    try:
        with context.wrap_socket(connection, server_side=True) as secure:
            if secure.selected_alpn_protocol() == "h2":
                serve_http2(secure)
            else:
                data = b""
                while not data.endswith(b"\r\n\r\n"):
                    data += secure.recv(65536) or exit_thread()
                secure.sendall(HTTP1)
    except OSError:
        pass


def main():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
    context.set_alpn_protocols(["h2", "http/1.1"])
    if len(sys.argv) > 3:
        context.load_verify_locations(sys.argv[3])
        context.verify_mode = ssl.CERT_REQUIRED
    listener = socket.create_server(("127.0.0.1", 0))
    print(f"https://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=serve, args=(context, connection), daemon=True).start()


main()
