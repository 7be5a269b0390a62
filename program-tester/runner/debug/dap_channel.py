# SPDX-License-Identifier: MIT
"""Messages of the Debug Adapter Protocol. What comes in is anybody's: what is no message ends the conversation."""

import contextlib
import json
import threading
from typing import Any, BinaryIO

MESSAGE_BYTES = 16 << 20
HEADER_BYTES = 4096


class ProtocolError(Exception):
    """The peer does not speak the protocol."""


class Channel:
    """Messages over two streams."""

    def __init__(self, reader: BinaryIO, writer: BinaryIO) -> None:
        self._reader = reader
        self._writer = writer
        self._lock = threading.Lock()
        self._number = 0
        self._closed = False

    def receive(self) -> dict[str, Any] | None:
        """The next message; None: there are no more."""
        length = -1
        size = 0
        while True:
            line = self._reader.readline(HEADER_BYTES)
            size += len(line)
            if not line:
                return None
            if size > HEADER_BYTES or not line.endswith(b"\n"):
                raise ProtocolError("a header that does not end")
            if not line.strip():
                break
            name, _, value = line.decode("latin-1").partition(":")
            if name.strip().lower() == "content-length" and value.strip().isdigit():
                length = int(value)
        if not 0 <= length <= MESSAGE_BYTES:
            raise ProtocolError("a message without a length, or too long")
        body = self._reader.read(length)
        if len(body) < length:
            return None
        try:
            message = json.loads(body)
        except (ValueError, RecursionError) as error:
            raise ProtocolError("a message that is no JSON") from error
        if not isinstance(message, dict):
            raise ProtocolError("a message that is no object")
        return message

    def send(self, message: dict[str, Any]) -> None:
        with self._lock:
            if self._closed:
                return
            self._number += 1
            body = json.dumps({"seq": self._number, **message}).encode()
            with contextlib.suppress(OSError, ValueError):
                self._writer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
                self._writer.flush()

    def close(self) -> None:
        """Nothing is sent from here on. A message on its way has a second: Python may not end while a thread writes."""
        self._closed = True
        if self._lock.acquire(timeout=1):
            self._lock.release()
