#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs image programs on the driver that OCL_ICD_VENDORS names, and writes the pixels of each to an .npz file.

A program's arguments are made of their names and types: `scale` and `offset` let the program's place run from -1 to 1, images
that are read have random texels, everything else random values. A line `// run: name=1,2 other=3` of the source says otherwise.

Usage: run_images.py OUT.npz FILE.cl...
"""

from __future__ import annotations

import ctypes
import re
import sys
import zlib
from pathlib import Path

import numpy as np

WIDTH, HEIGHT = 32, 24
CL_DEVICE_TYPE_ALL = 0xFFFFFFFF
CL_MEM_WRITE_ONLY, CL_MEM_READ_ONLY, CL_MEM_COPY_HOST_PTR = 1 << 1, 1 << 2, 1 << 5
CL_PROGRAM_BUILD_LOG = 0x1183
CL_RGBA, CL_UNORM_INT8, CL_FLOAT = 0x10B5, 0x10D2, 0x10DE
CL_IMAGE_2D, CL_IMAGE_3D = 0x10F1, 0x10F2
SETTING = re.compile(r"(\w+)=(\S+)")


class ClError(RuntimeError):
    pass


def settings_of(source: str) -> dict[str, list[float]]:
    lines = re.findall(r"^// run: (.*)$", source, re.M)
    return {name: [float(v) for v in values.split(",")] for line in lines for name, values in SETTING.findall(line)}


def value_of(name: str, type_name: str, settings: dict[str, list[float]], random: np.random.Generator) -> bytes:
    kind, count = re.fullmatch(r"([a-z ]+?)(\d*)", type_name).groups()  # type: ignore[union-attr]
    elements = int(count or 1)
    values = settings.get(name)
    if values is None and name == "scale":
        values = [2.0 / WIDTH, 2.0 / HEIGHT]
    elif values is None and name == "offset":
        values = [1.0 / WIDTH - 1.0, 1.0 / HEIGHT - 1.0]
    if values is None:
        values = list(random.uniform(0.1, 0.9, elements) if kind == "float" else random.integers(1, 9, elements))
    room = 4 if elements == 3 else elements
    padded = (list(values) * elements)[:elements] + [0] * (room - elements)
    return np.array(padded, np.float32 if kind == "float" else np.int32).tobytes()


class Format(ctypes.Structure):
    _fields_ = [("order", ctypes.c_uint32), ("type", ctypes.c_uint32)]


class Description(ctypes.Structure):
    _fields_ = [("type", ctypes.c_uint32), ("sizes", ctypes.c_size_t * 6), ("levels", ctypes.c_uint32 * 2), ("memory", ctypes.c_void_p)]


class Device:
    """A context and a queue on the first device."""

    def __init__(self) -> None:
        self.cl = ctypes.CDLL("libOpenCL.so.1")
        platform, self.device = ctypes.c_void_p(), ctypes.c_void_p()
        self.call("clGetPlatformIDs", 1, ctypes.byref(platform), None)
        self.call("clGetDeviceIDs", platform, ctypes.c_uint64(CL_DEVICE_TYPE_ALL), 1, ctypes.byref(self.device), None)
        self.context = self.make("clCreateContext", None, 1, ctypes.byref(self.device), None, None)
        self.queue = self.make("clCreateCommandQueue", self.context, self.device, ctypes.c_uint64(0))

    def call(self, name: str, *arguments: object) -> None:
        status = getattr(self.cl, name)(*arguments)
        if status:
            raise ClError(f"{name}: {status}")

    def make(self, name: str, *arguments: object) -> ctypes.c_void_p:
        status = ctypes.c_int()
        function = getattr(self.cl, name)
        function.restype = ctypes.c_void_p
        made = function(*arguments, ctypes.byref(status))
        if status.value:
            raise ClError(f"{name}: {status.value}")
        return ctypes.c_void_p(made)

    def kernel(self, path: Path, source: str) -> ctypes.c_void_p:
        text, name = ctypes.c_char_p(source.encode()), re.findall(r"kernel void (\w+)", source)[0]
        program = self.make("clCreateProgramWithSource", self.context, 1, ctypes.byref(text), None)
        if self.cl.clBuildProgram(program, 1, ctypes.byref(self.device), f"-I {path.parent}".encode(), None, None):
            log = ctypes.create_string_buffer(65536)
            self.cl.clGetProgramBuildInfo(program, self.device, CL_PROGRAM_BUILD_LOG, ctypes.c_size_t(65536), log, None)
            raise ClError(log.value.decode(errors="replace"))
        return self.make("clCreateKernel", program, name.encode())

    def image(self, flags: int, channel_type: int, shape: tuple[int, ...], texels: np.ndarray | None) -> ctypes.c_void_p:
        form = Format(CL_RGBA, channel_type)
        kind = CL_IMAGE_3D if len(shape) == 3 else CL_IMAGE_2D
        wanted = Description(kind, (ctypes.c_size_t * 6)(*(shape[::-1])))
        host = ctypes.c_void_p(texels.ctypes.data) if texels is not None else None
        return self.make("clCreateImage", self.context, ctypes.c_uint64(flags), ctypes.byref(form), ctypes.byref(wanted), host)

    def set(self, kernel: ctypes.c_void_p, index: int, value: bytes) -> None:
        self.call("clSetKernelArg", kernel, index, ctypes.c_size_t(len(value)), value)

    def set_image(self, kernel: ctypes.c_void_p, index: int, image: ctypes.c_void_p) -> None:
        self.call("clSetKernelArg", kernel, index, ctypes.c_size_t(8), ctypes.byref(image))

    def pixels(self, image: ctypes.c_void_p) -> np.ndarray:
        pixels = np.zeros((HEIGHT, WIDTH, 4), np.float32)
        origin, region = (ctypes.c_size_t * 3)(), (ctypes.c_size_t * 3)(WIDTH, HEIGHT, 1)
        data = ctypes.c_void_p(pixels.ctypes.data)
        zero = ctypes.c_size_t(0)
        self.call("clEnqueueReadImage", self.queue, image, 1, origin, region, zero, zero, data, 0, None, None)
        return pixels


def parameters(source: str) -> list[tuple[str, str]]:
    """Type, with the access of an image, and name of each parameter of the kernel."""
    listed = re.search(r"kernel void \w+\(([^)]*)\)", source)
    assert listed
    words = [parameter.rsplit(None, 1) for parameter in listed[1].split(",")]
    return [(" ".join(kind.split()), name) for kind, name in words]


def run(device: Device, path: Path) -> np.ndarray:
    source = path.read_text()
    random = np.random.default_rng(zlib.crc32(path.stem.encode()))
    kernel = device.kernel(path, source)
    settings, outputs = settings_of(source), []
    for i, (kind, name) in enumerate(parameters(source)):
        if kind.startswith("write_only"):
            outputs.append(device.image(CL_MEM_WRITE_ONLY, CL_FLOAT, (HEIGHT, WIDTH), None))
            device.set_image(kernel, i, outputs[-1])
        elif kind.startswith("read_only"):
            shape = (8, 8, 8) if "3d" in kind else (HEIGHT, WIDTH)
            texels = random.integers(0, 256, (*shape, 4), dtype=np.uint8)
            device.set_image(kernel, i, device.image(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, CL_UNORM_INT8, shape, texels))
        elif kind.startswith("struct"):
            sizes = [int(n) for n in re.findall(r"\[(\d+)\]", source)]
            device.set(kernel, i, random.uniform(-3, 3, 2 * sizes[0] + sizes[1]).astype(np.float32).tobytes())
        else:
            device.set(kernel, i, value_of(name, kind, settings, random))
    device.call("clEnqueueNDRangeKernel", device.queue, kernel, 2, None, (ctypes.c_size_t * 2)(WIDTH, HEIGHT), None, 0, None, None)
    return np.stack([device.pixels(image) for image in outputs])


def main() -> int:
    device, pixels = Device(), {}
    for name in sys.argv[2:]:
        path = Path(name)
        try:
            pixels[path.stem] = run(device, path)
        except ClError as error:
            print(f"{path.stem}: {error}", file=sys.stderr)
    np.savez(sys.argv[1], **pixels)
    return 0


sys.exit(main())
