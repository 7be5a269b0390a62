# SPDX-License-Identifier: MIT
"""rootle-debug at a terminal: gdb's words."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

from .connection import DebugError, GoneError
from .expressions import assign, evaluate, judge
from .listing import Listing
from .session import Breakpoint, Session, Stop
from .types import spell
from .values import LANES, Value, read_named, visible

HELP = """\
running     run  continue (c)  next (n)  step (s)  stepi (si)  finish (fin)  until LINE  kill  quit (q)
back        reverse-continue (rc)  reverse-step (rs)  reverse-next (rn)  reverse-stepi (rsi)
stopping    break [LINE|FUNCTION|FILE:LINE|*WORD] [group X Y Z] [item X Y Z] [if CONDITION]  (b)
            tbreak, delete [N], enable N, disable N, ignore N COUNT, condition N [CONDITION]
            watch EXPRESSION: stops where its memory changes;  catch reports|barriers|end
looking     print[/xduftc] EXPRESSION (p)  display EXPRESSION  undisplay N  x/COUNT FORMAT SIZE ADDRESS
            list [LINE|FUNCTION]  (l)  backtrace (bt)  frame N  up  down  disassemble  ptype EXPRESSION
            info locals|args|breakpoints|work-items|registers|line|display|launch|images
work-items  lane N    group X Y Z    item X Y Z (a local id; the group's)    wave N
changing    set var PLACE = VALUE
else        source FILE  echo TEXT  help

Expressions are OpenCL C's, with $lane, registers as $R3.x, and get_global_id(0) and its like."""

INFO = ("locals", "args", "breakpoints", "work-items", "registers", "line", "display", "launch", "images")
CATCH = ("reports", "barriers", "end")


class Quit(Exception):
    """The user has had enough."""


class Commands:
    """Carries out lines of words. What it says goes to `out`."""

    def __init__(self, session: Session, out: Callable[[str], None] = print) -> None:
        self.session = session
        self.out = out
        self.listing = Listing(session)
        self._displays: dict[int, tuple[str, str]] = {}
        self._next_display = 1
        self._history: list[Value] = []
        self._last = ""
        session.judge = self._judge
        self._table: dict[str, Callable[[str], None]] = {
            "run": self._run, "continue": self._continue, "next": self._next, "step": self._step, "stepi": self._stepi,
            "nexti": self._stepi, "finish": self._finish, "until": self._until, "kill": self._kill, "quit": self._quit,
            "reverse-continue": self._reverse_continue, "reverse-step": self._reverse_step,
            "reverse-next": self._reverse_next, "reverse-stepi": self._reverse_stepi,
            "break": self._break, "tbreak": self._tbreak, "delete": self._delete, "enable": self._enable,
            "disable": self._disable, "ignore": self._ignore, "condition": self._condition, "watch": self._watch,
            "catch": self._catch, "print": self._print, "inspect": self._print, "display": self._display,
            "undisplay": self._undisplay, "x": self._examine, "list": self._list, "backtrace": self._backtrace,
            "where": self._backtrace, "frame": self._frame, "up": self._up, "down": self._down,
            "disassemble": self._disassemble, "ptype": self._ptype, "whatis": self._whatis, "info": self._info,
            "lane": self._lane, "group": self._group, "item": self._item, "wave": self._wave, "set": self._set,
            "source": self._source, "echo": self._echo, "help": self._help,
        }  # fmt: skip
        self._short = {
            "r": "run", "c": "continue", "n": "next", "s": "step", "si": "stepi", "ni": "nexti", "fin": "finish", "u": "until",
            "k": "kill", "q": "quit", "exit": "quit", "rc": "reverse-continue", "rs": "reverse-step", "rn": "reverse-next",
            "rsi": "reverse-stepi", "b": "break", "tb": "tbreak", "d": "delete", "p": "print", "l": "list", "bt": "backtrace",
            "f": "frame", "i": "info", "h": "help", "disas": "disassemble",
        }  # fmt: skip

    # ---- lines ----

    def do(self, line: str) -> None:
        """Carries out a line. DebugError says why it cannot."""
        line = line.strip()
        if line.startswith("#"):
            return
        line = line or self._last
        self._last = line if line and line.split()[0] in ("n", "next", "s", "step", "si", "stepi", "c", "continue", "rs", "rn", "rsi", "rc", "u", "l", "list") else ""
        if not line:
            return
        match = re.match(r"([A-Za-z-]+|!)(/\S+)?\s*(.*)$", line, re.DOTALL)
        if not match:
            raise DebugError(f'Undefined command: "{line.split()[0]}".  Try "help".')
        run = self._table[self.full_name(match[1])]
        run(((match[2] or "") + " " + match[3]).strip())

    def full_name(self, word: str) -> str:
        name = self._short.get(word, word)
        if name in self._table:
            return name
        found = [known for known in self._table if known.startswith(name)]
        if len(found) == 1:
            return found[0]
        raise DebugError(f'Ambiguous command "{word}": {", ".join(sorted(found))}.' if found else f'Undefined command: "{word}".  Try "help".')

    def complete(self, text: str, line: str) -> list[str]:
        """What the last word of a line may become."""
        words = line.split()
        first = words[0] if words else ""
        if len(words) <= 1 and not line.endswith(" "):
            return sorted(w for w in self._table if w.startswith(text))
        name = self._short.get(first, first)
        if name == "info":
            return [w for w in INFO if w.startswith(text)]
        if name == "catch":
            return [w for w in CATCH if w.startswith(text)]
        kernel = self.session.kernel
        if not kernel:
            return []
        if name in ("break", "tbreak", "list"):
            return sorted({s.name for s in kernel.scopes if s.name and s.name.startswith(text)})
        names = {v.name for v in kernel.variables} | {str(g.get("name")) for g in kernel.globals}
        return sorted(n for n in names if n.startswith(text))

    def _judge(self, b: Breakpoint) -> bool:
        return judge(self.session, b, lambda why: self.out(f"Error in testing condition for breakpoint {b.number}:\n{why}"))

    # ---- telling of stops ----

    def tell(self, stop: Stop) -> None:
        if stop.why == "exited":
            self._tell_exit(stop)
            return
        for b in stop.breakpoints:
            kind = "Temporary breakpoint" if b.temporary else "Breakpoint"
            self.out(f"\n{kind} {b.number}, {self.listing.where()}")
        if not stop.breakpoints:
            why: Callable[[Stop], str] | None = {
                "watch": self._watch_text, "report": lambda s: f"\nReport: {s.message.get('report', '')}\n", "barrier": lambda _: "\nAll work-items of the group have met at a barrier.",
                "pause": lambda _: "\nProgram received signal SIGINT, Interrupt.", "end": self._end_text, "beginning": lambda _: "\nNo more history: this is where the launch begins.",
            }.get(stop.why)  # fmt: skip
            if why:
                self.out(why(stop))
            if stop.why != "end":
                self.out(self.listing.where())
        if "word" in stop.message:
            self.out(self.listing.line())
            for number in self._displays:
                self._show_display(number)

    def _tell_exit(self, stop: Stop) -> None:
        if stop.status is None:
            self.out("[The program has been detached or killed]")
        elif stop.status < 0:
            self.out(f"Program terminated with signal {-stop.status}.")
        elif stop.status:
            self.out(f"[The program exited with code {stop.status}]")
        else:
            self.out("[The program exited normally]")

    def _watch_text(self, stop: Stop) -> str:
        number = int(stop.message.get("range", 0))
        text = ""
        if number < len(self.session.watches):
            known = self.session.watches[number]
            text = f"\nWatchpoint {known[0]}: {known[1]}\n"
        return text + "It has changed; the instruction before this one did that."

    def _end_text(self, stop: Stop) -> str:
        failed = stop.message.get("failed")
        return f"\nThe launch of {self.session.kernel.name if self.session.kernel else '?'} has ended" + (f": {failed}" if failed else ".")

    def _resumed(self, stop: Stop) -> None:
        self.tell(stop)

    # ---- running ----

    def _run(self, text: str) -> None:
        if self.session.is_running:
            self.session.kill()
        if text:
            self.session.command = [self.session.command[0], *shlex.split(text)]
        self._resumed(self.session.start())

    def _times(self, text: str, go: Callable[[], Stop]) -> None:
        for left in range(self._count(text), 0, -1):
            stop = go()
            if left == 1 or stop.why not in ("step", "breakpoint") or stop.breakpoints:
                self._resumed(stop)
                return

    def _count(self, text: str) -> int:
        if not text:
            return 1
        if not text.isdigit():
            raise DebugError(f"'{text}' is no number")
        return int(text)

    def _continue(self, text: str) -> None:
        if text and self.session.stop:
            for b in self.session.stop.breakpoints:
                b.ignore = self._count(text) - 1
        self._resumed(self.session.go())

    def _next(self, text: str) -> None:
        self._times(text, lambda: self.session.step_line(False))

    def _step(self, text: str) -> None:
        self._times(text, lambda: self.session.step_line(True))

    def _stepi(self, text: str) -> None:
        self._times(text, self.session.step_instruction)

    def _finish(self, _: str) -> None:
        frames = self.session.frames()
        self.out(f"Run till exit from #0  {frames[0].function if frames else '??'}")
        self._resumed(self.session.finish())

    def _until(self, text: str) -> None:
        kernel = self.session.kernel
        if not text or not kernel:
            self._next("")
            return
        b = self._parse_where(text)
        self.session.resolve(b)
        self._resumed(self.session.until(set(b.words)))

    def _reverse_continue(self, _: str) -> None:
        self._resumed(self.session.back())

    def _reverse_step(self, text: str) -> None:
        self._times(text, lambda: self.session.back_line(True))

    def _reverse_next(self, text: str) -> None:
        self._times(text, lambda: self.session.back_line(False))

    def _reverse_stepi(self, text: str) -> None:
        self._times(text, self.session.back_instruction)

    def _kill(self, _: str) -> None:
        if not self.session.is_running:
            raise DebugError("The program is not being run.")
        self.session.kill()
        self.out("[The program has been killed]")

    def _quit(self, _: str) -> None:
        raise Quit

    # ---- stopping ----

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
        if kernel and kernel.words and not b.words:
            self.out(f"'{b.where}' is nowhere in {kernel.name}: the breakpoint waits for a kernel that has it.")
        self.session.add_breakpoint(b)
        line = f", line {kernel.words[b.words[0]].line}" if kernel and b.words and b.words[0] in kernel.words else ""
        self.out(f"{'Temporary breakpoint' if temporary else 'Breakpoint'} {b.number} at {b.where}{line}" + ("" if b.words else " (pending)"))

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
            watch = next((w for w in self.session.watches if word.isdigit() and w[0] == int(word)), None)
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
        self._find(number).ignore = self._count(count)

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
            for _, _, space, address, size in self.session.watches:
                connection.ask("watch", space, address, size, self.session.item.lane)

    def _forget_watches(self) -> None:
        self.session.watches.clear()
        self._send_watches()

    def _watch(self, text: str) -> None:
        value = evaluate(self.session, text)
        if not value.space:
            raise DebugError("It lies in no memory, but in registers: only memory can be watched.")
        number = self.session.next_number
        self.session.watches.append((number, text, value.space, value.address, len(value.data)))
        try:
            self._send_watches()
        except DebugError:
            self.session.watches.pop()
            raise
        self.session.next_number += 1
        self.out(f"Watchpoint {number}: {text}")

    def _catch(self, text: str) -> None:
        word, _, off = text.partition(" ")
        if word not in CATCH:
            raise DebugError(f"catch has {', '.join(CATCH)}")
        self.session.holds[word] = off.strip() != "off"
        self.session.set_holds()

    # ---- looking ----

    def _style(self, text: str) -> tuple[str, str]:
        match = re.match(r"/([xduftc])\s*(.*)$", text, re.DOTALL)
        return (match[1], match[2]) if match else ("", text)

    def _print(self, text: str) -> None:
        style, text = self._style(text)
        image = self.listing.image(text)
        if image:
            self.out(image)
            return
        if "=" in re.sub(r"[=!<>]=", "", text):
            assign(self.session, text)
            text = text.partition("=")[0]
        value = evaluate(self.session, text)
        self._history.append(value)
        self.out(f"${len(self._history)} = {spell(value.type, value.data, style)}")

    def _display(self, text: str) -> None:
        if not text:
            for number in self._displays:
                self._show_display(number)
            return
        style, text = self._style(text)
        self._displays[self._next_display] = (style, text)
        self._next_display += 1
        if self.session.reader:
            self._show_display(self._next_display - 1)

    def _show_display(self, number: int) -> None:
        style, text = self._displays[number]
        try:
            value = evaluate(self.session, text)
            self.out(f"{number}: {text} = {spell(value.type, value.data, style)}")
        except DebugError as error:
            self.out(f"{number}: {text} = <{error}>")

    def _undisplay(self, text: str) -> None:
        if not text:
            self._displays.clear()
        elif self._displays.pop(self._count(text), None) is None:
            raise DebugError(f"There is no display {text}.")

    def _examine(self, text: str) -> None:
        for line in self.listing.memory(text):
            self.out(line)

    def _list(self, text: str) -> None:
        for line in self.listing.source(text):
            self.out(line)

    def _backtrace(self, _: str) -> None:
        for line in self.listing.backtrace():
            self.out(line)

    def _select(self, number: int) -> None:
        frames = self.session.frames()
        if not 0 <= number < len(frames):
            raise DebugError("Initial frame selected; you can't go up." if number > 0 else "Bottom (innermost) frame selected; you can't go down.")
        self.session.frame = number
        self.out(self.listing.backtrace()[number])
        self.out(self.listing.line())

    def _frame(self, text: str) -> None:
        self._select(self._count(text) if text else self.session.frame)

    def _up(self, text: str) -> None:
        self._select(self.session.frame + self._count(text))

    def _down(self, text: str) -> None:
        self._select(self.session.frame - self._count(text))

    def _disassemble(self, _: str) -> None:
        for line in self.listing.disassembly():
            self.out(line)

    def _ptype(self, text: str) -> None:
        type = evaluate(self.session, text).type
        base = type.base()
        self.out(f"type = {type.spelled()}")
        if base.kind in ("struct", "union"):
            self.out(f"{base.kind} {{")
            for member in base.members:
                self.out(f"    {base.table[member.type].spelled()} {member.name};")
            self.out("}")

    def _whatis(self, text: str) -> None:
        self.out(f"type = {evaluate(self.session, text).type.spelled()}")

    def _info(self, text: str) -> None:
        found = [w for w in INFO if text and w.startswith(text.split()[0])]
        if not found:
            raise DebugError(f"info has {', '.join(INFO)}")
        for line in getattr(self, "_info_" + found[0].replace("-", "_"))():
            self.out(line)

    def _info_variables(self, arguments: bool) -> list[str]:
        session = self.session
        if not session.reader or not session.kernel:
            raise DebugError("No frame selected.")
        found = []
        for named in visible(session.kernel, session.current_frame()):
            if bool(named.argument) != arguments:
                continue
            try:
                value = read_named(session.reader, named, session.item.lane)
                found.append(f"{named.name} = {spell(value.type, value.data)}")
            except DebugError as error:
                found.append(f"{named.name} = <not there now: {error}>")
        if not arguments and session.frame == len(session.frames()) - 1:
            for known in session.globals():
                value = session.read_global(known)
                found.append(f"{known.name} = {spell(value.type, value.data)}")
        return found or ["No arguments." if arguments else "No locals."]

    def _info_locals(self) -> list[str]:
        return self._info_variables(False)

    def _info_args(self) -> list[str]:
        return self._info_variables(True)

    def _info_breakpoints(self) -> list[str]:
        found = [self.listing.breakpoint(b) for b in self.session.breakpoints]
        found += [f"{w[0]:<4}watchpoint  keep y  {w[1]}" for w in self.session.watches]
        return ["Num Type        Disp Enb Where", *found] if found else ["No breakpoints or watchpoints."]

    def _info_work_items(self) -> list[str]:
        return self.listing.work_items()

    def _info_registers(self) -> list[str]:
        return self.listing.registers()

    def _info_line(self) -> list[str]:
        return [self.listing.where()]

    def _info_display(self) -> list[str]:
        return [f"{number}: {style and '/' + style + ' '}{text}" for number, (style, text) in self._displays.items()] or ["There are no auto-display expressions now."]

    def _info_launch(self) -> list[str]:
        return self.listing.launch()

    def _info_images(self) -> list[str]:
        return self.listing.images()

    # ---- work-items ----

    def _chosen(self) -> None:
        self.out(self.listing.where())
        self.out(self.listing.line())

    def _lane(self, text: str) -> None:
        if not text:
            self.out(f"lane {self.session.item.lane}")
            return
        self.session.choose_lane(self._count(text))
        self._chosen()

    def _triple(self, text: str) -> tuple[int, int, int]:
        words = text.replace(",", " ").split()
        if not 1 <= len(words) <= 3 or not all(w.isdigit() for w in words):
            raise DebugError("one to three numbers are wanted")
        numbers = [int(w) for w in words] + [0, 0]
        return numbers[0], numbers[1], numbers[2]

    def _group(self, text: str) -> None:
        """Runs on, or back, to where another group is at this line."""
        stop = self.session.stop
        if not stop or stop.word < 0:
            raise DebugError("no kernel has stopped")
        if not text:
            self.out(f"group {stop.message['group']}")
            return
        wanted = self._triple(text)
        if list(wanted) == stop.message["group"]:
            self._chosen()
            return
        self._resumed(self.session.seek_group(wanted))

    def _item(self, text: str) -> None:
        if not text:
            self.out(self.listing.where())
            return
        found = self.session.item_of_local(self._triple(text))
        if not found:
            raise DebugError("the group has no such work-item")
        self.session.choose_wave(found[0])
        self.session.choose_lane(found[1])
        self._chosen()

    def _wave(self, text: str) -> None:
        self.session.choose_wave(self._count(text))
        self._chosen()

    # ---- else ----

    def _set(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        if word in ("var", "variable"):
            assign(self.session, rest)
        elif word in ("confirm", "pagination", "height", "width", "args"):
            return
        else:
            assign(self.session, text)

    def _source(self, text: str) -> None:
        self.source(Path(text).expanduser())

    def source(self, path: Path) -> None:
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise DebugError(f"{path}: {error}") from error
        for line in lines:
            if line.strip():
                self.do(line)

    def _echo(self, text: str) -> None:
        self.out(text.encode().decode("unicode_escape"))

    def _help(self, _: str) -> None:
        self.out(HELP)


def run_lines(commands: Commands, lines: list[str]) -> bool:
    """Carries out lines up to one that fails. False: it did, or said quit."""
    for line in lines:
        try:
            commands.do(line)
        except Quit:
            return False
        except (DebugError, GoneError) as error:
            print(error, file=sys.stderr)
            return False
    return True


__all__ = ["LANES", "Commands", "Quit", "run_lines"]
