# SPDX-License-Identifier: MIT
"""Wrong rules of formats: how texels are read, what is stored, and which floats may be stored as a number."""

from collections.abc import Iterator

from suites.vk.images import KNOWN_FORMATS
from suites.vk.vk_blocks import BLOCK_FORMATS

from .change import Wrong

READ = [
    Wrong("vk_formats._raw", "numbers are big-endian", "vk-fetch R16G16_UINT", ".view(np.uint8)", ".view(np.uint8)[:, ::-1]"),
    Wrong("vk_formats.numbers_of", "components are not shifted", "vk-fetch PACK", "value >> (c.shift % 8)", "value"),
    Wrong("vk_formats.numbers_of", "bytes are in the other order", "vk-fetch R32_UINT", "range(last, first - 1, -1)", "range(first, last + 1)"),
    Wrong("vk_formats.numbers_of", "negative numbers are ones' complements", "vk-fetch SINT", "value - (1 << c.bits)", "value - (1 << c.bits) + 1"),
    Wrong("vk_formats._SIGNED", "SNORM has no sign", "vk-fetch SNORM", "", lambda was: was[1:]),
    Wrong("vk_formats._SIGNED", "SSCALED has no sign", "vk-fetch SSCALED", "", lambda was: (was[0], was[2])),
    Wrong("vk_formats._SIGNED", "SINT has no sign", "vk-fetch SINT", "", lambda was: was[:2]),
    Wrong("vk_formats.texels_of", "components are not shifted", "vk-samples resolve-rgb10_a2ui", "value << -off", "value"),
    Wrong("vk_formats.small_float", "exponents are off by one", "vk-fetch B10G11R11", "- 15", "- 14"),
    Wrong("vk_formats.small_float", "mantissas have no first bit", "vk-fetch B10G11R11", "1 + part, exponent", "part, exponent"),
    Wrong("vk_formats.small_float", "denormals are halved", "vk-every all- B10G11R11", "part, -14", "part, -15"),
    Wrong("vk_formats._float", "there are no negative floats", "vk-fetch SFLOAT", "narrow = bits.", "narrow = (bits & ((1 << (width - 1)) - 1))."),
    Wrong("vk_formats._real", "UNORM is divided by a power of two", "vk-fetch UNORM", "value / norm_max(form.kind, c.bits)", "value / (norm_max(form.kind, c.bits) + 1)"),
    Wrong("vk_formats._real", "the lowest SNORM is less than -1", "vk-fetch SNORM", ", -1.0)", ", -2.0)"),
    Wrong("vk_formats._real", "sRGB is linear", "vk-fetch SRGB", 'c.letter == "A"', "True"),
    Wrong("vk_formats._real", "the alpha of sRGB is as a colour", "vk-fetch R8G8B8A8_SRGB", 'c.letter == "A"', "False"),
    Wrong("vk_formats._real", "small floats have a bit less of exponent", "vk-fetch B10G11R11", "c.bits - 5", "c.bits - 4"),
    Wrong("vk_formats._real", "scaled numbers are normalized", "vk-fetch SCALED", "return value.astype(np.float64)", "return value / norm_max('unorm', c.bits)"),
    Wrong("vk_formats.colours_of", "an alpha that is not stored is 0", "vk-fetch R8G8_UNORM", "0.0, 0.0, 1.0]", "0.0, 0.0, 0.0]"),
    Wrong("vk_formats.colours_of", "green and blue are exchanged", "vk-fetch UNORM", '"RGBA"', '"RBGA"'),
    Wrong("vk_formats.colours_of", "exponents are off by one", "vk-fetch E5B9G9R9", "15 - 9", "15 - 8"),
    Wrong("vk_formats.VkFormat.steps", "filters are off by steps", "vk-sample UNORM /linear/", "1 / norm_max", "8 / norm_max", "ends"),
    Wrong("vk_formats.VkFormat.steps_at", "halves are filtered in six bits", "vk-sample R16G16_SFLOAT /linear/", "np.spacing", "16 * np.spacing", "ends"),
    Wrong("vk_formats.VkFormat.steps_at", "all floats are filtered as halves", "vk-sample R32 SFLOAT /linear/", "> 16", "> 32", "ends"),
    Wrong("vk_formats.VkFormat.steps", "steps of UNORM are those of SNORM", "vk-sample UNORM /linear/", 'else "unorm"', 'else "snorm"', "ends"),
    Wrong("vk_formats.VkFormat.is_norm", "what is stored of SNORM is cut", "vk-store SNORM /between/", '"unorm", "snorm", "srgb"', '"unorm", "srgb"'),
    Wrong("vulkan.Picture.reals", "texels lie backwards", "vk-fetch inside", "self.texels)", "self.texels)[::-1]"),
    Wrong("conversion.norm_max", "SNORM has a number more", "vk-fetch SNORM", '1 << (bits - 1 if kind == "snorm" else bits)', "1 << (bits - (kind == 'snorm'))) + (kind == 'snorm'"),
    Wrong("conversion.norm_max", "UNORM is divided by a power of two", "vk-fetch UNORM", ") - 1", ")"),
    Wrong("conversion.linear", "a gamma of 2.2", "vk-fetch SRGB", "2.4", "2.2"),
    Wrong("conversion.linear", "sRGB has no straight part", "vk-fetch SRGB", "c <= 0.04045", "c <= 0"),
    Wrong("interval.float32_interval", "ends are rounded outwards", "vk-fetch UNORM", "np.nextafter(inner_low, infinity), inner_low)", "inner_low, np.nextafter(inner_low, -infinity))", "ends"),
    Wrong("conversion.srgb", "sRGB is less accurate", "vk-fetch SRGB", "1.055 * c", "1.1 * c", "ends"),
]  # fmt: skip

STORED = [
    Wrong("vk_stores._norm", "stores are not clamped", "vk-store UNORM /beyond/", "np.clip(values.astype(np.float64), -1 if kind == \"snorm\" else 0, 1)", "values.astype(np.float64)"),
    Wrong("vk_stores._norm", "SNORM has no negative numbers", "vk-store SNORM /between/", "-1 if kind == \"snorm\" else 0", "0"),
    Wrong("vk_stores._norm", "stores are a number off", "vk-store UNORM /between/", "np.floor(exact)", "np.floor(exact - 1)", "ends"),
    Wrong("vk_stores._norm", "stores are a number more", "vk-store UNORM /between/", "np.ceil(exact)", "np.ceil(exact + 1)", "ends"),
    Wrong("vk_stores._half", "halves have nine bits", "vk-store R16 SFLOAT /between/", "half_toward_zero(values)", "(nearest.view(np.uint16) & 0xFFFC).view(np.float16)", "ends"),
    Wrong("vk_stores._half", "small halves are flushed", "vk-store R16 SFLOAT /between/", "np.finfo(np.float16).tiny", "1.0", "ends"),
    Wrong("vk_stores._float", "small floats are flushed", "vk-store R32 SFLOAT /between/", "np.finfo(np.float32).tiny", "1.0", "ends"),
    Wrong("vk_stores.stored", "components are in the other order", "vk-store R8G8B8A8_UNORM /between/", '"RGBA".index', '"ABGR".index'),
    Wrong("vk_stores.stored", "integers have seven bits", "vk-samples resolve-rgba8ui", "values.astype(np.int64)", "values.astype(np.int64) & 127"),
    Wrong("vk_stores._AS_RED", "depths are green", "vk-copy D16_UNORM /clear", "", lambda was: str.maketrans("DS", "GG")),
    Wrong("conversion.half_toward_zero", "halves may be rounded twice", "vk-store R16 SFLOAT /between/", "np.nextafter(halves, np.float16(0))", "np.nextafter(np.nextafter(halves, np.float16(0)), np.float16(0))", "ends"),
    Wrong("store.stored", "colours are those of the next row", "vk-store UNORM /between/", "vk_stores.stored(form, given)", "vk_stores.stored(form, given[::-1])"),
    Wrong("blit.centres", "blits begin at texels' edges", "vk-blit", "(np.arange(there) + 0.5)", "np.arange(there)"),
    Wrong("blit.centres", "blits do not scale", "vk-blit", "here / there if", "1 if"),
    Wrong("blit.centres", "layers are scaled", "vk-blit 2DArray", "if axis < dimensions else 1) - (axis >= dimensions) * 0.5", ")"),
    Wrong("blit.converted", "the first end alone is converted", "vk-blit /linear", "(one.low, one.high)", "(one.low, one.high + 0.1)", "ends"),
    Wrong("blit.expected", "filters are nearest", "vk-blit /linear", "filter=kind", 'filter="nearest"'),
]  # fmt: skip

ALL = "vk-every all-"
EVERY = [
    Wrong("vk_every.keys_of", "positive floats come too early", f"{ALL}store/R8G8B8A8_SNORM", "bits | np.uint32(1 << 31)", "bits >> 1 | np.uint32(1 << 31)"),
    Wrong("vk_every._above", "numbers beside may be stored", f"{ALL}store/R8_UNORM", "np.where(near > values, near, np.nextafter(near, _INFINITY))", "near", "ends"),
    Wrong("vk_every._below", "numbers beside may be stored", f"{ALL}store/R8_UNORM", "np.where(near < values, near, np.nextafter(near, -_INFINITY))", "near", "ends"),
    Wrong("vk_every._between", "numbers beside may be stored", f"{ALL}store/R8_UNORM", "keys_of(_above(low))", "keys_of(low)", "ends"),
    Wrong("vk_every._norm", "a scale of a power of two", f"{ALL}store/R8_UNORM", "(numbers - 1) / most, (numbers + 1) / most", "(numbers - 1) / (most + 1), (numbers + 1) / (most + 1)", "ends"),
    Wrong("vk_every._norm", "any of two numbers beside", f"{ALL}store/R8_UNORM", "(numbers + 1) / most", "(numbers + 2) / most", "ends"),
    Wrong("vk_every._norm", "-1 is -128", f"{ALL}store/R8_SNORM", 'least = norm_max(kind, bits), -norm_max(kind, bits)', 'least = norm_max(kind, bits), -norm_max(kind, bits) - 1'),
    Wrong("vk_every._norm", "SNORM has no negative numbers", f"{ALL}store/R8_SNORM", "-norm_max(kind, bits) if kind == \"snorm\" else 0", "0", "ends"),
    Wrong("vk_every._srgb", "no curve", f"{ALL}blit/R8_SRGB", "_between(linear(np.clip(low, 0, 1)), linear(np.clip(high, 0, 1)))", "_between(np.clip(low, 0, 1), np.clip(high, 0, 1))"),
    Wrong("vk_every._srgb", "the curve is less accurate", f"{ALL}blit/R8_SRGB", "ACCURACY * number", "100 * ACCURACY * number", "ends"),
    Wrong("vk_every._srgb", "numbers below 0 are 1", f"{ALL}blit/R8_SRGB", "[-np.inf, np.finfo(np.float32).smallest_subnormal]", "[-np.inf, -np.inf]", "ends"),
    Wrong("vk_every._small", "floats are off by a number more", f"{ALL}store/R16G16B16A16_SFLOAT", "finite[numbers - 1]", "finite[np.maximum(numbers - 2, 0)]", "ends"),
    Wrong("vk_every._small", "the largest float is infinity", f"{ALL}blit/B10G11R11", "np.array([finite[count - 1]])", "np.array([finite[count - 2]])", "ends"),
    Wrong("vk_every._small", "larger ones are flushed", f"{ALL}store/R16G16B16A16_SFLOAT", "2.0**-14", "2.0**-13", "ends"),
    Wrong("vk_every._small", "there is no negative infinity", f"{ALL}store/R16G16B16A16_SFLOAT", "0xFFFFFFFF - table[: count + 1, ::-1]", "0xFFFFFFFE - table[: count + 1, ::-1]", "ends"),
    Wrong("vk_every._small", "negative numbers are not 0", f"{ALL}blit/B10G11R11", "zero if signed else [keys_of(np.array([-np.inf]))[0], zero[1]]", "[zero[0], zero[1] + 1]", "ends"),
    Wrong("vk_every._shared", "components are rounded down", f"{ALL}blit/E5B9G9R9", "0.25, 0.5)", "0.0, 0.0)", "ends"),
    Wrong("vk_every._shared", "the exponent is one more", f"{ALL}blit/E5B9G9R9", "exponent - 24)\n    found", "exponent - 23)\n    found"),
    Wrong("vk_every._shared", "components of few bits have the least exponent", f"{ALL}blit/E5B9G9R9", "(part >= 256)", "(part >= 128)"),
    Wrong("vk_every.table_of", "SNORM is UNORM", f"{ALL}store/R8_SNORM", '"snorm" if form.kind == "snorm" else "unorm"', '"unorm"'),
    Wrong("vk_every.table_of", "the alpha of sRGB is as a colour", f"{ALL}blit/R8G8B8A8_SRGB", ' and c.letter != "A"', "", "ends"),
    Wrong("vk_every.table_of", "small floats have a bit less of exponent", f"{ALL}blit/B10G11R11", "c.bits), c.bits - 5", "c.bits), c.bits - 4"),
    Wrong("every._tables", "numbers are counted from the last", f"{ALL}store/A2B10G10R10", "vk_every.table_of(form, c) for", "vk_every.table_of(form, c)[::-1] for"),
]  # fmt: skip

FORMATS = READ + STORED + EVERY


def each_format() -> Iterator[Wrong]:
    """Each format, whose components are exchanged, or of which one has a wrong bit."""
    of_one = "[columns[0] ^ 1 << form.components[0].bits // 2]"
    for name in KNOWN_FORMATS:
        changed = f"columns = columns if form.name != {name!r} else columns[::-1] if len(columns) > 1 else {of_one}"
        yield Wrong("vk_formats.numbers_of", f"{name} is another", f"vk-fetch :{name}/", "    return", f"    {changed}\n    return")
    for name in BLOCK_FORMATS:
        yield Wrong("vk_blocks.blocks_of", f"{name} is another", f"vk-block :{name}/", "    if form", f"    found = found[:, ::-1] if form.name == {name!r} else found\n    if form")
