#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs random image programs on the driver that OCL_ICD_VENDORS names, and writes what kernels would read of each image written.

Usage: run_programs.py OUT.npz SEED...

The array SEED-N has the pixels of image N. What failed is told on standard output, a line a program: the seed, and why.
"""

import ctypes
import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parents[2] / "tests")]

from opencl import ClError  # noqa: E402  # behind the path that leads to it
from programs import Argument, Program, make_program  # noqa: E402
from run_images import CL_IMAGE_2D, CL_IMAGE_3D, CL_MEM_COPY_HOST_PTR, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY  # noqa: E402
from run_images import Description, Images  # noqa: E402
from run_images import Format as ClFormat  # noqa: E402
from textures import ADDRESSING, FILTER, ORDERS, TYPES, Format, Image, Sampler, Texels, decode  # noqa: E402


class Programs(Images):
    def image_of(self, form: Format, extents: tuple[int, ...], flags: int, texels: Texels | None) -> ctypes.c_void_p:
        what = ClFormat(ORDERS[form.order][0], TYPES[form.type][0])
        wanted = Description(CL_IMAGE_3D if len(extents) == 3 else CL_IMAGE_2D, (ctypes.c_size_t * 6)(*extents))
        host = None if texels is None else texels.ctypes.data_as(ctypes.c_void_p)
        return self.make("clCreateImage", self.context, ctypes.c_uint64(flags), ctypes.byref(what), ctypes.byref(wanted), host)

    def sampler_of(self, sampler: Sampler) -> ctypes.c_void_p:
        return self.make("clCreateSampler", self.context, sampler.normalized, ADDRESSING[sampler.addressing], FILTER[sampler.filter])

    def bind(self, kernel: ctypes.c_void_p, i: int, argument: Argument, program: Program) -> ctypes.c_void_p | None:
        """Returns the image, if it is one that is written."""
        value = argument.value
        if isinstance(value, np.ndarray):
            self.set(kernel, i, value.tobytes())
        elif isinstance(value, Sampler):
            self.set_image(kernel, i, self.sampler_of(value))
        elif isinstance(value, Image):
            texels = np.ascontiguousarray(value.texels)
            self.set_image(kernel, i, self.image_of(value.format, value.extents, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, texels))
        else:
            image = self.image_of(value, (program.width, program.height), CL_MEM_WRITE_ONLY, None)
            self.set_image(kernel, i, image)
            return image
        return None

    def stored(self, image: ctypes.c_void_p, form: Format, program: Program) -> np.ndarray:
        texels = np.zeros((program.height, program.width, len(form.channels)), form.dtype)
        origin, region = (ctypes.c_size_t * 3)(), (ctypes.c_size_t * 3)(program.width, program.height, 1)
        data, zero = texels.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(0)
        self.call("clEnqueueReadImage", self.queue, image, 1, origin, region, zero, zero, data, 0, None, None)
        order = ["rgba".index(channel) for channel in form.channels]
        pixels = np.zeros((program.height, program.width, 4))
        pixels[..., order] = decode(form, texels)
        return pixels

    def run(self, program: Program) -> list[np.ndarray]:
        kernel = self.make("clCreateKernel", self.build(program.source), b"k")
        bound = [self.bind(kernel, i, argument, program) for i, argument in enumerate(program.arguments)]
        written = [image for image in bound if image is not None]
        size = (ctypes.c_size_t * 2)(program.width, program.height)
        self.call("clEnqueueNDRangeKernel", self.queue, kernel, 2, None, size, None, 0, None, None)
        return [self.stored(image, output[0], program) for image, output in zip(written, program.outputs)]


def main() -> int:
    device, found = Programs(), {}
    for seed in map(int, sys.argv[2:]):
        try:
            for i, pixels in enumerate(device.run(make_program(seed))):
                found[f"{seed}-{i}"] = pixels
        except ClError as error:
            print(f"{seed} {' '.join(str(error).split())}", flush=True)
    np.savez(sys.argv[1], **found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
