# SPDX-License-Identifier: MIT
"""A driver with one thing wrong must fail some test of the quick set.

Each mutant changes one rule of imagespec. The results that such a driver would give, computed by
the changed rule with exact arithmetic, must fall outside of what some quick test accepts.
"""

import dataclasses

import numpy as np
import pytest

from imagespec import addressing, conversion, formats, sampling
from imagespec.interval import Interval
from suites import all_cases, read, values, write
from suites.images import make_image
from testgen import cover


@pytest.fixture(scope="module")
def quick():
    return cover.sample(all_cases(), 2000, 1)


def read_results(case, strict):
    image_type, order, data, coordinate, *_, place, size = case.values
    image = make_image(image_type, f"{order}-{data}", size)
    image = dataclasses.replace(image)  # nothing of an unchanged rule is remembered
    sampler = read._SAMPLER_NAMED.get(case.file.rpartition("/")[2])
    where = read._where(image, sampler or read._NO_SAMPLER, coordinate, place, False)
    if sampler is None:
        return sampling.fetch(image, where, strict)
    return sampling.sample(image, sampler, where, strict)


def value_results(case, strict):
    order, data, part = case.values
    image = values._image(formats.FORMATS[f"{order}-{data}"], int(part))
    where = np.stack([np.arange(values.COUNT), np.zeros(values.COUNT, dtype=int)], axis=-1)
    return sampling.fetch(image, where, strict)


def write_results(case, strict):
    _, order, data, colours, *_ = case.values
    item = formats.FORMATS[f"{order}-{data}"]
    return conversion.write_channels(item, write.colours_of(item, colours), strict)


RESULTS = {
    "read": read_results,
    "values": value_results,
    "write": write_results,
    "write-read": write_results,
}


def outside(result, allowed):
    """Whether a single result, where the changed rule gives one, is not accepted."""
    single = np.asarray(result.low == result.high)
    middle = np.where(single, result.low, (result.low.astype(float) + result.high) / 2)
    return bool((~allowed.contains(middle) & ~np.isnan(middle)).any())


def swapped_weight(u, size, mode, original=addressing.linear):
    first, second, weight = original(u, size, mode)
    return first, second, 1 - weight


def shifted_texel(u, size, mode, original=addressing.linear):
    first, second, weight = original(u + 0.5, size, mode)
    return first, second, weight


def mirror_off_by_one(u, size, mode, original=addressing.nearest):
    index = original(u, size, mode)
    return np.minimum(index + 1, size - 1) if mode == "mirrored_repeat" else index


def rounded_index(u, size, mode, original=addressing.nearest):
    return original(np.rint(u), size, mode)


def truncated_index(u, size, mode, original=addressing.nearest):
    return original(np.trunc(u), size, mode)


def clamp_as_edge(u, size, mode, original=addressing.nearest):
    return original(u, size, "clamp_to_edge" if mode == "clamp" else mode)


def linear_clamp_as_edge(u, size, mode, original=addressing.linear):
    return original(u, size, "clamp_to_edge" if mode == "clamp" else mode)


def edge_as_clamp(u, size, mode, original=addressing.nearest):
    return original(u, size, "clamp" if mode == "clamp_to_edge" else mode)


def linear_repeat_without_wrap(u, size, mode, original=addressing.linear):
    return original(u, size, "clamp_to_edge" if mode == "repeat" else mode)


def linear_mirror_as_border(u, size, mode, original=addressing.linear):
    return original(u, size, "clamp" if mode == "mirrored_repeat" else mode)


def mirror_as_repeat(s, mode, original=addressing.reduced):
    return original(s, "repeat" if mode == "mirrored_repeat" else mode)


def repeat_by_fmod(s, mode, original=addressing.reduced):
    return np.fmod(s, 1.0) if mode == "repeat" else original(s, mode)


def mirror_by_parity(s, mode, original=addressing.reduced):
    return np.abs(s) - np.floor(np.abs(s)) if mode == "mirrored_repeat" else original(s, mode)


def floor_layer(coordinate, layers):
    return np.clip(np.floor(coordinate), 0, layers - 1).astype(np.int64)


def half_up_layer(coordinate, layers):
    return np.clip(np.floor(coordinate + 0.5), 0, layers - 1).astype(np.int64)


def wrapped_layer(coordinate, layers):
    return np.mod(np.rint(coordinate), layers).astype(np.int64)


def snorm_not_clamped(item, channels, original=conversion.channel_reals):
    if item.type.kind != "snorm":
        return original(item, channels)
    return channels / float(conversion.norm_max("snorm", item.type.bits))


def norm_by_power_of_two(kind, bits, original=conversion.norm_max):
    return original(kind, bits) + 1


def blue_high(item, texels, original=conversion.unpack):
    found = original(item, texels)
    return found[..., ::-1] if item.type.packed else found


def truncated_write(kind, bits, colours, strict):
    most = conversion.norm_max(kind, bits)
    limited = np.clip(np.nan_to_num(colours.astype(float)), -1 if kind == "snorm" else 0, 1)
    return Interval.exactly(np.trunc(limited * most).astype(np.int64))


def unsaturated_write(channel_type, colours):
    return Interval.exactly(colours.astype(channel_type.stored).astype(np.int64))


def half_by_rounding_up(colours, strict):
    halves = conversion.half_toward_zero(colours)
    inexact = (halves.astype(np.float32) != colours) & np.isfinite(colours)
    with np.errstate(over="ignore"):
        away = np.nextafter(halves, np.copysign(np.float16(np.inf), colours).astype(np.float16))
    return Interval.exactly(np.where(inexact, away, halves))


def float_as_half(colours, strict):
    with np.errstate(over="ignore"):
        return Interval.exactly(colours.astype(np.float16).astype(np.float32))


def order_with(name, **changes):
    """A mutant of the table of orders."""
    return ("order", name, changes)


MUTANTS = {
    "filter weight swapped": (addressing, "linear", swapped_weight),
    "filter half a texel off": (addressing, "linear", shifted_texel),
    "mirrored repeat off by one": (addressing, "nearest", mirror_off_by_one),
    "coordinate rounded": (addressing, "nearest", rounded_index),
    "coordinate truncated": (addressing, "nearest", truncated_index),
    "clamp as clamp to edge": (addressing, "nearest", clamp_as_edge),
    "clamp as clamp to edge, filtered": (addressing, "linear", linear_clamp_as_edge),
    "clamp to edge as clamp": (addressing, "nearest", edge_as_clamp),
    "repeat filters without wrapping": (addressing, "linear", linear_repeat_without_wrap),
    "mirrored repeat filters the border": (addressing, "linear", linear_mirror_as_border),
    "mirrored repeat as repeat": (addressing, "reduced", mirror_as_repeat),
    "repeat by fmod": (addressing, "reduced", repeat_by_fmod),
    "mirrored repeat not mirrored": (addressing, "reduced", mirror_by_parity),
    "layer not rounded": (addressing, "layer", floor_layer),
    "layer rounded half up": (addressing, "layer", half_up_layer),
    "layer repeated": (addressing, "layer", wrapped_layer),
    "SNORM's lowest number unclamped": (conversion, "channel_reals", snorm_not_clamped),
    "normalized by a power of two": (conversion, "norm_max", norm_by_power_of_two),
    "packed channels reversed": (conversion, "unpack", blue_high),
    "write truncates": (conversion, "_write_norm", truncated_write),
    "write wraps integers": (conversion, "_write_integer", unsaturated_write),
    "write rounds halves away from zero": (conversion, "_write_half", half_by_rounding_up),
    "write of floats through halves": (conversion, "_write_float", float_as_half),
    "border alpha of R": order_with("R", border_alpha=0),
    "border alpha of RGBA": order_with("RGBA", border_alpha=1),
    "border alpha of INTENSITY": order_with("INTENSITY", border_alpha=1),
    "BGRA as RGBA": order_with("BGRA", stored="rgba"),
    "ARGB as ABGR": order_with("ARGB", stored="abgr"),
    "RA as RG": order_with("RA", seen="ra01"),
    "alpha of R missing": order_with("R", seen="r000"),
    "LUMINANCE as INTENSITY": order_with("LUMINANCE", seen="rrrr"),
    "A as R": order_with("A", seen="a001"),
}


def apply(mutant, monkeypatch):
    if mutant[0] != "order":
        module, name, replacement = mutant
        for where in (module, sampling):  # which imports some of the names
            if hasattr(where, name):
                monkeypatch.setattr(where, name, replacement)
        return
    _, name, changes = mutant
    for key, item in formats.FORMATS.items():
        if item.order.name == name:
            changed = dataclasses.replace(item, order=dataclasses.replace(item.order, **changes))
            monkeypatch.setitem(formats.FORMATS, key, changed)


@pytest.fixture(scope="module")
def allowed(quick):
    """Quick tests of image contents, and what they accept."""
    make_image.cache_clear()
    return [(c, RESULTS[c.suite](c, False)) for c in quick if c.suite in RESULTS]


@pytest.mark.parametrize("name", list(MUTANTS))
def test_quick_set_catches(name, allowed, monkeypatch):
    make_image.cache_clear()
    apply(MUTANTS[name], monkeypatch)
    caught = set()
    for case, accepted in allowed:
        if outside(RESULTS[case.suite](case, True), accepted):
            caught.add(case.full_name)
    make_image.cache_clear()
    assert caught
    print(f"{name}: {len(caught)} tests")


def test_unchanged_rules_are_accepted(allowed):
    """Exact results lie within what the default profile accepts: strict is a part of it."""
    for case, accepted in allowed:
        result = RESULTS[case.suite](case, True)
        for end in (result.low, result.high):
            assert (accepted.contains(end) | np.isnan(end.astype(float))).all(), case.full_name
