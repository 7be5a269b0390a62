# SPDX-License-Identifier: MIT
"""Formats of Vulkan 1.3 (chapter "Formats"), whose names say how texels are stored: components with their
bits, what a number stands for, and with PACK that they are of one integer whose highest bits come first.
Compressed formats are in vk_blocks.py. Numbers are little-endian.

A test spells an image's texels as those of an OpenCL format with texels of the same size: the one that the
format is, or one of unsigned integers. No format of OpenCL has 96 bits: a texel of these is three of 32."""

import dataclasses
import re
from functools import cached_property

import numpy as np

from imagespec.arrays import Array
from imagespec.conversion import linear, norm_max
from imagespec.formats import FORMATS, LATER_FORMATS, Format

_KINDS = {"UNORM": "unorm", "SNORM": "snorm", "USCALED": "uscaled", "SSCALED": "sscaled", "UINT": "uint",
          "SINT": "sint", "SFLOAT": "float", "UFLOAT": "ufloat", "SRGB": "srgb"}  # fmt: skip
_SIGNED = ("snorm", "sscaled", "sint")
_CARRIERS = {1: "R-UNSIGNED_INT8", 2: "R-UNSIGNED_INT16", 4: "R-UNSIGNED_INT32", 8: "RG-UNSIGNED_INT32",
             12: "R-UNSIGNED_INT32", 16: "RGBA-UNSIGNED_INT32"}  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Component:
    """A component's place among the bits of a texel, from the lowest."""

    letter: str  # of RGBA; D: a depth; S: a stencil; E: the exponent that the others share; X: nothing
    bits: int
    shift: int


@dataclasses.dataclass(frozen=True)
class VkFormat:
    """A format, or of one with depths and stencils an aspect of it."""

    name: str  # without VK_FORMAT_; with "-" and an aspect, where it is one of two
    kind: str
    components: tuple[Component, ...]
    native: bool  # tests name it by vk_format
    carrier: Format
    block: int = 1  # texels along each side of a block

    @property
    def parts(self) -> int:
        """Texels of the carrier that are one: a row has so many times as many."""
        return 3 if sum(c.bits for c in self.components) == 96 else 1

    @property
    def bytes(self) -> int:
        return self.carrier.texel_bytes * self.parts

    @property
    def seen(self) -> str:
        """What programs read: float, int or uint."""
        return {"sint": "int", "uint": "uint"}.get(self.kind, "float")

    @property
    def is_norm(self) -> bool:
        return self.kind in ("unorm", "snorm", "srgb")

    @property
    def is_packed(self) -> bool:
        """Whether a test spells a texel as one number that has several components."""
        return self.native or bool(self.carrier.type.packed)

    @property
    def is_depth(self) -> bool:
        return any(c.letter == "D" for c in self.components)

    @property
    def is_aspect(self) -> bool:
        """Whether it has depths or stencils."""
        return any(c.letter in "DS" for c in self.components)

    @cached_property
    def letters(self) -> str:
        """Components that programs see."""
        return "".join(c.letter for c in self.components if c.letter in "RGBADS")

    @property
    def stored(self) -> Array:
        """Which of red, green, blue and alpha are stored; others are 0, 0 and 1."""
        first = any(letter in self.letters for letter in "RDS")
        return np.array([first, *(letter in self.letters for letter in "GBA")])

    @property
    def filterable(self) -> bool:
        return self.seen == "float"

    @property
    def pixel(self) -> str:
        """The pixel type of its texels in a test."""
        width = 1 if self.carrier.type.packed else self.carrier.channels
        return self.carrier.type.cl_name + ("" if width == 1 else str(width))

    @property
    def steps(self) -> Array:
        """The largest distance between neighbouring values of each normalized component."""
        found = np.zeros(4)
        for c in self.components:
            if self.is_norm and c.letter in "RGBAD":
                kind = "snorm" if self.kind == "snorm" else "unorm"
                found["RGBA".find(c.letter.replace("D", "R"))] = 1 / norm_max(kind, c.bits)
        return found

    def steps_at(self, largest: Array) -> Array:
        """What is filtered may be so far off, as units filter in the precision of texels, for each axis: a step of normalized
        components, and of floats of 16 bits or fewer one of halves beside the largest texel (..., 4)."""
        if self.kind not in ("float", "ufloat") or max(c.bits for c in self.components) > 16:
            return self.steps
        halves = np.minimum(largest, np.finfo(np.float16).max).astype(np.float16)
        found: Array = np.where(self.stored, np.spacing(halves).astype(np.float64), 0)
        return found

    def as_seen(self, colour: tuple[float, float, float, float]) -> Array:
        """A border colour, of which components that are not stored are replaced ("Texel Input Operations",
        "Conversion to RGBA")."""
        return np.where(self.stored, colour, (0, 0, 0, 1)).astype(np.float64)


def _components(text: str, packed: bool) -> tuple[Component, ...]:
    found = [(letter, int(bits)) for letter, bits in re.findall(r"([RGBADSEX])(\d+)", text)]
    total, shift, components = sum(bits for _, bits in found), 0, []
    for letter, bits in found:
        at = total - shift - bits if packed else shift
        components.append(Component(letter, bits, at))
        shift += bits
    return tuple(components)


def _make(name: str, carrier: str = "") -> VkFormat:
    text, kind, *rest = name.replace("X8_", "X8").split("_")
    components = _components(text, bool(rest) and rest[0].startswith("PACK"))
    size = sum(c.bits for c in components) // 8
    form = {**FORMATS, **LATER_FORMATS}[carrier or _CARRIERS[size]]
    return VkFormat(name, _KINDS[kind], components, not carrier, form)


def _plain() -> list[VkFormat]:
    """Formats of one, two and four components of 8, 16 and 32 bits, by OpenCL's orders and types."""
    types = {"UNORM": "UNORM_INT{}", "SNORM": "SNORM_INT{}", "UINT": "UNSIGNED_INT{}", "SINT": "SIGNED_INT{}"}
    found = []
    for bits in (8, 16, 32):
        for letters in ("R", "RG", "RGBA"):
            for kind, data in types.items():
                if bits < 32 or "INT" in kind:
                    text = "".join(f"{letter}{bits}" for letter in letters)
                    found.append(_make(f"{text}_{kind}", f"{letters}-{data.format(bits)}"))
            if bits > 8:
                text = "".join(f"{letter}{bits}" for letter in letters)
                found.append(_make(f"{text}_SFLOAT", f"{letters}-{'HALF_FLOAT' if bits == 16 else 'FLOAT'}"))
    return found


_NATIVE = (
    "R8_SRGB R8G8_SRGB R4G4_UNORM_PACK8 R4G4B4A4_UNORM_PACK16 B4G4R4A4_UNORM_PACK16 A4R4G4B4_UNORM_PACK16 "
    "A4B4G4R4_UNORM_PACK16 B5G6R5_UNORM_PACK16 R5G5B5A1_UNORM_PACK16 B5G5R5A1_UNORM_PACK16 A1R5G5B5_UNORM_PACK16 "
    "A8B8G8R8_UNORM_PACK32 A8B8G8R8_SNORM_PACK32 A8B8G8R8_UINT_PACK32 A8B8G8R8_SINT_PACK32 A8B8G8R8_SRGB_PACK32 "
    "A2R10G10B10_UNORM_PACK32 A2R10G10B10_UINT_PACK32 A2B10G10R10_UNORM_PACK32 A2B10G10R10_UINT_PACK32 "
    "A2R10G10B10_SNORM_PACK32 A2R10G10B10_SINT_PACK32 A2B10G10R10_SNORM_PACK32 A2B10G10R10_SINT_PACK32 "
    "B10G11R11_UFLOAT_PACK32 E5B9G9R9_UFLOAT_PACK32 "
    "R8_USCALED R8G8_USCALED R8G8B8A8_USCALED R8_SSCALED R8G8B8A8_SSCALED R16_USCALED R16G16_SSCALED "
    "R16G16B16A16_USCALED A2B10G10R10_USCALED_PACK32"
).split()

VK_FORMATS: dict[str, VkFormat] = {
    item.name: item
    for item in (
        *_plain(),
        *(_make(f"B8G8R8A8_{kind}", f"BGRA-{data}")
          for kind, data in (("UNORM", "UNORM_INT8"), ("SNORM", "SNORM_INT8"), ("UINT", "UNSIGNED_INT8"), ("SINT", "SIGNED_INT8"))),
        _make("R8G8B8A8_SRGB", "sRGBA-UNORM_INT8"),
        _make("B8G8R8A8_SRGB", "sBGRA-UNORM_INT8"),
        _make("R5G6B5_UNORM_PACK16", "RGB-UNORM_SHORT_565"),
        *map(_make, _NATIVE),
    )
}  # fmt: skip
# Formats that devices need not have images of: few families have them.
WIDE_FORMATS: dict[str, VkFormat] = {name: _make(name) for name in ("R32G32B32_UINT", "R32G32B32_SINT", "R32G32B32_SFLOAT")}
DEPTH_FORMATS: dict[str, VkFormat] = {
    item.name: item
    for item in (
        _make("D16_UNORM", "DEPTH-UNORM_INT16"),
        _make("D32_SFLOAT", "DEPTH-FLOAT"),
        _make("X8_D24_UNORM_PACK32"),
        _make("S8_UINT"),
    )
}
# Formats with both aspects, each with its texels: depths of 24 bits have 32, of which the highest mean nothing.
DEPTH_FORMATS |= {
    item.name: item
    for item in (
        dataclasses.replace(DEPTH_FORMATS[alone], name=f"{both}-{aspect}", native=True)
        for both, aspect, alone in (
            ("D16_UNORM_S8_UINT", "depth", "D16_UNORM"), ("D16_UNORM_S8_UINT", "stencil", "S8_UINT"),
            ("D32_SFLOAT_S8_UINT", "depth", "D32_SFLOAT"), ("D32_SFLOAT_S8_UINT", "stencil", "S8_UINT"),
            ("D24_UNORM_S8_UINT", "depth", "X8_D24_UNORM_PACK32"), ("D24_UNORM_S8_UINT", "stencil", "S8_UINT"),
        )
    )
}  # fmt: skip


def _raw(texels: Array) -> Array:
    """Texels of a carrier as bytes (n, size)."""
    flat = np.ascontiguousarray(texels)
    return flat.reshape(len(flat), -1).view(np.uint8)


def numbers_of(form: VkFormat, texels: Array) -> Array:
    """Stored numbers (n, components), floats as their bits."""
    raw = _raw(texels)
    columns = []
    for c in form.components:
        first, last = c.shift // 8, (c.shift + c.bits - 1) // 8
        value = np.zeros(len(raw), dtype=np.int64)
        for at in range(last, first - 1, -1):
            value = value << 8 | raw[:, at]
        value = value >> (c.shift % 8) & ((1 << c.bits) - 1)
        if form.kind in _SIGNED and c.letter != "X":
            value = np.where(value >> (c.bits - 1), value - (1 << c.bits), value)
        columns.append(value)
    return np.stack(columns, axis=-1)


def texels_of(form: VkFormat, numbers: Array) -> Array:
    """The texels of a carrier that hold such numbers (n, components)."""
    raw = np.zeros((len(numbers), form.bytes), dtype=np.uint8)
    for column, c in enumerate(form.components):
        value = numbers[:, column].astype(np.int64) & ((1 << c.bits) - 1)
        for at in range(c.shift // 8, (c.shift + c.bits - 1) // 8 + 1):
            off = at * 8 - c.shift
            part = value >> off if off >= 0 else value << -off
            raw[:, at] |= (part & 0xFF).astype(np.uint8)
    stored = raw.view(form.carrier.type.stored)
    return stored[:, 0] if form.carrier.type.packed else stored


def small_float(bits: Array, mantissa: int) -> Array:
    """Unsigned floats of 11 and 10 bits, which have five bits of exponent ("Unsigned 11-Bit Floating-Point
    Numbers", "Unsigned 10-Bit ...")."""
    exponent, part = bits >> mantissa, (bits & ((1 << mantissa) - 1)) / (1 << mantissa)
    normal = np.ldexp(1 + part, exponent.astype(int) - 15)
    special = np.where(part == 0, np.inf, np.nan)
    return np.where(exponent == 0, np.ldexp(part, -14), np.where(exponent == 31, special, normal))


def _float(bits: Array, width: int) -> Array:
    narrow = bits.astype({16: np.uint16, 32: np.uint32}[width])
    with np.errstate(invalid="ignore"):
        return narrow.view({16: np.float16, 32: np.float32}[width]).astype(np.float64)


def _real(form: VkFormat, c: Component, value: Array) -> Array:
    """What a stored number stands for ("Fixed-Point Data Conversions", "Floating-Point Format Conversions")."""
    if form.kind in ("unorm", "snorm"):
        return np.maximum(value / norm_max(form.kind, c.bits), -1.0)
    if form.kind == "srgb":
        exact = value / norm_max("unorm", c.bits)
        return exact if c.letter == "A" else linear(exact)
    if form.kind == "float":
        return _float(value, c.bits)
    if form.kind == "ufloat":
        return small_float(value, c.bits - 5)
    return value.astype(np.float64)


def colours_of(form: VkFormat, texels: Array) -> Array:
    """The exact colours (n, 4) of texels."""
    numbers = numbers_of(form, texels)
    found = np.tile(np.array([0.0, 0.0, 0.0, 1.0]), (len(numbers), 1))
    shared = next((numbers[:, i] for i, c in enumerate(form.components) if c.letter == "E"), None)
    for column, c in enumerate(form.components):
        if c.letter in "EX":
            continue
        value = numbers[:, column]
        real = np.ldexp(value.astype(float), (shared - 15 - 9).astype(int)) if shared is not None else _real(form, c, value)
        found[:, "RGBA".find(c.letter.replace("D", "R").replace("S", "R"))] = real
    return found
