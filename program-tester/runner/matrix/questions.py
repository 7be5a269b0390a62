# SPDX-License-Identifier: MIT
"""What a user asks of a driver, as tests answer it: an operation on images of a type, in a mode, of a format; or a built-in function of a type."""

import dataclasses
from collections.abc import Mapping

Axes = Mapping[str, str]
OPENCL, VULKAN, OPENGL = "OpenCL", "Vulkan", "OpenGL"
SUITES = {OPENCL: "generated", VULKAN: "vk-full", OPENGL: "gl-full"}  # the whole set of an API, as run-tests names it
_READ_MODES = ("addressing mode", "filter mode", "coordinates")
_FILTERS = {"linear": "filter"}
# Operations of the families of commands, which an axis tells; others are as the axis says.
_BOXES = {"map-read": "map", "map-write": "map", "map-invalidate": "map", "fill-saturating": "fill", "copy-within": "copy", "copy-slice": "copy",
          "to-buffer": "copy", "from-buffer": "copy", "clear": "fill", "within an image": "copy", "image to image": "copy",
          "buffer to image": "copy", "image to buffer": "copy"}  # fmt: skip
# A family of tests, without what it is of later versions for: its operation, or the axis that tells it, and the axes of the mode.
_FAMILIES: dict[str, tuple[str, tuple[str, ...]]] = {
    "read": ("filter mode", _READ_MODES), "samplers": ("filter mode", _READ_MODES), "values": ("read", ()), "write": ("write", ()),
    "write-read": ("write", ()), "read-write": ("read and write", ()), "transfer": ("transfer", ("pitch",)), "boxes": ("operation", ("operation",)),
    "attributes": ("query", ()), "mip-read": ("levels", ("addressing mode", "filter mode", "mip filter")),
    "mip-gradients": ("levels", ("filter mode", "mip filter")), "mip-write": ("write", ("level",)), "mip-transfer": ("operation", ("operation",)),
    "mip-attributes": ("query", ()),
    "vk-sample": ("filter mode", _READ_MODES), "vk-cube": ("filter", ()), "vk-border": ("filter mode", ("filter mode",)),
    "vk-fetch": ("read", ("function",)), "vk-mip": ("levels", ("addressing mode", "filter mode", "mip")), "vk-gather": ("gather", ("addressing mode",)),
    "vk-compare": ("compare", ("operator", "filter mode")), "vk-store": ("write", ()), "vk-atomic": ("atomics", ("operation",)),
    "vk-block": ("read", ("mode",)), "vk-copy": ("operation", ("operation",)), "vk-pitch": ("copy", ("lengths",)), "vk-aspect": ("copy", ("operation",)),
    "vk-blit": ("blit", ("to", "filter mode")), "vk-every": ("write", ("operation",)), "vk-samples": ("samples", ("operation",)),
    "vk-linear": ("linear tiling", ("operation",)), "vk-robust": ("read outside", ("function",)), "vk-format": ("what is promised", ("layout",)),
    "gl-texture": ("filter mode", ("wrap", "filter mode", "function")), "gl-fetch": ("read", ("function",)), "gl-store": ("write", ()),
    "gl-atomic": ("atomics", ("operation",)), "gl-size": ("query", ("function",)), "gl-mip": ("levels", ("function", "wrap", "filter mode", "mip")),
}  # fmt: skip
FUNCTIONS = "built-in"
_BUILT_INS = ("convert", "integer", "relational", "vectors", "maths", "ulps")
# Functions that people search an operation by.
CALLS = {
    (OPENCL, "read"): "read_imagef read_imagei read_imageui CLK_FILTER_NEAREST", (OPENCL, "filter"): "read_imagef CLK_FILTER_LINEAR",
    (OPENCL, "write"): "write_imagef write_imagei write_imageui", (OPENCL, "read and write"): "read_write read_imagef write_imagef",
    (OPENCL, "copy"): "clEnqueueCopyImage clEnqueueCopyImageToBuffer clEnqueueCopyBufferToImage", (OPENCL, "fill"): "clEnqueueFillImage",
    (OPENCL, "map"): "clEnqueueMapImage", (OPENCL, "transfer"): "clEnqueueReadImage clEnqueueWriteImage",
    (OPENCL, "query"): "get_image_width get_image_channel_order", (OPENCL, "levels"): "cl_khr_mipmap_image",
    (VULKAN, "read"): "texelFetch textureLod imageLoad VK_FILTER_NEAREST", (VULKAN, "filter"): "textureLod VK_FILTER_LINEAR",
    (VULKAN, "write"): "imageStore", (VULKAN, "copy"): "vkCmdCopyImage vkCmdCopyBufferToImage vkCmdCopyImageToBuffer",
    (VULKAN, "fill"): "vkCmdClearColorImage", (VULKAN, "blit"): "vkCmdBlitImage", (VULKAN, "atomics"): "imageAtomicAdd",
    (VULKAN, "gather"): "textureGather", (VULKAN, "samples"): "vkCmdResolveImage", (VULKAN, "levels"): "textureLod textureGrad",
    (VULKAN, "linear tiling"): "VK_IMAGE_TILING_LINEAR", (VULKAN, "read outside"): "robustImageAccess2 VK_EXT_robustness2",
    (VULKAN, "what is promised"): "vkGetPhysicalDeviceFormatProperties",
    (OPENGL, "read"): "texture texelFetch imageLoad GL_NEAREST", (OPENGL, "filter"): "texture textureLod GL_LINEAR",
    (OPENGL, "write"): "imageStore", (OPENGL, "atomics"): "imageAtomicAdd", (OPENGL, "query"): "textureSize imageSize",
    (OPENGL, "levels"): "textureLod imageLoad imageStore GL_TEXTURE_MIN_FILTER",
}  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Question:
    """What a test answers. `format` is of an image as the API has it, without its prefix; of a built-in function the type."""

    operation: str
    type: str  # of an image; of a built-in function its name
    mode: str
    format: str

    @property
    def group(self) -> str:
        return "|".join((self.operation, self.type, self.mode))


# Data types of OpenGL's tests, as internal formats have them behind their channels.
_GL_TYPES = {"UNORM_INT8": "8", "UNORM_INT16": "16", "SNORM_INT8": "8_SNORM", "SNORM_INT16": "16_SNORM", "HALF_FLOAT": "16F", "FLOAT": "32F",
             "SIGNED_INT8": "8I", "SIGNED_INT16": "16I", "SIGNED_INT32": "32I", "UNSIGNED_INT8": "8UI", "UNSIGNED_INT16": "16UI",
             "UNSIGNED_INT32": "32UI"}  # fmt: skip


def api_of(family: str) -> str:
    return {"vk": VULKAN, "gl": OPENGL}.get(family.partition("-")[0], OPENCL)


def _format(family: str, axes: Axes) -> str:
    """As the API has it, without its prefix; empty where a test is of none."""
    words = [axes[name] for name in ("channel order", "data type") if name in axes]
    if api_of(family) != OPENGL:
        return axes.get("format") or " ".join(words)
    order, _, kind = "-".join(words).rpartition("-")
    return f"{order or 'R'}{_GL_TYPES[kind]}"


def question_of(family: str, axes: Axes) -> Question | None:
    """The question; None of tests that answer none that a user asks."""
    plain = family.removeprefix("later-").removeprefix("depth-")
    if plain in _BUILT_INS:
        return _of_built_in(plain, axes)
    if plain not in _FAMILIES:
        return None
    told, modes = _FAMILIES[plain]
    operation = told
    if told == "filter mode":
        operation = _FILTERS.get(axes.get(told, ""), "read")
    elif told == "operation":
        operation = _BOXES.get(axes[told], axes[told])
    form = _format(family, axes)
    mode = " ".join(axes[name] for name in modes if axes.get(name) and axes[name] != operation)
    return Question(operation, axes.get("image type") or axes.get("target") or "any", mode, form) if form else None


def _of_built_in(family: str, axes: Axes) -> Question:
    if family == "convert":
        return Question(FUNCTIONS, f"convert_{axes.get('target type', '')}", axes.get("rounding", ""), axes.get("source type", ""))
    return Question(FUNCTIONS, axes.get("function", family), "", axes.get("scalar type", "float"))
