# SPDX-License-Identifier: MIT
"""Where a program stops, and where it shall."""

from dataclasses import dataclass, field
from typing import Any

from .types import Type


@dataclass
class Item:
    """A work-item: its group's number, its wavefront in the group, its lane in the wavefront."""

    group: int
    wave: int
    lane: int


@dataclass
class Global:
    """A variable with a place of its own in memory."""

    name: str
    type: Type
    space: str
    address: int
    line: int


@dataclass
class Breakpoint:
    number: int
    where: str  # as it was asked for
    line: int = 0
    file: str = ""
    function: str = ""
    word: int = -1
    condition: str = ""
    group: tuple[int, int, int] | None = None  # that alone
    local: tuple[int, int, int] | None = None
    temporary: bool = False
    enabled: bool = True
    hits: int = 0
    ignore: int = 0
    hint: str = ""  # why its line has no words
    words: list[int] = field(default_factory=list)  # in the kernel that runs


@dataclass
class Watch:
    """Memory, or a texel, whose change stops the program, or that it is read."""

    number: int
    what: str  # as it was asked for
    place: tuple[object, ...]  # as the driver has it: a space, address, bytes and lane; or the texel of an image
    how: str = "changes"  # changes, reads or both

    @property
    def kind(self) -> str:
        return {"changes": "watchpoint", "reads": "read watchpoint", "both": "acc watchpoint"}[self.how]


@dataclass
class Stop:
    """Where the program is. `why` is what the driver says, or exited, or finished (a launch that was to be held)."""

    why: str
    message: dict[str, Any] = field(default_factory=dict)
    breakpoints: list[Breakpoint] = field(default_factory=list)
    status: int | None = None
    met: bool = True  # whether a launch of it met the debugger

    @property
    def step(self) -> int:
        return int(self.message.get("step", 0))

    @property
    def word(self) -> int:
        return int(self.message.get("word", -1))

    @property
    def shown(self) -> int:
        """The word whose line is shown: that of a report, which the program is just behind."""
        return int(self.message.get("at", self.word))

    @property
    def exec(self) -> int:
        return int(self.message.get("exec", "0"), 16)

    @property
    def live(self) -> int:
        return int(self.message.get("live", "0"), 16)
