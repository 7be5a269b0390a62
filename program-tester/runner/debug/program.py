# SPDX-License-Identifier: MIT
"""A program that is being debugged: it is started, says what it launches, and stops."""

import base64
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from .connection import Connection, DebugError, GoneError, Listener, Process, turned_away
from .hints import hint
from .places import Kernel, read_kernel
from .stops import Breakpoint, Item, Stop, Watch
from .values import LANES, Reader


class Program:
    """One program at a time, from its start to its end. `stop` says where it is meanwhile."""

    def __init__(self, command: Sequence[str], icd: Path) -> None:
        self.command = list(command)
        self._icd = icd
        self._listener = Listener()
        self._process: Process | None = None
        self.connection: Connection | None = None
        self._met = False  # whether the program has ever connected
        self.kernel: Kernel | None = None
        self.head: dict[str, Any] = {}
        self.arguments: list[dict[str, Any]] = []
        self.goes_back = False
        self.located: list[tuple[str, str, int]] = []  # name, space and address of variables in memory
        self.breakpoints: list[Breakpoint] = []
        self.watches: list[Watch] = []
        self.next_number = 1
        self.holds = {"end": False, "barriers": False, "reports": False}
        self.stop: Stop | None = None
        self.item = Item(0, 0, 0)
        self.frame = 0
        self.reader: Reader | None = None
        self.judge: Callable[[Breakpoint], bool] = lambda _: True  # of conditions
        self.explain: Callable[[Breakpoint], None] = lambda _: None  # that a launch has no code for one
        self.output: Any = None  # of the program; None: this terminal
        self.interrupted = False
        self.stops_at_entry = False  # of the first kernel
        self.code = b""
        self.compiler = Path("rootle-cc")
        self.file: Path | None = None  # whose tests are run
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
                self._met = True
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
        self.stop = Stop("exited", status=status, met=self._met)
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
            self.reader = self.reader_at(stop)
            self._choose_item(stop)
        self.frame = 0
        if stop.why == "breakpoint":
            hit = [b for b in self.breakpoints if b.enabled and self._meet(stop, b.words) and self._is_hit(b)]
            if not hit and not self._meet(stop, sorted(self._wants or ())):
                self.connection.send(*(("back-to-stop", stop.step) if self._goes_backwards else ("go",)))
                return None
            for b in hit:
                b.hits += 1
                if b.temporary:
                    self.breakpoints.remove(b)
            stop.breakpoints = hit
        return stop

    _wants: set[int] | None = None  # words of a step
    _goes_backwards = False  # to the last stop before this one

    def reader_at(self, stop: Stop) -> Reader:
        """Behind an instruction with a report variables are those that it had: the code behind it may be of another iteration."""
        assert self.kernel and self.connection
        word = stop.shown if stop.shown in self.kernel.words else stop.word
        return Reader(self.connection, self.kernel, word, self.kernel.slots_of(word) if word != stop.word else ())

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
        mask = int(stop.message.get("lanes", "0"), 16) & stop.live or stop.exec or stop.live
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

    def item_of_local(self, local: tuple[int, int, int]) -> tuple[int, int] | None:
        """The wavefront and the lane of a work-item in its group."""
        size = self.head.get("local", [1, 1, 1])
        if any(not 0 <= n < s for n, s in zip(local, size, strict=True)):
            return None
        number = (local[2] * size[1] + local[1]) * size[0] + local[0]
        wave, lane = divmod(int(number), int(self.head.get("wave", LANES)))
        return wave, lane

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
            b.hint = hint(kernel, b)

    def set_stops(self, more: Sequence[int] = ()) -> None:
        if not self.connection or not self.kernel:
            return
        words = set(more)
        for b in self.breakpoints:
            known = b.hint
            self.resolve(b)
            if b.enabled:
                words.update(b.words)
                if b.hint and b.hint != known:
                    self.explain(b)
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
