# SPDX-License-Identifier: MIT
"""Commands of rootle-debug that show something, and what is said of a stop."""

import re
from collections.abc import Callable

from .connection import DebugError
from .expressions import assign, evaluate
from .session import Session
from .stops import Stop
from .types import spell
from .values import Value, read_named, visible
from .voice import Voice

INFO = ("locals", "args", "breakpoints", "work-items", "registers", "line", "display", "launch", "images")


class Looking(Voice):
    """What a stopped program has."""

    def __init__(self, session: Session, out: Callable[[str], None] = print) -> None:
        super().__init__(session, out)
        self._displays: dict[int, tuple[str, str]] = {}
        self._next_display = 1
        self._history: list[Value] = []

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
                "watch": self._watch_text, "report": self._report_text, "barrier": lambda _: "\nAll work-items of the group have met at a barrier.",
                "pause": lambda _: "\nProgram received signal SIGINT, Interrupt.", "end": self._end_text, "beginning": lambda _: "\nNo more history: this is where the launch begins.",
            }.get(stop.why)  # fmt: skip
            if why:
                self.out(why(stop))
            if "word" in stop.message:
                self.out(self.listing.where())
        if "word" in stop.message:
            self.out(self.listing.line())
            for number in self._displays:
                self.show_display(number)

    def _tell_exit(self, stop: Stop) -> None:
        if stop.status is None:
            self.out("[The program has been detached or killed]")
        elif stop.status < 0:
            self.out(f"Program terminated with signal {-stop.status}.")
        elif stop.status:
            self.out(f"[The program exited with code {stop.status}]")
        else:
            self.out("[The program exited normally]")
        if not stop.met:
            self.out("[No kernel of it met the debugger: it ran none on this driver, or the driver has no debugger (ci/build makes one)]")

    def _watch_text(self, stop: Stop) -> str:
        number = int(stop.message.get("range", 0))
        text = ""
        if number < len(self.session.watches):
            known = self.session.watches[number]
            text = f"\n{known.kind.capitalize()} {known.number}: {known.what}\n"
        if "word" not in stop.message:
            return text + "It has changed; the work-items have ended."
        if not stop.message.get("read"):
            return text + "It has changed; the instruction before this one did that."
        return text + "The instruction before this one has read it."

    def _report_text(self, stop: Stop) -> str:
        text = f"\nReport: {stop.message.get('report', '')}\n"
        known = self.session.kernel.words.get(stop.shown) if self.session.kernel else None
        if "word" in stop.message or not known:
            return text
        return text + f"It is of line {known.line}, and was found when the work-items had ended."

    def _end_text(self, stop: Stop) -> str:
        failed = stop.message.get("failed")
        return f"\nThe launch of {self.session.kernel.name if self.session.kernel else '?'} has ended" + (f": {failed}" if failed else ".")

    def _resumed(self, stop: Stop) -> None:
        self.tell(stop)

    # ---- values, source and code ----

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
                self.show_display(number)
            return
        style, text = self._style(text)
        self._displays[self._next_display] = (style, text)
        self._next_display += 1
        if self.session.reader:
            self.show_display(self._next_display - 1)

    def show_display(self, number: int) -> None:
        style, text = self._displays[number]
        try:
            value = evaluate(self.session, text)
            self.out(f"{number}: {text} = {spell(value.type, value.data, style)}")
        except DebugError as error:
            self.out(f"{number}: {text} = <{error}>")

    def _undisplay(self, text: str) -> None:
        if not text:
            self._displays.clear()
        elif self._displays.pop(self.count(text), None) is None:
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
        self._select(self.count(text) if text else self.session.frame)

    def _up(self, text: str) -> None:
        self._select(self.session.frame + self.count(text))

    def _down(self, text: str) -> None:
        self._select(self.session.frame - self.count(text))

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
                self.out(f"    {base.table[member.type].declares(member.name)};")
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
        found += [f"{w.number:<4}{w.kind:<16}keep y  {w.what}" for w in self.session.watches]
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
