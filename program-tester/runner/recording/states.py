# SPDX-License-Identifier: MIT
"""What launches were given and left, as rootle-replay --states keeps it."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy

from .. import formats
from .values import Array, ValueType, bits, type_of

_NAME = re.compile(r"[0-9a-f]{32}")
# Constants of CL/cl.h, by the names that tests have for them.
IMAGE_TYPES = {
    0x10F1: "2d", 0x10F2: "3d", 0x10F3: "2d_array", 0x10F4: "1d", 0x10F5: "1d_array", 0x10F6: "1d_buffer",
}  # fmt: skip
STORED = {"UNORM": {1: "uchar", 2: "ushort", 4: "uint"}, "SNORM": {1: "char", 2: "short"}, "HALF": {2: "half"},
          "SINT": {1: "char", 2: "short", 4: "int"}, "UINT": {1: "uchar", 2: "ushort", 4: "uint"}, "FLOAT": {4: "float"}}  # fmt: skip
READ_ONLY, WRITE_ONLY, READ_WRITE = 0x11A0, 0x11A1, 0x11A2  # CL_KERNEL_ARG_ACCESS_...
CONST = 1  # CL_KERNEL_ARG_TYPE_CONST
CONSTANT = 0x119D  # CL_KERNEL_ARG_ADDRESS_CONSTANT
SMALLEST = 2.0**-40  # a float that is smaller may be a whole number


class StateError(ValueError):
    """A state that is not what it should be."""


@dataclasses.dataclass(frozen=True)
class Argument:
    """An argument of a launch."""

    index: int
    told: dict[str, Any]
    folder: Path

    @property
    def form(self) -> str:
        return str(self.told["form"])

    @property
    def name(self) -> str:
        return str(self.told.get("name", ""))

    @property
    def is_memory(self) -> bool:
        return self.form in ("buffer", "image")

    @property
    def has_changed(self) -> bool:
        return self.is_memory and self.told["before"] != self.told["after"]

    @property
    def is_written(self) -> bool:
        """Whether a kernel may write to it, as far as it says."""
        if self.form == "image":
            return self.told.get("access") != READ_ONLY
        return self.form == "buffer" and self.told.get("address") != CONSTANT and not self.told.get("qualifiers", 0) & CONST

    @property
    def under(self) -> Argument | None:
        """The object that an image is made over."""
        if "under" not in self.told:
            return None
        return Argument(self.index, {"name": f"what lies under {self.name}", **self.told["under"]}, self.folder)

    @property
    def order(self) -> str:
        """As tests name it; empty: they have none such."""
        return str(self.told["order"])

    @property
    def data_type(self) -> str:
        return str(self.told["data_type"])

    @property
    def image_type(self) -> str:
        return IMAGE_TYPES.get(self.told["image_type"], "")

    @property
    def levels(self) -> int:
        """How many an image has; 1 where it is not mipmapped."""
        return max(1, int(self.told.get("levels", 0)))

    def extents(self, level: int = 0) -> tuple[int, int, int]:
        """Width, rows and slices of a level of an image."""
        width, height, depth = (max(1, int(self.told[key]) >> level) for key in ("width", "height", "depth"))
        layers = int(self.told["array_size"])
        of_type = {"1d": (1, 1), "1d_buffer": (1, 1), "1d_array": (layers, 1), "2d": (height, 1), "2d_array": (height, layers), "3d": (height, depth)}
        return (width, *of_type.get(self.image_type, (1, 1)))

    @property
    def is_known(self) -> bool:
        """Whether the kernel or the image says what its memory consists of."""
        return self.form == "image" or type_of(str(self.told.get("type", ""))) is not None

    def as_type(self, name: str) -> Argument:
        """The same, of a type that is named."""
        return dataclasses.replace(self, told={**self.told, "type": name})

    @property
    def type(self) -> ValueType:
        """What its memory or its value consists of."""
        if self.form == "image":
            if not self.order or not self.data_type:
                return bits(int(self.told["element"]))
            found = formats.DATA_TYPES[self.data_type]
            return ValueType(STORED[found.stores][found.bytes], formats.channels(self.order, self.data_type))
        size = int(self.told["size"]) if self.form == "buffer" else len(self.told.get("value", "")) // 2
        named = type_of(str(self.told.get("type", "")))
        if named is None or size % named.dtype.itemsize:
            return bits(size)
        return named if size % named.size == 0 else ValueType(named.scalar)

    @property
    def as_written(self) -> Argument:
        """The same. A buffer of bytes becomes one of floats where all that the launch wrote are such, as applications may call both uchar."""
        if self.form != "buffer" or not self.is_known or self.type.size != 1 or not self.has_changed:
            return self
        words = self.as_type("uint")
        before, after = words.values("before"), words.values("after")
        is_float = int(self.told["size"]) % 4 == 0 and len(before) == len(after) and are_floats(after[before != after])
        return self.as_type("float") if is_float else self

    def contents(self, when: str) -> bytes:
        """The bytes before or after the launch."""
        name = str(self.told[when])
        if not _NAME.fullmatch(name):
            raise StateError(f"argument {self.index} could not be read")
        return (self.folder / name).read_bytes()

    def values(self, when: str) -> Array:
        """The same as numbers, without what is no whole one."""
        found = self.contents(when)
        dtype = self.type.dtype
        return numpy.frombuffer(found[: len(found) // dtype.itemsize * dtype.itemsize], dtype)


def are_floats(words: Array) -> bool:
    """Whether words of 32 bits, of which there is one that is not 0, look like floats of common sizes."""
    sizes = numpy.abs(words[words != 0].view("<f4"))
    return bool(len(sizes) and ((sizes >= SMALLEST) & (sizes <= 1 / SMALLEST)).all())


@dataclasses.dataclass(frozen=True)
class State:
    """A launch."""

    number: int
    told: dict[str, Any]
    folder: Path

    @property
    def kernel(self) -> str:
        return str(self.told["kernel"])

    @property
    def arguments(self) -> list[Argument]:
        return [Argument(index, told, self.folder) for index, told in enumerate(self.told["arguments"])]

    @property
    def objects(self) -> list[Argument]:
        """The arguments, and behind each what it is made over."""
        return [one for argument in self.arguments for one in (argument, argument.under) if one]

    @property
    def source(self) -> bytes | None:
        name = str(self.told.get("source", ""))
        return (self.folder / name).read_bytes() if _NAME.fullmatch(name) else None


def states_of(told: Iterable[dict[str, Any]], folder: Path) -> dict[int, State]:
    return {int(line["state"]): State(int(line["state"]), line, folder) for line in told}
