# SPDX-License-Identifier: MIT
"""Does one operation of OpenCV by OpenCL, and writes result and the CPU path's as arrays, elements in a row.
Arguments: the operation, or --list; the file for the result; the one for what it should be."""

import sys

import cv2
import numpy
from opencv_operations import OPERATIONS


def flat(result: object) -> numpy.ndarray:
    """The numbers of a result: arrays, in this or the device's memory, numbers, or several of them."""
    if isinstance(result, (tuple, list)):
        return numpy.concatenate([flat(part) for part in result])
    if isinstance(result, cv2.UMat):
        result = result.get()
    return numpy.asarray(result).astype(numpy.float64).ravel()


def main(arguments: list[str]) -> int:
    if arguments == ["--list"]:
        print(*OPERATIONS, sep="\n")
        return 0
    name, actual, expected = arguments
    if not cv2.ocl.useOpenCL():
        print("OpenCV uses no OpenCL device")
        return 2
    operation = OPERATIONS[name]
    numpy.save(actual, flat(operation(cv2.UMat)))
    cv2.ocl.setUseOpenCL(False)
    numpy.save(expected, flat(operation(lambda array: array)))
    print(f"OpenCV {cv2.__version__}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
