# SPDX-License-Identifier: MIT
"""run-tests new: writes the skeleton of a test, which is complete and passes, to be changed into
what is wanted."""

from __future__ import annotations

import dataclasses
import math
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from .. import formats
from ..command_line import Parser, called
from ..places import find_places

ROOT = Path(__file__).resolve().parents[3]


class NewError(ValueError):
    """Something that no skeleton can be made of; the message is for people."""


@dataclasses.dataclass(frozen=True)
class ImageType:
    """What a skeleton needs to know of a type of image."""

    cl_type: str
    sizes: dict[str, int]  # sub-keys of the test format
    coordinate: str  # of work-item (i % 4, i / 4)


IMAGE_TYPES = {
    "1d": ImageType("image1d_t", {"image_width": 4}, "(int)i"),
    "1d_array": ImageType(
        "image1d_array_t", {"image_width": 4, "image_array_size": 2}, "(int2)(i % 4, i / 4)"
    ),
    "2d": ImageType("image2d_t", {"image_width": 4, "image_height": 2}, "(int2)(i % 4, i / 4)"),
    "2d_array": ImageType(
        "image2d_array_t",
        {"image_width": 4, "image_height": 1, "image_array_size": 2},
        "(int4)(i % 4, 0, i / 4, 0)",
    ),
    "3d": ImageType(
        "image3d_t",
        {"image_width": 4, "image_height": 1, "image_depth": 2},
        "(int4)(i % 4, 0, i / 4, 0)",
    ),
}


@dataclasses.dataclass(frozen=True)
class Channels:
    """How kernels see channels of some data types: suffix of read_image, type, values that every
    such format holds exactly."""

    suffix: str
    cl_type: str
    values: tuple[str, str]


FLOAT = Channels("f", "float", ("0", "1"))
INT = Channels("i", "int", ("-3", "100"))
UINT = Channels("ui", "uint", ("3", "200"))
KINDS = {"SINT": INT, "UINT": UINT}  # by what a data type stores; float otherwise


@dataclasses.dataclass(frozen=True)
class Image:
    """The --image option."""

    type_name: str
    order: str
    data_type: str

    @classmethod
    def parse(cls, text: str) -> Image:
        parts = text.split(":")
        if len(parts) != 3:
            raise NewError(f"--image {text}: TYPE:ORDER:DATA_TYPE is needed, as 2d:RGBA:UNORM_INT8")
        type_name, order, data_type = parts[0].lower(), parts[1], parts[2].upper()
        order = {name.lower(): name for name in formats.SEEN}.get(order.lower(), order)
        for name, why in formats.REFUSED.items():
            if name.lower() in (order.lower(), data_type.lower()):
                raise NewError(f"--image {text}: {name} is not for tests: {why}")
        tables: tuple[tuple[str, Iterable[str]], ...] = ((type_name, IMAGE_TYPES), (order, formats.SEEN))
        for value, known in tables:
            if value not in known:
                raise NewError(f"--image {text}: {value} is none of {', '.join(known)}")
        if data_type not in formats.DATA_TYPES:
            raise NewError(f"--image {text}: {data_type} is no image channel data type")
        return cls(type_name, order, data_type)

    @property
    def type(self) -> ImageType:
        return IMAGE_TYPES[self.type_name]

    @property
    def channels(self) -> Channels:
        return KINDS.get(formats.DATA_TYPES[self.data_type].stores, FLOAT)

    def texels(self) -> list[list[str]]:
        """What a kernel reads: a pattern in which neighbours differ."""
        count = math.prod(self.type.sizes.values())
        low, high = self.channels.values
        texels = []
        for number in range(count):
            texel = []
            for letter in formats.SEEN[self.order]:
                if letter in "01":
                    texel.append(letter)
                else:
                    texel.append((low, high)[number >> "rgba".index(letter) & 1])
            texels.append(texel)
        return texels


def _lines_of(texels: list[list[str]]) -> str:
    rows = [
        "  ".join(" ".join(texel) for texel in texels[at : at + 4])
        for at in range(0, len(texels), 4)
    ]
    return " \\\n           ".join(rows)


IMAGE_SKELETON = """\
/*!
# What is tested, in one line, for people.
[config]
name: {title}
clc_version_min: {version}
kernel_name: {kernel}
need_image_support: true
dimensions: 1
global_size: {count}

# One launch. Arguments count from 0; arg_out holds what must come out. Work it out from the
# specification, and say here which section it follows from.
[test]
name: {order} {data_type}
arg_out: 0 buffer {channel_type}4[{count}] {expected}
# Texels as a kernel sees them; stored bytes are possible too.
arg_in:  1 image values {channel_type} {texels} \\
           image_type {type} {sizes} \\
           image_channel_order {order} image_channel_data_type {data_type}
{sampler}!*/

{constant}kernel void {kernel}(global {channel_type}4 *out, read_only {cl_type} image{parameter})
{{
    size_t i = get_global_id(0);
    out[i] = read_image{suffix}(image, texels, {coordinate});
}}
"""

BUFFER_SKELETON = """\
/*!
# What is tested, in one line, for people.
[config]
name: {title}
kernel_name: {kernel}
dimensions: 1
global_size: {count}

# One launch. Arguments count from 0; arg_out holds what must come out. Work it out from the
# specification, and say here which section it follows from. A `tolerance 3 ulp` may end the line.
[test]
name: first
arg_out: 0 buffer {type}[{count}] repeat 2
arg_in:  1 buffer {type}[{count}] repeat 1
!*/

kernel void {kernel}(global {type} *out, global const {type} *in)
{{
    size_t i = get_global_id(0);
    out[i] = in[i] + in[i];
}}
"""

CONSTANT_SAMPLER = """\
constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;

"""
SAMPLER_ARGUMENT = (
    "arg_in:  2 sampler normalized_coords false addressing_mode clamp_to_edge filter_mode nearest\n"
)


def image_skeleton(path: Path, image: Image, sampler: bool) -> str:
    """A test that reads every texel of an image."""
    texels = image.texels()
    return IMAGE_SKELETON.format(
        title=_title(path),
        kernel=_kernel(path),
        version=12 if "1d" in image.type_name or "array" in image.type_name else 10,
        count=len(texels),
        order=image.order,
        data_type=image.data_type,
        channel_type=image.channels.cl_type,
        suffix=image.channels.suffix,
        expected=_lines_of(texels),
        texels=_lines_of(texels),
        type=image.type_name,
        cl_type=image.type.cl_type,
        sizes=" ".join(f"{key} {value}" for key, value in image.type.sizes.items()),
        coordinate=image.type.coordinate,
        sampler=SAMPLER_ARGUMENT if sampler else "",
        constant="" if sampler else CONSTANT_SAMPLER,
        parameter=", sampler_t texels" if sampler else "",
    )


def buffer_skeleton(path: Path, text: str) -> str:
    """A test that computes on a buffer."""
    match = re.fullmatch(
        r"((?:u?(?:char|short|int|long)|float|double)(?:2|3|4|8|16)?)\[(\d+)\]", text
    )
    if not match or int(match[2]) == 0:
        raise NewError(f"--buffer {text}: TYPE[COUNT] is needed, as float4[16]")
    return BUFFER_SKELETON.format(
        title=_title(path), kernel=_kernel(path), type=match[1], count=match[2]
    )


def _title(path: Path) -> str:
    return re.sub(r"[-_]+", " ", path.stem)


def _kernel(path: Path) -> str:
    name = re.sub(r"\W+", "_", path.stem)
    return f"k_{name}" if name[:1].isdigit() else f"{name}_kernel"


def _check(path: Path) -> None:
    """Has the tester look at the file, where it is built: it knows which formats there are."""
    tester = find_places(ROOT).tester
    if not tester.exists():
        return
    done = subprocess.run([tester, "--check", path], capture_output=True, text=True, check=False)
    if done.returncode:
        path.unlink()
        raise NewError(done.stderr.partition("\n")[0].partition("error: ")[2] or done.stderr)


def main(arguments: list[str]) -> int:
    parser = Parser(
        prog="run-tests new", description="Write the skeleton of a test, to be changed."
    )
    parser.add_argument("path", help="of the new file; .cl may be left out")
    parser.add_argument("--image", metavar="TYPE:ORDER:DATA_TYPE", help="2d:RGBA:UNORM_INT8")
    parser.add_argument("--sampler", action="store_true", help="pass the sampler as an argument")
    parser.add_argument("--buffer", metavar="TYPE[N]", default="int[4]", help="default: int[4]")
    options = parser.parse_args(arguments)
    path = Path(options.path if options.path.endswith(".cl") else f"{options.path}.cl")
    try:
        if options.image:
            text = image_skeleton(path, Image.parse(options.image), options.sampler)
        else:
            text = buffer_skeleton(path, options.buffer)
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "x", encoding="utf-8") as file:
            file.write(text)
        _check(path)
    except (NewError, FileExistsError) as error:
        reason = f"{path} exists already" if isinstance(error, FileExistsError) else error
        print(f"{parser.prog}: {reason}", file=sys.stderr)
        return 2
    print(f"{path}\nnext: change it, then {called('./run-tests')} {path}  (or --watch {path})")
    return 0
