# SPDX-License-Identifier: MIT
"""An adbd as far as run-tests uses it: it listens on a port of 127.0.0.1 and runs commands by the second version of the shell's protocol.
The protocols are in Android's packages/modules/adb: protocol.txt, SERVICES.TXT and shell_protocol.h.

usage: fake_adbd.py PORT FOLDER [FEATURES]    FOLDER: where commands run; a file clients there has their processes"""

from __future__ import annotations

import os
import queue
import socket
import struct
import subprocess
import sys
import threading
from pathlib import Path

VERSION, MOST = 0x01000001, 1 << 18  # of which no sums are sent; bytes of a message
STDIN, STDOUT, STDERR, EXIT, CLOSE_STDIN = range(5)


class Gone(Exception):
    """The other side has closed the connection."""


class Stream:
    """A command, and how much of what it says has been taken."""

    def __init__(self, link: Link, own: int, theirs: int, command: str) -> None:
        self.link, self.own, self.theirs = link, own, theirs
        self.input = bytearray()
        self.messages: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.may_write = threading.Semaphore(1)
        self.is_open = True
        self.process = subprocess.Popen(["sh", "-c", command], cwd=link.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, bufsize=0, start_new_session=True)  # fmt: skip
        with open(link.folder / "clients", "a", encoding="utf-8") as clients:
            clients.write(f"{self.process.pid} {command}\n")
        self.readers = [threading.Thread(target=self.pass_output, args=(kind, pipe), daemon=True)
                        for kind, pipe in ((STDOUT, self.process.stdout), (STDERR, self.process.stderr))]  # fmt: skip
        for reader in self.readers:
            reader.start()
        for work in (self.pass_input, self.wait):
            threading.Thread(target=work, daemon=True).start()

    def pass_output(self, kind: int, pipe) -> None:
        while self.is_open and (data := pipe.read(1 << 14)):
            self.say(kind, data)

    def say(self, kind: int, data: bytes) -> None:
        """One message at a time is on its way, as the protocol wants."""
        self.may_write.acquire()
        if self.is_open:
            self.link.send(b"WRTE", self.own, self.theirs, struct.pack("<BI", kind, len(data)) + data)

    def wait(self) -> None:
        for reader in self.readers:
            reader.join()
        status = self.process.wait()
        self.say(EXIT, bytes([status & 0xFF if status >= 0 else 128 - status]))
        self.may_write.acquire()
        if self.is_open:
            self.link.send(b"CLSE", self.own, self.theirs)
        self.link.streams.pop(self.own, None)

    def pass_input(self) -> None:
        """A command that reads nothing makes the other side wait, and no other stream."""
        while (data := self.messages.get()) is not None:
            self.input += data
            self.take()
            self.link.send(b"OKAY", self.own, self.theirs)
        self.close_input()

    def take(self) -> None:
        """What has come as a whole."""
        while len(self.input) >= 5:
            kind, size = struct.unpack_from("<BI", self.input)
            if len(self.input) < 5 + size:
                return
            part = bytes(self.input[5 : 5 + size])
            del self.input[: 5 + size]
            if kind == STDIN:
                self.write(part)
            elif kind == CLOSE_STDIN:
                self.close_input()

    def write(self, data: bytes) -> None:
        assert self.process.stdin
        try:
            while data:
                data = data[self.process.stdin.write(data) :]
        except (OSError, ValueError):
            pass  # the command has closed it

    def close_input(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()

    def end(self) -> None:
        """The way is gone, and with it what the command is told."""
        self.is_open = False
        self.may_write.release()
        self.messages.put(None)


class Link:
    """A connection with an adb server."""

    def __init__(self, connection: socket.socket, folder: Path, features: str) -> None:
        self.connection, self.folder, self.features = connection, folder, features
        self.lock = threading.Lock()
        self.streams: dict[int, Stream] = {}
        self.last = 0

    def send(self, command: bytes, first: int, second: int, data: bytes = b"") -> None:
        word = int.from_bytes(command, "little")
        with self.lock:
            try:
                self.connection.sendall(struct.pack("<6I", word, first, second, len(data), sum(data), word ^ 0xFFFFFFFF) + data)
            except OSError:
                pass

    def read(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            part = self.connection.recv(size - len(data))
            if not part:
                raise Gone
            data += part
        return data

    def serve(self) -> None:
        try:
            while True:
                command, first, second, size, _, _ = struct.unpack("<4s5I", self.read(24))
                self.answer(command, first, second, self.read(size))
        except (Gone, OSError):
            for stream in list(self.streams.values()):
                stream.end()

    def answer(self, command: bytes, first: int, second: int, data: bytes) -> None:
        stream = self.streams.get(second)
        if command == b"CNXN":
            self.send(b"CNXN", VERSION, MOST, f"device::ro.product.name=none;features={self.features}".encode())
        elif command == b"OPEN":
            kind, _, what = data.rstrip(b"\0").decode("utf-8").partition(":")
            if not kind.startswith("shell,v2"):
                self.send(b"CLSE", 0, first)
                return
            self.last += 1
            self.send(b"OKAY", self.last, first)
            self.streams[self.last] = Stream(self, self.last, first, what)
        elif command == b"WRTE" and stream:
            stream.messages.put(data)
        elif command == b"OKAY" and stream:
            stream.may_write.release()
        elif command == b"CLSE" and stream:
            stream.end()
            self.streams.pop(second, None)


def main(port: str, folder: str, features: str = "shell_v2,cmd") -> None:
    os.environ["HOME"] = folder
    with socket.create_server(("127.0.0.1", int(port)), reuse_port=False) as server:
        while True:
            link = Link(server.accept()[0], Path(folder), features)
            threading.Thread(target=link.serve, daemon=True).start()


main(*sys.argv[1:])
