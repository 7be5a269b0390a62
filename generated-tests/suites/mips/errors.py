# SPDX-License-Identifier: MIT
"""What the extension refuses of mipmapped images: levels that an image does not have, boxes that are larger than a
level, and images that cannot be made. Of the latter it does not say which error there is."""

from collections.abc import Iterator

from imagespec.formats import format_named
from imagespec.mipmaps import Chain, level_extents
from testgen.model import Case, Test, TestFile, template

from ..images import image_keys
from . import chains

NAME = "mip-errors"
SECTION = "OpenCL 3.0, 5.3.1 and 5.3.8 (cl_khr_mipmap_image)"
AXES = ("type", "operation", "size")
OPERATIONS = ("no-such-level", "box-of-level", "host-memory")
FORMAT = "RGBA-UNORM_INT8"
TEXEL_BYTES = 4


def cases() -> Iterator[Case]:
    for kind in chains.KINDS:
        for operation in OPERATIONS if kind.name in ("2d", "3d") else OPERATIONS[:2]:
            for size in chains.SIZES[:2]:
                yield Case(NAME, f"{kind.name}/{operation}", size, (kind.name, operation, size))
    for operation in ("buffer-image", "depth-image"):
        yield Case(NAME, f"other/{operation}", "odd", ("1d_buffer" if operation == "buffer-image" else "2d_depth", operation, "odd"))


def _box(level: int, extents: tuple[int, ...]) -> str:
    region = " ".join(map(str, extents))
    return f"origin {' '.join('0' for _ in extents)} region {region} level {level}"


def _calls(box: str, error: str) -> list[str]:
    """All transfers of one box, which must all be refused."""
    return [
        "arg_in: 1 buffer uchar[65536] repeat 0",
        f"read: 0 {box} error {error}",
        f"write: 0 {box} error {error}",
        f"map: 0 read {box} error {error}",
        f"map: 0 write {box} error {error}",
        f"fill: 0 {box} 0 0 0 0 error {error}",
        f"copy: 0 {box} to 1 error {error}",
        f"copy: 1 offset 0 to 0 {box} error {error}",
    ]


def _steps(chain: Chain, operation: str) -> list[str]:
    last = chain.count - 1
    if operation == "no-such-level":
        ones = (1,) * len(chain.extents)
        return _calls(_box(chain.count, ones), "CL_INVALID_MIP_LEVEL")
    extents = level_extents(chain.type, chain.extents, last)
    larger = (extents[0] + 1, *extents[1:])  # there is room for it in every other level
    return _calls(_box(last, larger), "CL_INVALID_VALUE")


def _refused(image_type: str, operation: str, size: str) -> list[str]:
    """An image that must not be made, and one whose contents are looked at, as each test does something."""
    chain = chains.make_chain(image_type.removesuffix("_depth").replace("1d_buffer", "1d"), FORMAT, size)
    keys, levels = image_keys(chain.type, chain.format, chain.extents), chain.count
    if operation == "host-memory":
        keys += f" image_row_pitch {chain.extents[0] * TEXEL_BYTES}"
    elif operation == "buffer-image":
        keys = keys.replace("image_type 1d ", "image_type 1d_buffer ")
    pixel = "uchar4"
    if operation == "depth-image":
        keys, pixel = image_keys(chain.type, format_named("DEPTH-FLOAT"), chain.extents), "float"
    return [
        f"arg_in: 0 image {pixel} repeat 0 {keys} image_mip_levels {levels} image_access read image_error any",
        "arg_in: 1 buffer uchar[1] 7",
        "read: 1 7",
    ]


def _test(case: Case) -> Test:
    image_type, operation, size = case.values
    if operation not in ("no-such-level", "box-of-level"):
        return Test(case.name, _refused(image_type, operation, size))
    chain = chains.make_chain(image_type, FORMAT, size)
    return Test(case.name, [f"{chains.chain_line(0, chain)} image_access read", *_steps(chain, operation)])


def build(found: list[Case], strict: bool) -> TestFile:
    tests = [_test(case) for case in found]
    return TestFile(f"{NAME} {found[0].file}", template("boxes.mako").render(), tests, chains.config())
