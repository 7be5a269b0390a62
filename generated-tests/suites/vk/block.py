# SPDX-License-Identifier: MIT
"""texelFetch() of compressed images: random blocks of every mode, all texels of each."""

from collections.abc import Iterator

import numpy as np

from imagespec.arrays import Array
from testgen import numbers
from testgen.model import Case, Test, TestFile

from ..gl.images import swizzle
from ..images import seed_of
from .images import file_of, keys_of, program
from .vk_block_bounds import read_blocks
from .vk_blocks import BLOCK_FORMATS, MODES_6, PARTITIONS_6, PARTITIONS_7, BlockPicture
from .vk_formats import VkFormat
from .vulkan import VK_TARGETS

NAME = "vk-block"
SECTION = "Khronos Data Format Specification 1.3, Compressed Texture Image Formats"
AXES = ("target", "format", "mode", "seed")
BLOCKS = {"2D": (4, 4), "2DArray": (2, 4, 2)}  # and layers
GROUP = 64
SEEDS = 6


def _modes(form: VkFormat) -> tuple[str, ...]:
    """BC1 to BC5 have two, by which of two numbers is larger; both are in random blocks, and equal numbers are a case."""
    if form.name.startswith("BC7"):
        return (*map(str, range(8)), "none")
    if form.name.startswith("BC6H"):
        return (*(f"{mode:05b}" for mode in MODES_6), "reserved")
    return ("any", "equal ends", "extreme ends")


def cases() -> Iterator[Case]:
    for target in BLOCKS:
        for form in BLOCK_FORMATS.values():
            for mode in _modes(form):
                for seed in range(SEEDS if target == "2D" else 2):
                    axes = (target, form.name, mode, str(seed))
                    yield Case(NAME, f"{target}/texelFetch", "/".join(axes[1:]), axes)


def _with_partitions(raw: Array, at: int, width: int, first: int) -> None:
    """Blocks have one partition after the other, so that a few tests have all."""
    bits = np.unpackbits(raw, axis=1, bitorder="little")
    bits[:, at : at + width] = (np.arange(first, first + len(raw))[:, None] >> np.arange(width)) & 1
    raw[:] = np.packbits(bits, axis=1, bitorder="little")


def _with_mode(form: VkFormat, mode: str, raw: Array, first: int = 0) -> None:
    """`first`: the partition of the first block."""
    if form.name.startswith("BC7"):
        bit = 0 if mode == "none" else 1 << int(mode)
        raw[:, 0] = bit if mode == "none" else raw[:, 0] & (0x100 - 2 * bit) | bit
        if bit:
            _with_partitions(raw, *PARTITIONS_7[int(mode)], first)
    elif mode == "reserved":
        raw[:, 0] = raw[:, 0] & 0xE0 | 0b10011
    elif form.name.startswith("BC6H"):
        number = int(mode, 2)
        raw[:, 0] = raw[:, 0] & (0xFC if number < 2 else 0xE0) | number
        _with_partitions(raw, *PARTITIONS_6[number], first)
    elif mode == "equal ends":
        width = 1 if form.name[2] in "45" else 2
        for at in range(0, form.bytes, 8):
            raw[:, at + width : at + 2 * width] = raw[:, at : at + width]
    elif mode == "extreme ends":
        rows = np.arange(len(raw))
        for at in range(0, form.bytes, 8):
            raw[:, at : at + 4] = np.array([[0, 0, 255, 255], [255, 255, 0, 0], [128, 127, 127, 128], [0, 0, 0, 0]], np.uint8)[rows % 4]


def make_blocks(target: str, form: VkFormat, mode: str, seed: str) -> BlockPicture:
    width, height, *layers = BLOCKS[target]
    rng = np.random.default_rng(seed_of(f"{form.name} {mode} {seed}"))
    raw = rng.integers(0, 256, (width * height * int(np.prod(layers, dtype=int)), form.bytes), dtype=np.uint8)
    _with_mode(form, mode, raw, (int(seed) + SEEDS * (target != "2D")) * len(raw))
    return BlockPicture(VK_TARGETS[target], form, (4 * width, 4 * height, *layers), raw.view(np.uint32))


def _test(case: Case) -> Test:
    target, name, mode, seed = case.values
    form = BLOCK_FORMATS[name]
    picture = make_blocks(target, form, mode, seed)
    result = read_blocks(picture)
    keys = keys_of(picture.type, form, BLOCKS[target])
    return Test(
        case.name,
        [
            f"global_size: {picture.count}",
            f"arg_out: 0 buffer float4[{picture.count}] {numbers.interval_text(result)}",
            f"arg_in: 1 image {form.pixel} {numbers.text(picture.texels)} {keys}",
        ],
    )


def build(found: list[Case], strict: bool) -> TestFile:
    target = found[0].values[0]
    width, height = (4 * extent for extent in BLOCKS[target][:2])
    where = f"ivec3(int(i) % {width}, int(i) / {width} % {height}, int(i) / {width * height})"
    source = program(
        "vec4",
        [f"layout(binding = 1) uniform sampler{target} image"],
        f"texelFetch(image, {where}.{swizzle(VK_TARGETS[target])}, 0)",
        (),
        GROUP,
    )
    return file_of(NAME, found, source, [_test(case) for case in found])
