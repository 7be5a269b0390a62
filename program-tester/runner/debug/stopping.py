# SPDX-License-Identifier: MIT
"""Commands of rootle-debug that say where to stop."""

import re

from .connection import DebugError
from .expressions import evaluate
from .listing import Listing
from .session import Session
from .stops import Breakpoint, Watch
from .voice import CATCH, Voice


def place_of(session: Session, text: str) -> tuple[object, ...]:
    """Where an expression, or a texel, lies, as the driver has it."""
    texel = Listing(session).texel(text)
    if texel:
        return texel
    value = evaluate(session, text)
    if not value.space:
        raise DebugError(f"{text} lies in no memory, but in registers: only memory can be watched.")
    return value.space, value.address, len(value.data), session.item.lane


class Stopping(Voice):
    """Breakpoints, watchpoints, and what else holds a launch."""

    def _parse_where(self, text: str) -> Breakpoint:
        where, _, condition = re.sub(r"^if\b", " if", text).partition(" if ")
        b = Breakpoint(0, where.strip(), condition=condition.strip())
        for name in ("group", "item"):
            match = re.search(rf"\b{name}((?:\s+\d+){{1,3}})\b", where)
            if match:
                numbers = [int(n) for n in match[1].split()] + [0, 0]
                triple = (numbers[0], numbers[1], numbers[2])
                if name == "group":
                    b.group = triple
                else:
                    b.local = triple
                where = where.replace(match[0], "")
        where = where.strip()
        b.where = where
        if not where:
            stop = self.session.stop
            if not stop or stop.word < 0:
                raise DebugError("No default breakpoint location: nothing has stopped.")
            frame = self.session.current_frame()
            b.line, b.where = frame.line, str(frame.line)
        elif where.isdigit():
            b.line = int(where)
        elif where.startswith("*") and where[1:].strip().isdigit():
            b.word = int(where[1:])
        elif match := re.fullmatch(r"(.+):(\d+)", where):
            b.file, b.line = match[1], int(match[2])
        elif re.fullmatch(r"[A-Za-z_]\w*", where):
            b.function = where
        else:
            raise DebugError(f"'{where}' names no line or function")
        return b

    def _add_break(self, text: str, temporary: bool) -> None:
        b = self._parse_where(text)
        b.temporary = temporary
        self.session.resolve(b)
        kernel = self.session.kernel
        if b.hint:
            self._explain(b)
        elif kernel and kernel.words and not b.words:
            self.out(f"'{b.where}' is nowhere in {kernel.name}: the breakpoint waits for a kernel that has it.")
        self.session.add_breakpoint(b)
        line = f", line {kernel.words[b.words[0]].line}" if kernel and b.words and b.words[0] in kernel.words else ""
        self.out(f"{'Temporary breakpoint' if temporary else 'Breakpoint'} {b.number} at {b.where}{line}" + ("" if b.words else " (pending)"))

    def _explain(self, b: Breakpoint) -> None:
        self.out(f"{b.hint[0].upper()}{b.hint[1:]}.")

    def _break(self, text: str) -> None:
        self._add_break(text, False)

    def _tbreak(self, text: str) -> None:
        self._add_break(text, True)

    def _find(self, text: str) -> Breakpoint:
        found = next((b for b in self.session.breakpoints if text.isdigit() and b.number == int(text)), None)
        if not found:
            raise DebugError(f"No breakpoint number {text}.")
        return found

    def _delete(self, text: str) -> None:
        if not text:
            self.session.breakpoints.clear()
            self._forget_watches()
            return
        for word in text.split():
            watch = next((w for w in self.session.watches if word.isdigit() and w.number == int(word)), None)
            if watch:
                self.session.watches.remove(watch)
                self._send_watches()
            else:
                self.session.breakpoints.remove(self._find(word))

    def _enable(self, text: str) -> None:
        self._find(text).enabled = True

    def _disable(self, text: str) -> None:
        self._find(text).enabled = False

    def _ignore(self, text: str) -> None:
        number, _, count = text.partition(" ")
        self._find(number).ignore = self.count(count)

    def _condition(self, text: str) -> None:
        number, _, condition = text.partition(" ")
        b = self._find(number)
        b.condition = condition.strip()
        if not b.condition:
            self.out(f"Breakpoint {b.number} now unconditional.")

    def _send_watches(self) -> None:
        connection = self.session.connection
        if connection:
            connection.ask("watch")
            for watch in self.session.watches:
                connection.ask("watch", *watch.place, watch.how)

    def _forget_watches(self) -> None:
        self.session.watches.clear()
        self._send_watches()

    def _add_watch(self, text: str, how: str) -> None:
        watch = Watch(self.session.next_number, text, place_of(self.session, text), how)
        self.session.watches.append(watch)
        try:
            self._send_watches()
        except DebugError:
            self.session.watches.pop()
            raise
        self.session.next_number += 1
        self.out(f"{watch.kind.capitalize()} {watch.number}: {text}")

    def _watch(self, text: str) -> None:
        self._add_watch(text, "changes")

    def _rwatch(self, text: str) -> None:
        self._add_watch(text, "reads")

    def _awatch(self, text: str) -> None:
        self._add_watch(text, "both")

    def _catch(self, text: str) -> None:
        word, _, off = text.partition(" ")
        if word not in CATCH:
            raise DebugError(f"catch has {', '.join(CATCH)}")
        self.session.holds[word] = off.strip() != "off"
        self.session.set_holds()
