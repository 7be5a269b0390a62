# SPDX-License-Identifier: MIT
"""The base of all parts of the generator: the random numbers, the lines written so far, the variables in
scope."""

import random

ITEMS = 256
GROUP = 128  # two wavefronts: barriers have to hold
OUTPUTS = 16  # dwords a work-item writes: results, then its own memory
OWN = 12  # first dword of a work-item's own memory
ARRAY = 8  # elements of each private array
WORDS = 16  # elements of each constant table
SHARED = 2 * GROUP  # dwords of local memory

MAX_DEPTH = 3

SIGNED = ("char", "short", "int", "long")
UNSIGNED = ("uchar", "ushort", "uint", "ulong")
INTEGERS = tuple(name for pair in zip(SIGNED, UNSIGNED) for name in pair)
BITS = {"char": 8, "uchar": 8, "short": 16, "ushort": 16, "int": 32, "uint": 32, "long": 64, "ulong": 64}


def unsigned(kind: str) -> str:
    return UNSIGNED[SIGNED.index(kind)] if kind in SIGNED else kind


class Writer:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.depth = 0
        self.names: dict[str, str] = {}  # variables in scope and their types
        self.counter = 0

    def pick(self, *choices: str) -> str:
        return self.random.choice(choices)

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def line(self, text: str) -> None:
        self.lines.append("    " * (self.depth + 1) + text)

    def new_name(self, stem: str) -> str:
        self.counter += 1
        return f"{stem}{self.counter}"

    def declare(self, kind: str, value: str, stem: str = "v") -> str:
        name = self.new_name(stem)
        self.line(f"{kind} {name} = {value};")
        self.names[name] = kind
        return name

    def has(self, kind: str) -> bool:
        return kind in self.names.values()

    def variable(self, kind: str) -> str:
        return self.random.choice([name for name, its in self.names.items() if its == kind])
