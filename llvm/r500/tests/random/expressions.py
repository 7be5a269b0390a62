# SPDX-License-Identifier: MIT
"""Random expressions of image programs: each is OpenCL C and what it is between two bounds.

Integers stay below 2^22, what is divided by is not 0, and functions are asked where they are defined: what OpenCL or R500
leave open is avoided by construction.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

import intervals as iv
from intervals import Bools, Decision, Interval
from textures import Image, Sampler, sample

Values = list[Interval]
LARGEST_INTEGER = 2.0**22


class Unfit(Exception):
    """The program computes what the language does not define, or what R500 does not hold."""


@dataclass
class State:
    """One run of a program, for all pixels at once."""

    names: dict[str, Values]
    active: Bools
    unsure: Bools  # pixels whose way through the program the bounds do not tell
    gone: list[Bools] = field(default_factory=list)  # out of the loops around: left for good
    skipped: list[Bools] = field(default_factory=list)  # and for this turn

    def doubt(self, where: Bools) -> None:
        self.unsure |= where & self.active


@dataclass(frozen=True)
class Expression:
    text: str
    values: Callable[[State], Values]


@dataclass(frozen=True)
class Condition:
    text: str
    decide: Callable[[State], Decision]


def literal(value: float) -> str:
    text = f"{np.float32(value):.9g}"
    return f"{text}f" if "." in text or "e" in text else f"{text}.0f"


def type_name(width: int) -> str:
    return "float" if width == 1 else f"float{width}"


def checked(values: Values, integer: bool = False) -> Values:
    most = LARGEST_INTEGER if integer else 1e9
    for value in values:
        if not np.isfinite(value.size()).all() or value.size().max() > most:
            raise Unfit
    return values


Unary = tuple[str, Callable[[Interval], Interval]]

# {0} is the operand. What keeps a function's operand where it is defined is part of both sides.

def limited(low: float, high: float, function: Callable[[Interval], Interval]) -> Callable[[Interval], Interval]:
    return lambda a: function(iv.clamp(a, iv.number(low, a), iv.number(high, a)))


def size_and(more: float, function: Callable[[Interval], Interval]) -> Callable[[Interval], Interval]:
    return lambda a: function(iv.add(iv.absolute(a), iv.number(more, a)))


def sign(a: Interval) -> Interval:
    return Interval(np.sign(a.low), np.sign(a.high))


UNARY: list[Unary] = [
    ("(- {0})", iv.negate),
    ("fabs({0})", iv.absolute),
    ("floor({0})", iv.floor),
    ("ceil({0})", iv.ceil),
    ("trunc({0})", iv.trunc),
    ("rint({0})", iv.to_nearest),
    ("({0} - floor({0}))", iv.fraction),
    ("sign({0})", sign),
    ("sqrt(fabs({0}))", lambda a: iv.square_root(iv.absolute(a))),
    ("rsqrt(fabs({0}) + 0.25f)", size_and(0.25, iv.reciprocal_root)),
    ("native_recip(fabs({0}) + 0.5f)", size_and(0.5, lambda a: iv.divide(iv.number(1, a), a))),
    ("sin(clamp({0}, -8.0f, 8.0f))", limited(-8, 8, iv.sine)),
    ("cos(clamp({0}, -8.0f, 8.0f))", limited(-8, 8, iv.cosine)),
    ("atan({0})", iv.arc_tangent),
    ("tanh(clamp({0}, -4.0f, 4.0f))", limited(-4, 4, iv.hyperbolic_tangent)),
    ("asin(clamp({0}, -1.0f, 1.0f))", limited(-1, 1, iv.arc_sine)),
    ("acos(clamp({0}, -1.0f, 1.0f))", limited(-1, 1, iv.arc_cosine)),
    ("exp2(clamp({0}, -6.0f, 4.0f))", limited(-6, 4, iv.exponential(2))),
    ("exp(clamp({0}, -6.0f, 2.0f))", limited(-6, 2, iv.exponential(float(np.e)))),
    ("exp10(clamp({0}, -3.0f, 1.0f))", limited(-3, 1, iv.exponential(10))),
    ("log2(fabs({0}) + 0.5f)", size_and(0.5, iv.logarithm(2))),
    ("log(fabs({0}) + 0.5f)", size_and(0.5, iv.logarithm(float(np.e)))),
    ("clamp({0}, 0.0f, 1.0f)", limited(0, 1, lambda a: a)),
    ("clamp({0}, -1.5f, 0.75f)", limited(-1.5, 0.75, lambda a: a)),
]


def mix(a: Interval, b: Interval) -> Interval:
    return iv.add(iv.multiply(iv.subtract(b, a), iv.number(0.375, a)), a)


def modulo(a: Interval, b: Interval) -> Interval:
    """fmod by a number that is not 0: unsure near a multiple."""
    quotient = iv.trunc(iv.divide(a, b))
    rest = iv.subtract(a, iv.multiply(quotient, b))
    by = a.size() * 2 * iv.ULP
    return Interval(np.where(quotient.exact(), rest.low - by, -b.size() - by), np.where(quotient.exact(), rest.high + by, b.size() + by))


BINARY: list[tuple[str, Callable[[Interval, Interval], Interval]]] = [
    ("({0} + {1})", iv.add),
    ("({0} - {1})", iv.subtract),
    ("({0} * {1})", iv.multiply),
    ("({0} * {1})", iv.multiply),
    ("({0} / (fabs({1}) + 0.5f))", lambda a, b: iv.divide(a, iv.add(iv.absolute(b), iv.number(0.5, b)))),
    ("fmin({0}, {1})", iv.least),
    ("fmax({0}, {1})", iv.greatest),
    ("mix({0}, {1}, 0.375f)", mix),
    ("fmod({0}, fabs({1}) + 1.5f)", lambda a, b: modulo(a, iv.add(iv.absolute(b), iv.number(1.5, b)))),
    ("step({0}, {1})", lambda a, b: iv.select(iv.less(b, a), iv.number(0, a), iv.number(1, a))),
    ("atan2({0}, fabs({1}) + 0.125f)", lambda a, b: iv.arc_tangent_2(a, iv.add(iv.absolute(b), iv.number(0.125, b)))),
    (
        "pow(fabs({0}) * 0.25f + 0.25f, clamp({1}, -2.0f, 2.0f))",
        lambda a, b: iv.power(
            iv.add(iv.multiply(iv.absolute(a), iv.number(0.25, a)), iv.number(0.25, a)), iv.clamp(b, iv.number(-2, b), iv.number(2, b))
        ),
    ),
]

RELATIONS: list[tuple[str, Callable[[Interval, Interval], Decision]]] = [
    ("<", iv.less),
    (">", lambda a, b: iv.less(b, a)),
    ("<=", iv.less_equal),
    (">=", lambda a, b: iv.less_equal(b, a)),
]


# ---- integers ----


def whole_rest(k: int) -> Callable[[Interval], Interval]:
    def rest(a: Interval) -> Interval:
        exact = a.low - k * np.trunc(a.low / k)
        return Interval(np.where(a.exact(), exact, -(k - 1.0)), np.where(a.exact(), exact, k - 1.0))

    return rest


def masked(k: int) -> Callable[[Interval], Interval]:
    def rest(a: Interval) -> Interval:
        exact = a.low - k * np.floor(a.low / k)
        return Interval(np.where(a.exact(), exact, 0.0), np.where(a.exact(), exact, k - 1.0))

    return rest


def scaled(function: Callable[[iv.Doubles], iv.Doubles]) -> Callable[[Interval], Interval]:
    return lambda a: Interval(function(a.low), function(a.high))


INTEGER_UNARY: list[Unary] = [
    ("(- {0})", iv.negate),
    ("(int)abs({0})", iv.absolute),
    ("({0} % 7)", whole_rest(7)),
    ("({0} % 5 + 5)", lambda a: iv.add(whole_rest(5)(a), iv.number(5, a))),
    ("({0} / 3)", scaled(lambda x: np.trunc(x / 3))),
    ("({0} / -4)", lambda a: iv.negate(scaled(lambda x: np.trunc(x / 4))(a))),
    ("({0} & 15)", masked(16)),
    ("({0} << 2)", scaled(lambda x: x * 4)),
    ("({0} >> 1)", scaled(lambda x: np.floor(x / 2))),
    ("clamp({0}, -9, 12)", limited(-9, 12, lambda a: a)),
]
INTEGER_BINARY: list[tuple[str, Callable[[Interval, Interval], Interval]]] = [
    ("({0} + {1})", iv.add),
    ("({0} - {1})", iv.subtract),
    ("({0} * {1})", iv.multiply),
    ("min({0}, {1})", iv.least),
    ("max({0}, {1})", iv.greatest),
    ("mul24({0}, {1})", iv.multiply),
]
INTEGER_RELATIONS = [*RELATIONS, ("==", iv.equal), ("!=", lambda a, b: iv.equal(a, b)[::-1])]


class Expressions:
    """Writes expressions from the names in scope, and images with samplers."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.floats: dict[str, int] = {}  # and how wide they are
        self.integers: list[str] = []
        self.images: dict[str, Image] = {}
        self.samplers: dict[str, Sampler] = {}

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    # ---- floats ----

    def leaf(self, width: int) -> Expression:
        names = [name for name, its in self.floats.items() if its >= width]
        if self.chance(0.2) or not names:
            value = self.random.choice([0.5, 2.0, -1.0, 3.0, 0.25, round(self.random.uniform(-4, 4), 3)])
            text = literal(value) if width == 1 else f"({type_name(width)})({literal(value)})"
            return Expression(text, lambda s: [iv.number(value, iv.Interval(s.unsure * 0.0, s.unsure * 0.0))] * width)
        name = self.random.choice(names)
        its = self.floats[name]
        if its == width:
            return Expression(name, lambda s: s.names[name])
        chosen = [self.random.randrange(its) for _ in range(width)]
        return Expression(f"{name}.{''.join('xyzw'[c] for c in chosen)}", lambda s: [s.names[name][c] for c in chosen])

    def real(self, width: int, depth: int) -> Expression:
        if depth == 0 or self.chance(0.15):
            return self.leaf(width)
        makers = [self.unary, self.binary, self.binary, self.binary, self.choice]
        if width == 1:
            makers += [self.scalar_of_vector, self.of_integer]
        else:
            makers += [self.vector_of_scalars, self.look_up if width == 4 else self.binary]
        return self.random.choice(makers)(width, depth)

    def unary(self, width: int, depth: int) -> Expression:
        template, function = self.random.choice(UNARY)
        a = self.real(width, depth - 1 if template.count("{0}") == 1 else 0)
        return Expression(template.format(a.text), lambda s: checked([function(x) for x in a.values(s)]))

    def binary(self, width: int, depth: int) -> Expression:
        template, function = self.random.choice(BINARY)
        a, b = self.real(width, depth - 1), self.real(width, depth - 1)
        return Expression(template.format(a.text, b.text), lambda s: checked([function(x, y) for x, y in zip(a.values(s), b.values(s))]))

    def choice(self, width: int, depth: int) -> Expression:
        condition = self.condition(depth - 1)
        a, b = self.real(width, depth - 1), self.real(width, depth - 1)

        def values(s: State) -> Values:
            decision = condition.decide(s)
            return [iv.select(decision, x, y) for x, y in zip(a.values(s), b.values(s))]

        return Expression(f"({condition.text} ? {a.text} : {b.text})", values)

    def scalar_of_vector(self, _: int, depth: int) -> Expression:
        width = self.random.choice([2, 3, 4])
        a, b = self.real(width, depth - 1), self.real(width, depth - 1)
        if self.chance(0.6):
            return Expression(f"dot({a.text}, {b.text})", lambda s: checked([iv.dot(a.values(s), b.values(s))]))
        return Expression(f"length({a.text})", lambda s: checked([iv.square_root(iv.absolute(iv.dot(a.values(s), a.values(s))))]))

    def of_integer(self, _: int, depth: int) -> Expression:
        a = self.integer(depth - 1)
        return Expression(f"convert_float({a.text})", a.values)

    def vector_of_scalars(self, width: int, depth: int) -> Expression:
        parts = [self.real(1, depth - 1 if i == 0 else 0) for i in range(width)]
        text = f"({type_name(width)})({', '.join(p.text for p in parts)})"
        return Expression(text, lambda s: [p.values(s)[0] for p in parts])

    # ---- images ----

    def look_up(self, _: int, depth: int) -> Expression:
        name = self.random.choice(list(self.images))
        image = self.images[name]
        fit = [n for n, its in self.samplers.items() if image.format.scale or its.filter == "NEAREST"]
        if self.chance(0.4):
            exact = [n for n in fit if not self.samplers[n].normalized and self.samplers[n].filter == "NEAREST"]
            if exact:
                return self.read(name, self.random.choice(exact), [self.integer(1) for _ in image.extents], "int")
        sampler = self.random.choice(fit)
        scale = 1.0 if self.samplers[sampler].normalized else 12.0
        where = [self.scaled(self.real(1, min(depth - 1, 1)), scale) for _ in image.extents]
        return self.read(name, sampler, where, "float")

    def scaled(self, a: Expression, by: float) -> Expression:
        if by == 1.0:
            return a
        return Expression(f"{a.text} * {literal(by)}", lambda s: [iv.multiply(x, iv.number(by, x)) for x in a.values(s)])

    def read(self, name: str, sampler: str, where: list[Expression], kind: str) -> Expression:
        image, how = self.images[name], self.samplers[sampler]
        places = [w.text for w in where] + ["0" if kind == "int" else "0.0f"] * (len(where) == 3)
        text = f"read_imagef({name}, {sampler}, ({kind}{len(places)})({', '.join(places)}))"

        def values(s: State) -> Values:
            at = checked([w.values(s)[0] for w in where])
            colours, unsure = sample(image, how, at)
            s.doubt(unsure)
            return colours

        return Expression(text, values)

    # ---- integers and conditions ----

    def integer(self, depth: int) -> Expression:
        if depth == 0 or self.chance(0.2):
            if self.chance(0.25) or not self.integers:
                value = self.random.randint(-6, 12)
                return Expression(str(value) if value >= 0 else f"({value})", lambda s: [Interval(s.unsure * 0.0 + value, s.unsure * 0.0 + value)])
            name = self.random.choice(self.integers)
            return Expression(name, lambda s: s.names[name])
        if self.chance(0.2):
            a = self.real(1, depth - 1)
            to_integer = limited(-99, 99, iv.trunc)
            return Expression(f"convert_int(clamp({a.text}, -99.0f, 99.0f))", lambda s: [to_integer(x) for x in a.values(s)])
        if self.chance(0.5):
            template, function = self.random.choice(INTEGER_UNARY)
            a = self.integer(depth - 1)
            return Expression(template.format(a.text), lambda s: checked([function(x) for x in a.values(s)], True))
        pattern, combine = self.random.choice(INTEGER_BINARY)
        a, b = self.integer(depth - 1), self.integer(depth - 1)
        return Expression(pattern.format(a.text, b.text), lambda s: checked([combine(x, y) for x, y in zip(a.values(s), b.values(s))], True))

    def condition(self, depth: int) -> Condition:
        if depth > 0 and self.chance(0.3):
            return self.joined(depth)
        whole = self.chance(0.4)
        relation, decide = self.random.choice(INTEGER_RELATIONS if whole else RELATIONS)
        make = self.integer if whole else lambda d: self.real(1, d)
        a, b = make(max(depth, 0)), make(0)
        return Condition(f"({a.text} {relation} {b.text})", lambda s: decide(a.values(s)[0], b.values(s)[0]))

    def joined(self, depth: int) -> Condition:
        a, b = self.condition(depth - 1), self.condition(depth - 1)
        if self.chance(0.3):
            return Condition(f"(!{a.text})", lambda s: a.decide(s)[::-1])

        def both(s: State) -> Decision:
            x, y = a.decide(s), b.decide(s)
            return x[0] & y[0], x[1] | y[1]

        def either(s: State) -> Decision:
            x, y = a.decide(s), b.decide(s)
            return x[0] | y[0], x[1] & y[1]

        return Condition(f"({a.text} && {b.text})", both) if self.chance(0.5) else Condition(f"({a.text} || {b.text})", either)
