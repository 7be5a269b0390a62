# SPDX-License-Identifier: MIT
"""What the compiler says of a kernel: the source lines of its words, its variables, and where they are."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .connection import DebugError
from .types import Type, read_types


@dataclass(frozen=True)
class Word:
    """An instruction, of the source line that it was made for. Its block's instructions run by rising order."""

    word: int
    order: int
    block: int
    point: int  # where it stood before instructions changed places
    moved: int  # 1: behind code that comes later in the source, so that its line does not begin here
    line: int
    column: int
    scope: int
    call: int


@dataclass(frozen=True)
class Frame:
    """A function that is entered: the kernel, or one that is inlined, by the call that it is inlined for."""

    function: str
    file: str
    line: int
    column: int
    scope: int
    call: int


@dataclass(frozen=True)
class Scope:
    """A function, or a block in one."""

    name: str  # "" for a block
    file: str
    line: int
    around: int


@dataclass(frozen=True)
class Place:
    """Where a value is: words of values, as (kind, bits, number), and what DWARF does with these."""

    address: bool
    values: list[list[tuple[str, int, int]]]
    does: list[list[Any]]


@dataclass(frozen=True)
class Range:
    """Words of the code in which a variable is at a place, or why at none."""

    first: int
    end: int
    place: int
    why: str


@dataclass(frozen=True)
class Variable:
    name: str
    line: int
    argument: int  # 1 for the first; 0: it is none
    type: int
    scope: int
    call: int
    part: tuple[int, int] | None  # bits: where, how many
    ranges: list[Range]

    def at(self, word: int) -> Range | None:
        return next((r for r in self.ranges if r.first <= word < r.end), None)


@dataclass
class Kernel:
    """A kernel's code and all that is known of it."""

    name: str
    source: str
    words: dict[int, Word] = field(default_factory=dict)
    variables: list[Variable] = field(default_factory=list)
    globals: list[dict[str, Any]] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    before: list[list[int]] = field(default_factory=list)
    after: list[list[int]] = field(default_factory=list)
    calls: list[list[int]] = field(default_factory=list)
    scopes: list[Scope] = field(default_factory=list)
    types: list[Type] = field(default_factory=list)
    stores: set[int] = field(default_factory=set)  # words
    _starts: list[Word] | None = None

    def slots_at(self, word: int) -> set[int]:
        """The values that the variables at a word are read from."""
        ranges = [v.at(word) for v in self.variables]
        places = [self.places[r.place] for r in ranges if r and 0 <= r.place < len(self.places)]
        return {number for place in places for value in place.values for kind, _, number in value if kind == "s"}

    def slots_of(self, word: int) -> set[int]:
        """The values that the instruction group of a word gives."""
        group = {w for w in self.words if self.words[w].order == self.words[word].order}
        return {row[1] for row in self.after if row[0] in group}

    def function_scope(self, scope: int) -> int:
        """The function that a scope lies in."""
        for _ in self.scopes:
            if scope < 0 or self.scopes[scope].name or self.scopes[scope].around < 0:
                break
            scope = self.scopes[scope].around
        return scope

    def scopes_around(self, scope: int) -> list[int]:
        """A scope and those that it lies in, up to its function."""
        found: list[int] = []
        while 0 <= scope < len(self.scopes) and scope not in found:
            found.append(scope)
            if self.scopes[scope].name:
                break
            scope = self.scopes[scope].around
        return found

    def frames(self, word: int) -> list[Frame]:
        """The functions that a word is in, the innermost first."""
        at = self.words.get(word)
        if at is None or at.scope < 0:
            return []
        found: list[Frame] = []
        line, column, scope, call = at.line, at.column, at.scope, at.call
        while len(found) <= len(self.calls):
            function = self.function_scope(scope)
            known = self.scopes[function] if function >= 0 else Scope("", "", 0, -1)
            file = next((self.scopes[s].file for s in self.scopes_around(scope) if self.scopes[s].file), known.file)
            found.append(Frame(known.name, file, line, column, scope, call))
            if call < 0:
                break
            line, column, scope, call = self.calls[call]
        return found

    def frames_around(self, word: int) -> list[Frame]:
        """Those of a word; of one without a line, those of the code before it and behind it, where they are of one line."""
        known = sorted(w for w in self.words if self.words[w].line)
        before = next((w for w in reversed(known) if w <= word), -1)
        behind = next((w for w in known if w >= word), -1)
        same = before >= 0 and behind >= 0 and self.words[before].line == self.words[behind].line
        return self.frames(before if same and self.chain(before) == self.chain(behind) else word)

    def chain(self, word: int) -> tuple[tuple[int, int], ...]:
        """Whose code a word is: functions and calls, the innermost first."""
        return tuple((self.function_scope(frame.scope), frame.call) for frame in self.frames(word))

    def starts(self) -> list[Word]:
        """Where lines begin: in each block one word of each line, in each function as it is inlined. It is the first that
        runs behind all that stood before the line, or the last one if there is none. No store of the line runs before it."""
        if self._starts is None:
            lines: dict[tuple[int, int, int, int], list[Word]] = {}
            for word in sorted(self.words.values(), key=lambda w: (w.order, w.word)):
                if word.line and word.scope >= 0 and not word.moved:
                    lines.setdefault((word.block, word.line, self.function_scope(word.scope), word.call), []).append(word)
            blocks: dict[int, list[Word]] = {}
            for word in self.words.values():
                blocks.setdefault(word.block, []).append(word)
            self._starts = sorted((self._start(words, blocks[key[0]]) for key, words in lines.items()), key=lambda w: w.order)
        return self._starts

    def _start(self, words: list[Word], block: list[Word]) -> Word:
        point = min(word.point for word in words)
        behind = max((word.order for word in block if word.point < point), default=0)
        last = words[0]
        for word in words:
            last = word
            if word.order > behind or word.word in self.stores:
                break
        return last

    def files(self) -> set[str]:
        return {scope.file for scope in self.scopes if scope.name}

    def is_own(self, word: Word) -> bool:
        """Whether a word is of the program's own source, and of no file that it includes."""
        return self.scopes[self.function_scope(word.scope)].file == self.main_file

    @property
    def main_file(self) -> str:
        return next((scope.file for scope in self.scopes if scope.name == self.name), "")

    def lines_with_code(self) -> list[int]:
        return sorted({word.line for word in self.starts() if self.is_own(word)})

    def words_of_line(self, line: int, file: str = "") -> list[int]:
        """The words where a line begins. A line without code has those of the next one that has some in the same file."""
        starts = [w for w in self.starts() if (Path(self.scopes[self.function_scope(w.scope)].file).name == Path(file).name if file else self.is_own(w))]
        later = sorted({w.line for w in starts if w.line >= line})
        return [w.word for w in starts if later and w.line == later[0]]

    def words_of_function(self, name: str) -> list[int]:
        """The words where a function begins: the kernel's first, and the first of each call of another."""
        found: dict[int, Word] = {}
        for word in sorted(self.starts(), key=lambda w: w.order):
            function = self.function_scope(word.scope)
            if self.scopes[function].name == name:
                found.setdefault(word.call, word)
        return [word.word for word in found.values()]


def _kernel(name: str, source: str, told: dict[str, Any]) -> Kernel:
    kernel = Kernel(name, source)
    kernel.words = {row[0]: Word(*row) for row in told["words"]}
    kernel.scopes = [
        Scope(str(s.get("name", "")), str(s.get("file", "")), int(s["line"]), int(s.get("in", -1))) for s in told["scopes"]
    ]
    kernel.types = read_types(told["types"])
    kernel.calls = [[int(n) for n in row] for row in told["calls"]]
    for v in told["variables"]:
        ranges = [Range(r[0], r[1], -1 if isinstance(r[2], str) else int(r[2]), r[2] if isinstance(r[2], str) else "") for r in v["at"]]
        part = (int(v["part"][0]), int(v["part"][1])) if "part" in v else None
        kernel.variables.append(Variable(str(v["name"]), v["line"], v["arg"], v["type"], v["scope"], v["call"], part, ranges))
    for p in told["places"]:
        values = [[(str(k), int(bits), int(n)) for k, bits, n in value] for value in p["values"]]
        kernel.places.append(Place(bool(p["address"]), values, list(p["does"])))
    kernel.globals = list(told["globals"])
    kernel.before = [[int(n) for n in row] for row in told["before"]]
    kernel.after = [[int(n) for n in row] for row in told["after"]]
    for number in (n for w in kernel.words.values() for n in (w.scope, kernel.calls[w.call][2] if w.call >= 0 else -1)):
        if number >= len(kernel.scopes):
            raise IndexError
    return kernel


def read_kernel(name: str, source: str, text: str | None) -> Kernel:
    """What the text of a program's binary says, which may be anybody's."""
    if text is None:
        return Kernel(name, source)
    try:
        return _kernel(name, source, json.loads(text))
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
        raise DebugError(f"kernel {name}: what its binary says of variables is damaged") from error
