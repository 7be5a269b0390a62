# SPDX-License-Identifier: MIT
"""Which formats are right on all drivers, as a table and as a header that an application can use."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from .column import LACKS, RIGHT, UNTRIED, WRONG
from .questions import FUNCTIONS, OPENCL, OPENGL, VULKAN

Column = Mapping[str, Any]
Rows = dict[str, list[str]]  # by format, a letter for each column
_C_TYPES = {OPENCL: "cl_image_format", VULKAN: "VkFormat", OPENGL: "GLenum"}
WORDS = {RIGHT: "right", WRONG: "wrong", LACKS: "not offered", UNTRIED: "not tried"}


def operations(columns: Sequence[Column]) -> list[str]:
    return sorted({group.partition("|")[0] for one in columns for group in one["cells"]})


def types(columns: Sequence[Column], operation: str) -> list[str]:
    groups = [group.split("|") for one in columns for group in one["cells"]]
    return sorted({type_ for name, type_, _ in groups if name == operation})


def worst(letters: str) -> str:
    """Of several answers: one that is wrong makes all wrong."""
    return next((letter for letter in (WRONG, RIGHT, LACKS) if letter in letters), UNTRIED)


def rows(columns: Sequence[Column], operation: str, kind: str) -> Rows:
    """Each format's answer on each column, or each built-in function's. A mode that is offered and wrong makes a format wrong."""
    found: list[dict[str, str]] = []
    for one in columns:
        answers: dict[str, str] = {}
        for group, letters in one["cells"].items():
            name, type_, _ = group.split("|", 2)
            if name == operation and kind in ("", type_):
                for form, letter in zip(one["formats"], letters):
                    row = type_ if operation == FUNCTIONS else form
                    answers[row] = answers.get(row, "") + letter
        found.append({form: worst(letters) for form, letters in answers.items()})
    names = sorted({form for answers in found for form, letter in answers.items() if letter != UNTRIED})
    return {name: [answers.get(name, UNTRIED) for answers in found] for name in names}


def is_right(letters: Sequence[str]) -> bool:
    return bool(letters) and all(letter == RIGHT for letter in letters)


def table(columns: Sequence[Column], found: Rows) -> str:
    """Formats that are right on all first."""
    names = [one["name"] for one in columns]
    width = max(map(len, [*found, "format"]))
    widths = [max(len(name), len("not offered")) for name in names]
    lines = ["  ".join(["format".ljust(width), *(name.ljust(size) for name, size in zip(names, widths))]).rstrip()]
    for form, letters in sorted(found.items(), key=lambda item: (not is_right(item[1]), item[0])):
        lines.append("  ".join([form.ljust(width), *(WORDS[letter].ljust(size) for letter, size in zip(letters, widths))]).rstrip())
    right = sum(map(is_right, found.values()))
    return "\n".join([*lines, "", f"{right} of {len(found)} formats are right on all"]) + "\n"


def _in_c(api: str, form: str) -> str:
    if api == OPENCL:
        return "{CL_%s, CL_%s}" % tuple(form.split(" "))
    return f"VK_FORMAT_{form.partition('-')[0]}" if api == VULKAN else f"GL_{form}"


def header(columns: Sequence[Column], found: Rows, operation: str, kind: str) -> str:
    """An array of the formats that are right on all."""
    name = re.sub(r"\W+", "_", f"rootle_{operation}_{kind}" if kind else f"rootle_{operation}")
    drivers = "".join(f" *     {one['name']} ({one['device']}), {one['date']}\n" for one in columns)
    api = columns[0]["api"] if columns else OPENCL
    items = [_in_c(api, form) for form, letters in found.items() if is_right(letters)]
    listed = "".join(f"    {item},\n" for item in dict.fromkeys(items))
    what = f"{operation}{f' of {kind} images' if kind else ''}"
    return (
        f"/* Formats of which all tests of the operation \"{what}\" pass on\n{drivers} * Made by rootle-matrix formats. */\n"
        f"#define {name.upper()}_COUNT {len(dict.fromkeys(items))}\nstatic const {_C_TYPES[api]} {name}[] = {{\n{listed}}};\n"
    )
