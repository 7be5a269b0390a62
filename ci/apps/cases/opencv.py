# SPDX-License-Identifier: MIT
"""OpenCV's transparent API: operations on cv2.UMat against OpenCV's CPU path. An operation that OpenCV quietly
does on the CPU would prove nothing, so that its cache of programs must have gained one."""

from functools import partial

import numpy

from ..bench import Bench
from ..case import Case, Finding, WrongError
from ..compare import EXACT, Tolerance, apart, digest_of

_PACKAGES = ("python3-opencv",)
_QUICK = ("GaussianBlur", "medianBlur3", "resize-linear", "warpAffine-linear", "integral", "gemm", "dft")

_STEP = Tolerance(most=1, share=1)  # one step of bytes: rounded by another way
_SMALL = Tolerance(most=1e-4, share=1)  # of floats about 1: sums in another order
_SUM = Tolerance(most=1e-3, share=1)  # of floats about 100
_ANGLE = Tolerance(most=0.02, share=1)  # OpenCV's fast arctangent
# Positions are rounded to 1/32 of a texel, after other sums.
_PLACE = Tolerance(most=8, share=0.001, step=1)
# Directions of edges are by fixed point on the CPU, by float in the kernel; OpenCV's own test allows more.
_EDGES = Tolerance(most=255, share=0.001)

# How far the paths of each operation may be apart; clients/opencv_operations.py has the calls.
_EXACT_ONES = """
    medianBlur3 medianBlur5 Sobel Laplacian erode dilate morphology-open morphology-gradient resize-nearest
    remap-nearest warpAffine-nearest flip transpose rotate copyMakeBorder repeat calcHist equalizeHist LUT threshold
    threshold-float inRange add subtract absdiff bitwise_and bitwise_not compare min max-double add-double split merge
    setIdentity integral sum minMaxLoc norm-L1 countNonZero reduce goodFeaturesToTrack"""
_STEPS = """
    blur GaussianBlur bilateralFilter filter2D pyrDown pyrUp resize-linear resize-area cvtColor-BGR2GRAY
    cvtColor-BGR2YCrCb cvtColor-BGR2YUV cvtColor-BGR2RGBA cvtColor-BGR2HLS cvtColor-BGR2HSV cvtColor-BGR2XYZ
    cvtColor-BGR2Lab cvtColor-BGR2Luv cvtColor-BGR2BGR565 cvtColor-BGR2YUV_I420 CLAHE multiply addWeighted
    convertScaleAbs fastNlMeansDenoising"""
_SMALLS = """
    blur-float GaussianBlur-float sepFilter2D Scharr cornerHarris cornerMinEigenVal resize-float divide exp log pow
    sqrt magnitude polarToCart normalize idft mulSpectrums"""
_SUMS = "boxFilter accumulateWeighted meanStdDev norm-L2 gemm matchTemplate-sqdiff matchTemplate-ccoeff dft"
_PLACES = "remap-linear warpAffine-linear warpAffine-cubic warpPerspective"
TOLERANCES: dict[str, Tolerance] = {
    **dict.fromkeys(_EXACT_ONES.split(), EXACT),
    **dict.fromkeys(_STEPS.split(), _STEP),
    **dict.fromkeys(_SMALLS.split(), _SMALL),
    **dict.fromkeys(_SUMS.split(), _SUM),
    **dict.fromkeys(_PLACES.split(), _PLACE),
    "Canny": _EDGES,
    "phase": _ANGLE,
    "cartToPolar": _ANGLE,
    "cvtColor-Lab-float": Tolerance(most=0.5, share=1),
    # OpenCV's own test of it allows a tenth.
    "calcOpticalFlowFarneback": Tolerance(most=1, share=0.02, step=0.1),
}


def _check(operation: str, tolerance: Tolerance, bench: Bench) -> Finding:
    cache = bench.folder / "programs"
    cache.mkdir(exist_ok=True)
    actual, expected = bench.folder / "actual.npy", bench.folder / "expected.npy"
    bench.client(
        "opencv.py",
        (operation, str(actual), str(expected)),
        OPENCV_OPENCL_DEVICE=":GPU|CPU:",  # the default is GPUs alone
        OPENCV_OPENCL_RAISE_ERROR="1",
        OPENCV_OPENCL_CACHE_DIR=str(cache),
    )
    found = numpy.load(actual)
    said = apart(found, numpy.load(expected), tolerance)
    if not any(cache.rglob("*.bin")):
        raise WrongError("OpenCV built no program for the device")
    return Finding(said, digest_of(found.tobytes()))


CASES = tuple(
    Case(
        f"opencv/{name}",
        _PACKAGES,
        partial(_check, name, tolerance),
        "OpenCV's CPU path",
        limit=300,
        is_quick=name in _QUICK,
    )
    for name, tolerance in TOLERANCES.items()
)
