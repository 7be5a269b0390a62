#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Images through code of LLVM's R600 back end, on one chip, against what generated-tests/imagespec allows.

Usage: test_images.py LLC R600-IMAGES CHIP. Exit status 1 when a result is wrong."""

import itertools
import struct
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "generated-tests"))

from image_kernels import GROUP, Compiler, Kernel, can_select  # noqa: E402
from imagespec import boxes, conversion, sampling  # noqa: E402
from imagespec.formats import FORMATS, IMAGE_TYPES, Format, ImageType  # noqa: E402
from imagespec.interval import Interval  # noqa: E402
from imagespec.sampling import Image, Sampler  # noqa: E402
from suites.gl import opengl  # noqa: E402

Array = np.ndarray[Any, Any]

# Numbers of OpenCL, and of enum pipe_target.
ORDERS = {"R": 0x10B0, "A": 0x10B1, "RG": 0x10B2, "RA": 0x10B3, "RGB": 0x10B4, "RGBA": 0x10B5, "BGRA": 0x10B6}
ORDERS |= {"INTENSITY": 0x10B8, "LUMINANCE": 0x10B9, "Rx": 0x10BA, "RGx": 0x10BB}
TYPES = ("SNORM_INT8 SNORM_INT16 UNORM_INT8 UNORM_INT16 UNORM_SHORT_565 UNORM_SHORT_555 UNORM_INT_101010 SIGNED_INT8"
         " SIGNED_INT16 SIGNED_INT32 UNSIGNED_INT8 UNSIGNED_INT16 UNSIGNED_INT32 HALF_FLOAT FLOAT").split()
MODES = ("none", "clamp_to_edge", "clamp", "repeat", "mirrored_repeat")
TARGETS = {"1d": 2, "1d_array": 3, "2d": 4, "2d_array": 5, "3d": 6}
EXTENTS = {"1d": (13,), "1d_array": (13, 5), "2d": (13, 6), "2d_array": (7, 5, 3), "3d": (7, 5, 4)}
REAL = ["RGBA-UNORM_INT8", "RGBA-SNORM_INT16", "RGBA-FLOAT", "RGBA-HALF_FLOAT", "R-UNORM_INT16", "RG-FLOAT"]
REAL += ["BGRA-UNORM_INT8", "A-UNORM_INT8", "R-SNORM_INT8", "INTENSITY-FLOAT", "LUMINANCE-UNORM_INT8", "RGx-HALF_FLOAT"]
WHOLE = ["RGBA-UNSIGNED_INT8", "RGBA-SIGNED_INT32", "RG-SIGNED_INT16", "R-UNSIGNED_INT32", "Rx-SIGNED_INT8"]
# Intrinsics of textures that LLVM declares, and whether its back end selects them.
SELECTED = {"tex": True, "texc": True} | dict.fromkeys("txl txlc txb txbc txf txq ddx ddy".split(), False)


class Device:
    """r600-images: one process for all requests."""

    def __init__(self, program: str, chip: str) -> None:
        self.process = subprocess.Popen([program, chip], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def run(self, path: Path, image: Image, sampler: Sampler, vectors: Array, at: Array | None = None) -> bytes | str:
        """Runs a kernel; returns its vectors, or with coordinates the image; or an error."""
        assert self.process.stdin and self.process.stdout
        width, height, depth, layers = shape(image.type, image.extents)
        texels = boxes.to_bytes(image.format, image.texels).tobytes()
        groups = len(vectors) // GROUP
        text = str(path).encode()
        numbers = (len(text), len(texels), image.format.texel_bytes, groups, at is not None, TARGETS[image.type.name],
                   ORDERS[image.format.order.name], 0x10D0 + TYPES.index(image.format.type.name), width, height, depth,
                   layers, 0x1130 + MODES.index(sampler.addressing), 0x1140 + (sampler.filter == "linear"), sampler.normalized)
        data = vectors.tobytes() + (at.tobytes() if at is not None else b"")
        self.process.stdin.write(struct.pack("<15I", *numbers) + text + texels + data)
        self.process.stdin.flush()
        (size,) = struct.unpack("<I", self.process.stdout.read(4))
        return self.process.stdout.read(size) if size else self.process.stdout.readline().decode().strip()


def shape(kind: ImageType, extents: tuple[int, ...]) -> tuple[int, int, int, int]:
    """Width, height, depth and layers."""
    size = extents[: kind.dimensions] + (1, 1, 1)
    return size[0], size[1], size[2], extents[-1] if kind.is_array else 1


def image_of(kind: ImageType, image_format: Format, random: np.random.Generator) -> Image:
    extents = EXTENTS[kind.name]
    count = int(np.prod(extents))
    stored = image_format.type.stored
    size = (count,) if image_format.type.packed else (count, image_format.channels)
    if image_format.type.kind == "float":
        return Image(kind, image_format, extents, random.uniform(-4, 4, size).astype(stored))
    info = np.iinfo(stored)
    return Image(kind, image_format, extents, random.integers(info.min, info.max, size, endpoint=True).astype(stored))


def fit(rows: Array) -> Array:
    """Rows of four, repeated until they fill work-groups."""
    count = -(-len(rows) // GROUP) * GROUP
    return np.resize(rows, (count, rows.shape[1]))


def coordinates_of(image: Image, sampler: Sampler, random: np.random.Generator) -> Array:
    """Coordinates inside and outside of the image, which lie on no seam between texels."""
    rows = np.zeros((3 * GROUP, 4))
    for axis in range(image.type.dimensions):
        size = image.extents[axis]
        low, high = (0, size) if sampler.addressing == "none" else (-size, 2 * size)
        texels = random.integers(low, high, len(rows)) + random.choice([0.25, 0.375, 0.5, 0.625, 0.75], len(rows))
        if sampler.filter == "linear" and sampler.addressing == "none":
            texels = np.clip(texels, 0.5, size - 0.5)
        rows[:, axis] = texels / size if sampler.normalized else texels
    if image.type.is_array:
        rows[:, image.type.dimensions] = random.integers(-1, image.extents[-1] + 1, len(rows))
    return rows.astype(np.float32).astype(np.float64)


def as_operands(image: Image, rows: Array) -> Array:
    """Coordinates as the instruction takes them: the layer of a 1D array is the third."""
    operands = rows.copy()
    if image.type.name == "1d_array":
        operands[:, 1], operands[:, 2] = 0, rows[:, 1]
    return operands


def seen(image_format: Format, data: bytes) -> Array:
    """Vectors as numbers of the kind that the format's colours are."""
    kinds = {"float": np.float32, "int": np.int32, "uint": np.uint32}
    return np.frombuffer(data, dtype=kinds[image_format.type.seen]).reshape(-1, 4)


class Checker:
    def __init__(self) -> None:
        self.right, self.wrong = 0, 0

    def fail(self, name: str, why: str) -> None:
        self.wrong += 1
        if self.wrong <= 20:
            print(f"WRONG  {name}: {why}")

    def values(self, name: str, found: Array, allowed: Interval) -> None:
        good = allowed.contains(found)
        if good.all():
            self.right += 1
            return
        at = tuple(int(i) for i in np.argwhere(~good)[0])
        low, high = allowed.low[at], allowed.high[at]
        self.fail(name, f"{int((~good).sum())} of {good.size} values, first at {at}: {found[at]}, not {low} to {high}")


class Suite:
    def __init__(self, compiler: Compiler, device: Device) -> None:
        self.compiler, self.device, self.check = compiler, device, Checker()
        self.random = np.random.default_rng(1)

    def sample(self, image: Image, sampler: Sampler, instruction: str) -> None:
        name = f"{instruction} {image.type.name} {image.format.name} {sampler.name}"
        types = [int(sampler.normalized)] * 4
        if image.type.is_array:
            types[2] = 0  # layers are never normalized
        types[3] = 0
        kernel = Kernel(instruction, (types[0], types[1], types[2], types[3]))
        rows = coordinates_of(image, sampler, self.random)
        operands = as_operands(image, rows).astype(np.float32)
        found = self.device.run(self.compiler.object(kernel), image, sampler, operands)
        if isinstance(found, str):
            self.check.fail(name, found)
            return
        self.check.values(name, seen(image.format, found), sampling.sample(image, sampler, rows, strict=True))

    def samples(self) -> None:
        """Every target, addressing and filter, with formats in turn."""
        real, whole = itertools.cycle(REAL), itertools.cycle(WHOLE)
        instructions = itertools.cycle(("TEX_SAMPLE", "TEX_SAMPLE", "TEX_SAMPLE_L", "TEX_SAMPLE_LB"))
        for kind, mode, way, normalized in itertools.product(TARGETS, MODES, ("nearest", "linear"), (False, True)):
            if mode in ("repeat", "mirrored_repeat") and not normalized:
                continue
            sampler = Sampler(mode, way, normalized)
            names = [next(real) for _ in range(4)] + ([next(whole)] if way == "nearest" else [])
            for name in names:
                image = image_of(IMAGE_TYPES[kind], FORMATS[name], self.random)
                self.sample(image, sampler, next(instructions))

    def loads(self) -> None:
        """LD, by texel; coordinates outside give zeros, and are not asked for."""
        for kind, name in itertools.product(TARGETS, REAL + WHOLE):
            image = image_of(IMAGE_TYPES[kind], FORMATS[name], self.random)
            texels = fit(np.indices(image.extents[::-1]).reshape(len(image.extents), -1).T[:, ::-1])
            operands = np.zeros((len(texels), 4), dtype=np.int32)
            operands[:, : texels.shape[1]] = texels
            kernel = Kernel("TEX_LD", (1, 1, 1, 1))
            found = self.device.run(self.compiler.object(kernel), image, Sampler("none", "nearest", False),
                                    as_operands(image, operands))
            label = f"TEX_LD {kind} {name}"
            if isinstance(found, str):
                self.check.fail(label, found)
            else:
                self.check.values(label, seen(image.format, found), sampling.fetch(image, texels, strict=True))

    def sizes(self) -> None:
        kernel = Kernel("TEX_GET_TEXTURE_RESINFO", (1, 1, 1, 1))
        for kind in TARGETS:
            image = image_of(IMAGE_TYPES[kind], FORMATS["RGBA-FLOAT"], self.random)
            operands = np.zeros((GROUP, 4), dtype=np.int32)
            found = self.device.run(self.compiler.object(kernel), image, Sampler("none", "nearest", False), operands)
            width, height, depth, layers = shape(image.type, image.extents)
            third = layers if image.type.is_array else depth
            height = layers if kind == "1d_array" else height  # where Mesa's textureSize takes it from
            label = f"TEX_GET_TEXTURE_RESINFO {kind}"
            if isinstance(found, str):
                self.check.fail(label, found)
                continue
            numbers = np.frombuffer(found, dtype=np.int32).reshape(-1, 4)
            self.check.values(label, numbers, Interval.exactly(np.tile([width, height, third, 1], (GROUP, 1))))

    def stores(self) -> None:
        """Each texel, in an order of chance, and places outside, where nothing is stored."""
        for kind, name in itertools.product(TARGETS, REAL + WHOLE):
            image = image_of(IMAGE_TYPES[kind], FORMATS[name], self.random)
            if name.startswith(("INTENSITY", "LUMINANCE")):
                continue  # read only
            axes, count = len(image.extents), image.count
            texels = np.indices(image.extents[::-1]).reshape(axes, -1).T[:, ::-1]
            outside = np.array(image.extents) + np.zeros((GROUP - count % GROUP, axes), dtype=np.int64)
            at = np.concatenate([texels, outside])
            order = self.random.permutation(len(at))
            colours = self.colours(image.format, len(at))
            operands = np.zeros((len(at), 4), dtype=np.int32)
            operands[:, :axes] = at
            found = self.device.run(self.compiler.object(Kernel("rat.store.typed")), image,
                                    Sampler("none", "nearest", False), colours[order], as_operands(image, operands)[order])
            label = f"rat.store.typed {kind} {name}"
            if isinstance(found, str):
                self.check.fail(label, found)
                continue
            stored = boxes.from_bytes(image.format, np.frombuffer(found, dtype=np.uint8)).reshape(count, -1)
            self.check.values(label, stored, conversion.write_channels(image.format, colours[:count], True))

    def colours(self, image_format: Format, count: int) -> Array:
        if image_format.type.seen == "float":
            return self.random.uniform(-1.25, 1.25, (count, 4)).astype(np.float32)
        low = -(2**31) if image_format.type.seen == "int" else 0
        dtype = np.int32 if low else np.uint32
        info = np.iinfo(image_format.type.stored)
        return self.random.integers(max(low, 2 * info.min), min(2**31, 2 * info.max), (count, 4)).astype(dtype)

    def cubes(self) -> None:
        """CUBE of (z, z, x, y) and what LLVM makes of it: t and s, which face_coordinates gives after the division
        by the major axis, twice that axis, and the face (docs/hardware.md)."""
        image = image_of(IMAGE_TYPES["2d"], FORMATS["RGBA-FLOAT"], self.random)
        directions = self.random.uniform(-8, 8, (4 * GROUP, 4)).astype(np.float32)
        found = self.device.run(self.compiler.object(Kernel("cube")), image, Sampler("none", "nearest", False), directions)
        if isinstance(found, str):
            self.check.fail("cube", found)
            return
        rows = np.frombuffer(found, dtype=np.float32).reshape(-1, 4).astype(np.float64)
        major = np.abs(rows[:, 2]) / 2
        ours = np.stack([(rows[:, 1] / major + 1) / 2, (rows[:, 0] / major + 1) / 2, rows[:, 3]], axis=1)
        wanted = opengl.face_coordinates(directions[:, :3])
        self.check.values("cube", ours, Interval(wanted - 1e-6, wanted + 1e-6))
        self.check.values("cube, major axis", major, Interval.exactly(np.abs(directions[:, :3]).max(axis=1)))

    def refusals(self) -> None:
        """The simulator refuses operations that it does not have."""
        image = image_of(IMAGE_TYPES["2d"], FORMATS["RGBA-FLOAT"], self.random)
        cases = {Kernel(name): f"{name.removeprefix('TEX_')} (0x" for name in
                 ("TEX_SAMPLE_C", "TEX_SAMPLE_C_L", "TEX_SAMPLE_C_G", "TEX_GET_GRADIENTS_H")}
        cases[Kernel("TEX_LDPTR")] = "INST_MOD 1"
        cases[Kernel("TEX_SAMPLE", offset=1)] = "texel offsets"
        for kernel, text in cases.items():
            path = self.compiler.object(kernel)
            found = self.device.run(path, image, Sampler("none", "nearest", False), np.zeros((GROUP, 4), dtype=np.float32))
            if isinstance(found, str) and text in found and "not supported" in found:
                self.check.right += 1
            else:
                self.check.fail(kernel.name, f"is not refused with '{text}': {found!r:.200}")

    def intrinsics(self, llc: str, chip: str) -> None:
        for name, selected in SELECTED.items():
            if can_select(llc, chip, name) == selected:
                self.check.right += 1
            else:
                self.check.fail(f"llvm.r600.{name}", f"LLVM {'does not select' if selected else 'selects'} it")


def main(llc: str, program: str, chip: str) -> int:
    with tempfile.TemporaryDirectory() as folder:
        suite = Suite(Compiler(llc, chip, Path(folder)), Device(program, chip))
        suite.samples()
        suite.loads()
        suite.sizes()
        suite.stores()
        suite.cubes()
        suite.refusals()
        suite.intrinsics(llc, chip)
    check = suite.check
    print(f"{chip}: {check.right} right, {check.wrong} wrong")
    return check.wrong > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3]))
