# SPDX-License-Identifier: MIT
"""Image formats, as the tester's own table has them (program-tester/base/formats.def says what its columns mean)."""

import dataclasses
import re
from pathlib import Path

_TABLE = (Path(__file__).parents[1] / "base" / "formats.def").read_text(encoding="utf-8")


@dataclasses.dataclass(frozen=True)
class DataType:
    """An image channel data type."""

    stores: str  # SNORM, UNORM, SINT, UINT, HALF or FLOAT
    bytes: int  # of a channel, or of a packed texel
    is_packed: bool  # a texel is one number


# The channels of an order in memory, and what a kernel reads of it as x, y, z, w: channels, 0 and 1.
STORED: dict[str, str] = {}
SEEN: dict[str, str] = {}
for _name, _stored, _seen in re.findall(r'^ORDER\((\w+), *"(\w+)", *"(\w+)"', _TABLE, re.M):
    STORED[_name] = _stored
    SEEN[_name] = _seen

DATA_TYPES = {
    name: DataType(stores, int(size), red != "0")
    for name, stores, size, red in re.findall(r"^DATA_TYPE\((\w+),[^,]*, *(\w+), *(\d+), *(\d+),", _TABLE, re.M)
}

# Why no test can have an order or a data type.
REFUSED: dict[str, str] = dict(re.findall(r'^REFUSED_\w+\((\w+),\s*"([^"]*)"\)', _TABLE, re.M))


def channels(order: str, data_type: str) -> int:
    """How many numbers a stored texel has."""
    return 1 if DATA_TYPES[data_type].is_packed else len(STORED[order])


def texel_bytes(order: str, data_type: str) -> int:
    """The size of a stored texel."""
    return DATA_TYPES[data_type].bytes * channels(order, data_type)
