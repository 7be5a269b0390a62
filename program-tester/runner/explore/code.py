# SPDX-License-Identifier: MIT
"""Machine code as rows: control flow, fetches, and instruction groups with their slots."""

import dataclasses
import re
from typing import Any

CF = re.compile(r"^ {0,6}(\d+)  (\S.*)$")
SLOT = re.compile(r"^ +(?:(\d+) +)?([xyzwt]): (.*)$")
WORD = re.compile(r"^; word (\d+)$")
KERNEL = re.compile(r"^; kernel (.*?): ")
# "FILE:LINE:COLUMN in FUNCTION", and where its function is inlined.
PLACE = re.compile(r"(?:^|, inlined at )(.*?):(\d+)(?::(\d+))?(?: in ([^\s:,]+))?(?=, inlined at |: |$)")

# A call chain: function and line, the innermost first.
Chain = list[tuple[str, int, str]]


def chain(text: str) -> Chain:
    """The places of a line in words: file, line, function; the innermost first."""
    return [(match[1], int(match[2]), match[4] or "") for match in PLACE.finditer(text)]


def line_of(places: Chain, file: str) -> int:
    """The line of the program's own source that a chain of places is of; 0: of none."""
    return next((line for name, line, _ in places if name == file), 0)


@dataclasses.dataclass
class Row:
    """An instruction, or a group of them."""

    kind: str  # cf, fetch or group
    text: str  # of a group: nothing
    words: list[int]  # 64-bit words of the code: of a group, one for each slot
    slots: list[tuple[str, str]] = dataclasses.field(default_factory=list)  # of a group: slot and text
    lines: list[int] = dataclasses.field(default_factory=list)  # of the source, for each word

    def packed(self) -> dict[str, Any]:
        return {"k": self.kind, "t": self.text, "w": self.words, "s": self.slots, "l": self.lines}


def rows(text: str, file: str, kernel: str = "") -> list[Row]:
    """What the disassembler printed; of a program, the part of one kernel. Lines are of the comments before
    instructions, where there are some."""
    found: list[Row] = []
    word = line = 0
    is_wanted = True
    for printed in text.splitlines():
        of_kernel, number = KERNEL.match(printed), WORD.match(printed)
        slot, flow = SLOT.match(printed), CF.match(printed)
        if of_kernel:
            is_wanted = not kernel or of_kernel[1] == kernel
        elif number:
            word = int(number[1])
        elif printed.startswith("; "):
            line = line_of(chain(printed[2:]), file) or line
        elif not is_wanted or not printed.startswith(" "):
            continue
        elif slot and not slot[1] and found and found[-1].kind == "group":
            found[-1].slots.append((slot[2], slot[3]))
            found[-1].words.append(word)
            found[-1].lines.append(line)
        elif slot:
            found.append(Row("group", "", [word], [(slot[2], slot[3])], [line]))
        else:
            found.append(Row("cf" if flow else "fetch", flow[2] if flow else printed.strip(), [word], [], [line]))
    return found
