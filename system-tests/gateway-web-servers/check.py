"""Asks one web server through gateways. Arguments: its name, a gateway, one that trusts the proxy, the proxy's port."""
import base64
import hashlib
import http.client
import json
import os
import socket
import ssl
import sys
import time

name, gateway, trusting, proxy = sys.argv[1:]
UPLOAD_BYTES = 100 << 20
LIMIT_SECONDS = 60
failed = False


def check(what, is_true, detail=""):
    global failed
    failed = failed or not is_true
    print(f"gateway-web: {'ok     ' if is_true else 'FAILED '} {name}: {what}{'' if is_true else f' ({detail})'}", flush=True)


def connect(address=gateway):
    return http.client.HTTPConnection(address, timeout=LIMIT_SECONDS)


def asked(connection, path, fields=None):
    connection.request("GET", path, headers=fields or {})
    return json.loads(connection.getresponse().read())


def streamed(path, form):
    """Each part arrives before the web server is allowed to send the next one."""
    connection = connect()
    connection.request("GET", path)
    answer = connection.getresponse()
    for number in range(3):
        expected = form % number
        part = answer.read(len(expected))
        check(f"{path}: part {number} arrives before the next is sent", part == expected, part)
        other = connect()
        # Until the part has left the web server nobody waits there: the answer shows that one did.
        other.request("POST", "/go")
        other.getresponse().read()
    check(f"{path} ends", answer.read() == b"")


def uploaded():
    body = os.urandom(1 << 20) * (UPLOAD_BYTES >> 20)
    connection = connect()
    began = time.monotonic()
    connection.request("PUT", "/upload", body=body)
    answer = connection.getresponse()
    digest = answer.read().decode()
    check("100 MB arrive as they were sent", digest == hashlib.sha256(body).hexdigest(), f"{answer.status} {digest[:200]}")
    print(f"gateway-web: {name}: 100 MB took {time.monotonic() - began:.1f} s", flush=True)


def web_socket():
    host, port = gateway.split(":")
    key = base64.b64encode(os.urandom(16)).decode()
    with socket.create_connection((host, int(port)), timeout=LIMIT_SECONDS) as peer:
        peer.sendall(f"GET /chat HTTP/1.1\r\nHost: {gateway}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                     f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        stream = peer.makefile("rb")
        head = []
        while not head or head[-1] not in (b"\r\n", b""):
            head.append(stream.readline())
        if name == "python":
            check("a web server that knows no WebSockets answers as it does", head[0].startswith(b"HTTP/1.1 200"), head[0])
            return
        accept = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
        check("a WebSocket is opened", head[0].startswith(b"HTTP/1.1 101") and any(accept in it for it in head), head)
        for number in range(3):
            text = f"hello {number}".encode()
            mask = os.urandom(4)
            peer.sendall(bytes([0x81, 0x80 | len(text)]) + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(text)))
            echo = stream.read(2 + len(text))
            check("a frame and its echo are passed", echo == bytes([0x81, len(text)]) + text, echo)


def forwarded():
    lies = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "198.51.100.1"}
    seen = asked(connect(), "/head", lies)
    check("a client's own X-Forwarded-* are replaced",
          seen.get("x-forwarded-proto") == "http" and seen.get("x-forwarded-for") == "127.0.0.1", seen)
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    through = http.client.HTTPSConnection("127.0.0.1", int(proxy), timeout=LIMIT_SECONDS, context=context)
    seen = asked(through, "/head")
    check("what a trusted TLS proxy says is kept",
          seen.get("x-forwarded-proto") == "https" and seen.get("x-forwarded-for", "").startswith("203.0.113.7"), seen)


streamed("/stream", b"part %d\n")
streamed("/events", b"data: part %d\n\n")
uploaded()
web_socket()
forwarded()
sys.exit(1 if failed else 0)
