# SPDX-License-Identifier: MIT
"""read_image of mipmapped images whose level of detail follows from gradients."""

import dataclasses
from collections.abc import Iterator

import numpy as np

from imagespec.arrays import Array
from imagespec.formats import format_named, image_type_named
from imagespec.mipmaps import Chain, ChainScene, MipSampler
from testgen import numbers
from testgen.model import Case, Test, TestFile, template

from ..images import FUNCTIONS, VECTORS, texel_type
from . import chains

NAME = "mip-gradients"
SECTION = chains.SECTION
AXES = ("type", "order", "data", "filter", "mip filter", "gradients", "size")
FORMATS = tuple(item for item in chains.FORMATS if item.name in ("RGBA-FLOAT", "RGBA-UNORM_INT8", "R-UNORM_INT16", "RGBA-SIGNED_INT32"))
GRADIENTS = ("across", "down", "small", "both", "bounded")
STEPS = {1: 1, 2: 2, 3: 4}  # components of a gradient, by dimensions


def cases() -> Iterator[Case]:
    for kind in chains.KINDS:
        for f, item in enumerate(FORMATS):
            for s, sampler in enumerate(chains.samplers_for(item)):
                for g, gradients in enumerate(GRADIENTS):
                    if gradients == "both" and (kind.dimensions == 1 or sampler.filter == "linear"):
                        continue  # its level of detail is not one number
                    if sampler.base.addressing not in ("clamp_to_edge", "repeat"):
                        continue  # which mip-read has
                    size = chains.SIZES[(f + s + g) % len(chains.SIZES)]
                    axes = (
                        kind.name, item.order.name, item.type.name, sampler.base.filter, sampler.filter, gradients, size,
                    )  # fmt: skip
                    file = f"{kind.name}/{FUNCTIONS[item.type.seen]}/{sampler.name}"
                    yield Case(NAME, file, f"{item.name}/{gradients}/{size}", axes)


def _texels(chain: Chain, which: str) -> Array:
    """Texels that the longer gradient spans: powers of two, so that the level of detail is whole; less
    than one, where the image is enlarged."""
    if which == "small":
        return np.array([0.5, 0.25, 1, 0.0, 2], dtype=np.float64)
    return np.array([2.0**level for level in range(chain.count + 1)])


def gradients_of(chain: Chain, which: str) -> tuple[Array, Array]:
    """The two gradients of each read (n, components), in normalized coordinates."""
    dimensions = chain.type.dimensions
    texels = np.resize(_texels(chain, which), chains.COUNT)
    shape = (chains.COUNT, STEPS[dimensions])
    across, down = np.zeros(shape, dtype=np.float32), np.zeros(shape, dtype=np.float32)
    if which == "down":
        down[:, dimensions - 1] = texels / chain.extents[dimensions - 1]
    else:
        across[:, 0] = texels / chain.extents[0]
    if which == "both":
        down[:, 1] = texels / 2 / chain.extents[1]
    across[1::2] *= -1  # a length has no sign
    return across, down


def _bounded(sampler: MipSampler, which: str, chain: Chain) -> MipSampler:
    last = chain.count - 1
    return dataclasses.replace(sampler, lod_min=0.75, lod_max=max(last - 0.75, 0.75)) if which == "bounded" else sampler


def _sampler(case: Case) -> MipSampler:
    order, data = case.values[1:3]
    found = chains.samplers_for(format_named(f"{order}-{data}"))
    return next(s for s in found if s.name == case.file.rpartition("/")[2])


def scene(case: Case, strict: bool) -> ChainScene:
    """What a test reads."""
    image_type, order, data, _, _, which, size = case.values
    chain = chains.make_chain(image_type, f"{order}-{data}", size)
    sampler = _bounded(_sampler(case), which, chain)
    where = chains.coordinates(chain, sampler.base, case.full_name, strict)
    return ChainScene(chain, sampler, where, gradients=gradients_of(chain, which))


def _test(case: Case, strict: bool) -> Test:
    reads = scene(case, strict)
    chain, sampler, where, gradients = reads.chain, reads.sampler, reads.where, reads.gradients
    assert gradients is not None
    allowed = reads.colours(strict)
    texel, count = texel_type(chain.type, chain.format.type.seen), len(where)
    step = "float" + VECTORS[STEPS[chain.type.dimensions]]
    lines = [
        f"global_size: {count} 1 1",
        f"arg_out: 0 buffer {texel}[{count}] {numbers.interval_text(allowed)}{numbers.sign_of_zero(allowed)}",
        chains.chain_line(1, chain),
        f"arg_in: 2 buffer {chains.coordinate_type(chain.type)}[{count}] {numbers.text(where)}",
        chains.mip_sampler_line(3, sampler),
        *(f"arg_in: {4 + n} buffer {step}[{count}] {numbers.text(one)}" for n, one in enumerate(gradients)),
    ]
    return Test(case.name, lines)


def build(found: list[Case], strict: bool) -> TestFile:
    image_type, order, data, *_ = found[0].values
    kind, seen = image_type_named(image_type), format_named(f"{order}-{data}").type.seen
    step = "float" + VECTORS[STEPS[kind.dimensions]]
    source = template("mip_read.mako").render(
        image_type=kind.cl_name,
        vector=chains.coordinate_type(kind),
        texel=texel_type(kind, seen),
        function=FUNCTIONS[seen],
        arguments=f", global const {step} *across, global const {step} *down",
        lod=", across[i], down[i]",
    )
    config = {"kernel_name": "read", **chains.config()}
    return TestFile(f"{NAME} {found[0].file}", source, [_test(case, strict) for case in found], config)
