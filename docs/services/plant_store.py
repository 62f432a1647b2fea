"""The plant store in another language, on nothing but its standard library.

Usage: plant_store.py TOKEN ID... ; prints the port that it listens on.
"""

import json
import re
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOKEN, *IDS = sys.argv[1:]
PLANTS = {int(each) for each in IDS}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_DELETE(self):
        path, _, _ = self.path.partition("?")
        found = re.fullmatch(r"/plants/([^/]+)", path)
        if not found:
            return self.answer(404)
        scheme, _, token = self.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer" or token != TOKEN:
            return self.answer(401, {"WWW-Authenticate": "Bearer"})
        plant = self.parse(found[1])
        if plant is None:
            return self.fail(2, "The id of a plant is a whole number of 64 bits.")
        if plant not in PLANTS:
            return self.fail(1, "There is no such plant.")
        PLANTS.remove(plant)
        return self.answer(204)

    @staticmethod
    def parse(text):
        if not re.fullmatch(r"-?[0-9]{1,19}", text):
            return None
        number = int(text)
        return number if -(2**63) <= number < 2**63 else None

    def fail(self, error, message):
        self.answer(400, {"Content-Type": "application/json"}, json.dumps({"error": error, "message": message}).encode())

    def answer(self, status, fields=None, body=b""):
        self.send_response(status)
        for name, value in (fields or {}).items():
            self.send_header(name, value)
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
