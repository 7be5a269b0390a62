# SPDX-License-Identifier: MIT
"""Each rule of OpenCL's oracle as a wrong one, beside the deviations that explain failures: a part of a function's text is another, or a
number. Some generated test must notice a device that works by it. What is no such rule is said to be none, and why."""

import ast
import dataclasses
import importlib
import inspect
import pkgutil
import types
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import imagespec

from .deviations import DEVIATIONS


class WrongRule(NamedTuple):
    """`old` in the rule's text becomes `new`; without `old` a number becomes what `new` makes of it."""

    rule: str  # module and name
    what: str
    tests: str  # the family whose tests must notice, and words of these tests' names
    old: str
    new: str | Callable[[Any], Any]
    by: str = "middle"  # of what the wrong rule allows a device gives the middle, or, of rules that say how much is allowed, the ends
    strict: bool = False  # of the strict profile alone
    at: str = ""  # the table that holds the rule when tests are made, where that is another


def _of_order(name: str, **fields: Any) -> Callable[[Any], Any]:
    """A table of formats in which an order has other fields."""

    def changed(table: dict[str, Any]) -> dict[str, Any]:
        orders = {key: dataclasses.replace(one.order, **fields) for key, one in table.items() if one.order.name == name}
        return {key: dataclasses.replace(one, order=orders.get(key, one.order)) for key, one in table.items()}

    return changed


def _of_type(name: str, **fields: Any) -> Callable[[Any], Any]:
    """The same of a channel type."""

    def changed(table: dict[str, Any]) -> dict[str, Any]:
        types = {key: dataclasses.replace(one.type, **fields) for key, one in table.items() if one.type.name == name}
        return {key: dataclasses.replace(one, type=types.get(key, one.type)) for key, one in table.items()}

    return changed


ENDS = "ends"
FORMATS, LATER_FORMATS = "formats.FORMATS", "formats.LATER_FORMATS"
WRONG_RULES = (
    WrongRule("addressing._address", "clamp has no border on the left", "read clamp-nearest outside", "np.clip(index, -1, size)", "np.clip(index, 0, size)"),
    WrongRule("boxes.Box.slices", "boxes begin a texel earlier", "boxes", "slice(o, o + r)", "slice(max(o - 1, 0), max(o - 1, 0) + r)"),
    WrongRule("boxes.grid", "texels lie backwards", "boxes", "texels.reshape(", "texels[::-1].reshape("),
    WrongRule("boxes.take", "texels lie backwards", "boxes", "image[box.slices]", "image[box.slices][::-1]"),
    WrongRule("boxes.put", "texels are put backwards", "boxes", "texels.reshape(", "texels[::-1].reshape("),
    WrongRule("boxes.addresses", "slices lie rows apart", "rectangles", "z[:, None, None] * slice_pitch", "z[:, None, None] * row_pitch"),
    WrongRule("boxes.to_bytes", "bytes come from the highest", "boxes to-buffer", 'newbyteorder("<")', 'newbyteorder(">")'),
    WrongRule("boxes.from_bytes", "bytes come from the highest", "boxes from-buffer", 'newbyteorder("<")', 'newbyteorder(">")'),
    WrongRule("buffers.InBuffer.row_pitch", "the given row pitch is ignored", "over-any", "self.given_row_pitch or ", ""),
    WrongRule("buffers.InBuffer.places", "slices lie rows apart", "over-any", "z[:, None, None] * self.slice_pitch", "z[:, None, None] * self.row_pitch"),
    WrongRule("conversion._channel_bits", "16 bits are 8", "read UNORM_INT16", "[channel_type.bits]", "[8]"),
    WrongRule("conversion.colours", "channels come from the last", "read RGBA", "order.stored.index(c)", "-1 - order.stored.index(c)"),
    WrongRule("conversion.read_colours", "colours are half of what they are", "read UNORM_INT8", "channel_reals(", "0.5 * channel_reals("),
    WrongRule("conversion.srgb_ends", "0 and 1 are not exact", "later-values sRGBA", "& ~certain", "", ENDS),
    WrongRule("conversion.read_interval", "0 and 1 are not exact", "values UNORM_INT8", "slack[(exact == 0) | (np.abs(exact) == 1)] = 0", "pass", ENDS),
    WrongRule("conversion._write_srgb", "colours are off by a step", "later-write sRGBA", "else NORM_WRITE_ERROR", "else 1.6", ENDS),
    WrongRule("conversion.half_toward_zero", "halves are rounded down", "write HALF_FLOAT", "np.float16(0))", "np.float16(-np.inf))", ENDS),
    WrongRule("conversion._flushed", "normal numbers are flushed", "write FLOAT", "< np.finfo(values.dtype).tiny", "< 1.5", ENDS),
    WrongRule("formats.Format.border", "borders are white", "read clamp-nearest outside", "return ", "return 1 + 0 * "),
    WrongRule("halves.read_half_interval", "0 and 1 are not exact", "half-image", "slack[(exact == 0) | (np.abs(exact) == 1)] = 0", "pass", ENDS),
    WrongRule("halves._inside", "halves are a hundredth off", "half-image UNORM", ">= low", ">= low - 0.01", ENDS),
    WrongRule("interval.float32_interval", "ends are rounded outwards", "values UNORM_INT8", "infinity = np.float32(np.inf)", "infinity = np.float32(-np.inf)", ENDS),
    WrongRule("mipmaps.Chain.levels", "levels begin a texel earlier", "mip-read", "start = end", "start = end - 1"),
    WrongRule("mipmaps.ChainScene._lods", "gradients lead to the next level", "mip-gradients", "np.log2(np.maximum(low, tiny)), np", "1 + np.log2(np.maximum(low, tiny)), 1 + np"),
    WrongRule("mipmaps.lod_error", "levels of detail have four fractional bits", "mip-read linear", "2.0**-FRACTION_BITS", "2.0**-4", ENDS),
    WrongRule("mipmaps._rows", "all rows are of the first one's level", "mip-read", "low[levels, rows], high[levels, rows]", "low[levels[:1], rows], high[levels[:1], rows]"),
    WrongRule("mipmaps.sample_chain", "the nearest level is a blend", "mip-read nearest", 'sampler.filter == "nearest" or ', ""),
    WrongRule("sampling.Sampler.is_exact", "unnormalized reads may be off", "read nearest-unnormalized edges", 'not self.normalized and self.filter == "nearest"', "False", ENDS),
    WrongRule("sampling.Image.range", "filters may be off by more", "read linear UNORM_INT8", "self.reals.max(axis=0)", "9 + self.reals.max(axis=0)", ENDS),
    WrongRule("sampling.Image.reals", "texels lie backwards", "read nearest", "self.texels)", "self.texels[::-1])"),
    WrongRule("sampling.gather", "borders are colours of the edge", "read clamp-nearest outside", "inside[..., None]", "(inside | True)[..., None]"),
    WrongRule("sampling._layer_indices", "layers are by the first coordinate", "read array", "coordinates[:, axis]", "coordinates[:, 0]"),
    WrongRule("sampling._positions", "all axes have the width", "read 2d linear-normalized", "image.extents[axis]", "image.extents[0]"),
    WrongRule("sampling._is_float", "no coordinate is exact", "read nearest-normalized edges", "values.astype(np.float32) == values", "values != values", ENDS, True),
    WrongRule("sampling.coordinate_error", "coordinates have four fractional bits", "read linear FLOAT", "2.0**-FRACTION_BITS", "2.0**-4", ENDS),
    WrongRule("sampling._sample_nearest", "texels beside edges are exchanged", "read nearest-normalized", "sign * off", "sign * 99 * off", ENDS),
    WrongRule("sampling._sample_linear", "both corners are the first", "read linear", "[c[which] for which, c in", "[c[0] for which, c in"),
    WrongRule("sampling._channel_step", "filters of UNORM are twenty steps off", "read linear UNORM_INT8", "1 / norm_max", "20 / norm_max", ENDS),
    WrongRule("sampling._srgb_slack", "filters of sRGB are off by more", "later-read linear sRGBA", "np.maximum(high - texels", "9 * np.maximum(high - texels", ENDS),
    WrongRule("sampling._linear_error", "weights may be off by more", "read linear FLOAT", "wrong[:, None] * spread", "9 * wrong[:, None] * spread", ENDS),
    WrongRule("sampling.fetch", "texels are those before", "read samplerless", "coordinates[:, axis].astype(np.int64)", "np.maximum(coordinates[:, axis] - 1, 0).astype(np.int64)"),
    WrongRule("sampling.Scene.colours", "reads without a sampler are of the first texel", "read samplerless", "fetch(self.image, self.where, strict)", "fetch(self.image, 0 * self.where, strict)"),
    WrongRule("formats.ChannelOrder.is_srgb", "no order has the curve", "later-values sRGBA", 'self.name.startswith("s")', "False"),
    WrongRule("formats.ChannelType.is_norm", "halves are normalized", "values HALF_FLOAT", 'self.kind in ("unorm", "snorm")', 'self.kind != "sint"', ENDS),
    WrongRule("formats.ChannelType.stored", "SNORM is stored without a sign", "write SNORM_INT8", '"snorm": "i"', '"snorm": "u"'),
    WrongRule("formats.FORMATS", "alpha of RA is blue", "read RA", "", _of_order("RA", seen="ra01")),
    WrongRule("formats.ORDERS", "alpha of RA is blue", "read RA", "", _of_order("RA", seen="ra01"), at=FORMATS),
    WrongRule("formats.TYPES", "green of 565 has five bits, and red six", "read UNORM_SHORT_565", "", _of_type("UNORM_SHORT_565", packed=(6, 5, 5)), at=FORMATS),
    WrongRule("formats.LATER_FORMATS", "ABGR lies as RGBA", "later-read ABGR", "", _of_order("ABGR", stored="rgba")),
    WrongRule("formats.LATER_ORDERS", "the border of sRGBx is opaque", "later-read sRGBx", "", _of_order("sRGBx", border_alpha=1), at=LATER_FORMATS),
    WrongRule("formats.DEPTH", "a depth is an alpha", "depth-read", "", _of_order("DEPTH", seen="000r"), at=LATER_FORMATS),
    WrongRule("formats.LATER_TYPES", "alpha of 101010_2 lies last", "later-read UNORM_INT_101010_2", "", _of_type("UNORM_INT_101010_2", packed=(2, 10, 10, 10)), at=LATER_FORMATS),
    WrongRule("formats._101010_2", "alpha has ten bits, and blue two", "later-read UNORM_INT_101010_2", "", _of_type("UNORM_INT_101010_2", packed=(10, 10, 2, 10)), at=LATER_FORMATS),
    WrongRule("interval.Interval.choices", "first choices are one more", "write HALF_FLOAT", "[Interval(self.low, self.high)", "[Interval(self.low + 1, self.high + 1)"),
    WrongRule("interval.Interval.exactly", "what is exact is one more", "read UNSIGNED_INT8", "Interval(values, values)", "Interval(values + 1, values + 1)"),
    WrongRule("interval.Interval.map", "what is mapped is one more", "read FLOAT", "Interval(function(self.low), function(self.high)", "Interval(1 + function(self.low), 1 + function(self.high)"),
    WrongRule("interval.Interval.one_of", "first choices are one more", "write HALF_FLOAT", "Interval(first.low, first.high", "Interval(first.low + 1, first.high + 1"),
    WrongRule("mipmaps.ChainScene.colours", "levels of detail are one more", "mip-read", "self._lods()", "tuple(one + 1 for one in self._lods())"),
    WrongRule("mipmaps.level_extents", "width and height of levels are exchanged", "mip-read 2d", "return halved + ", "return halved[::-1] + "),
    WrongRule("conversion.NORM_READ_ULPS", "normalized numbers are four times as far off", "values UNORM_INT16", "", lambda was: 4 * was, ENDS),
    WrongRule("conversion.NORM_WRITE_ERROR", "colours are off by a step", "write UNORM_INT8", "", lambda was: 1.6, ENDS),
    WrongRule("conversion.SRGB_READ_STEPS", "sRGB is off by two steps", "later-values sRGBA", "", lambda was: 4 * was, ENDS),
    WrongRule("conversion.SRGB_STRICT_STEPS", "sRGB is off by half a step", "later-values sRGBA", "", lambda was: 0.5, ENDS, True),
    WrongRule("sampling.FRACTION_BITS", "coordinates have four fractional bits", "read linear FLOAT", "", lambda was: 4, ENDS),
    WrongRule("sampling.FLOAT_ROUNDING", "float arithmetic is 256 times as far off", "read linear FLOAT", "", lambda was: 256 * was, ENDS, True),
)  # fmt: skip

# Why a function, a table or a number is no rule, and which are not.
NO_RULES = {
    "how things are spelled and found": "formats.ChannelType.cl_name formats.Format.name formats.ImageType.spelled formats.format_named "
    "formats.image_type_named mipmaps.MipSampler.name sampling.Sampler.name",
    "what says which tests there are, and what they give": "boxes.Box.overlaps boxes.Box.surroundings boxes.Box.within halves.is_seen_as_half mipmaps.most_levels "
    "mipmaps.chain_texels mipmaps.MAXFLOAT "
    "buffers.InBuffer.rows buffers.InBuffer.size buffers.InBuffer.slice_pitch",
    "a shape: a test by another one is none": "boxes.Box.count buffers.InBuffer.has_slices buffers.InBuffer.slices buffers.InBuffer.width "
    "formats.ChannelType.seen formats.Format.channels formats.Format.texel_bytes formats.ImageType.axes "
    "sampling.Image.count",
    "which formats there are: others are other tests": "formats._ANY formats._REAL formats._BYTES formats._PACKED",
    "a table of shapes: another one is another image, which a test would give": "formats.IMAGE_TYPES formats.DEPTH_TYPES",
    "asked of values that were given, not of those that are expected": "interval.Interval.contains",
    "not to be seen: no test asks for the sign of a zero": "interval.either_zero",
}  # fmt: skip


def modules() -> dict[str, types.ModuleType]:
    return {one.name: importlib.import_module(f"{imagespec.__name__}.{one.name}") for one in pkgutil.iter_modules(imagespec.__path__)}


def _of_class(name: str, kind: type) -> Iterator[str]:
    for key, value in vars(kind).items():
        if not key.startswith("__") and (callable(value) or isinstance(value, (property, staticmethod)) or hasattr(value, "attrname")):
            yield f"{name}.{key}"


def _assigned(module: types.ModuleType) -> Iterator[str]:
    """Tables and numbers of a module, but for what are types."""
    for node in ast.parse(inspect.getsource(module)).body:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        values = {target.id: vars(module)[target.id] for target in targets if isinstance(target, ast.Name)}
        yield from (name for name, value in values.items() if isinstance(value, (int, float, dict, tuple)) or type(value).__module__.startswith(imagespec.__name__))


def all_rules() -> list[str]:
    """All functions, methods, tables and numbers of the oracle."""
    found = []
    for name, module in modules().items():
        for key, value in vars(module).items():
            if inspect.isfunction(value) and value.__module__ == module.__name__:
                found.append(f"{name}.{key}")
            elif inspect.isclass(value) and value.__module__ == module.__name__:
                found += _of_class(f"{name}.{key}", value)
        found += [f"{name}.{key}" for key in _assigned(module)]
    return sorted(found)


def by_deviations() -> dict[str, list[str]]:
    """Deviations by the rule that they make wrong."""
    found: dict[str, list[str]] = {}
    for one in DEVIATIONS:
        if one.module:
            found.setdefault(f"{one.module.__name__.rpartition('.')[2]}.{one.function}", []).append(one.name)
    return found


def why_none() -> dict[str, str]:
    return {rule: why for why, rules in NO_RULES.items() for rule in rules.split()}
