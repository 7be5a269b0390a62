# SPDX-License-Identifier: MIT
"""Access qualifiers and samplers in programs that must build, and in programs that must not (6.6,
6.9, 6.12.14). A file each, since a program builds or does not as a whole."""

from collections.abc import Iterator

from imagespec.formats import IMAGE_TYPES, ImageType
from testgen.model import Case, TestFile, template

from .images import FUNCTIONS, WRITERS
from .read_write import reading_and_writing
from .write import COORDINATES, EXTENSION_3D

NAME = "qualifiers"
SECTION = "OpenCL 1.2, 6.9 and 6.12.14"
AXES = ("type", "function", "access", "verdict")
SAMPLED = "-sampled"


def cases() -> Iterator[Case]:
    for kind in IMAGE_TYPES.values():
        for access in ("read_only", "write_only", "default"):
            for function in (*FUNCTIONS.values(), *WRITERS.values()):
                reads = function.startswith("read")
                good = reads == (access != "write_only")
                verdict = "builds" if good else "fails"
                axes = (kind.name, function, access, verdict)
                yield Case(NAME, f"{kind.name}/{verdict}-{function}-{access}", "build", axes)
        for function in _functions_in_place(kind):
            verdict = "fails" if function.endswith(SAMPLED) else "builds"
            axes = (kind.name, function, "read_write", verdict)
            yield Case(NAME, f"{kind.name}/{verdict}-{function}-read_write", "build", axes)
        for what in ("attributes-read_only", "attributes-write_only"):
            axes = (kind.name, "attributes", what.partition("-")[2], "builds")
            yield Case(NAME, f"{kind.name}/builds-{what}", "build", axes)
    for what, verdict in _USES.items():
        axes = ("2d", what, "read_only", verdict)
        yield Case(NAME, f"uses/{verdict}-{what}", "build", axes)


def _functions_in_place(kind: ImageType) -> tuple[str, ...]:
    """Of read_write images: "Calls to built-ins that read from an image using a sampler [...] will be a compilation
    error" (OpenCL C 3.0, "Access Qualifiers")."""
    sampled = tuple(function + SAMPLED for function in FUNCTIONS.values()) if kind.has_sampler else ()
    return (*FUNCTIONS.values(), *WRITERS.values(), *sampled)


# Uses of images and samplers that 6.9 (restrictions a to d) and 6.12.14.1 allow or forbid; each is
# a part of templates/uses.mako.
_USES = {
    "sampler-program-constant": "builds",
    "sampler-kernel-constant": "builds",
    "sampler-argument-passed-on": "builds",
    "image-passed-on": "builds",
    "several-samplers": "builds",
    "sampler-array": "fails",
    "sampler-pointer": "fails",
    "sampler-arithmetic": "fails",
    "sampler-in-struct": "fails",
    "image-local-variable": "fails",
    "image-array": "fails",
    "image-pointer": "fails",
    "image-in-struct": "fails",
    "image-returned": "fails",
    "image-other-type-passed": "fails",
    "image-by-global-pointer": "fails",
    "read-missing-coordinate": "fails",
    "read-wrong-sampler": "fails",
    "write-integer-coordinates-float": "fails",
    "two-access-qualifiers": "fails",
    "access-qualifier-of-buffer": "fails",
}


def _expression(kind: ImageType, function: str, access: str) -> str:
    coordinate = COORDINATES[kind.coordinates].translate(str.maketrans("xyz", "000"))
    if function == "attributes":
        return "result[0] = get_image_width(image)"
    seen = {name: kind for kind, name in (*FUNCTIONS.items(), *WRITERS.items())}
    if function.startswith("write"):
        return f"{function}(image, {coordinate}, ({seen[function]}4)(0))"
    sampler = "texels, " if kind.has_sampler and (access != "read_write" or function.endswith(SAMPLED)) else ""
    function = function.removesuffix(SAMPLED)
    return f"result[0] = {function}(image, {sampler}{coordinate}).x"


def build(found: list[Case], strict: bool) -> TestFile:
    (case,) = found
    image_type, function, access, verdict = case.values
    if case.file.startswith("uses/"):
        source = template("uses.mako").get_def(function.replace("-", "_")).render()
        source = source.lstrip("\n")
    else:
        kind = IMAGE_TYPES[image_type]
        source = template("qualifiers.mako").render(
            image_type=kind.cl_name,
            access="" if access == "default" else access + " ",
            extension=EXTENSION_3D if kind.name == "3d" and function.startswith("write") else "",
            statement=_expression(kind, function, access),
        )
    config = {"need_image_support": "true", "clc_version_min": "12"}
    if "3d" in case.file and function.startswith("write"):
        config["require_device_extensions"] = EXTENSION_3D
    if access == "read_write":
        config |= reading_and_writing()
    if verdict == "fails":
        # The log's words are the compiler's own: it must say that there is an error.
        config |= {"expect_build_fail": "true", "expect_build_log": "[Ee]rror"}
    return TestFile(f"{NAME} {case.file}", source, [], config)
