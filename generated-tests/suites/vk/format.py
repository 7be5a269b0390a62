# SPDX-License-Identifier: MIT
"""What a device says of each format: it has the features that all devices must have, all queries say the same, no feature
lacks another that it needs, and images and texel buffers can be made for what they are said to be good for. What the
features promise of texels is in the other families, which skip no format that is said to have them."""

from collections.abc import Iterator
from pathlib import Path

from testgen.model import Case, Test, TestFile

from .copy import SOURCE
from .images import file_of

NAME = "vk-format"
SECTION = "Vulkan 1.3, Format Properties and Required Format Support"
AXES = ("format", "layout")
LAYOUTS = ("optimal", "linear", "buffer")
_FORMATS = Path(__file__).resolve().parents[3] / "program-tester" / "vk" / "formats.def"

_READ = "SAMPLED_IMAGE BLIT_SRC"
_FILTERED = f"{_READ} SAMPLED_IMAGE_FILTER_LINEAR"
_DRAWN = "COLOR_ATTACHMENT BLIT_DST"
_BLENDED = f"{_DRAWN} COLOR_ATTACHMENT_BLEND"
# Tables of "Required Format Support": features in optimal tiling, and formats with them.
_OPTIMAL = {
    f"{_FILTERED}": "B4G4R4A4_UNORM_PACK16 R8_SNORM R8G8_SNORM A8B8G8R8_SNORM_PACK32 B10G11R11_UFLOAT_PACK32 "
    "E5B9G9R9_UFLOAT_PACK32",
    f"{_FILTERED} {_BLENDED}": "R5G6B5_UNORM_PACK16 A1R5G5B5_UNORM_PACK16 R8_UNORM R8G8_UNORM R8G8B8A8_SRGB B8G8R8A8_UNORM "
    "B8G8R8A8_SRGB A8B8G8R8_UNORM_PACK32 A8B8G8R8_SRGB_PACK32 A2B10G10R10_UNORM_PACK32 R16_SFLOAT R16G16_SFLOAT",
    f"{_FILTERED} {_BLENDED} STORAGE_IMAGE": "R8G8B8A8_UNORM R16G16B16A16_SFLOAT",
    f"{_FILTERED} STORAGE_IMAGE": "R8G8B8A8_SNORM",
    f"{_READ} {_DRAWN}": "R8_UINT R8_SINT R8G8_UINT R8G8_SINT A8B8G8R8_UINT_PACK32 A8B8G8R8_SINT_PACK32 "
    "A2B10G10R10_UINT_PACK32 R16_UINT R16_SINT R16G16_UINT R16G16_SINT",
    f"{_READ} {_DRAWN} STORAGE_IMAGE": "R8G8B8A8_UINT R8G8B8A8_SINT R16G16B16A16_UINT R16G16B16A16_SINT R32_SFLOAT R32G32_UINT "
    "R32G32_SINT R32G32_SFLOAT R32G32B32A32_UINT R32G32B32A32_SINT R32G32B32A32_SFLOAT",
    f"{_READ} {_DRAWN} STORAGE_IMAGE STORAGE_IMAGE_ATOMIC": "R32_UINT R32_SINT",
    f"{_READ} DEPTH_STENCIL_ATTACHMENT": "D16_UNORM",
    f"{_READ}": "D32_SFLOAT",
}
_BUFFERS = {
    "UNIFORM_TEXEL_BUFFER": "R8_UNORM R8_SNORM R8_UINT R8_SINT R8G8_UNORM R8G8_SNORM R8G8_UINT R8G8_SINT B8G8R8A8_UNORM "
    "A2B10G10R10_UNORM_PACK32 A2B10G10R10_UINT_PACK32 R16_UINT R16_SINT R16_SFLOAT R16G16_UINT R16G16_SINT R16G16_SFLOAT "
    "B10G11R11_UFLOAT_PACK32",
    "UNIFORM_TEXEL_BUFFER STORAGE_TEXEL_BUFFER": "R8G8B8A8_UNORM R8G8B8A8_SNORM R8G8B8A8_UINT R8G8B8A8_SINT "
    "A8B8G8R8_UNORM_PACK32 A8B8G8R8_SNORM_PACK32 A8B8G8R8_UINT_PACK32 A8B8G8R8_SINT_PACK32 R16G16B16A16_UINT R16G16B16A16_SINT "
    "R16G16B16A16_SFLOAT R32_SFLOAT R32G32_UINT R32G32_SINT R32G32_SFLOAT R32G32B32A32_UINT R32G32B32A32_SINT "
    "R32G32B32A32_SFLOAT",
    "UNIFORM_TEXEL_BUFFER STORAGE_TEXEL_BUFFER STORAGE_TEXEL_BUFFER_ATOMIC": "R32_UINT R32_SINT",
}
# "Formats that are required to support SAMPLED_IMAGE must also support" transfers.
_TRANSFERS = "TRANSFER_SRC TRANSFER_DST"


def names() -> list[str]:
    """All formats that vk-tester knows."""
    lines = _FORMATS.read_text(encoding="utf-8").splitlines()
    return [line.partition("(")[2].partition(",")[0].rstrip(")") for line in lines if line.startswith(("FORMAT(", "NATIVE("))]


def required(name: str, layout: str) -> str:
    """Features that all devices have, separated by spaces."""
    table = {"optimal": _OPTIMAL, "buffer": _BUFFERS}.get(layout, {})
    found = next((features for features, formats in table.items() if name in formats.split()), "")
    return f"{_TRANSFERS} {found}" if layout == "optimal" and found else found


def cases() -> Iterator[Case]:
    for layout in LAYOUTS:
        for name in names():
            yield Case(NAME, layout, name, (name, layout))


def _test(case: Case) -> Test:
    name, layout = case.values
    return Test(case.name, [f"format: {name} {layout} {required(name, layout)}".rstrip()])


def build(found: list[Case], strict: bool) -> TestFile:
    return file_of(NAME, found, SOURCE, [_test(case) for case in found])
