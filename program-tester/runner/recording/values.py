# SPDX-License-Identifier: MIT
"""Types of kernel arguments as arrays, and how far two arrays of them are apart."""

import dataclasses
import re
from typing import Any

import numpy
from numpy.typing import NDArray

Array = NDArray[Any]

SCALARS = {
    "char": "i1", "uchar": "u1", "short": "i2", "ushort": "u2", "int": "i4", "uint": "u4",
    "long": "i8", "ulong": "u8", "half": "f2", "float": "f4", "double": "f8",
}  # fmt: skip
SPELLED = {"unsigned char": "uchar", "unsigned short": "ushort", "unsigned int": "uint", "unsigned long": "ulong"}
_TYPE = re.compile(r"(\w+?)(2|3|4|8|16)?$")


@dataclasses.dataclass(frozen=True)
class ValueType:
    """A scalar or a vector of OpenCL C."""

    scalar: str
    width: int = 1

    @property
    def dtype(self) -> numpy.dtype[Any]:
        return numpy.dtype("<" + SCALARS[self.scalar])

    @property
    def size(self) -> int:
        """Bytes; a vector of three has the room of four."""
        return self.dtype.itemsize * (4 if self.width == 3 else self.width)

    @property
    def is_float(self) -> bool:
        return self.dtype.kind == "f"

    def __str__(self) -> str:
        return self.scalar + (str(self.width) if self.width > 1 else "")


def type_of(name: str) -> ValueType | None:
    """The type that clGetKernelArgInfo names, of a pointer what it points to; None where it is no scalar or vector."""
    word = name.replace("const ", "").strip().rstrip("*").strip()
    word = SPELLED.get(word, word)
    match = _TYPE.fullmatch(word)
    if not match or match[1] not in SCALARS:
        return None
    return ValueType(match[1], int(match[2] or 1))


def ulps(left: Array, right: Array) -> Array:
    """How many numbers of a floating type two are apart, 0 and -0 being two; 0 for two NaNs, the most there is for one."""
    width = left.dtype.itemsize
    lowest = -(1 << 8 * width - 1)

    def place(values: Array) -> Array:
        whole = values.view(f"<i{width}").astype(object if width == 8 else numpy.int64)
        found: Array = numpy.where(whole < 0, lowest - 1 - whole, whole)
        return found

    apart: Array = numpy.abs(place(left) - place(right)).astype(numpy.float64)
    odd = numpy.isnan(left) != numpy.isnan(right)
    apart[numpy.isnan(left) & numpy.isnan(right)] = 0
    apart[odd] = numpy.inf
    apart[numpy.isinf(left) != numpy.isinf(right)] = numpy.inf
    return apart


def bits(size: int) -> ValueType:
    """The unsigned type that memory of unknown contents is told by."""
    return ValueType("uint" if size % 4 == 0 else "uchar")
