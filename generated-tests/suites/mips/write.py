# SPDX-License-Identifier: MIT
"""write_image to a level of a mipmapped image: its texels change, and those of no other level."""

from collections.abc import Iterator

import numpy as np

from imagespec.conversion import write_channels
from imagespec.formats import format_named, image_type_named
from imagespec.interval import Interval
from imagespec.mipmaps import Chain
from testgen import numbers
from testgen.model import Case, Test, TestFile, template

from ..images import PERIOD, WRITERS, pixel_type, seed_of, texel_type, tiled
from ..write import COORDINATES, EXTENSION_3D, colour_kinds
from . import chains

NAME = "mip-write"
SECTION = "cl_khr_mipmap_image_writes"
AXES = ("type", "order", "data", "level", "size")
LEVELS = ("first", "middle", "last")
_FORMATS = chains.FORMATS[:-1]


def cases() -> Iterator[Case]:
    for kind in chains.KINDS:
        for f, item in enumerate(_FORMATS):
            for n, level in enumerate(LEVELS):
                size = chains.SIZES[(f + n) % len(chains.SIZES)]
                axes = (kind.name, item.order.name, item.type.name, level, size)
                yield Case(NAME, f"{kind.name}/{WRITERS[item.type.seen]}", f"{item.name}/{level}/{size}", axes)


def _stored(chain: Chain, level: int, strict: bool) -> tuple[str, str]:
    """What is written, and all texels afterwards."""
    item = chain.format
    kinds = colour_kinds(item)
    rng = np.random.default_rng(seed_of(f"{item.name} level"))
    colours = kinds["exact" if "exact" in kinds else "inside"](item, rng)
    stored = write_channels(item, colours, strict)
    count = len(chain.levels[level].texels)
    ends = [
        chains.with_level(chain, level, tiled(end, count)) if end.shape[1:] == chain.texels.shape[1:] else None
        for end in (stored.low.astype(item.type.stored), stored.high.astype(item.type.stored))
    ]
    assert not stored.others and ends[0] is not None and ends[1] is not None
    kept = Interval(ends[0], ends[1])
    return numbers.text(colours[:PERIOD]), numbers.interval_text(kept)


def _test(case: Case, strict: bool) -> Test:
    image_type, order, data, which, size = case.values
    chain = chains.make_chain(image_type, f"{order}-{data}", size)
    level = chains.level_of(chain.count, which)
    extents = chains.extents_at(chain, level)
    colours, expected = _stored(chain, level, strict)
    count = len(chain.levels[level].texels)
    shape = " ".join(map(str, (*extents, 1, 1)[:3]))
    return Test(case.name, [
        f"dimensions: {len(extents)}",
        f"global_size: {shape}",
        chains.chain_line(0, chain),
        f"arg_out: 0 image {pixel_type(chain.format)} {expected} {chains.chain_keys(chain)}",
        f"arg_in: 1 buffer {texel_type(chain.type, chain.format.type.seen)}[{count}] repeat {colours}",
        f"arg_in: 2 int {level}",
    ])  # fmt: skip


def build(found: list[Case], strict: bool) -> TestFile:
    image_type, order, data, *_ = found[0].values
    kind, seen = image_type_named(image_type), format_named(f"{order}-{data}").type.seen
    source = template("mip_write.mako").render(
        image_type=kind.cl_name,
        extension=EXTENSION_3D if kind.name == "3d" else "",
        texel=texel_type(kind, seen),
        function=WRITERS[seen],
        coordinate=COORDINATES[kind.coordinates],
    )
    more = (EXTENSION_3D,) if kind.name == "3d" else ()
    config = {"kernel_name": "write", **chains.config(chains.WRITES, *more)}
    return TestFile(f"{NAME} {found[0].file}", source, [_test(case, strict) for case in found], config)
