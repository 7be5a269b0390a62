# SPDX-License-Identifier: MIT
"""A launch as a test: a .cl file whose program is the recorded one, and whose expected values are what a named driver left."""

import dataclasses
import re
from typing import Any

import numpy

from .differences import Allowed
from .states import READ_WRITE, Argument, State
from .values import Array, ValueType, type_of

ADDRESSING = {0x1130: "none", 0x1131: "clamp_to_edge", 0x1132: "clamp", 0x1133: "repeat", 0x1134: "mirrored_repeat"}
FILTERS = {0x1140: "nearest", 0x1141: "linear"}
OWN_OPTION = "-cl-kernel-arg-info"  # which a replay adds
A_LINE = 16  # values
MOST_BYTES = 64 << 20  # of a file that the tester reads
LARGEST = 0x7F7FFFFF  # the bits of the largest float: no bound of the level of detail
SMALL = 4096  # values of what a kernel left alone, that are looked at all the same


class FormatError(ValueError):
    """A launch that the format has no words for; the message is for people."""


@dataclasses.dataclass(frozen=True)
class Data:
    """Values of one type, with what is allowed of them."""

    type: ValueType
    values: Array


def _number(value: Any) -> str:
    if value.dtype.kind != "f":
        return str(int(value))
    if numpy.isnan(value):
        return "nan"
    if numpy.isinf(value):
        return "inf" if value > 0 else "-inf"
    text = numpy.format_float_scientific(value, unique=True, trim="-") if abs(value) >= 1e16 or 0 < abs(value) < 1e-4 else str(value)
    return text.removesuffix(".0").replace("e+", "e")


def _as_read(data: Data) -> Data:
    """Whole numbers in the place of floats where NaNs have bits of their own, which would be lost."""
    if not data.type.is_float or not numpy.isnan(data.values).any():
        return data
    scalar = {2: "ushort", 4: "uint", 8: "ulong"}[data.type.dtype.itemsize]
    whole = ValueType(scalar, data.type.width)
    return Data(whole, data.values.view(whole.dtype))


def _text(values: Array) -> str:
    """The values, all alike as one, others in lines that go on."""
    if len(values) > 1 and len(set(values.tobytes()[at : at + values.itemsize] for at in range(0, values.nbytes, values.itemsize))) == 1:
        return f"repeat {_number(values[0])}"
    words = [_number(value) for value in values]
    lines = [" ".join(words[at : at + A_LINE]) for at in range(0, len(words), A_LINE)]
    return " \\\n    ".join(lines)


def _flat(found: ValueType, values: Array) -> ValueType:
    """A vector of three as scalars, so that all of its memory is given."""
    return ValueType(found.scalar) if found.width == 3 or len(values) % found.width else found


def _tolerance(argument: Argument, data: Data, allowed: Allowed) -> str:
    if data.type.is_float:
        return f" tolerance {allowed.ulp:.0f} ulp" if allowed.ulp else " signed_zero"
    if argument.form == "image" and argument.data_type.startswith(("UNORM_INT8", "UNORM_INT16", "SNORM")) and allowed.steps:
        return f" tolerance {allowed.steps}"
    return ""


def _memory(argument: Argument, when: str, allowed: Allowed) -> str:
    values = argument.values(when)
    data = Data(_flat(argument.type, values), values)
    if when == "before":
        data = _as_read(data)
    tolerance = _tolerance(argument, data, allowed) if when == "after" else ""
    if argument.form == "buffer":
        return f"buffer {data.type}[{len(values) // data.type.width}] {_text(data.values)}{tolerance}"
    return f"image {data.type} {_text(data.values)} {_image_keys(argument)}{_access(argument)}{tolerance}"


def _image_keys(argument: Argument) -> str:
    if not (argument.order and argument.data_type and argument.image_type):
        raise FormatError(f"argument {argument.index} is an image that tests have no name for")
    width, rows, slices = argument.extents()
    keys = [f"image_type {argument.image_type}", f"image_width {width}"]
    if argument.image_type in ("2d", "2d_array", "3d"):
        keys.append(f"image_height {rows}")
    if argument.image_type == "3d":
        keys.append(f"image_depth {slices}")
    if argument.image_type == "1d_array":
        keys.append(f"image_array_size {rows}")
    if argument.image_type == "2d_array":
        keys.append(f"image_array_size {slices}")
    if argument.levels > 1:
        keys.append(f"image_mip_levels {argument.levels}")
    keys += [f"image_channel_order {argument.order}", f"image_channel_data_type {argument.data_type}"]
    return "\\\n    " + " ".join(keys)


def _access(argument: Argument) -> str:
    """What kernels may do with an image, where that is more than to read it."""
    if not argument.is_written:
        return ""
    return f" image_access {'kernel_read_write' if argument.told.get('access') == READ_WRITE else 'read_write'}"


def _value(argument: Argument) -> str:
    found = bytes.fromhex(argument.told["value"])
    named = type_of(str(argument.told.get("type", "")))
    if named is None or named.size != len(found):
        width = {1: 1, 2: 2, 4: 4, 8: 8, 16: 16}.get(len(found) // 4 if len(found) % 4 == 0 else 0)
        if width is None:
            raise FormatError(f"argument {argument.index} is a structure of {len(found)} bytes, which tests cannot give")
        named = ValueType("uint", width)
    values = numpy.frombuffer(found, named.dtype)[: named.width]
    if numpy.isnan(values).any() if named.is_float else False:
        raise FormatError(f"argument {argument.index} is a NaN by value") if named.width > 1 else FormatError("a NaN by value")
    return f"{named} " + " ".join(_number(value) for value in values)


def _sampler(told: dict[str, Any]) -> str:
    keys = f"normalized_coords {int(bool(told['normalized']))} addressing_mode {ADDRESSING[told['addressing']]} filter_mode {FILTERS[told['filter']]}"
    if "mip_filter" in told:
        keys += f" mip_filter_mode {FILTERS[told['mip_filter']]}"
    if "lod_min" in told or "lod_max" in told:
        bounds = [numpy.array(told.get(key, default), "<u8").astype("<u4").view("<f4")[()] for key, default in (("lod_min", 0), ("lod_max", LARGEST))]
        keys += " lod_min {} lod_max {}".format(*map(_number, bounds))
    return keys


def _over(argument: Argument, index: int, under: int) -> str:
    """An image that is made over another object: it has what is there."""
    pitches = "".join(f" image_{key} {argument.told[key]}" for key in ("row_pitch", "slice_pitch") if argument.told.get(key))
    return f"arg_in: {index} image {argument.type} NULL {_image_keys(argument)}{_access(argument) or ' image_access read'}{pitches} image_over {under}"


def _lines(argument: Argument, index: int, allowed: Allowed) -> list[str]:
    """The lines of one argument, which has that number in the test."""
    if argument.form == "bytes":
        return [f"arg_in: {index} {_value(argument)}"]
    if argument.form == "local":
        return [f"arg_in: {index} buffer uchar[{argument.told['size']}] NULL"]
    if argument.form == "sampler":
        return [f"arg_in: {index} sampler {_sampler(argument.told)}"]
    if not argument.is_memory:
        raise FormatError(f"argument {argument.index} is {argument.form}, which tests cannot give")
    argument = argument.as_written
    found = [f"arg_in: {index} {_memory(argument, 'before', allowed)}"]
    is_small = int(argument.told["size"]) <= SMALL * argument.type.dtype.itemsize
    if argument.has_changed or argument.is_written and is_small:
        found.append(f"arg_out: {index} {_memory(argument, 'after', allowed)}")
    return found


class _Objects:
    """The lines of all objects of a launch. Those that images are made over come before those."""

    def __init__(self, state: State, allowed: Allowed) -> None:
        self.lines: list[str] = []
        self._allowed = allowed
        self._numbers: dict[int, int] = {}  # of objects
        self._count = 0
        for argument in state.arguments:
            if argument.under:
                self._number(argument.under)
        numbers = [self._number(argument) for argument in state.arguments]
        if numbers != list(range(self._count)):
            self.lines.append(f"launch: {state.kernel} args {' '.join(map(str, numbers))}")

    def _number(self, argument: Argument) -> int:
        key = int(argument.told["object"]) if argument.is_memory else -1
        if key in self._numbers:
            return self._numbers[key]
        if argument.under:
            self.lines.append(_over(argument, self._count, self._number(argument.under)))
        else:
            self.lines += _lines(argument, self._count, self._allowed)
        if argument.is_memory:
            self._numbers[key] = self._count
        self._count += 1
        return self._count - 1


def _refuse(state: State) -> bytes:
    """The source; FormatError where the launch cannot be a test."""
    parts: dict[int, tuple[int, int]] = {}  # of buffers: which part of them which argument is
    for argument in state.arguments:
        for one in filter(None, (argument, argument.under)):
            if not one.is_memory:
                continue
            own = int(one.told["object"])
            whole = int(one.told.get("parent", own)) if one.form == "buffer" else own
            part, other = parts.setdefault(whole, (own, argument.index))
            if part != own:
                raise FormatError(f"arguments {other} and {argument.index} are parts of one buffer, which is not made into a test")
    source = state.source
    if source is None:
        raise FormatError("the program was not given as source")
    return source


def _extensions(state: State) -> str:
    found = set()
    for argument in state.arguments:
        if argument.form == "image" and argument.levels > 1:
            found.add("cl_khr_mipmap_image")
        if argument.under and argument.image_type != "1d_buffer":
            found.add("cl_khr_image2d_from_buffer" if argument.image_type == "2d" else "cl_ext_image_from_buffer")
    return " ".join(sorted(found))


def text_of(state: State, allowed: Allowed, title: str) -> str:
    """The test's text. FormatError: the format has no words for the launch."""
    source = _refuse(state).decode("utf-8", "replace").rstrip("\0")
    if "!*/" in source:
        raise FormatError("the source has what ends a test's configuration")
    told = state.told
    dimensions = int(told["dimensions"])
    options = re.sub(rf"\s*{OWN_OPTION}", "", str(told.get("options", ""))).strip()

    def sizes(key: str) -> str:
        return " ".join(map(str, told[key][:dimensions]))

    config = ["/*!", "[config]", f"name: {title}", f"kernel_name: {state.kernel}", f"dimensions: {dimensions}", f"global_size: {sizes('global')}"]
    config.append(f"local_size: {sizes('local')}" if "local" in told else "local_size: NULL")
    if "offset" in told and any(told["offset"]):
        config.append(f"global_offset: {sizes('offset')}")
    if options:
        config.append(f"build_options: {options}")
    if any(argument.form in ("image", "sampler") for argument in state.arguments):
        config.append("need_image_support: true")
    if extensions := _extensions(state):
        config.append(f"require_device_extensions: {extensions}")
    lines = _Objects(state, allowed).lines
    if not any(line.startswith("arg_out") for line in lines):
        lines.append("expect: runs")
    text = "\n".join([*config, "", "[test]", "name: recorded", *lines, "!*/", "", source.lstrip("\n")])
    if (size := len(text.encode())) > MOST_BYTES:
        raise FormatError(f"its test would be a file of {size:,} bytes, and the tester reads {MOST_BYTES:,}")
    return text
