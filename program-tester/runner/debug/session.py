# SPDX-License-Identifier: MIT
"""A program that is being debugged: where it stops, how it goes on, and which work-item is looked at."""

from __future__ import annotations

import base64
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .connection import Connection, DebugError, GoneError, Listener, Process, turned_away
from .places import Frame, Kernel, read_kernel
from .types import Type
from .values import LANES, Reader, Value


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
    words: list[int] = field(default_factory=list)  # in the kernel that runs


@dataclass
class Stop:
    """Where the program is. `why` is what the driver says, or exited, or finished (a launch that was to be held)."""

    why: str
    message: dict[str, Any] = field(default_factory=dict)
    breakpoints: list[Breakpoint] = field(default_factory=list)
    status: int | None = None

    @property
    def step(self) -> int:
        return int(self.message.get("step", 0))

    @property
    def word(self) -> int:
        return int(self.message.get("word", -1))

    @property
    def exec(self) -> int:
        return int(self.message.get("exec", "0"), 16)

    @property
    def live(self) -> int:
        return int(self.message.get("live", "0"), 16)


class Session:
    """One program at a time. Who uses it asks for what `resume` and its like return, and looks at `stop` meanwhile."""

    def __init__(self, command: Sequence[str], icd: Path) -> None:
        self.command = list(command)
        self._icd = icd
        self._listener = Listener()
        self._process: Process | None = None
        self.connection: Connection | None = None
        self.kernel: Kernel | None = None
        self.head: dict[str, Any] = {}
        self.arguments: list[dict[str, Any]] = []
        self.goes_back = False
        self.located: list[tuple[str, str, int]] = []  # name, space and address of variables in memory
        self.breakpoints: list[Breakpoint] = []
        self.watches: list[tuple[int, str, str, int, int]] = []  # number, expression, space, address, bytes
        self.next_number = 1
        self.holds = {"end": False, "barriers": False, "reports": False}
        self.stop: Stop | None = None
        self.item = Item(0, 0, 0)
        self.frame = 0
        self.reader: Reader | None = None
        self.judge: Callable[[Breakpoint], bool] = lambda _: True  # of conditions
        self.output: Any = None  # of the program; None: this terminal
        self.interrupted = False
        self.stops_at_entry = False  # of the first kernel
        self.code = b""
        self.compiler = Path("rootle-cc")
        self._source = ""
        self._stores: set[int] = set()

    # ---- the program ----

    @property
    def is_running(self) -> bool:
        return self._process is not None

    def start(self) -> Stop:
        """Runs the program up to its first stop."""
        if self._process:
            raise DebugError("the program runs already")
        if not self.command:
            raise DebugError("there is no program: give one on the command line")
        stdout = subprocess.PIPE if self.output else None
        self._process = Process(self.command, self._listener.path, self._icd, stdin=subprocess.DEVNULL if self.output else None, stdout=stdout)
        if self.output:
            self.output(self._process.stdout)
        return self._connect()

    def _connect(self) -> Stop:
        assert self._process
        while True:
            connection = self._listener.accept(0.05)
            if connection:
                self.connection = connection
                connection.receive(10)  # its greeting
                with turned_away(self._listener):
                    return self._wait()
            status = self._process.status()
            if status is not None:
                return self._exit(status)

    def _exit(self, status: int | None) -> Stop:
        if self.connection:
            self.connection.close()
        self.connection = None
        self._process = None
        self.kernel = self.reader = None
        self.stop = Stop("exited", status=status)
        return self.stop

    def kill(self) -> None:
        if self._process:
            self._process.kill()
            self._exit(None)
            self.stop = None

    def kill_process(self) -> None:
        """Ends the program, for another thread that waits for it to see that."""
        process = self._process
        if process:
            process.signal()

    def close(self) -> None:
        self.kill()
        self._listener.close()

    def _ended(self) -> Stop:
        """The connection is gone: the process ends, goes on without us, or another one comes."""
        assert self._process
        if self.connection:
            self.connection.close()
        self.connection = None
        deadline = time.monotonic() + 86400
        while time.monotonic() < deadline:
            status = self._process.wait(0.02)
            if status is not None:
                return self._exit(status)
            another = self._listener.accept(0)
            if another:
                self.connection = another
                another.receive(10)
                return self._wait()
        return self._exit(None)

    # ---- messages ----

    def _wait(self) -> Stop:
        """Up to the next stop that somebody wants to see."""
        while True:
            assert self.connection
            try:
                message = self.connection.receive(0.25)
            except GoneError:
                return self._ended()
            if message is None:
                if self.interrupted:
                    self.interrupted = False
                    self.connection.send("ping")
                continue
            why = message.get("stopped")
            if why is None:
                self._take(message)
            elif why == "launch":
                stop = self._launch(message)
                if stop:
                    return stop
            elif why == "ended":
                self.watches.clear()
                failed = message.get("failed")
                if failed and self.holds["reports"]:
                    self.stop = Stop("failed", message)
            else:
                if why == "pause":
                    self.connection.receive(5)  # the answer to the ping
                stop = self._stopped(Stop(str(why), message))
                if stop:
                    return stop

    def _take(self, message: dict[str, Any]) -> None:
        """A line of the launch's description."""
        if "launch" in message:
            self.head = message
            self.arguments = []
            self._source = ""
        elif "code" in message:
            self.code = base64.b64decode(message["code"])
            self._stores = {int(row[0]) for row in message.get("stores", [])}
        elif "source" in message:
            self._source = str(message["source"] or "")
            self.arguments = list(message.get("arguments", []))
        elif "places" in message:
            text = message["places"]
            self.kernel = read_kernel(str(self.head.get("kernel", "")), self._source, text if isinstance(text, str) else None)
            self.kernel.stores = self._stores
        elif "goes_back" in message:
            self.goes_back = bool(message["goes_back"])
            self.located = [(str(v[0]), str(v[1]), int(v[2])) for v in message.get("variables", [])]

    def _launch(self, message: dict[str, Any]) -> Stop | None:
        assert self.connection and self.kernel
        kernel = self.kernel
        self.connection.ask_all(
            [f"before {w} {s} {g} {c}" for w, s, g, c in kernel.before] + [f"after {w} {s} {g} {c}" for w, s, g, c in kernel.after]
        )
        self.connection.ask_all(["follow"])
        self.set_stops()
        self.set_holds()
        if self.stops_at_entry:
            self.stops_at_entry = False
            self.connection.send("step")
        else:
            self.connection.send("go")
        return None

    def _stopped(self, stop: Stop) -> Stop | None:
        """None: it goes on, as no condition holds."""
        self.stop = stop
        assert self.kernel and self.connection
        if "word" in stop.message:
            self.reader = Reader(self.connection, self.kernel, stop.word)
            self._choose_item(stop)
        self.frame = 0
        if stop.why == "breakpoint":
            hit = [b for b in self.breakpoints if b.enabled and self._meet(stop, b.words) and self._is_hit(b)]
            if not hit and not self._meet(stop, sorted(self._wants or ())):
                self.connection.send("go")
                return None
            for b in hit:
                b.hits += 1
                if b.temporary:
                    self.breakpoints.remove(b)
            stop.breakpoints = hit
        return stop

    _wants: set[int] | None = None  # words of a step

    def _meet(self, stop: Stop, words: Sequence[int]) -> bool:
        """Whether one of these words is in the group that runs next. It is then the word that the stop is at."""
        assert self.kernel and self.connection
        known = self.kernel.words
        order = known[stop.word].order if stop.word in known else -1
        found = next((w for w in words if w == stop.word or (w in known and known[w].order == order)), None)
        if found is None:
            return False
        stop.message["word"] = found
        self.reader = Reader(self.connection, self.kernel, found)
        return True

    def _choose_item(self, stop: Stop) -> None:
        """The item that was looked at, if it takes part; else the first that does."""
        index, wave = int(stop.message["index"]), int(stop.message["wave"])
        mask = stop.exec or stop.live
        same = self.item.group == index and self.item.wave == wave
        lane = self.item.lane if same and mask >> self.item.lane & 1 else (mask & -mask).bit_length() - 1
        self.item = Item(index, wave, max(lane, 0))

    def _is_hit(self, b: Breakpoint) -> bool:
        assert self.stop
        if b.group is not None and tuple(self.stop.message["group"]) != b.group:
            return False
        if b.local is not None:
            where = self.item_of_local(b.local)
            if where is None or where[0] != self.item.wave or not self.stop.exec >> where[1] & 1:
                return False
            self.item.lane = where[1]
        elif b.condition:
            lanes = [lane for lane in range(LANES) if self.stop.exec >> lane & 1]
            for lane in lanes:
                self.item.lane = lane
                if self.judge(b):
                    break
            else:
                return False
        if b.local is not None and b.condition and not self.judge(b):
            return False
        if b.ignore:
            b.ignore -= 1
            return False
        return True

    # ---- what stops ----

    def resolve(self, b: Breakpoint) -> None:
        """Finds the words of a breakpoint in the kernel that runs."""
        kernel = self.kernel
        b.words = []
        if not kernel:
            return
        if b.word >= 0:
            b.words = [b.word] if b.word in kernel.words else []
        elif b.function:
            b.words = kernel.words_of_function(b.function)
        else:
            b.words = kernel.words_of_line(b.line, b.file)

    def set_stops(self, more: Sequence[int] = ()) -> None:
        if not self.connection or not self.kernel:
            return
        words = set(more)
        for b in self.breakpoints:
            self.resolve(b)
            if b.enabled:
                words.update(b.words)
        self.connection.ask("stops", *sorted(words))

    def set_holds(self) -> None:
        if self.connection:
            self.connection.ask("hold", *(name for name, on in self.holds.items() if on))

    def add_breakpoint(self, b: Breakpoint) -> Breakpoint:
        b.number = self.next_number
        self.next_number += 1
        self.breakpoints.append(b)
        self.resolve(b)
        return b

    # ---- going on ----

    def _need(self) -> tuple[Connection, Kernel, Stop]:
        if not self.connection or not self.kernel or not self.stop or "word" not in self.stop.message:
            raise DebugError("no kernel has stopped")
        return self.connection, self.kernel, self.stop

    def _resume(self, command: Sequence[object], wants: set[int] | None, follows: bool) -> Stop:
        assert self.connection
        self._wants = wants
        try:
            self.set_stops(sorted(wants or ()))
            self.connection.ask("follow", *((self.item.group, self.item.wave, self.item.lane) if follows else ()))
            self.connection.send(*command)
            self.reader = None
            with turned_away(self._listener):
                return self._wait()
        except GoneError:
            return self._ended()
        finally:
            self._wants = None

    def go(self) -> Stop:
        if not self.connection:
            raise DebugError("the program is not being run")
        return self._resume(["go"], None, False)

    def step_instruction(self) -> Stop:
        self._need()
        return self._resume(["step"], set(), True)

    def _line_starts(self, into: bool) -> set[int]:
        """The words where this work-item next is at another line; not into: not in a function that this one calls."""
        _, kernel, stop = self._need()
        here = kernel.chain(stop.word)
        at = kernel.words.get(stop.word)
        line = at.line if at else 0
        wanted = set()
        for word in kernel.starts():
            chain = kernel.chain(word.word)
            deeper = len(chain) > len(here) and chain[len(chain) - len(here) :] == here
            if (chain == here and word.line == line) or (deeper and not into):
                continue
            wanted.add(word.word)
        return wanted

    def step_line(self, into: bool) -> Stop:
        return self._resume(["go"], self._line_starts(into), True)

    def finish(self) -> Stop:
        """Out of the function that is inlined here."""
        _, kernel, stop = self._need()
        depth = len(kernel.chain(stop.word))
        wanted = {word.word for word in kernel.starts() if len(kernel.chain(word.word)) < depth}
        return self._resume(["go"], wanted, True)

    def until(self, words: set[int]) -> Stop:
        self._need()
        return self._resume(["go"], words, True)

    def _back(self, command: str, step: int, wants: set[int] | None, follows: bool) -> Stop:
        if not self.goes_back:
            raise DebugError("this launch cannot go back: its memory is too large to be kept")
        return self._resume([command, step], wants, follows)

    def _back_to_stop(self, wants: set[int] | None) -> Stop:
        _, _, stop = self._need()
        return self._back("back-to-stop", stop.step, wants, wants is not None)

    def back_line(self, into: bool) -> Stop:
        return self._back_to_stop(self._line_starts(into))

    def back(self) -> Stop:
        return self._back_to_stop(None)

    def back_instruction(self) -> Stop:
        _, _, stop = self._need()
        if stop.step <= 1:
            raise DebugError("this is where the launch begins")
        return self._back("back", stop.step - 1, set(), False)

    def seek_group(self, group: tuple[int, int, int]) -> Stop:
        """To where another group is at the line of this stop: forth, or back where it has run already."""
        _, _, stop = self._need()
        groups = self.head["groups"]
        if any(not 0 <= g < n for g, n in zip(group, groups, strict=True)):
            raise DebugError(f"there are {tuple(groups)} groups")
        index = (group[2] * groups[1] + group[1]) * groups[0] + group[0]
        before = index < int(stop.message["index"])
        self.item = Item(index, 0, LANES)
        words = {stop.word}
        return self._back_to_stop(words) if before else self._resume(["go"], words, True)

    # ---- work-items ----

    def item_of_local(self, local: tuple[int, int, int]) -> tuple[int, int] | None:
        """The wavefront and the lane of a work-item in its group."""
        size = self.head.get("local", [1, 1, 1])
        if any(not 0 <= n < s for n, s in zip(local, size, strict=True)):
            return None
        number = (local[2] * size[1] + local[1]) * size[0] + local[0]
        wave, lane = divmod(int(number), int(self.head.get("wave", LANES)))
        return wave, lane

    def local_of(self, item: Item) -> tuple[int, int, int]:
        size = self.head.get("local", [1, 1, 1])
        number = item.wave * int(self.head.get("wave", LANES)) + item.lane
        return number % size[0], number // size[0] % size[1], number // size[0] // size[1]

    def global_of(self, item: Item) -> tuple[int, ...]:
        """Without the offset of the launch."""
        assert self.stop
        group = self.stop.message.get("group", [0, 0, 0])
        return tuple(g * s + n for g, s, n in zip(group, self.head["local"], self.local_of(item), strict=True))

    def choose_lane(self, lane: int) -> None:
        _, _, stop = self._need()
        if not 0 <= lane < LANES or not stop.live >> lane & 1:
            raise DebugError(f"lane {lane} has no work-item")
        self.item.lane = lane
        self.frame = 0

    def choose_wave(self, wave: int) -> None:
        connection, kernel, stop = self._need()
        if wave != self.item.wave:
            connection.ask("wave", wave)
            for number, mask, live in connection.ask("waves")["waves"]:
                if number == wave:
                    stop.message.update({"wave": wave, "exec": mask, "live": live})
            self.item.wave = wave
            self.reader = Reader(connection, kernel, stop.word)

    def frames(self) -> list[Frame]:
        _, kernel, stop = self._need()
        return kernel.frames(stop.word)

    def current_frame(self) -> Frame:
        frames = self.frames()
        if not frames:
            raise DebugError("this instruction is of no line of the source")
        return frames[min(self.frame, len(frames) - 1)]

    # ---- variables of groups and programs, and changes ----

    def globals(self) -> list[Global]:
        """Variables that lie at the same place for all: local ones of the kernel, constants of the program."""
        kernel = self.kernel
        found: list[Global] = []
        if not kernel:
            return found
        for told in kernel.globals:
            name = str(told.get("name", ""))
            at = next((v for v in self.located if v[0] == name or v[0].endswith("." + name)), None)
            if at and 0 <= int(told["type"]) < len(kernel.types):
                found.append(Global(name, kernel.types[int(told["type"])], at[1], at[2], int(told.get("line", 0))))
        return found

    def read_global(self, known: Global) -> Value:
        assert self.reader
        size = known.type.size()
        return Value(known.type, self.reader.memory(known.space, known.address, size, self.item.lane), known.space, known.address)

    def change(self, place: Value, data: bytes) -> None:
        """Changes a value where it lies: in memory, or in the register that it was taken from."""
        connection, _, stop = self._need()
        assert self.reader
        if place.space:
            self.reader.write(place.space, place.address, data, self.item.lane)
        elif place.slots and 4 * len(place.slots) >= len(data):
            for i, slot in enumerate(place.slots):
                word = int.from_bytes(data[4 * i : 4 * i + 4].ljust(4, b"\0"), "little")
                connection.ask("set-value", slot, self.item.lane, word)
        else:
            raise DebugError("it cannot be changed: it is in no register or memory of its own")
        self.reader = Reader(connection, self.reader.kernel, stop.word)
