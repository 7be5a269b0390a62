# SPDX-License-Identifier: MIT
"""Operations of OpenCV that have an OpenCL path: each a function that is given what puts inputs in their place
(numpy's arrays stay, or become cv2.UMat) and returns the result, or several."""

from collections.abc import Callable

import cv2
import numpy

SIZE = (240, 320)
RANDOM = numpy.random.default_rng(14)


def _scene(kind: str = "u1", channels: int = 3) -> numpy.ndarray:
    """An image with areas, edges and noise; bytes, or floats from 0 to 1."""
    rows, columns = numpy.mgrid[0 : SIZE[0], 0 : SIZE[1]].astype(numpy.float32)
    planes = []
    for n in range(channels):
        waves = numpy.sin(columns / (9 + 4 * n)) * numpy.cos(rows / (7 + 5 * n))
        disc = (columns - 90 - 40 * n) ** 2 + (rows - 120) ** 2 < 50**2
        noise = RANDOM.random(SIZE, dtype=numpy.float32)
        planes.append(0.5 + 0.25 * waves + 0.15 * disc + 0.1 * (noise - 0.5))
    image = numpy.clip(numpy.dstack(planes), 0, 1)
    image = image if channels > 1 else image[:, :, 0]
    return image.astype(numpy.float32) if kind == "f4" else (image * 255).astype(numpy.uint8)


COLOUR, GREY = _scene(), _scene(channels=1)
COLOUR_FLOAT, GREY_FLOAT = _scene("f4"), _scene("f4", 1)
OTHER = cv2.flip(COLOUR, 1)
RGBA = numpy.dstack([COLOUR, GREY])
WORDS = GREY.astype(numpy.uint16) * 251
SIGNED = GREY.astype(numpy.int16) * 100 - 9000
DOUBLES = GREY_FLOAT.astype(numpy.float64)
MATRIX = RANDOM.random((96, 96), dtype=numpy.float32)
TURN = cv2.getRotationMatrix2D((160, 120), 17, 0.9)
TILT = numpy.array([[1.1, 0.05, -9], [-0.04, 0.95, 6], [2e-4, -1e-4, 1]])
MAP_X = numpy.clip(numpy.mgrid[0:240, 0:320][1] * 0.9 + 8 * RANDOM.random(SIZE), 0, 319).astype("f4")
MAP_Y = numpy.clip(numpy.mgrid[0:240, 0:320][0] * 1.05 - 4, 0, 239).astype("f4")
CROSS = cv2.getStructuringElement(cv2.MORPH_CROSS, (5, 5))
KERNEL = numpy.array([[0, -1, 0], [-1, 5, -1], [0, -1, 0]], numpy.float32)

Place = Callable[[numpy.ndarray], object]  # an input, as the path that is tried takes it


Call = Callable[[Place], object]
OPERATIONS: dict[str, Call] = {}  # ci/apps/cases/opencv.py says how far the paths may be apart


def _add(name: str, call: Call) -> None:
    OPERATIONS[name] = call


# Filters
_add("blur", lambda u: cv2.blur(u(COLOUR), (5, 5)))
_add("blur-float", lambda u: cv2.blur(u(GREY_FLOAT), (7, 3)))
_add("boxFilter", lambda u: cv2.boxFilter(u(GREY), cv2.CV_32F, (9, 9), normalize=False))
_add("GaussianBlur", lambda u: cv2.GaussianBlur(u(COLOUR), (5, 5), 1.2))
_add("GaussianBlur-float", lambda u: cv2.GaussianBlur(u(COLOUR_FLOAT), (9, 9), 2.0))
_add("medianBlur3", lambda u: cv2.medianBlur(u(COLOUR), 3))
_add("medianBlur5", lambda u: cv2.medianBlur(u(GREY), 5))
_add("bilateralFilter", lambda u: cv2.bilateralFilter(u(COLOUR), 7, 30, 5))
_add("filter2D", lambda u: cv2.filter2D(u(COLOUR), -1, KERNEL))
_add("sepFilter2D", lambda u: cv2.sepFilter2D(u(GREY_FLOAT), -1, KERNEL[0], KERNEL[1]))
_add("Sobel", lambda u: cv2.Sobel(u(GREY), cv2.CV_16S, 1, 1, ksize=5))
_add("Scharr", lambda u: cv2.Scharr(u(GREY_FLOAT), cv2.CV_32F, 0, 1))
_add("Laplacian", lambda u: cv2.Laplacian(u(GREY), cv2.CV_16S, ksize=3))
_add("Canny", lambda u: cv2.Canny(u(GREY), 60, 140))
_add("cornerHarris", lambda u: cv2.cornerHarris(u(GREY), 5, 3, 0.04))
_add("cornerMinEigenVal", lambda u: cv2.cornerMinEigenVal(u(GREY), 5, 3))
_add("erode", lambda u: cv2.erode(u(COLOUR), None, iterations=2))
_add("dilate", lambda u: cv2.dilate(u(GREY), CROSS))
_add("morphology-open", lambda u: cv2.morphologyEx(u(COLOUR), cv2.MORPH_OPEN, CROSS))
_add("morphology-gradient", lambda u: cv2.morphologyEx(u(GREY), cv2.MORPH_GRADIENT, CROSS))
_add("pyrDown", lambda u: cv2.pyrDown(u(COLOUR)))
_add("pyrUp", lambda u: cv2.pyrUp(u(GREY)))

# Geometry
_add("resize-nearest", lambda u: cv2.resize(u(COLOUR), (640, 120), interpolation=cv2.INTER_NEAREST))
_add("resize-linear", lambda u: cv2.resize(u(COLOUR), (500, 111)))
_add("resize-area", lambda u: cv2.resize(u(COLOUR), (80, 60), interpolation=cv2.INTER_AREA))
_add("resize-float", lambda u: cv2.resize(u(GREY_FLOAT), (411, 333)))
# Positions are rounded to 1/32 of a texel there, by other sums here.
_add("remap-nearest", lambda u: cv2.remap(u(COLOUR), u(MAP_X), u(MAP_Y), cv2.INTER_NEAREST))
_add("remap-linear", lambda u: cv2.remap(u(COLOUR), u(MAP_X), u(MAP_Y), cv2.INTER_LINEAR))
_add("warpAffine-nearest", lambda u: cv2.warpAffine(u(COLOUR), TURN, (320, 240), flags=cv2.INTER_NEAREST))
_add("warpAffine-linear", lambda u: cv2.warpAffine(u(COLOUR), TURN, (320, 240)))
_add("warpAffine-cubic", lambda u: cv2.warpAffine(u(GREY), TURN, (320, 240), flags=cv2.INTER_CUBIC))
_add("warpPerspective", lambda u: cv2.warpPerspective(u(COLOUR), TILT, (320, 240)))
_add("flip", lambda u: cv2.flip(u(COLOUR), -1))
_add("transpose", lambda u: cv2.transpose(u(COLOUR)))
_add("rotate", lambda u: cv2.rotate(u(RGBA), cv2.ROTATE_90_CLOCKWISE))
_add("copyMakeBorder", lambda u: cv2.copyMakeBorder(u(COLOUR), 9, 5, 11, 7, cv2.BORDER_REFLECT_101))
_add("repeat", lambda u: cv2.repeat(u(GREY), 2, 3))

# Colours and histograms
_add("cvtColor-BGR2GRAY", lambda u: cv2.cvtColor(u(COLOUR), cv2.COLOR_BGR2GRAY))
_add("cvtColor-BGR2YCrCb", lambda u: cv2.cvtColor(u(COLOUR), cv2.COLOR_BGR2YCrCb))
_add("cvtColor-BGR2YUV", lambda u: cv2.cvtColor(u(COLOUR), cv2.COLOR_BGR2YUV))
_add("cvtColor-BGR2RGBA", lambda u: cv2.cvtColor(u(COLOUR), cv2.COLOR_BGR2RGBA))
_add("cvtColor-BGR2HLS", lambda u: cv2.cvtColor(u(COLOUR), cv2.COLOR_BGR2HLS))
_add("cvtColor-BGR2HSV", lambda u: cv2.cvtColor(u(COLOUR), cv2.COLOR_BGR2HSV))
_add("cvtColor-BGR2XYZ", lambda u: cv2.cvtColor(u(COLOUR), cv2.COLOR_BGR2XYZ))
_add("cvtColor-BGR2Lab", lambda u: cv2.cvtColor(u(COLOUR), cv2.COLOR_BGR2Lab))
_add("cvtColor-BGR2Luv", lambda u: cv2.cvtColor(u(COLOUR), cv2.COLOR_BGR2Luv))
_add("cvtColor-BGR2BGR565", lambda u: cv2.cvtColor(u(COLOUR), cv2.COLOR_BGR2BGR565))
_add("cvtColor-BGR2YUV_I420", lambda u: cv2.cvtColor(u(COLOUR), cv2.COLOR_BGR2YUV_I420))
_add("cvtColor-Lab-float", lambda u: cv2.cvtColor(u(COLOUR_FLOAT), cv2.COLOR_BGR2Lab))
_add("calcHist", lambda u: cv2.calcHist([u(GREY)], [0], None, [256], [0, 256]))
_add("equalizeHist", lambda u: cv2.equalizeHist(u(GREY)))
_add("CLAHE", lambda u: cv2.createCLAHE(4.0, (8, 8)).apply(u(GREY)))
_add("LUT", lambda u: cv2.LUT(u(COLOUR), u((numpy.arange(256) ** 2 // 255).astype(numpy.uint8))))
_add("threshold", lambda u: cv2.threshold(u(COLOUR), 120, 200, cv2.THRESH_BINARY)[1])
_add("threshold-float", lambda u: cv2.threshold(u(GREY_FLOAT), 0.4, 1, cv2.THRESH_TOZERO)[1])
_add("inRange", lambda u: cv2.inRange(u(COLOUR), (60, 60, 60), (180, 170, 160)))
_add("accumulateWeighted", lambda u: cv2.accumulateWeighted(u(GREY), u(GREY_FLOAT.copy()), 0.3))

# Arithmetic
_add("add", lambda u: cv2.add(u(COLOUR), u(OTHER)))
_add("subtract", lambda u: cv2.subtract(u(WORDS), u(cv2.flip(WORDS, 0))))
_add("multiply", lambda u: cv2.multiply(u(COLOUR), u(OTHER), scale=1 / 255))
_add("divide", lambda u: cv2.divide(u(COLOUR_FLOAT), u(COLOUR_FLOAT + 1)))
_add("absdiff", lambda u: cv2.absdiff(u(SIGNED), u(cv2.flip(SIGNED, 1))))
_add("addWeighted", lambda u: cv2.addWeighted(u(COLOUR), 0.3, u(OTHER), 0.7, 5))
_add("bitwise_and", lambda u: cv2.bitwise_and(u(COLOUR), u(OTHER)))
_add("bitwise_not", lambda u: cv2.bitwise_not(u(WORDS)))
_add("compare", lambda u: cv2.compare(u(GREY), u(cv2.flip(GREY, 1)), cv2.CMP_GT))
_add("min", lambda u: cv2.min(u(COLOUR), u(OTHER)))
_add("max-double", lambda u: cv2.max(u(DOUBLES), u(cv2.flip(DOUBLES, 0))))
_add("add-double", lambda u: cv2.add(u(DOUBLES), u(DOUBLES)))
_add("exp", lambda u: cv2.exp(u(GREY_FLOAT)))
_add("log", lambda u: cv2.log(u(GREY_FLOAT + 0.1)))
_add("pow", lambda u: cv2.pow(u(GREY_FLOAT), 2.2))
_add("sqrt", lambda u: cv2.sqrt(u(GREY_FLOAT)))
_add("magnitude", lambda u: cv2.magnitude(u(GREY_FLOAT), u(COLOUR_FLOAT[:, :, 1].copy())))
_add("phase", lambda u: cv2.phase(u(GREY_FLOAT), u(COLOUR_FLOAT[:, :, 1].copy())))
_add("cartToPolar", lambda u: cv2.cartToPolar(u(GREY_FLOAT), u(COLOUR_FLOAT[:, :, 1].copy())))
_add("polarToCart", lambda u: cv2.polarToCart(u(GREY_FLOAT), u(GREY_FLOAT * 6)))
_add("convertScaleAbs", lambda u: cv2.convertScaleAbs(u(SIGNED), alpha=0.01, beta=3))
_add("normalize", lambda u: cv2.normalize(u(GREY), None, 0, 1, cv2.NORM_MINMAX, cv2.CV_32F))
_add("split", lambda u: cv2.split(u(COLOUR)))
_add("merge", lambda u: cv2.merge([u(GREY), u(OTHER[:, :, 0].copy()), u(GREY)]))
_add("setIdentity", lambda u: cv2.setIdentity(u(MATRIX.copy()), 3))

# Sums
_add("integral", lambda u: cv2.integral(u(GREY)))
_add("sum", lambda u: cv2.sumElems(u(COLOUR)))
_add("meanStdDev", lambda u: cv2.meanStdDev(u(COLOUR)))
_add("minMaxLoc", lambda u: sum(map(numpy.atleast_1d, cv2.minMaxLoc(u(WORDS))[:2])))
_add("norm-L1", lambda u: cv2.norm(u(GREY), u(cv2.flip(GREY, 0)), cv2.NORM_L1))
_add("norm-L2", lambda u: cv2.norm(u(GREY_FLOAT)))
_add("countNonZero", lambda u: cv2.countNonZero(u(GREY // 128)))
_add("reduce", lambda u: cv2.reduce(u(GREY), 1, cv2.REDUCE_SUM, dtype=cv2.CV_32S))

# Matrices and transforms
_add("gemm", lambda u: cv2.gemm(u(MATRIX), u(MATRIX.T.copy()), 0.5, u(MATRIX), 0.25))
_add("dft", lambda u: cv2.dft(u(GREY_FLOAT), flags=cv2.DFT_COMPLEX_OUTPUT))
_add("idft", lambda u: cv2.idft(cv2.dft(u(GREY_FLOAT), flags=cv2.DFT_COMPLEX_OUTPUT), flags=cv2.DFT_SCALE | cv2.DFT_REAL_OUTPUT))
_add("mulSpectrums", lambda u: cv2.mulSpectrums(u(COLOUR_FLOAT[:, :, :2].copy()), u(COLOUR_FLOAT[:, :, 1:].copy()), 0))
_add("matchTemplate-sqdiff", lambda u: cv2.matchTemplate(u(GREY), u(GREY[40:72, 60:100].copy()), cv2.TM_SQDIFF_NORMED))
_add("matchTemplate-ccoeff", lambda u: cv2.matchTemplate(u(GREY_FLOAT), u(GREY_FLOAT[40:72, 60:100].copy()), cv2.TM_CCOEFF_NORMED))

# Photographs, features, motion
_add("fastNlMeansDenoising", lambda u: cv2.fastNlMeansDenoising(u(GREY[:96, :128].copy()), None, 7, 5, 11))
_add("calcOpticalFlowFarneback", lambda u: cv2.calcOpticalFlowFarneback(u(GREY), u(numpy.roll(GREY, 2, 1)), None, 0.5, 2, 13, 2, 5, 1.1, 0))
_add("goodFeaturesToTrack", lambda u: cv2.goodFeaturesToTrack(u(GREY), 20, 0.2, 12))
