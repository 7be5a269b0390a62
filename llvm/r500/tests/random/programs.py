# SPDX-License-Identifier: MIT
"""Random image programs: kernels that read images by samplers, compute with branches and loops, and write one pixel of one to
four images; and what these pixels are between two bounds."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

import intervals as iv
from expressions import Expression, Expressions, State, Unfit, checked, literal, type_name
from intervals import Bools, Doubles, Interval
from textures import FORMATS, Format, Image, Sampler, random_image, stored_bounds

MAX_DEPTH = 2
MOST_UNSURE = 0.25  # of a program's pixels, which are not compared
SIZES_3D = (2, 4, 8)  # R500 has 3D images of powers of two alone

Statement = Callable[[State], None]


@dataclass(frozen=True)
class Argument:
    """A parameter: an image, a sampler, or numbers."""

    declaration: str
    value: Image | Sampler | Format | np.ndarray  # Format: an image that is written


@dataclass
class Program:
    seed: int
    width: int = 0
    height: int = 0
    source: str = ""
    arguments: list[Argument] = field(default_factory=list)
    outputs: list[tuple[Format, Doubles, Doubles]] = field(default_factory=list)  # height, width, rgba
    common: bool = True  # all formats are those that PoCL carries as OpenCL says
    unsure: Bools = field(default_factory=lambda: np.zeros((0, 0), bool))


def is_common(form: Format) -> bool:
    """PoCL has no RG, gives 0 for alpha of R, and its halves of R are other numbers (docs/known-differences.md)."""
    return len(form.channels) == 4


def run_all(body: list[Statement], state: State) -> None:
    for statement in body:
        statement(state)


class Writer(Expressions):
    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.numbers = np.random.default_rng(seed)
        self.program = Program(seed, self.random.randint(9, 33), self.random.randint(3, 21))
        self.lines: list[str] = []
        self.depth = 0
        self.bound: dict[str, list[float]] = {}  # numbers of arguments
        self.formats = FORMATS if self.chance(0.25) else [f for f in FORMATS if is_common(f)]
        self.fixed: list[str] = []  # samplers of the program

    def line(self, text: str) -> None:
        self.lines.append("    " * (self.depth + 1) + text)

    # ---- parameters ----

    def declare_images(self) -> None:
        for i in range(self.random.choice([1, 1, 1, 2, 3, 4])):
            form = self.random.choice([f for f in self.formats if f.type == "FLOAT" or self.chance(0.4)])
            self.program.arguments.append(Argument(f"write_only image2d_t out{i}", form))
        for i in range(self.random.randint(1, 3)):
            shape = (1, self.random.randint(1, 20), self.random.randint(1, 20))
            if self.chance(0.25):
                shape = (self.random.choice(SIZES_3D), self.random.choice(SIZES_3D), self.random.choice(SIZES_3D))
            image = random_image(self.numbers, self.random.choice(self.formats), shape)
            self.images[f"in{i}"] = image
            self.program.arguments.append(Argument(f"read_only image{len(image.extents)}d_t in{i}", image))

    def declare_samplers(self) -> None:
        for i in range(self.random.randint(1, 3)):
            normalized = self.chance(0.5)
            addressing = self.random.choice(["CLAMP_TO_EDGE", "CLAMP", *(["REPEAT", "MIRRORED_REPEAT"] if normalized else [])])
            sampler = Sampler(addressing, self.random.choice(["NEAREST", "LINEAR"]), normalized)
            self.samplers[f"how{i}"] = sampler
            if self.chance(0.4):
                self.program.arguments.append(Argument(f"sampler_t how{i}", sampler))
                continue
            flags = f"CLK_NORMALIZED_COORDS_{str(normalized).upper()} | CLK_ADDRESS_{addressing} | CLK_FILTER_{sampler.filter}"
            self.fixed.append(f"constant sampler_t how{i} = {flags};\n")
        self.samplers["texels"] = Sampler("CLAMP_TO_EDGE", "NEAREST", False)
        self.fixed.append(
            "constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;\n"
        )

    def declare_values(self) -> None:
        for i in range(self.random.randint(1, 3)):
            width = self.random.choice([1, 2, 3, 4])
            values = self.numbers.uniform(-2, 2, width).astype(np.float32)
            self.argument(f"f{i}", type_name(width), values)
            self.floats[f"f{i}"] = width
        for i in range(self.random.randint(0, 2)):
            self.argument(f"n{i}", "int", np.array([self.random.randint(1, 5)], np.int32))
            self.integers.append(f"n{i}")

    def argument(self, name: str, kind: str, values: np.ndarray) -> None:
        padded = np.concatenate([values, np.zeros(1, values.dtype)]) if len(values) == 3 else values
        self.program.arguments.append(Argument(f"{kind} {name}", padded))
        self.bound[name] = [float(v) for v in values]

    # ---- statements ----

    def block(self, least: int, most: int, loops: int) -> list[Statement]:
        self.depth += 1
        body = [self.statement(loops) for _ in range(self.random.randint(least, most))]
        self.depth -= 1
        return body

    def statement(self, loops: int) -> Statement:
        if self.depth > MAX_DEPTH or self.chance(0.55):
            return self.assignment(loops)
        if loops == 0 and self.chance(0.45):
            return self.loop()
        if loops and self.chance(0.35):
            return self.jump()
        return self.branch(loops)

    def assignment(self, loops: int) -> Statement:
        """In loops values stay small, so that no error grows over all bounds."""
        if self.chance(0.25) and "i0" in self.integers:
            return self.store("i0", self.whole_within(self.integer(2)))
        name = self.random.choice([n for n in self.floats if n.startswith("v")])
        width = self.floats[name]
        value = self.real(width, 1 if loops else self.random.choice([2, 2, 3]))
        return self.store(name, self.within(value) if loops or self.chance(0.4) else value)

    def within(self, a: Expression) -> Expression:
        text, low, high = f"clamp({a.text} * 0.5f, -3.0f, 3.0f)", -3.0, 3.0

        def values(s: State) -> list[Interval]:
            halves = [iv.multiply(x, iv.number(0.5, x)) for x in a.values(s)]
            return [iv.clamp(x, iv.number(low, x), iv.number(high, x)) for x in halves]

        return Expression(text, values)

    def whole_within(self, a: Expression) -> Expression:
        def values(s: State) -> list[Interval]:
            return [iv.clamp(x, iv.number(-50, x), iv.number(50, x)) for x in a.values(s)]

        return Expression(f"clamp({a.text}, -50, 50)", values)

    def store(self, name: str, value: Expression) -> Statement:
        self.line(f"{name} = {value.text};")

        def execute(s: State) -> None:
            new = checked(value.values(s))
            s.names[name] = [iv.choose(s.active, x, old) for x, old in zip(new, s.names[name])]

        return execute

    def branch(self, loops: int) -> Statement:
        condition = self.condition(1)
        self.line(f"if ({condition.text}) {{")
        yes = self.block(1, 3, loops)
        no: list[Statement] = []
        if self.chance(0.5):
            self.line("} else {")
            no = self.block(1, 2, loops)
        self.line("}")

        def execute(s: State) -> None:
            before = s.active
            surely, never = condition.decide(s)
            s.doubt(~(surely | never))
            s.active = before & surely
            run_all(yes, s)
            after_yes, s.active = s.active, before & ~surely
            run_all(no, s)
            s.active = s.active | after_yes

        return execute

    def jump(self) -> Statement:
        """Out of the innermost loop, or to its next turn, where something holds."""
        condition = self.condition(1)
        leaves = self.chance(0.5)
        self.line(f"if ({condition.text})")
        self.line("    break;" if leaves else "    continue;")

        def execute(s: State) -> None:
            surely, never = condition.decide(s)
            s.doubt(~(surely | never))
            (s.gone if leaves else s.skipped)[-1] |= s.active & surely
            s.active = s.active & ~surely

        return execute

    def loop(self) -> Statement:
        """As many turns as a constant or an argument says, or until a number is used up."""
        by_data = self.chance(0.3)
        bounds = [n for n in self.integers if n.startswith("n")]
        bound = self.random.choice([*bounds, str(self.random.randint(2, 9))])
        counter = f"j{len(self.lines)}"
        if by_data:
            start = self.integer(1)
            self.line(f"int {counter} = clamp({start.text}, 0, 40);")
            self.line(f"while ({counter} > 0) {{")
            self.line(f"    {counter} >>= 1;")
        else:
            self.line(f"for (int {counter} = 0; {counter} < {bound}; {counter}++) {{")
        self.integers.append(counter)
        body = self.block(1, 3, 1)
        self.integers.remove(counter)
        self.line("}")
        most = self.bound[bound][0] if bound in self.bound else float(bound)

        def begin(s: State) -> Interval:
            zero = Interval(s.unsure * 0.0, s.unsure * 0.0)
            return iv.clamp(start.values(s)[0], zero, iv.number(40, zero)) if by_data else zero

        def turn(s: State, count: Interval) -> Interval:
            """Returns the counter as the body begins; lanes that are done leave."""
            surely, never = iv.less(iv.number(0, count), count) if by_data else iv.less(count, iv.number(most, count))
            s.doubt(~(surely | never))
            s.gone[-1] |= s.active & ~surely
            s.active = s.active & surely
            return Interval(np.floor(count.low / 2), np.floor(count.high / 2)) if by_data else count

        def execute(s: State) -> None:
            s.gone.append(np.zeros_like(s.active))
            s.skipped.append(np.zeros_like(s.active))
            before, count = s.active, begin(s)
            while s.active.any():
                count = turn(s, count)
                s.names[counter] = [count]
                s.skipped[-1][:] = False
                run_all(body, s)
                s.active = s.active | s.skipped[-1]
                count = count if by_data else iv.add(count, iv.number(1, count))
            s.gone.pop()
            s.skipped.pop()
            s.active = before

        return execute

    # ---- the whole ----

    def declare_variables(self) -> list[Statement]:
        body = []
        for i, width in enumerate([4, self.random.choice([1, 2, 3, 4]), 1]):
            value = self.look_up(4, 2) if i == 0 else self.real(width, 2)
            self.line(f"{type_name(width)} v{i};")
            self.floats[f"v{i}"] = width
            body.append(self.store(f"v{i}", value))
        if self.chance(0.6):
            self.line("int i0;")
            value = self.integer(2)
            self.integers.append("i0")
            body.append(self.store("i0", self.whole_within(value)))
        return body

    def finish(self) -> list[Expression]:
        results = []
        outputs = [a for a in self.program.arguments if isinstance(a.value, Format)]
        for i in range(len(outputs)):
            results.append(self.real(4, 2) if i else self.sum_of_all())
            self.line(f"write_imagef(out{i}, here, {results[-1].text});")
        return results

    def sum_of_all(self) -> Expression:
        """All variables have a part in the first pixel."""
        parts = [n for n, width in self.floats.items() if n.startswith("v") and width == 1]
        text = " + ".join(["v0", *(f"(float4)({n})" for n in parts)])

        def values(s: State) -> list[Interval]:
            total = s.names["v0"]
            for n in parts:
                total = [iv.add(x, s.names[n][0]) for x in total]
            return total

        return Expression(text, values)

    def write(self) -> Program:
        self.declare_images()
        self.declare_samplers()
        self.declare_values()
        self.integers += ["x", "y"]
        self.floats["p"] = 2
        scale = [round(2 / self.program.width, 4), round(2 / self.program.height, 4)]
        self.line("int2 here = (int2)(get_global_id(0), get_global_id(1));")
        self.line("int x = here.x, y = here.y;")
        self.line(f"float2 p = convert_float2(here) * (float2)({literal(scale[0])}, {literal(scale[1])}) - 1.0f;")
        body = self.declare_variables()
        self.depth = 0
        body += [self.statement(0) for _ in range(self.random.randint(2, 6))]
        results = self.finish()
        self.program.common = self.formats is not FORMATS
        parameters = ", ".join(a.declaration for a in self.program.arguments)
        head = "".join(self.fixed) + "\n" if self.fixed else ""
        self.program.source = f"{head}kernel void k({parameters})\n{{\n" + "\n".join(self.lines) + "\n}\n"
        self.evaluate(body, results, scale)
        return self.program

    def evaluate(self, body: list[Statement], results: list[Expression], scale: list[float]) -> None:
        y, x = np.mgrid[0 : self.program.height, 0 : self.program.width].astype(np.float64)
        state = State({"x": [Interval(x, x)], "y": [Interval(y, y)]}, np.ones(x.shape, bool), np.zeros(x.shape, bool))
        one = iv.number(1, state.names["x"][0])
        places = [iv.multiply(state.names[n][0], iv.number(f, one)) for n, f in zip("xy", scale)]
        state.names["p"] = [iv.subtract(place, one) for place in places]
        for name, numbers in self.bound.items():
            state.names[name] = [iv.number(v, one) for v in numbers]
        for name, width in self.floats.items():
            state.names.setdefault(name, [iv.number(0, one)] * width)
        state.names.setdefault("i0", [iv.number(0, one)])
        run_all(body, state)
        forms = [a.value for a in self.program.arguments if isinstance(a.value, Format)]
        for form, result in zip(forms, results):
            values = checked(result.values(state))
            bounds = [stored_bounds(form, v.low, v.high) for v in values]
            self.program.outputs.append((form, np.stack([b[0] for b in bounds], -1), np.stack([b[1] for b in bounds], -1)))
        self.program.unsure = state.unsure
        if state.unsure.mean() > MOST_UNSURE:
            raise Unfit


def make_program(seed: int) -> Program:
    """The first of the seed's programs that the language defines."""
    for attempt in range(1000):
        try:
            with np.errstate(all="ignore"):
                program = Writer(seed * 1000 + attempt).write()
                program.seed = seed
                return program
        except Unfit:
            continue
    raise AssertionError(f"no program of seed {seed}")
