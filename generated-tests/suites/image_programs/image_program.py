# SPDX-License-Identifier: MIT
"""Image programs: read_imagef of 2D images of every format that kernels see as float, with every sampler. Coordinates
are texels, and so are results, one written by each work-item at its own place, so that GPUs without random writes
run them, too."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

from imagespec.arrays import Array
from imagespec.formats import Format, format_named, image_type_named
from imagespec.interval import Interval
from imagespec.sampling import Sampler, Scene
from testgen import numbers
from testgen.model import Case, Test, TestFile, template

from .. import coordinates
from ..images import (
    SAMPLERS, SIZES, extents_of, formats_seen_as, image_config, image_keys, image_line, make_image, sampler_line,
)  # fmt: skip

NAME = "image-program"
SECTION = "OpenCL 1.2, 6.12.14.2, 6.12.14.4, 8.2 and 8.3"
AXES = ("order", "data", "addressing", "filter", "normalized", "place", "size")
_KIND = image_type_named("2d")
_TEXEL = format_named("RGBA-FLOAT")
_TEMPLATES = Path(__file__).resolve().parent / "templates"
_SAMPLER_NAMED = {sampler.name: sampler for sampler in SAMPLERS}


def _sizes(sampler: Sampler, number: int) -> tuple[str, ...]:
    """Two, by turns. A filter that must stay inside needs two texels."""
    chosen = (SIZES[number % len(SIZES)], SIZES[(number + 1) % len(SIZES)])
    inside = sampler.addressing == "none" and sampler.filter == "linear"
    return tuple(size for size in chosen if not (inside and size == "one"))


def _formats(sampler: Sampler) -> list[Format]:
    """GPUs that run nothing but image programs do not filter floats; the family `read` has those."""
    found = formats_seen_as("float")
    return [item for item in found if sampler.filter == "nearest" or item.type.kind != "float"]


def cases() -> Iterator[Case]:
    for sampler in SAMPLERS:
        for f, item in enumerate(_formats(sampler)):
            for p, place in enumerate(coordinates.places_for(sampler)):
                for size in _sizes(sampler, f + p):
                    axes = (
                        item.order.name, item.type.name, sampler.addressing, sampler.filter,
                        str(sampler.normalized), place, size,
                    )  # fmt: skip
                    yield Case(NAME, f"2d/{sampler.name}", f"{item.name}/{place}/{size}", axes)


def facts(values: Mapping[str, str]) -> Mapping[str, str]:
    """What follows from the coordinates."""
    sampler = Sampler(values["addressing"], values["filter"], values["normalized"] == "True")
    return coordinates.facts(_KIND, extents_of(_KIND, values["size"]), sampler, "float", values["place"])


def scene(case: Case, strict: bool) -> Scene:
    """What a test reads."""
    order, data, *_, place, size = case.values
    image = make_image(_KIND.name, f"{order}-{data}", size)
    sampler = _SAMPLER_NAMED[case.file.rpartition("/")[2]]
    where = coordinates.floats(image.type, image.extents, sampler, place, strict, beside=True)
    assert where is not None, (image.extents, sampler.name, place)
    return Scene(image, sampler, where)


def _row(texels: str, count: int) -> str:
    """Texels that are one row of an image."""
    return f"image float4 {texels} {image_keys(_KIND, _TEXEL, (count, 1))}"


def _test(case: Case, strict: bool) -> Test:
    reads = scene(case, strict)
    colours: Interval = reads.colours(strict)
    count = len(reads.where)
    where: Array = np.zeros((count, 4), np.float32)
    where[:, :2] = reads.where
    assert reads.sampler is not None
    return Test(
        case.name,
        [
            f"global_size: {count} 1",
            f"arg_out: 0 {_row(numbers.interval_text(colours), count)}{numbers.sign_of_zero(colours)}",
            image_line(1, reads.image),
            f"arg_in: 2 {_row(numbers.text(where), count)}",
            sampler_line(3, reads.sampler),
        ],
    )


def build(found: list[Case], strict: bool) -> TestFile:
    config = {"kernel_name": "look_up", "dimensions": "2", **image_config(_KIND), "need_image_program": "true"}
    tests = [_test(case, strict) for case in found]
    return TestFile(f"{NAME} {found[0].file}", template("image_program.mako", _TEMPLATES).render(), tests, config)
