#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs the kernel of each given file on the first OpenCL device; prints a line for each: the file and
a digest of its output, or what went wrong."""

import ctypes
import hashlib
import sys
from pathlib import Path

from generator import GROUP, ITEMS, OUTPUTS

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from opencl import ClError, Device  # noqa: E402  # behind the path that leads to it

CL_MEM_READ_WRITE_COPY = 1 | 1 << 5


class Kernels(Device):
    def run(self, source: str) -> bytes:
        data = (ctypes.c_uint32 * ITEMS)(*((i * 2654435761 + 12345) & 0xFFFFFFFF for i in range(ITEMS)))
        result = (ctypes.c_uint32 * (ITEMS * OUTPUTS))()
        buffers = [
            self.make("clCreateBuffer", self.context, ctypes.c_uint64(CL_MEM_READ_WRITE_COPY), ctypes.c_size_t(ctypes.sizeof(array)), array)
            for array in (result, data)
        ]
        program = self.build(source)
        kernel = self.make("clCreateKernel", program, b"test")
        for i, buffer in enumerate(buffers):
            self.call("clSetKernelArg", kernel, i, ctypes.c_size_t(ctypes.sizeof(buffer)), ctypes.byref(buffer))
        sizes = [ctypes.byref(ctypes.c_size_t(n)) for n in (ITEMS, GROUP)]
        self.call("clEnqueueNDRangeKernel", self.queue, kernel, 1, None, sizes[0], sizes[1], 0, None, None)
        size = ctypes.c_size_t(ctypes.sizeof(result))
        self.call("clEnqueueReadBuffer", self.queue, buffers[0], 1, ctypes.c_size_t(0), size, result, 0, None, None)
        self.call("clReleaseKernel", kernel)
        self.call("clReleaseProgram", program)
        for buffer in buffers:
            self.call("clReleaseMemObject", buffer)
        return bytes(result)


def main() -> None:
    device = Kernels()
    for path in map(Path, sys.argv[1:]):
        try:
            outcome = hashlib.sha256(device.run(path.read_text())).hexdigest()[:16]
        except ClError as error:
            outcome = "error " + " ".join(str(error).split())[:300]
        print(path.name, outcome, flush=True)


if __name__ == "__main__":
    main()
