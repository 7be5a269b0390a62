# SPDX-License-Identifier: MIT
"""OpenCL by ctypes, for programs that run kernels on the driver that OCL_ICD_VENDORS names."""

import ctypes

CL_DEVICE_TYPE_ALL = 0xFFFFFFFF
CL_PROGRAM_BUILD_LOG = 0x1183


class ClError(RuntimeError):
    pass


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
        """A function that returns its status, which must be success."""
        status = getattr(self.cl, name)(*arguments)
        if status:
            raise ClError(f"{name}: {status}")

    def make(self, name: str, *arguments: object) -> ctypes.c_void_p:
        """Calls a function that makes an object, and whose last argument is the place of its
        status."""
        status = ctypes.c_int()
        function = getattr(self.cl, name)
        function.restype = ctypes.c_void_p
        made = function(*arguments, ctypes.byref(status))
        if status.value:
            raise ClError(f"{name}: {status.value}")
        return ctypes.c_void_p(made)

    def build(self, source: str, options: str = "") -> ctypes.c_void_p:
        text = ctypes.c_char_p(source.encode())
        program = self.make("clCreateProgramWithSource", self.context, 1, ctypes.byref(text), None)
        if self.cl.clBuildProgram(program, 1, ctypes.byref(self.device), options.encode(), None, None):
            log = ctypes.create_string_buffer(65536)
            self.cl.clGetProgramBuildInfo(program, self.device, CL_PROGRAM_BUILD_LOG, ctypes.c_size_t(65536), log, None)
            raise ClError("build: " + log.value.decode(errors="replace"))
        return program
