# SPDX-License-Identifier: MIT
"""read_image of mipmapped images at a level of detail, and without one, which reads level 0."""

import dataclasses
from collections.abc import Iterator

import numpy as np

from imagespec.arrays import Array
from imagespec.formats import format_named, image_type_named
from imagespec.mipmaps import Chain, ChainScene, MipSampler
from testgen import numbers
from testgen.model import Case, Test, TestFile, template

from ..images import FUNCTIONS, texel_type
from . import chains

NAME = "mip-read"
SECTION = chains.SECTION
AXES = ("type", "order", "data", "addressing", "filter", "mip filter", "lods", "size")
LODS = ("given", "beyond", "bounded", "none")


def cases() -> Iterator[Case]:
    for kind in chains.KINDS:
        for f, item in enumerate(chains.FORMATS):
            for s, sampler in enumerate(chains.samplers_for(item)):
                for n, lods in enumerate(LODS):
                    size = chains.SIZES[(f + s + n) % len(chains.SIZES)]
                    axes = (
                        kind.name, item.order.name, item.type.name, sampler.base.addressing, sampler.base.filter,
                        sampler.filter, lods, size,
                    )  # fmt: skip
                    how = "first-level" if lods == "none" else "level"
                    file = f"{kind.name}/{FUNCTIONS[item.type.seen]}/{sampler.name}/{how}"
                    yield Case(NAME, file, f"{item.name}/{lods}/{size}", axes)


def lods_of(chain: Chain, sampler: MipSampler, which: str) -> tuple[MipSampler, Array]:
    """Levels of detail of a test, none half way between two levels, and the sampler with its bounds. Levels are blended by weights
    of 7 bits, as more are not sure to be told apart."""
    last = chain.count - 1
    parts = (0, 0.25, 0.375, 0.625, 0.75) if sampler.filter == "nearest" else (0, 0.1171875, 0.2578125, 0.5, 0.6328125, 0.8828125)
    inside = [level + part for level in range(last) for part in parts] + [last]
    if which == "beyond":
        inside = [last, last + 0.25, last + 1.0, 20.0, 1000.0, 0.0]
    elif which == "bounded":
        sampler = dataclasses.replace(sampler, lod_min=0.25, lod_max=max(last - 0.75, 0.25))
        inside = [lod for lod in inside if lod >= sampler.lod_min] + [last + 1.0]
    stride = next(s for s in (5, 7, 11, 13, 1) if len(inside) % s)
    lods = np.array([inside[(i * stride) % len(inside)] for i in range(chains.COUNT)], dtype=np.float32)
    return sampler, np.zeros_like(lods) if which == "none" else lods


def _sampler(case: Case) -> MipSampler:
    _, order, data, addressing, one, mip, *_ = case.values
    found = chains.samplers_for(format_named(f"{order}-{data}"))
    return next(s for s in found if (s.base.addressing, s.base.filter, s.filter) == (addressing, one, mip))


def scene(case: Case, strict: bool) -> ChainScene:
    """What a test reads."""
    image_type, order, data, _, _, _, lods, size = case.values
    chain = chains.make_chain(image_type, f"{order}-{data}", size)
    sampler, levels = lods_of(chain, _sampler(case), lods)
    return ChainScene(chain, sampler, chains.coordinates(chain, sampler.base, case.full_name, strict), levels)


def _test(case: Case, strict: bool) -> Test:
    reads, lods = scene(case, strict), case.values[-2]
    chain, sampler, where, levels = reads.chain, reads.sampler, reads.where, reads.levels
    assert levels is not None
    allowed = reads.colours(strict)
    texel = texel_type(chain.type, chain.format.type.seen)
    lines = [
        f"global_size: {len(where)} 1 1",
        f"arg_out: 0 buffer {texel}[{len(where)}] {numbers.interval_text(allowed)}{numbers.sign_of_zero(allowed)}",
        chains.chain_line(1, chain),
        f"arg_in: 2 buffer {chains.coordinate_type(chain.type)}[{len(where)}] {numbers.text(where)}",
        chains.mip_sampler_line(3, sampler),
    ]
    if lods != "none":
        lines.append(f"arg_in: 4 buffer float[{len(levels)}] {numbers.text(levels)}")
    return Test(case.name, lines)


def build(found: list[Case], strict: bool) -> TestFile:
    image_type, order, data, *_, lods, _ = found[0].values
    kind, seen = image_type_named(image_type), format_named(f"{order}-{data}").type.seen
    source = template("mip_read.mako").render(
        image_type=kind.cl_name,
        vector=chains.coordinate_type(kind),
        texel=texel_type(kind, seen),
        function=FUNCTIONS[seen],
        arguments="" if lods == "none" else ", global const float *lods",
        lod="" if lods == "none" else ", lods[i]",
    )
    config = {"kernel_name": "read", **chains.config()}
    return TestFile(f"{NAME} {found[0].file}", source, [_test(case, strict) for case in found], config)
