# SPDX-License-Identifier: MIT
"""Shows a page that is made again when its file is saved, to browsers of this machine alone."""

import html
import http.server
import threading
from collections.abc import Callable
from pathlib import Path

# Makes the page: with the version that it shall ask for.
MakePage = Callable[[str], str]


class Live:
    """A page of a file. A file that no page can be made of gets one that says why."""

    def __init__(self, file: Path, make: MakePage) -> None:
        self._file, self._make = file, make
        self._lock = threading.Lock()
        self._saved = -1
        self._text = ""

    def _look(self) -> None:
        try:
            saved = self._file.stat().st_mtime_ns
        except OSError:
            return  # between two versions, as some editors save
        if saved == self._saved:
            return
        self._saved = saved
        try:
            self._text = self._make(self.version)
        except (OSError, ValueError) as error:
            said = html.escape(str(error))
            self._text = f'<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="1"><pre>{said}</pre>'

    @property
    def version(self) -> str:
        return str(self._saved)

    def now(self) -> tuple[str, str]:
        """The page of the file as it is now, and its version."""
        with self._lock:
            self._look()
            return self._text, self.version


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers / and /version."""

    live: Live

    def do_GET(self) -> None:
        # A page from elsewhere, whose name leads here, is not answered.
        name = (self.headers.get("Host") or "").rpartition(":")[0]
        found = {"/": ("text/html; charset=utf-8", 0), "/version": ("text/plain", 1)}.get(self.path)
        if name not in ("127.0.0.1", "localhost") or not found:
            self.send_error(404 if not found else 403)
            return
        kind, part = found
        body = self.live.now()[part].encode("utf-8")
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: object) -> None:
        """Nothing is told of requests."""


def server(file: Path, make: MakePage, port: int) -> http.server.ThreadingHTTPServer:
    """A server that is ready to run. Port 0: any that is free."""
    handler = type("LiveHandler", (Handler,), {"live": Live(file, make)})
    return http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
