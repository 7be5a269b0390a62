# SPDX-License-Identifier: MIT
"""Asks the bundled driver's compiler which types stand behind the typedefs of kernel arguments: clGetKernelArgInfo names
an argument's type as it was declared."""

import functools
import re
import shlex
import subprocess
from pathlib import Path

from ..places import Places
from .states import State
from .values import type_of

SECONDS = 30
_KERNEL = re.compile(r"^define [^@\n]*@([\w.$]+)\(.*!kernel_arg_base_type !(\d+)", re.MULTILINE)
_NODE = re.compile(r"^!(\d+) = !\{(.*)\}$", re.MULTILINE)
_STRING = re.compile(r'!"([^"]*)"')
_VECTOR = re.compile(r" __attribute__\(\(ext_vector_type\((\d+)\)\)\)")
_ADDED = "__llvm_"  # begins the types of arguments that the compiler adds


def types_in(text: str) -> dict[str, list[str]]:
    """The types of the arguments of each kernel of a module in LLVM's text."""
    nodes = dict(_NODE.findall(text))
    return {
        name: [_VECTOR.sub(r"\1", one) for one in _STRING.findall(nodes.get(node, "")) if not one.startswith(_ADDED)]
        for name, node in _KERNEL.findall(text)
    }  # fmt: skip


@functools.lru_cache(64)
def _types_of(compiler: Path, source: bytes, options: str) -> dict[str, list[str]]:
    """Nothing where there is no such compiler, or it does not take the program."""
    try:
        command = [str(compiler), "-", "--emit=ll", *shlex.split(options)]
        done = subprocess.run(command, input=source, capture_output=True, check=False, timeout=SECONDS)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return {}
    return types_in(done.stdout.decode("utf-8", "replace")) if done.returncode == 0 else {}


def settle(places: Places, state: State) -> None:
    """Puts the types in the place of typedefs, where that can be told."""
    unknown = [one for one in state.arguments if one.form in ("buffer", "bytes") and not type_of(str(one.told.get("type", "")))]
    source = state.source if unknown else None
    if source is None:
        return
    found = _types_of(places.compiler, source.rstrip(b"\0"), str(state.told.get("options", ""))).get(state.kernel, [])
    for argument in unknown:
        if argument.index < len(found) == len(state.arguments) and type_of(found[argument.index]):
            argument.told["type"] = found[argument.index]
