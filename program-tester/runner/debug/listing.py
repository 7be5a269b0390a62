# SPDX-License-Identifier: MIT
"""What rootle-debug prints of a stop: lines of the source, frames, registers, memory, images."""

import base64
import contextlib
import os
import re
import struct
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from .connection import DebugError
from .expressions import evaluate
from .places import Frame
from .session import Session
from .stops import Breakpoint
from .types import NAMED, Type, spell, spell_float
from .values import LANES, NotThereError, read_named, visible

LINES = 10  # that list prints
MOST_TEXELS = 64  # of an image in words, each way
SIZES = {"b": 1, "h": 2, "w": 4, "g": 8}


class Listing:
    def __init__(self, session: Session) -> None:
        self._session = session
        self._listed = 0
        self._files: dict[str, list[str]] = {}

    # ---- source ----

    def lines_of(self, file: str) -> list[str]:
        """The text of a file that code is of: the program's source, or a file that it includes."""
        kernel = self._session.kernel
        if kernel and (file == kernel.main_file or not file):
            return kernel.source.splitlines()
        if file not in self._files:
            try:
                self._files[file] = Path(file).read_text(encoding="utf-8", errors="replace").splitlines()
            except OSError:
                self._files[file] = []
        return self._files[file]

    def name_of(self, file: str) -> str:
        """The name of such a file; that of the program's source where it is the file that was given."""
        kernel, given = self._session.kernel, self._session.file
        if kernel and given and file == kernel.main_file:
            with contextlib.suppress(OSError, UnicodeDecodeError):
                if given.read_text(encoding="utf-8").rstrip().endswith(kernel.source.strip()):  # a header is blank
                    return given.name
        return Path(file).name

    def line(self) -> str:
        """The line that the chosen frame is at."""
        frames = self._session.frames()
        if not frames:
            return f"word {self._session.stop.word if self._session.stop else '?'}"
        frame = self._session.current_frame()
        lines = self.lines_of(frame.file)
        text = lines[frame.line - 1] if 0 < frame.line <= len(lines) else ""
        self._listed = max(frame.line - LINES // 2 - 1, 0)
        return f"{frame.line:<8}{text}"

    def source(self, text: str) -> list[str]:
        kernel = self._session.kernel
        if not kernel:
            raise DebugError("No kernel runs yet: start the program first.")
        file = self._session.current_frame().file if self._session.reader and self._session.frames() else kernel.main_file
        lines = self.lines_of(file)
        if text.isdigit():
            self._listed = max(int(text) - LINES // 2 - 1, 0)
        elif match := re.fullmatch(r"(\d+)\s*,\s*(\d+)", text):
            return [f"{n:<8}{lines[n - 1]}" for n in range(int(match[1]), min(int(match[2]), len(lines)) + 1) if n > 0]
        elif text:
            scope = next((s for s in kernel.scopes if s.name == text), None)
            if not scope:
                raise DebugError(f'Function "{text}" not defined.')
            self._listed = max(scope.line - LINES // 2 - 1, 0)
        if self._listed >= len(lines):
            raise DebugError(f"Line number {self._listed + 1} out of range; there are {len(lines)}.")
        first = self._listed
        self._listed = min(first + LINES, len(lines))
        return [f"{n + 1:<8}{lines[n]}" for n in range(first, self._listed)]

    def _arguments(self, frame: Frame) -> str:
        session = self._session
        assert session.kernel and session.reader
        found = []
        for named in visible(session.kernel, frame):
            if not named.argument:
                continue
            try:
                value = read_named(session.reader, named, session.item.lane)
                found.append((named.argument, f"{named.name}={spell(value.type, value.data)}"))
            except DebugError:
                found.append((named.argument, f"{named.name}=<not there>"))
        return ", ".join(text for _, text in sorted(found))

    def where(self) -> str:
        """The work-item and the function that it is in."""
        session = self._session
        stop = session.stop
        if not stop or "word" not in stop.message:
            return "no kernel has stopped"
        item = f"work-item {session.local_of(session.item)} of group {tuple(stop.message['group'])} (global id {session.global_of(session.item)}, lane {session.item.lane})"
        frames = session.frames()
        if not frames:
            return f"{item}, word {stop.word}"
        frame = session.current_frame()
        file = f" at {self.name_of(frame.file)}:{frame.line}"
        return f"{item}\n{frame.function} ({self._arguments(frame)}){file}"

    def backtrace(self) -> list[str]:
        frames = self._session.frames()
        if not frames:
            raise DebugError("No stack.")
        return [
            f"#{i}  {f.function} ({self._arguments(f)}) at {self.name_of(f.file)}:{f.line}" + (" (inlined)" if f.call >= 0 else "")
            for i, f in enumerate(frames)
        ]

    def breakpoint(self, b: Breakpoint) -> str:
        kernel = self._session.kernel
        where = b.where
        if kernel and b.words and b.words[0] in kernel.words:
            word = kernel.words[b.words[0]]
            scope = kernel.scopes[kernel.function_scope(word.scope)] if word.scope >= 0 else None
            where = f"in {scope.name if scope else '?'} at line {word.line}" + (f" ({len(b.words)} places)" if len(b.words) > 1 else "")
        text = f"{b.number:<4}breakpoint  {'del ' if b.temporary else 'keep'} {'y' if b.enabled else 'n'}  {where}"
        for name, triple in (("group", b.group), ("item", b.local)):
            text += f"\n\t{name} {triple[0]} {triple[1]} {triple[2]} only" if triple else ""
        text += f"\n\tstop only if {b.condition}" if b.condition else ""
        return text + (f"\n\tbreakpoint already hit {b.hits} time{'s' * (b.hits != 1)}" if b.hits else "")

    # ---- work-items and registers ----

    def work_items(self) -> list[str]:
        session = self._session
        stop = session.stop
        if not stop or not session.connection or "word" not in stop.message:
            raise DebugError("no kernel has stopped")
        found = [f"group {tuple(stop.message['group'])} of {tuple(session.head['groups'])}; * is looked at, + takes part"]
        for number, mask, live in session.connection.ask("waves")["waves"]:
            runs, lives = int(mask, 16), int(live, 16)
            where = self.line() if number == session.item.wave else ""
            found.append(f"wavefront {number}: {runs.bit_count()} of {lives.bit_count()} take part{'  at ' + where if where else ''}")
            row = ""
            for lane in range(LANES):
                if not lives >> lane & 1:
                    break
                mark = "*" if (number, lane) == (session.item.wave, session.item.lane) else "+" if runs >> lane & 1 else "-"
                row += mark + ("" if (lane + 1) % 8 else " ")
            found.append("  lanes from 0: " + row.strip())
        return found

    def registers(self) -> list[str]:
        session = self._session
        if not session.connection or not session.reader:
            raise DebugError("no kernel has stopped")
        count = max(int(session.head.get("gprs", 1)), 1)
        data = session.connection.read("registers", 0, count)
        found = []
        for register in range(count):
            words = [struct.unpack_from("<I", data, 4 * (LANES * (4 * register + c) + session.item.lane))[0] for c in range(4)]
            floats = "  ".join(spell_float(struct.unpack("<f", struct.pack("<I", w))[0], 4) for w in words)
            found.append(f"R{register:<4}" + " ".join(f"0x{w:08x}" for w in words) + f"  {floats}")
        return found

    def launch(self) -> list[str]:
        head = self._session.head
        if not head:
            raise DebugError("no kernel was launched yet")
        found = [f"launch {head['launch']} on {head['chip']}: {head['kernel']}, {tuple(head['groups'])} groups of {tuple(head['local'])}"]
        return found + [f"  {a['type']} {a['name']}" for a in self._session.arguments]

    # ---- memory ----

    def memory(self, text: str) -> list[str]:
        session = self._session
        match = re.match(r"/(\d*)([xdufct]?)([bhwg]?)\s*(.*)$", text) or re.match(r"()()()(.*)$", text)
        assert match
        count, style, size = int(match[1] or 1), match[2] or "x", SIZES[match[3] or "w"]
        value = evaluate(session, match[4])
        if value.type.base().kind == "pointer":
            address = int.from_bytes(value.data[:4], "little")
            space = {1: "private", 2: "local"}.get(value.type.base().space, "global")
        elif value.space:
            address, space = value.address, value.space
        else:
            address, space = int.from_bytes(value.data[:4], "little"), "global"
        assert session.reader
        data = session.reader.memory(space, address, min(count, 65536) * size, session.item.lane)
        kind = Type("float" if style == "f" and size in (2, 4, 8) else "unsigned", "", 8 * size)
        words = [spell(kind, data[i : i + size], "" if style == "f" else style) for i in range(0, len(data), size)]
        row = max(16 // size, 1)
        return [f"{space} 0x{address + i * size:x}:\t" + "\t".join(words[i : i + row]) for i in range(0, len(words), row)]

    # ---- images ----

    def _told_images(self) -> list[dict[str, Any]]:
        connection = self._session.connection
        if not connection:
            raise DebugError("no kernel has stopped")
        connection.send("images")
        found = []
        while message := connection.receive(60):
            if "image" in message:
                found.append(message)
            elif "ok" in message or "error" in message:
                break
        return found

    def images(self) -> list[str]:
        found = []
        told = self._told_images()
        for a in self._session.arguments:
            for kind in ("texture", "rat"):
                image = next((i for i in told if i["image"] == kind and i["slot"] == a[kind] and not i["level"]), None)
                if image:
                    found.append(f"{a['name']}: {a['type']}, {' × '.join(str(n) for n in image['size'] if n > 1) or 1} texels of {image['bytes']} bytes")
                    break
        return found or ["No images."]

    def _find_image(self, text: str) -> tuple[dict[str, Any], dict[str, Any], list[int]] | None:
        """The argument that is NAME, NAME[X] or NAME[Y][X], its image, and X, Y and Z; None: it is no image."""
        match = re.fullmatch(r"\s*([A-Za-z_]\w*)((?:\[\d+\])*)\s*", text)
        argument = next((a for a in self._session.arguments if match and a["name"] == match[1]), None)
        if not match or not argument or (argument["texture"] < 0 and argument["rat"] < 0):
            return None
        told = self._told_images()
        image = next((i for kind in ("rat", "texture") for i in told if argument[kind] >= 0 and i["image"] == kind and i["slot"] == argument[kind] and not i["level"]), None)
        if not image:
            raise DebugError("the image is not bound")
        return argument, image, [int(n) for n in reversed(re.findall(r"\d+", match[2]))]

    def image(self, text: str) -> str:
        """Texels of an image; "": it is none."""
        found = self._find_image(text)
        if not found:
            return ""
        argument, image, place = found
        texels = Texels(image)
        return f"{text.strip()} = {texels.spelled(*place)}" if place else texels.text(str(argument["type"]))

    def texel(self, text: str) -> tuple[object, ...] | None:
        """The place of one texel as the driver has it; None: it is none."""
        found = self._find_image(text)
        if not found:
            return None
        _, image, place = found
        if not place:
            raise DebugError(f"one texel can be watched: {text.strip()}[Y][X]")
        return image["image"], image["slot"], *(place + [0, 0])[:3]

    # ---- machine code ----

    def disassembly(self) -> list[str]:
        """The instructions around the one that runs next."""
        session = self._session
        if not session.stop or session.stop.word < 0 or not session.code:
            raise DebugError("no kernel has stopped")
        rows = disassemble(session)
        here = next((i for i, (word, _) in enumerate(rows) if word == session.stop.word), 0)
        known = session.kernel.words if session.kernel else {}
        found = []
        for i, (word, text) in enumerate(rows[max(here - 8, 0) : here + 12], max(here - 8, 0)):
            line = f"{known[word].line:>5}" if word in known and known[word].line else "     "
            found.append(f"{'=>' if i == here else '  '} {word:>5} {line}  {text}")
        return found


def disassemble(session: Session) -> list[tuple[int, str]]:
    """Each instruction of the kernel's code, with the word that it begins at."""
    with tempfile.TemporaryDirectory(prefix="rootle-debug-") as folder:
        file = Path(folder) / "code"
        file.write_bytes(session.code)
        command = [str(session.compiler), "--disassemble-code", str(file), "--chip", str(session.head.get("chip", "cypress"))]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    rows: list[tuple[int, str]] = []
    word = 0
    for line in done.stdout.splitlines():
        if match := re.match(r"; word (\d+)", line):
            word = int(match[1])
        elif line.strip() and not line.startswith(";"):
            rows.append((word, line.strip()))
    if not rows:
        raise DebugError(f"rootle-cc does not read the code: {done.stderr.strip()[:200]}")
    return rows


class Texels:
    """An image's texels, as the driver has told them."""

    def __init__(self, told: dict[str, Any]) -> None:
        self._told = told
        self._data = base64.b64decode(told["texels"])
        self.size = [int(n) for n in told["size"]]

    def channels(self, x: int, y: int = 0, z: int = 0) -> list[float | int]:
        width, height, _ = self.size
        bytes_each = int(self._told["bytes"])
        at = ((z * height + y) * width + x) * bytes_each
        if x >= width or y >= height or at + bytes_each > len(self._data):
            raise DebugError("there is no such texel")
        texel = self._data[at : at + bytes_each].ljust(16, b"\0")
        return [_channel(c, texel, bool(self._told.get("integer"))) for c in self._told["channels"]]

    def spelled(self, x: int, y: int = 0, z: int = 0) -> str:
        return "(" + ", ".join(str(c) if isinstance(c, int) else f"{c:g}" for c in self.channels(x, y, z)) + ")"

    def text(self, type: str) -> str:
        width, height, depth = self.size
        lines = [f"{type}, {width} × {height} × {depth}"]
        for y in range(min(height, MOST_TEXELS)):
            if os.environ.get("COLORTERM") in ("truecolor", "24bit") and os.isatty(1):
                lines.append("".join(_block(self.channels(x, y)) for x in range(min(width, MOST_TEXELS))) + "\x1b[0m")
            else:
                lines.append(f"[{y}] " + " ".join(self.spelled(x, y) for x in range(min(width, 8))) + (" ..." if width > 8 else ""))
        return "\n".join(lines)


def _block(channels: list[float | int]) -> str:
    """Two cells in a texel's colour; integers are of 0 to 255."""
    r, g, b = (max(0, min(255, c if isinstance(c, int) else round(255 * min(c, 1)))) for c in channels[:3])
    return f"\x1b[48;2;{r};{g};{b}m  "


def _channel(told: list[Any], texel: bytes, integer: bool) -> float | int:
    """Whether 32 bits of an integer have a sign is not known: they are shown as if they had."""
    kind, dword, shift, bits = told[0], int(told[1]), int(told[2]), int(told[3])
    raw = int.from_bytes(texel[4 * dword : 4 * dword + 4], "little") >> shift & ((1 << bits) - 1)
    signed = raw - (1 << bits) if raw >> (bits - 1) else raw
    if kind in ("none", "one", "one_int"):
        return int(kind != "none")
    if kind == "copy" and integer:
        return signed
    if kind == "copy":
        return float(struct.unpack("<f", raw.to_bytes(4, "little"))[0])
    if kind == "half":
        return float(struct.unpack("<e", raw.to_bytes(2, "little"))[0])
    if kind in ("unorm", "srgb"):
        value = raw / ((1 << bits) - 1)
        return value if kind == "unorm" else value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)
    if kind == "snorm":
        return max(signed / ((1 << (bits - 1)) - 1), -1.0)
    return signed if kind in ("sint", "sscaled") else raw


__all__ = ["NAMED", "Listing", "NotThereError", "disassemble"]
