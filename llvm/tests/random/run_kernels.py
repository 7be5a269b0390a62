#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs the kernel of each given file on the first OpenCL device; prints a line for each: the file and
a digest of its output, or what went wrong."""

from __future__ import annotations

import ctypes
import hashlib
import sys
from pathlib import Path

from generator import GROUP, ITEMS, OUTPUTS

CL_DEVICE_TYPE_ALL = 0xFFFFFFFF
CL_MEM_READ_WRITE_COPY = 1 | 1 << 5
CL_PROGRAM_BUILD_LOG = 0x1183


class ClError(RuntimeError):
    pass


class Device:
    """A context and a queue on the first device."""

    def __init__(self) -> None:
        self.cl = ctypes.CDLL("libOpenCL.so.1")
        for name in ("clCreateContext", "clCreateCommandQueue", "clCreateBuffer", "clCreateProgramWithSource", "clCreateKernel"):
            getattr(self.cl, name).restype = ctypes.c_void_p
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
        made = getattr(self.cl, name)(*arguments, ctypes.byref(status))
        if status.value:
            raise ClError(f"{name}: {status.value}")
        return ctypes.c_void_p(made)

    def build(self, source: str) -> ctypes.c_void_p:
        text = ctypes.c_char_p(source.encode())
        program = self.make("clCreateProgramWithSource", self.context, 1, ctypes.byref(text), None)
        if self.cl.clBuildProgram(program, 1, ctypes.byref(self.device), b"", None, None):
            log = ctypes.create_string_buffer(65536)
            self.cl.clGetProgramBuildInfo(program, self.device, CL_PROGRAM_BUILD_LOG, ctypes.c_size_t(65536), log, None)
            raise ClError("build: " + " ".join(log.value.decode(errors="replace").split())[:300])
        return program

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
    device = Device()
    for path in map(Path, sys.argv[1:]):
        try:
            outcome = hashlib.sha256(device.run(path.read_text())).hexdigest()[:16]
        except ClError as error:
            outcome = f"error {error}"
        print(path.name, outcome, flush=True)


if __name__ == "__main__":
    main()
