"""Answers {} over TLS, for tests of `accord verify`. Prints its address, then serves until killed.

tls_server.py CERTIFICATE KEY [CLIENT-AUTHORITY]: with the last, only clients that it signed are let in.
Speaks HTTP/2 where the client offers it: enough of it to answer the first request of a connection.
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
HTTP2 = frame(4, 1, 0) + frame(1, 4, 1, FIELDS) + frame(0, 1, 1, b"{}")


def read_until_headers(connection):
    data = b""
    while True:
        data += connection.recv(65536) or exit_thread()
        rest = data[24:]
        while len(rest) >= 9:
            length = int.from_bytes(rest[:3], "big")
            if rest[3] == 1:
                return
            rest = rest[9 + length :]


def exit_thread():
    raise ConnectionError


def serve(context, connection):
    try:
        with context.wrap_socket(connection, server_side=True) as secure:
            if secure.selected_alpn_protocol() == "h2":
                secure.sendall(frame(4, 0, 0))
                read_until_headers(secure)
                secure.sendall(HTTP2)
                secure.recv(65536)
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
