# SPDX-License-Identifier: MIT
"""What a worker prints besides its records, cut where the tester says that a test has ended."""

import collections
from typing import IO

TAIL = 16 * 1024  # bytes kept of what a test prints
READ_SIZE = 128 * 1024


class Output:
    """A worker's standard output and error. The tester ends each test's part with a mark, which is
    in the pipe before the test's record is in its own. Reading never blocks."""

    def __init__(self, pipe: IO[bytes], mark: bytes) -> None:
        self._pipe = pipe
        self._mark = mark
        self._parts: collections.deque[bytes] = collections.deque()  # of tests that have ended
        self._rest = b""  # after the last mark
        self._dropped = 0  # bytes that stood before the rest
        self._earlier = ""  # belongs to no test, and is shown with the next one
        self.has_ended = False

    def read(self) -> bool:
        """Takes some of what is there, and says whether there was any: who floods the pipe must not
        keep us from the others."""
        data = self._pipe.read(READ_SIZE)
        if not data:
            self.has_ended = data == b""
            return False
        *ended, rest = (self._rest + data).split(self._mark)
        if ended:
            self._parts.append(self._whole(ended[0]))
            self._parts.extend(ended[1:])
            self._dropped = 0
        if len(rest) > 2 * TAIL:
            self._dropped += len(rest) - TAIL
            rest = rest[-TAIL:]
        self._rest = rest
        return True

    def add(self, text: str) -> None:
        """Words of ours, or what belongs to no test: shown with the next one."""
        self._earlier += _ended(text)

    def take_part(self) -> str:
        """What a test has printed whose record has come; in the order of the records."""
        while not self._parts and self.read():
            continue
        if not self._parts:
            return self.take_rest()
        return self._text(self._parts.popleft())

    def take_rest(self) -> str:
        """All that there is, of a worker that will say no more."""
        while self.read():
            continue
        parts = [*self._parts, self._whole(self._rest)]
        self._parts.clear()
        self._rest, self._dropped = b"", 0
        return self._text(b"".join(parts))

    def _whole(self, part: bytes) -> bytes:
        """A part, or its tail where something of it was dropped already, however it came in pieces."""
        if not self._dropped:
            return part
        kept = part[-TAIL:]
        return b"[%d bytes left out]\n%b" % (self._dropped + len(part) - len(kept), kept)

    def _text(self, part: bytes) -> str:
        if len(part) > 2 * TAIL:
            part = b"[%d bytes left out]\n%b" % (len(part) - TAIL, part[-TAIL:])
        text = self._earlier + part.decode("utf-8", "replace") if part else self._earlier
        self._earlier = ""
        return "" if not text or text.isspace() else _ended(text)


def _ended(text: str) -> str:
    return text if not text or text.endswith("\n") else text + "\n"
