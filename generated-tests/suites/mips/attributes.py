# SPDX-License-Identifier: MIT
"""What kernels ask of mipmapped images: how many levels there are, and the extents, which are those of level 0."""

from collections.abc import Iterator

from imagespec.formats import ImageType, image_type_named
from testgen.model import Case, Test, TestFile, template

from ..write import EXTENSION_3D
from . import chains

NAME = "mip-attributes"
SECTION = "OpenCL C 3.0, 6.15.15.6 (cl_khr_mipmap_image)"
AXES = ("type", "access", "order", "data", "size")
ACCESSES = {"read_only": "read", "write_only": "write"}


def cases() -> Iterator[Case]:
    for kind in chains.KINDS:
        for access in ACCESSES:
            for item in chains.FORMATS[:2]:
                for size in chains.SIZES[::2]:
                    axes = (kind.name, access, item.order.name, item.type.name, size)
                    yield Case(NAME, f"{kind.name}/{access}", f"{item.name}/{size}", axes)


def _queries(kind: ImageType) -> list[str]:
    found = ["num_mip_levels", "width", "height", "depth"][: kind.dimensions + 1]
    return found + (["array_size"] if kind.is_array else [])


def _test(case: Case) -> Test:
    image_type, access, order, data, size = case.values
    chain = chains.make_chain(image_type, f"{order}-{data}", size)
    answers = (chain.count, *chain.extents)
    return Test(case.name, [
        f"arg_out: 0 buffer int[{len(answers)}] {' '.join(map(str, answers))}",
        f"{chains.chain_line(1, chain)} image_access {ACCESSES[access]}",
    ])  # fmt: skip


def build(found: list[Case], strict: bool) -> TestFile:
    image_type, access, *_ = found[0].values
    kind = image_type_named(image_type)
    written = kind.name == "3d" and access == "write_only"
    source = template("mip_attributes.mako").render(
        image_type=kind.cl_name, access=access, queries=_queries(kind), extension=EXTENSION_3D if written else ""
    )
    config = {"kernel_name": "query", **chains.config(*((EXTENSION_3D,) if written else ()))}
    return TestFile(f"{NAME} {found[0].file}", source, [_test(case) for case in found], config)
