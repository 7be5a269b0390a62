# SPDX-License-Identifier: MIT
"""Makes one rule of the oracle wrong for a while: a part of a function's text is replaced, or a table by another, wherever a module has it.

A test must be given the same in both worlds, so that functions which choose what tests give keep working by the right rules."""

import contextlib
import functools
import inspect
import sys
import textwrap
import types
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from suites.vk.images import KNOWN_FORMATS
from suites.vk.vk_blocks import BLOCK_FORMATS
from suites.vk.vulkan import Picture

HOMES = ("imagespec.", "suites.vk.", "suites.gl.", "suites.")  # some families are called as rooms of the oracle
# Functions that choose what tests give: coordinates, texels, colours and boxes.
GIVEN = (
    "mip._rows", "mip._gradients", "compare._references", "store.colours", "store._texels", "sample.where_in", "cube.where_in",
    "cube.cube_of", "border.where_in", "border.colour_of", "samples._given", "robust.where_in", "images.period", "images.keys_of",
    "copy.box_of", "copy._other", "copy.words_of", "pitch._keys", "block.make_blocks", "blit._extents", "gl.images.integer_positions",
    "gl.images.cube_directions", "gl.images.extents_of", "gl.atomic._positions",
)  # fmt: skip


class Wrong(NamedTuple):
    """A rule, and how it is made wrong: `old` in its text becomes `new`; without `old` a table becomes what `new` makes of it."""

    rule: str  # module and name
    what: str
    slice: str  # the family whose tests must notice, and words of these tests' names
    old: str
    new: str | Callable[[Any], Any]
    by: str = "middle"  # of what the wrong rule allows a device gives the middle, or, of rules that say how much is allowed, the ends

    @property
    def name(self) -> str:
        return f"{self.rule}: {self.what}"


def module_of(rule: str) -> tuple[types.ModuleType, str]:
    """The module of a rule, and the name within it."""
    parts = rule.split(".")
    for home in HOMES:
        for count in range(len(parts) - 1, 0, -1):
            found = sys.modules.get(home + ".".join(parts[:count]))
            if found:
                return found, ".".join(parts[count:])
    raise LookupError(f"{rule}: no such module")


def found_at(rule: str) -> Any:
    module, name = module_of(rule)
    where: Any = module
    for part in name.split("."):
        where = vars(where)[part]
    return where


def _text_of(rule: str) -> str:
    there = found_at(rule)
    there = there.fget if isinstance(there, property) else there.func if isinstance(there, functools.cached_property) else there
    return textwrap.dedent(inspect.getsource(there))


def _changed(wrong: Wrong) -> Any:
    """The rule as it is when it is wrong."""
    if not wrong.old:
        assert callable(wrong.new)
        return wrong.new(found_at(wrong.rule))
    text = _text_of(wrong.rule)
    assert isinstance(wrong.new, str) and wrong.old in text, f"{wrong.name}: its text has no {wrong.old!r}"
    names: dict[str, Any] = {}
    module, name = module_of(wrong.rule)
    exec(compile("from __future__ import annotations\n" + text.replace(wrong.old, wrong.new), wrong.rule, "exec"), vars(module), names)
    return names[name.rpartition(".")[2]]


Place = tuple[Any, str]  # who has something, and by which name


def _modules(*names: str) -> list[types.ModuleType]:
    return [module for key, module in list(sys.modules.items()) if key.startswith(names)]


@functools.cache
def _places(rule: str) -> list[Place]:
    """Where a rule stands: in its class, or in modules and in its module's tables."""
    module, name = module_of(rule)
    owner, _, last = name.rpartition(".")
    if owner:
        return [(vars(module)[owner], last)]
    right = vars(module)[name]
    tables = [value for value in vars(module).values() if isinstance(value, dict) and callable(right)]
    return [
        *((one, key) for one in _modules("suites", "imagespec") for key, value in vars(one).items() if value is right and key == name),
        *((table, key) for table in tables for key, value in table.items() if value is right),
    ]


def _put(place: Place, value: Any) -> None:
    owner, name = place
    if isinstance(owner, dict):
        owner[name] = value
        return
    if isinstance(value, functools.cached_property):
        value.__set_name__(owner, name)
    setattr(owner, name, value)


@functools.cache
def _memories() -> list[Any]:
    return [value for module in _modules("suites") for value in vars(module).values() if hasattr(value, "cache_clear")]


def _forget(*pictures: Any) -> None:
    """What is kept of results."""
    for memory in _memories():
        memory.cache_clear()
    for form in (*KNOWN_FORMATS.values(), *BLOCK_FORMATS.values()):
        vars(form).pop("letters", None)
    for one in pictures:
        for picture in one if isinstance(one, tuple) else (one,):
            if isinstance(picture, Picture):
                vars(picture).pop("reals", None)


class _World:
    """Rules as they are while one is wrong."""

    def __init__(self, wrong: Wrong) -> None:
        self.right = {rule: found_at(rule) for rule in (*GIVEN, wrong.rule)}
        self.wrong = {**{rule: self._right(self.right[rule]) for rule in GIVEN}, wrong.rule: _changed(wrong)}

    def _right(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, which works in the right world."""

        @functools.wraps(function)
        def chosen(*words: Any, **keys: Any) -> Any:
            self.stand(self.right)
            _forget(*words)
            try:
                return function(*words, **keys)
            finally:
                _forget(*words)
                self.stand(self.wrong)

        return chosen

    def stand(self, rules: dict[str, Any]) -> None:
        for rule, value in rules.items():
            for place in _places(rule):
                _put(place, value)


@contextlib.contextmanager
def made_wrong(wrong: Wrong) -> Iterator[None]:
    for rule in (*GIVEN, wrong.rule):
        _places(rule)  # as long as all stand where they do
    world = _World(wrong)
    _forget()
    world.stand(world.wrong)
    try:
        yield
    finally:
        world.stand(world.right)
        _forget()
