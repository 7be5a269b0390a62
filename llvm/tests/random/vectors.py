# SPDX-License-Identifier: MIT
"""Vectors of every integer type and width, their components, swizzles, masks and conversions."""

from writer import BITS, SIGNED, Writer, unsigned

WIDTHS = (2, 3, 4, 8, 16)
DIGITS = "0123456789abcdef"


def split(kind: str) -> tuple[str, int]:
    """Element type and width of a vector type's name."""
    element = kind.rstrip("0123456789")
    return element, int(kind[len(element) :])


class Vectors(Writer):
    def vector_kinds(self) -> list[str]:
        return sorted({kind for kind in self.names.values() if kind.rstrip("0123456789") in BITS and kind[-1].isdigit()})

    def any_vector(self) -> str:
        return self.pick(*self.vector_kinds())

    def parts(self, width: int, count: int) -> str:
        """The names of `count` components of a vector."""
        return "s" + "".join(self.random.choice(DIGITS[:width]) for _ in range(count))

    def component(self, depth: int = 0) -> str:
        kind = self.any_vector()
        element, width = split(kind)
        name = self.variable(kind)
        if self.chance(0.2):
            return f"(uint)({self.pick('any', 'all')}({name} {self.pick('>', '==', '<')} ({kind})({element}){self.uint(depth + 2)}) != 0)"
        return f"(uint){name}.s{self.random.choice(DIGITS[:width])}"

    def vector(self, kind: str) -> str:
        element, width = split(kind)
        v, w = self.variable(kind), self.variable(kind)
        plain = f"{unsigned(element)}{width}"
        scalar = f"({element}){self.uint(2)}"
        mask_element = SIGNED[[8, 16, 32, 64].index(BITS[element])]
        choices = [
            f"as_{kind}(as_{plain}({v}) {self.pick('+', '-', '*')} as_{plain}({w}))",
            f"({v} {self.pick('^', '&', '|')} {self.pick(w, scalar)})",
            f"({v} {self.pick('<<', '>>')} {self.pick(w, scalar)})",
            f"({v} {self.pick('/', '%')} ({kind})(({element}){self.random.choice((3, 7, 10, 16))}))",
            f"{v}.{self.parts(width, width)}",
            f"({kind})({', '.join(self.pick(scalar, f'{v}.{self.parts(width, 1)}') for _ in range(width))})",
            f"{self.pick('min', 'max', 'add_sat', 'sub_sat', 'hadd', 'rotate', 'mul_hi')}({v}, {w})",
            f"{self.pick('popcount', 'clz', '~')}({v})",
            f"as_{kind}({v} {self.pick('>', '<', '==', '!=', '<=', '>=')} {w})",
            f"select({v}, {w}, {v} {self.pick('==', '>', '<')} {w})",
            f"({v} {self.pick('>', '!=')} {w} ? {v} : {w})",
            f"bitselect({v}, {w}, as_{kind}(as_{mask_element}{width}({w})))",
            f"(-{v})" if element == plain.rstrip("0123456789") else f"as_{kind}(abs({v}))",
            f"(uint){v}.s0 > 9u ? {v} : {w}",
        ]
        for other in self.vector_kinds():
            other_element, other_width = split(other)
            if other_width == width:
                name = self.variable(other)
                choices += [f"convert_{kind}({name})", f"convert_{kind}_sat({name})"]
            if BITS[other_element] * other_width == BITS[element] * width and 3 not in (width, other_width):
                choices.append(f"as_{kind}({self.variable(other)})")
        if width in (2, 4, 8, 16):
            choices.append(f"shuffle({v}, as_{unsigned(element)}{width}({w}))")
            choices.append(f"shuffle2({v}, {w}, as_{unsigned(element)}{width}({v}))")
        if element in ("uint", "int") and width != 3:
            choices.append(f"vload{width}({self.uint(2)} & 7u, (global const {element} *)input)")
        if element in ("uchar", "char"):
            choices.append(f"vload{width}({self.uint(2)} & 31u, (global const {element} *)input)")
        return self.random.choice(choices)

    def vector_statement(self) -> None:
        kind = self.any_vector()
        element, width = split(kind)
        name = self.variable(kind)
        halves = {"lo": width // 2, "hi": width // 2, "odd": width // 2, "even": width // 2}
        if width > 3 and self.chance(0.3):
            half = self.pick(*halves)
            source = self.variable(kind)
            self.line(f"{name}.{half} = {source}.{self.pick(*halves)};")
        elif self.chance(0.3):
            self.line(f"{name}.s{self.random.choice(DIGITS[:width])} = ({element}){self.uint()};")
        else:
            self.line(f"{name} = {self.vector(kind)};")

    def fold(self, name: str, kind: str) -> str:
        """An uint that depends on all components."""
        element, width = split(kind)
        wide = " ^ (uint)({0} >> 32)" if BITS[element] == 64 else ""
        terms = []
        for n, digit in enumerate(DIGITS[:width]):
            part = f"{name}.s{digit}"
            terms.append(f"((uint){part}{wide.format(part)}) * {2 * n + 1}u")
        return f"({' + '.join(terms)})"
