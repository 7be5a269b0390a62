# SPDX-License-Identifier: MIT
"""What all commands of rootle-debug share: a session, and where they talk."""

from collections.abc import Callable

from .connection import DebugError
from .listing import Listing
from .session import Session

CATCH = ("reports", "barriers", "end")


class Voice:
    """Says what it says to `out`."""

    def __init__(self, session: Session, out: Callable[[str], None] = print) -> None:
        self.session = session
        self.out = out
        self.listing = Listing(session)

    def count(self, text: str) -> int:
        if not text:
            return 1
        if not text.isdigit():
            raise DebugError(f"'{text}' is no number")
        return int(text)
