"""A receiver of webhooks with Python's standard library alone, written from docs/webhooks.md.

Usage: webhook_receiver.py SECRETS_FILE. Prints its port, and answers as the last part of the path says. SECRETS_FILE has the secret of each path, as JSON. When its input ends it prints what it saw, as JSON, and ends.
"""

import hashlib
import hmac
import json
import re
import struct
import socket
import sys
import threading
import time
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
EXPECTED = {
    "host",
    "connection",
    "accept-encoding",
    "content-length",
    "content-type",
    "user-agent",
    "x-webhook-delivery",
    "x-webhook-event",
    "x-webhook-signature",
    "x-webhook-timestamp",
}
lock = threading.Lock()
requests = []
problems = []


def problems_of(path, headers, body, secret):
    names = [name.lower() for name in headers.keys()]
    if len(names) != len(set(names)) or set(names) != EXPECTED:
        yield "headers " + ",".join(sorted(names))
    key = hashlib.sha256(secret.encode()).hexdigest().encode("ascii")
    if headers["x-webhook-signature"] != "sha256=" + hmac.new(key, body, hashlib.sha256).hexdigest():
        yield "x-webhook-signature"
    value = json.loads(body.decode("utf-8"))
    if list(value) != ["event", "timestamp", "organization_uuid", "user_uuid", "data"]:
        yield "members " + ",".join(value)
    sent = datetime.strptime(value["timestamp"], "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=timezone.utc)
    if headers["x-webhook-timestamp"] != str(int(sent.timestamp())):
        yield "x-webhook-timestamp"
    if headers["x-webhook-event"] != value["event"] or value["event"] != "membership.joined":
        yield "x-webhook-event"
    if not UUID.fullmatch(headers["x-webhook-delivery"]) or not UUID.fullmatch(value["organization_uuid"]):
        yield "uuid"
    if value["user_uuid"] is not None or set(value["data"]) != {"origin", "schema_version", "user_uuid", "organization_uuid", "tier_slug"}:
        yield "data"
    if headers["content-type"] != "application/json" or headers["accept-encoding"] != "identity":
        yield "content"
    if not re.fullmatch(r"Symbolon/\d\S* \(\+https://\S+\)", headers["user-agent"]):
        yield "user-agent"


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        with open(sys.argv[1], encoding="utf-8") as file:
            secret = json.load(file)[self.path]
        with lock:
            problems.extend(self.path + ": " + what for what in problems_of(self.path, self.headers, body, secret))
            requests.append([self.path, self.headers["x-webhook-delivery"]])
            nth = sum(path == self.path for path, _ in requests)
        kind = self.path[1:]
        if kind == "reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.close_connection = True
            self.connection.close()
        elif kind == "drip":
            self.send_response(200)
            self.send_header("content-length", "1000")
            self.end_headers()
            self.drip()
        elif kind == "recovers":
            self.say(503 if nth < 4 else 200, "request %d" % nth)
        elif kind == "301":
            self.say(301, "", location="/followed")
        else:
            self.say(int(kind), "" if kind == "204" else "this is " + kind)

    def drip(self):
        try:
            for _ in range(1000):
                self.wfile.write(b".")
                time.sleep(0.05)
        except OSError:
            self.close_connection = True

    def say(self, status, text, **more):
        self.send_response(status)
        for name, value in more.items():
            self.send_header(name, value)
        if status != 204:
            self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())


class Server(ThreadingHTTPServer):
    # All webhooks are sent at once.
    request_queue_size = 128

    def handle_error(self, request, client_address):
        # Connections that the service cut, or that this program reset.
        if not isinstance(sys.exc_info()[1], (OSError, ValueError)):
            super().handle_error(request, client_address)


server = Server(("127.0.0.1", 0), Receiver)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
sys.stdin.read()
with lock:
    print(json.dumps({"problems": problems, "requests": requests}), flush=True)
