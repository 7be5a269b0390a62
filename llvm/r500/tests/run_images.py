#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs image programs on the driver that OCL_ICD_VENDORS names, and writes the pixels of each to an .npz file.

A program's arguments are made of their names and types: `scale` and `offset` let the program's place run from -1 to 1, images
that are read have random texels, everything else random values. A line `// run: name=1,2 other=3` of the source says otherwise.

Usage: run_images.py OUT.npz FILE.cl...
"""

import ctypes
import re
import sys
import zlib
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))

from opencl import ClError, Device  # noqa: E402  # behind the path that leads to it

WIDTH, HEIGHT = 32, 24
CL_MEM_WRITE_ONLY, CL_MEM_READ_ONLY, CL_MEM_COPY_HOST_PTR = 1 << 1, 1 << 2, 1 << 5
CL_RGBA, CL_UNORM_INT8, CL_FLOAT = 0x10B5, 0x10D2, 0x10DE
CL_IMAGE_2D, CL_IMAGE_3D = 0x10F1, 0x10F2
SETTING = re.compile(r"(\w+)=(\S+)")


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


class Images(Device):
    def kernel(self, path: Path, source: str) -> ctypes.c_void_p:
        name = re.findall(r"kernel void (\w+)", source)[0]
        return self.make("clCreateKernel", self.build(source, f"-I {path.parent}"), name.encode())

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


def run(device: Images, path: Path) -> np.ndarray:
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
    device, pixels = Images(), {}
    for name in sys.argv[2:]:
        path = Path(name)
        try:
            pixels[path.stem] = run(device, path)
        except ClError as error:
            print(f"{path.stem}: {error}", file=sys.stderr)
    np.savez(sys.argv[1], **pixels)
    return 0


if __name__ == "__main__":
    sys.exit(main())
