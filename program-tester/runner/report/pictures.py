# SPDX-License-Identifier: MIT
"""Contents of arguments as the pages show them: pictures, and a table of what differs."""

import dataclasses
import json
from collections.abc import Sequence
from typing import Any

from ..results import Result

ROWS = 200  # of a table of differences
LAYERS = ("expected", "highs", "actual")  # texts of values, which picture.js takes apart
FIXED_SCALES = {"UNORM": (0.0, 1.0), "SNORM": (-1.0, 1.0)}  # of texels as a kernel sees them
INTEGER_SCALES = {
    "UNORM_INT8": (0.0, 255.0),
    "UNORM_INT16": (0.0, 65535.0),
    "SNORM_INT8": (-127.0, 127.0),
    "SNORM_INT16": (-32767.0, 32767.0),
}


@dataclasses.dataclass
class Row:
    """A value that differs."""

    place: str
    expected: str
    actual: str
    difference: str


@dataclasses.dataclass
class Argument:
    """An argument whose values are known: `data` is for picture.js, `rows` for the table."""

    title: str
    data: dict[str, Any]
    rows: list[Row]
    wrong: int
    values: int

    @property
    def table(self) -> list[tuple[str, str, str, str]]:
        return [dataclasses.astuple(row) for row in self.rows]  # type: ignore[misc]


def _lanes(ranges: str) -> list[int]:
    """The numbers of "0-3 7"."""
    numbers: list[int] = []
    for part in ranges.split():
        first, _, last = part.partition("-")
        numbers += range(int(first), int(last or first) + 1)
    return numbers


def _scale(contents: dict[str, Any]) -> tuple[float, float] | None:
    """The values that are shown black and white, where the format says so."""
    data_type = contents.get("image", {}).get("data_type", "")
    if contents.get("scalar") == "float":
        return FIXED_SCALES.get(data_type.partition("_")[0])
    return INTEGER_SCALES.get(data_type)


def place(contents: dict[str, Any], width: int, lane: int) -> str:
    """The place of a value: element, and the name of its channel or the number of its lane."""
    x_size, y_size, z_size = contents["shape"]
    element, channel = divmod(lane, width)
    if "image" in contents:
        x, rest = element % x_size, element // x_size
        at = [x, rest % y_size, rest // y_size][: 3 if z_size > 1 else 2 if y_size > 1 else 1]
        text = "(" + ", ".join(map(str, at)) + ")"
    else:
        text = f"[{element}]"
    if width == 1:
        return text
    return f"{text}.{contents.get('channels', '0123456789abcdef')[channel]}"


def _difference(expected: str, actual: str) -> str:
    try:
        return f"{float(actual) - float(expected):+.6g}"
    except ValueError:
        return ""


def _named(index: Any, names: Sequence[str]) -> str:
    """An argument by the name that its kernel has for it, where that is known."""
    name = names[index] if index < len(names) else ""
    return f"{name} (argument {index})" if name else f"argument {index}"


def title_of(argument: dict[str, Any], names: Sequence[str]) -> str:
    """Which argument it is, or which box of it."""
    named = _named(argument["index"], names)
    if "step" in argument:
        return f"Box of {named} that step {argument['step']} read"
    return named[0].upper() + named[1:] if named.startswith("argument") else named


def _kind(contents: dict[str, Any], width: int, is_box: bool) -> str:
    shape = " × ".join(str(n) for n in contents["shape"] if n > 1) or "1"
    image = contents.get("image")
    vector = "" if width == 1 else str(width)
    if image:
        of = f"{shape} of a {image['type']} image" if is_box else f"{image['type']} image {shape}"
        return f"{of}, {image['order']} {image['data_type']}"
    return f"{shape} {contents['scalar']}{vector} of a buffer" if is_box else f"buffer of {shape} {contents['scalar']}{vector}"


def _width(contents: dict[str, Any], values: list[str]) -> int:
    x, y, z = contents["shape"]
    return max(1, len(values) // max(1, int(x * y * z)))


def _rows(contents: dict[str, Any], width: int, wrong: list[int]) -> list[Row]:
    expected, actual = contents["expected"].split(), contents["actual"].split()
    highs = contents.get("highs", contents["expected"]).split()
    rows = []
    for lane in wrong[:ROWS]:
        low, high = expected[lane], highs[lane]
        wanted = low if low == high else f"{low}..{high}"
        difference = _difference(low, actual[lane]) if low == high else ""
        wanted = _alternatives(contents, width, lane) or wanted
        rows.append(Row(place(contents, width, lane), wanted, actual[lane], difference))
    return rows


def _alternatives(contents: dict[str, Any], width: int, lane: int) -> str:
    """All that a lane may be, or, where the lanes of an element are chosen together, all that the
    element may be; empty where there is no choice."""
    choices: dict[str, str] = contents.get("choices", {})
    of_element = choices.get(str(lane - lane % width), "")
    return of_element if of_element.startswith("(") else choices.get(str(lane), "")


def _argument(argument: dict[str, Any], names: Sequence[str]) -> Argument:
    contents = argument["contents"]
    expected = contents["expected"].split()
    width = _width(contents, expected)
    wrong = _lanes(contents["wrong"])
    title = f"{title_of(argument, names)}: {_kind(contents, width, 'step' in argument)}"
    layers = {name: contents[name] for name in (*LAYERS, "choices") if name in contents}
    data = _data(title, contents, width) | layers | {"wrong": wrong}
    return Argument(title, data, _rows(contents, width, wrong), len(wrong), len(expected))


def _data(title: str, contents: dict[str, Any], width: int) -> dict[str, Any]:
    return {
        "title": title,
        "shape": contents["shape"],
        "width": width,
        "channels": contents.get("channels", ""),
        "scale": _scale(contents),
        "image": "image" in contents,
    }


def _input(argument: dict[str, Any], names: Sequence[str]) -> Argument:
    values = argument["values"].split()
    width = _width(argument, values)
    title = f"{title_of(argument, names)}: {_kind(argument, width, False)}"
    data = _data(title, argument, width) | {"values": argument["values"]}
    return Argument(title, data, [], 0, len(values))


def arguments(result: Result, names: Sequence[str] = ()) -> list[Argument]:
    """The arguments of a failure that differ, as far as their contents are in its record. `names` are those of the
    kernel's parameters."""
    found = result.details.get("arguments", [])
    return [_argument(argument, names) for argument in found if "contents" in argument]


@dataclasses.dataclass
class Told:
    """An argument of which the record has the first values that differ."""

    title: str
    first: list[dict[str, Any]]
    wrong: int
    values: int


def told(result: Result, names: Sequence[str] = ()) -> list[Told]:
    """The arguments that differ whose contents are not in the record."""
    return [
        Told(title_of(argument, names), argument["first"], argument["wrong"], argument["values"])
        for argument in result.details.get("arguments", [])
        if "first" in argument and "contents" not in argument
    ]


def inputs(result: Result, names: Sequence[str] = ()) -> list[Argument]:
    """The images that a failed test was given."""
    return [_input(argument, names) for argument in result.details.get("inputs", [])]


def embed(arguments_shown: list[Argument]) -> str:
    """The data of pictures as JSON that can stand in a script element."""
    text = json.dumps([argument.data for argument in arguments_shown])
    return text.replace("<", "\\u003c")
