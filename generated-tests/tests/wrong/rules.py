# SPDX-License-Identifier: MIT
"""Which rules there are: all functions and tables of the modules of Vulkan's oracle and families, and those of OpenCL's and OpenGL's that they use."""

import ast
import importlib
import inspect
import pkgutil
import types
from collections.abc import Iterator

from suites import vk

MODELS = ("vulkan", "vk_formats", "vk_sampling", "vk_mips", "vk_stores", "vk_every", "vk_cubes", "vk_blocks", "vk_block_bounds")
# Each family has these, which say which tests there are and how they are spelled.
OF_ALL = ("cases", "build", "_test", "facts")

# Why a function or a table is no rule, and which are not.
NO_RULES = {
    "which tests there are": "aspect._both block._modes compare._compared compare._modes compare._reduced copy.copied_forms every._forms "
    "fetch.functions_of format.names gather._functions gather._modes linear._named mip._sampled mip._states sample._states sample.is_cube "
    "samples._forms store._kinds vulkan.ADDRESS_MODES vulkan.VK_TARGETS vulkan._TURNED_BORDERS vulkan.borders_of vk_blocks.MODES_6 "
    "vk_formats.VkFormat.filterable vk_formats.VkFormat.is_aspect vk_formats.VkFormat.is_depth format.AXES format.LAYOUTS format.NAME "
    "format.SECTION format._FORMATS",
    "what they give": "block._with_mode block._with_partitions vk_blocks.PARTITIONS_6 vk_blocks.PARTITIONS_7 images._random_numbers images.make_picture mip.make_levels images.seed_of images.tiled vk_cubes.level_corners store._is_open "
    "sample.sampler_of gl.opengl_mips.most_levels vk_sampling.NO_OFFSETS",
    "how they are spelled": "aspect._bytes copy._bytes copy._list images.config images.file_of images.native_keys images.picture_text images.sampler_line "
    "linear._as_other linear._copied mip.levels_text mip._sampled_lines robust._of_buffer robust._of_image sample.read_lines samples._threads gl.images.image_keys "
    "vk_formats.VkFormat.bytes vk_formats.VkFormat.is_packed vk_formats.VkFormat.parts vk_formats.VkFormat.pixel vk_formats.VkFormat.seen "
    "vulkan.Picture.count vulkan.Limits.features",
    "programs": "compare._call fetch.qualifier fetch.source_of gather._call gl.atomic.call_of gl.images.swizzle gl.texture.argument images.prefix_of "
    "images.program images.template mip._gradient mip._source null._calls null._source sample.components sample.source_of every._components every._is_apart "
    "every._is_shared every._squares every._steps",
    "made into tables, each row of which is wrong in turn": "vk_formats._CARRIERS vk_formats._KINDS vk_formats._NATIVE vk_formats._components vk_formats._make "
    "vk_formats._plain vk_formats.VK_FORMATS vk_formats.WIDE_FORMATS vk_formats.DEPTH_FORMATS vk_blocks.BLOCK_FORMATS vk_blocks._form vk_blocks._letters "
    "format._BLENDED format._DRAWN format._FILTERED format._READ",
    "for what explains failures": "vk_facts._reads vk_facts.components_of vk_facts.facts_of_cubes vk_facts.facts_of_robust",
    "numbers and shapes that rules use": "vk_every._INFINITY vk_every._NONE vulkan.LIMITS vk_sampling._spread",
    "not to be seen: tests give bounds of levels, and ask for no sign of a zero": "vk_mips._ALL interval.either_zero",
}


def modules() -> dict[str, types.ModuleType]:
    return {one.name: importlib.import_module(f"{vk.__name__}.{one.name}") for one in pkgutil.iter_modules(vk.__path__)}


def _of_class(name: str, kind: type) -> Iterator[str]:
    """Methods and properties; a dataclass makes the others."""
    for key, value in vars(kind).items():
        if callable(value) or isinstance(value, property) or hasattr(value, "attrname"):
            if not key.startswith("__") or (key == "__init__" and "__dataclass_fields__" not in vars(kind)):
                yield f"{name}.{key}"


def _assigned(tree: ast.Module) -> Iterator[str]:
    """Tables and numbers: names that the module gives a value."""
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        yield from (target.id for target in targets if isinstance(target, ast.Name))


def _used(tree: ast.Module, module: types.ModuleType) -> Iterator[str]:
    """Functions of other rooms."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                found = vars(module).get(alias.asname or alias.name)
                home = getattr(found, "__module__", "")
                if inspect.isfunction(found) and home.startswith(("imagespec.", "suites.")) and not home.startswith("suites.vk"):
                    yield f"{home.removeprefix('imagespec.').removeprefix('suites.')}.{found.__name__}"


def all_rules() -> set[str]:
    """Of models with their tables; a family's tables say which tests there are, but those of vk-format."""
    found = set()
    for name, module in modules().items():
        tree = ast.parse(inspect.getsource(module))
        for key, value in vars(module).items():
            if inspect.isfunction(inspect.unwrap(value)) and value.__module__ == module.__name__ and key not in OF_ALL:
                found.add(f"{name}.{key}")
            elif inspect.isclass(value) and value.__module__ == module.__name__:
                found |= set(_of_class(f"{name}.{key}", value))
        found |= set(_used(tree, module))
        if name in MODELS or name == "format":
            found |= {f"{name}.{key}" for key in _assigned(tree)}
    return found
