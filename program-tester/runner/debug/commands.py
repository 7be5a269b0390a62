# SPDX-License-Identifier: MIT
"""rootle-debug at a terminal: gdb's words."""

import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

from ..command_line import in_words
from .connection import DebugError, GoneError
from .expressions import assign, judge
from .looking import INFO, Looking
from .session import Session
from .stopping import Stopping
from .stops import Breakpoint, Stop
from .voice import CATCH

HELP = """\
running     run  continue (c)  next (n)  step (s)  stepi (si)  finish (fin)  until LINE  kill  quit (q)
back        reverse-continue (rc)  reverse-step (rs)  reverse-next (rn)  reverse-stepi (rsi)
stopping    break [LINE|FUNCTION|FILE:LINE|*WORD] [group X Y Z] [item X Y Z] [if CONDITION]  (b)
            tbreak, delete [N], enable N, disable N, ignore N COUNT, condition N [CONDITION]
            watch EXPRESSION: stops where its memory changes;  rwatch: is read;  awatch: both.  IMAGE[Y][X] is a texel
            catch reports|barriers|end
looking     print[/xduftc] EXPRESSION (p)  display EXPRESSION  undisplay N  x/COUNT FORMAT SIZE ADDRESS
            list [LINE|FUNCTION]  (l)  backtrace (bt)  frame N  up  down  disassemble  ptype EXPRESSION
            info locals|args|breakpoints|work-items|registers|line|display|launch|images
work-items  lane N    group X Y Z    item X Y Z (a local id; the group's)    wave N
changing    set var PLACE = VALUE
else        source FILE  echo TEXT  help

Expressions are OpenCL C's, with $lane, registers as $R3.x, and get_global_id(0) and its like."""



class Quit(Exception):
    """The user has had enough."""


class Commands(Stopping, Looking):
    """Carries out lines of words. What it says goes to `out`."""

    def __init__(self, session: Session, out: Callable[[str], None] = print) -> None:
        super().__init__(session, out)
        self._last = ""
        session.judge = self._judge
        session.explain = self._explain
        self._table: dict[str, Callable[[str], None]] = {
            "run": self._run, "continue": self._continue, "next": self._next, "step": self._step, "stepi": self._stepi,
            "nexti": self._stepi, "finish": self._finish, "until": self._until, "kill": self._kill, "quit": self._quit,
            "reverse-continue": self._reverse_continue, "reverse-step": self._reverse_step,
            "reverse-next": self._reverse_next, "reverse-stepi": self._reverse_stepi,
            "break": self._break, "tbreak": self._tbreak, "delete": self._delete, "enable": self._enable,
            "disable": self._disable, "ignore": self._ignore, "condition": self._condition, "watch": self._watch,
            "rwatch": self._rwatch, "awatch": self._awatch,
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

    # ---- running ----

    def _run(self, text: str) -> None:
        if self.session.is_running:
            self.session.kill()
        if text:
            self.session.command = [self.session.command[0], *shlex.split(text)]
        self.tell(self.session.start())

    def _times(self, text: str, go: Callable[[], Stop]) -> None:
        for left in range(self.count(text), 0, -1):
            stop = go()
            if left == 1 or stop.why not in ("step", "breakpoint") or stop.breakpoints:
                self.tell(stop)
                return

    def _continue(self, text: str) -> None:
        if text and self.session.stop:
            for b in self.session.stop.breakpoints:
                b.ignore = self.count(text) - 1
        self.tell(self.session.go())

    def _next(self, text: str) -> None:
        self._times(text, lambda: self.session.step_line(False))

    def _step(self, text: str) -> None:
        self._times(text, lambda: self.session.step_line(True))

    def _stepi(self, text: str) -> None:
        self._times(text, self.session.step_instruction)

    def _finish(self, _: str) -> None:
        frames = self.session.frames()
        self.out(f"Run till exit from #0  {frames[0].function if frames else '??'}")
        self.tell(self.session.finish())

    def _until(self, text: str) -> None:
        kernel = self.session.kernel
        if not text or not kernel:
            self._next("")
            return
        b = self._parse_where(text)
        self.session.resolve(b)
        self.tell(self.session.until(set(b.words)))

    def _reverse_continue(self, _: str) -> None:
        self.tell(self.session.back())

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

    # ---- work-items ----

    def _chosen(self) -> None:
        self.out(self.listing.where())
        self.out(self.listing.line())

    def _lane(self, text: str) -> None:
        if not text:
            self.out(f"lane {self.session.item.lane}")
            return
        self.session.choose_lane(self.count(text))
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
        self.tell(self.session.seek_group(wanted))

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
        self.session.choose_wave(self.count(text))
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
        except OSError as error:
            raise DebugError(in_words(error)) from error
        except UnicodeDecodeError as error:
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


__all__ = ["Commands", "Quit", "run_lines"]
