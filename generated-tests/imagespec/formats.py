# SPDX-License-Identifier: MIT
"""Image formats (5.3.1.1, tables 5.6 to 5.8), and image types (5.3.1, 6.1.1)."""

import dataclasses
from typing import Any

import numpy as np

from .arrays import Array


@dataclasses.dataclass(frozen=True)
class ChannelType:
    """How a channel is stored."""

    name: str
    kind: str  # unorm, snorm, sint, uint, float
    bits: int  # of a channel; of the texel when packed
    packed: tuple[int, ...] = ()  # bits of red, green, blue and, if there is one, alpha, from the high end

    @property
    def seen(self) -> str:
        """What read_image returns: float, int or uint."""
        return {"sint": "int", "uint": "uint"}.get(self.kind, "float")

    @property
    def is_norm(self) -> bool:
        return self.kind in ("unorm", "snorm")

    @property
    def stored(self) -> np.dtype[Any]:
        """The numpy type of a stored number."""
        letter = {"unorm": "u", "uint": "u", "snorm": "i", "sint": "i", "float": "f"}[self.kind]
        return np.dtype(f"{letter}{self.bits // 8}")

    @property
    def cl_name(self) -> str:
        """The OpenCL C type of a stored number."""
        if self.kind == "float":
            return {16: "half", 32: "float"}[self.bits]
        name = {8: "char", 16: "short", 32: "int"}[self.bits]
        return name if self.kind in ("snorm", "sint") else "u" + name


TYPES = {
    item.name: item
    for item in (
        ChannelType("SNORM_INT8", "snorm", 8),
        ChannelType("SNORM_INT16", "snorm", 16),
        ChannelType("UNORM_INT8", "unorm", 8),
        ChannelType("UNORM_INT16", "unorm", 16),
        ChannelType("UNORM_SHORT_565", "unorm", 16, (5, 6, 5)),
        ChannelType("UNORM_SHORT_555", "unorm", 16, (5, 5, 5)),
        ChannelType("UNORM_INT_101010", "unorm", 32, (10, 10, 10)),
        ChannelType("SIGNED_INT8", "sint", 8),
        ChannelType("SIGNED_INT16", "sint", 16),
        ChannelType("SIGNED_INT32", "sint", 32),
        ChannelType("UNSIGNED_INT8", "uint", 8),
        ChannelType("UNSIGNED_INT16", "uint", 16),
        ChannelType("UNSIGNED_INT32", "uint", 32),
        ChannelType("HALF_FLOAT", "float", 16),
        ChannelType("FLOAT", "float", 32),
    )
}

_ANY = tuple(name for name, item in TYPES.items() if not item.packed)
_REAL = ("SNORM_INT8", "SNORM_INT16", "UNORM_INT8", "UNORM_INT16", "HALF_FLOAT", "FLOAT")
_BYTES = ("SNORM_INT8", "UNORM_INT8", "SIGNED_INT8", "UNSIGNED_INT8")
_PACKED = ("UNORM_SHORT_565", "UNORM_SHORT_555", "UNORM_INT_101010")


@dataclasses.dataclass(frozen=True)
class ChannelOrder:
    """Which channels there are (table 5.6), and the colour a kernel sees (6.12.14, "mapping of
    image channels to color values")."""

    name: str
    stored: str  # channels in memory order
    seen: str  # r, g, b, a: a stored channel, or the constant 0 or 1
    border_alpha: int  # of the border colour, whose other components are 0 (6.12.14.1)
    types: tuple[str, ...]

    @property
    def is_srgb(self) -> bool:
        """Whether colours, but not alpha, are stored by the curve of sRGB."""
        return self.name.startswith("s")


ORDERS = {
    item.name: item
    for item in (
        ChannelOrder("R", "r", "r001", 1, _ANY),
        ChannelOrder("Rx", "r", "r001", 0, _ANY),
        ChannelOrder("A", "a", "000a", 0, _ANY),
        ChannelOrder("INTENSITY", "r", "rrrr", 0, _REAL),
        ChannelOrder("LUMINANCE", "r", "rrr1", 1, _REAL),
        ChannelOrder("RG", "rg", "rg01", 1, _ANY),
        ChannelOrder("RGx", "rg", "rg01", 0, _ANY),
        ChannelOrder("RA", "ra", "r00a", 0, _ANY),
        ChannelOrder("RGB", "rgb", "rgb1", 1, _PACKED),
        ChannelOrder("RGBx", "rgb", "rgb1", 0, _PACKED),
        ChannelOrder("RGBA", "rgba", "rgba", 0, _ANY),
        ChannelOrder("ARGB", "argb", "rgba", 0, _BYTES),
        ChannelOrder("BGRA", "bgra", "rgba", 0, _BYTES),
    )
}


@dataclasses.dataclass(frozen=True)
class Format:
    """An image format."""

    order: ChannelOrder
    type: ChannelType

    @property
    def name(self) -> str:
        return f"{self.order.name}-{self.type.name}"

    @property
    def channels(self) -> int:
        return len(self.order.stored)

    @property
    def texel_bytes(self) -> int:
        return self.type.bits // 8 * (1 if self.type.packed else self.channels)

    @property
    def border(self) -> Array:
        """The colour outside the image with CLK_ADDRESS_CLAMP."""
        return np.array([0, 0, 0, self.order.border_alpha], dtype=np.float64)


FORMATS = {
    item.name: item
    for item in (
        Format(order, TYPES[name]) for order in ORDERS.values() for name in order.types
    )
}


# Formats after OpenCL 1.2 (3.0: tables of channel orders and data types in 5.3.1.1; OpenCL C 3.0,
# 6.15.15.1.1, "Determining the Border Color or Value"). A depth image has one channel, and kernels see
# one number: red here. Left out is CL_sRGB, whose texels of three bytes the tester has no type for.
_101010_2 = ChannelType("UNORM_INT_101010_2", "unorm", 32, (10, 10, 10, 2))
LATER_TYPES = {_101010_2.name: _101010_2}
DEPTH = ChannelOrder("DEPTH", "r", "r001", 0, ("UNORM_INT16", "FLOAT"))
LATER_ORDERS = {
    item.name: item
    for item in (
        DEPTH,
        ChannelOrder("sRGBx", "rgbx", "rgb1", 0, ("UNORM_INT8",)),
        ChannelOrder("sRGBA", "rgba", "rgba", 0, ("UNORM_INT8",)),
        ChannelOrder("sBGRA", "bgra", "rgba", 0, ("UNORM_INT8",)),
        ChannelOrder("ABGR", "abgr", "rgba", 0, _BYTES),
    )
}
LATER_FORMATS = {
    item.name: item
    for item in (
        *(Format(order, TYPES[name]) for order in LATER_ORDERS.values() for name in order.types),
        Format(ORDERS["RGBA"], _101010_2),
    )
}


def format_named(name: str) -> Format:
    """A format of any version, by order and data type with "-" between them."""
    return FORMATS[name] if name in FORMATS else LATER_FORMATS[name]


@dataclasses.dataclass(frozen=True)
class ImageType:
    """A type of images: its extents and its coordinates."""

    name: str  # as tests spell it
    cl_name: str
    dimensions: int  # that are filtered
    is_array: bool
    coordinates: int  # components of a coordinate vector; those behind the used ones are ignored
    has_sampler: bool = True
    is_depth: bool = False  # kernels read and write one float

    @property
    def spelled(self) -> str:
        """The type of the memory object, as tests spell it: a depth image is told by its order."""
        return self.name.removesuffix("_depth")

    @property
    def axes(self) -> int:
        """Extents, layers included."""
        return self.dimensions + self.is_array


IMAGE_TYPES = {
    item.name: item
    for item in (
        ImageType("1d", "image1d_t", 1, False, 1),
        ImageType("1d_buffer", "image1d_buffer_t", 1, False, 1, has_sampler=False),
        ImageType("1d_array", "image1d_array_t", 1, True, 2),
        ImageType("2d", "image2d_t", 2, False, 2),
        ImageType("2d_array", "image2d_array_t", 2, True, 4),
        ImageType("3d", "image3d_t", 3, False, 4),
    )
}
DEPTH_TYPES = {
    item.name: item
    for item in (
        ImageType("2d_depth", "image2d_depth_t", 2, False, 2, is_depth=True),
        ImageType("2d_array_depth", "image2d_array_depth_t", 2, True, 4, is_depth=True),
    )
}


def image_type_named(name: str) -> ImageType:
    """An image type of any version."""
    return IMAGE_TYPES[name] if name in IMAGE_TYPES else DEPTH_TYPES[name]
