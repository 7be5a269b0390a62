# SPDX-License-Identifier: MIT
"""How a stopped program goes on, which work-item is looked at, and what of it changes."""

from collections.abc import Sequence

from .connection import Connection, DebugError, GoneError, turned_away
from .places import Frame, Kernel
from .program import Program
from .stops import Global, Item, Stop
from .values import LANES, Value


class Session(Program):
    """A program that goes on and back as it is told to, and the work-item that is looked at."""

    # ---- going on ----

    def _need(self) -> tuple[Connection, Kernel, Stop]:
        if not self.connection or not self.kernel or not self.stop or "word" not in self.stop.message:
            raise DebugError("no kernel has stopped")
        return self.connection, self.kernel, self.stop

    def _resume(self, command: Sequence[object], wants: set[int] | None, follows: bool) -> Stop:
        assert self.connection
        self._wants = wants
        self._goes_backwards = command[0] == "back-to-stop"
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
            self._goes_backwards = False

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
        connection, _, stop = self._need()
        if wave != self.item.wave:
            connection.ask("wave", wave)
            for number, mask, live in connection.ask("waves")["waves"]:
                if number == wave:
                    stop.message.update({"wave": wave, "exec": mask, "live": live})
            self.item.wave = wave
            self.reader = self.reader_at(stop)

    def frames(self) -> list[Frame]:
        _, kernel, stop = self._need()
        return kernel.frames_around(stop.shown) or kernel.frames(stop.word)

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
        self.reader = self.reader_at(stop)
