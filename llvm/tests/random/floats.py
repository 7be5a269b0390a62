# SPDX-License-Identifier: MIT
"""Floating-point expressions: floats that stay small integers, reals of any value under operations that are
rounded correctly (the sign of a zero and the bits of a NaN are left open by some of them and made definite),
and doubles of limited magnitude."""

from writer import INTEGERS, MAX_DEPTH, Writer

REALS = ("0.0f", "1.0f", "-1.0f", "0.5f", "2.0f", "4.0f", "0.1f", "-3.75f", "1e-30f", "1e30f", "FLT_MAX", "FLT_MIN",
         "0x1p-149f", "0x1p-126f", "-0x1p-140f", "INFINITY", "-INFINITY", "0x1.fffffep-1f", "16777216.0f", "8388608.5f")  # fmt: skip


class Floats(Writer):
    def float(self, depth: int = 0) -> str:
        """Writes an expression of magnitude 2^20 at most: exact."""
        if depth >= MAX_DEPTH:
            return f"(float)({self.variable('uint')} & 255u)"
        a = f"(float)({self.uint(depth + 1)} & 255u)"
        f = self.variable("float")
        return self.pick(
            f,
            f"({a} {self.pick('+', '-', '*')} {self.pick('3.0f', '-2.0f', '0.5f', a)})",
            f"{self.pick('fabs', 'floor', 'ceil', 'trunc', 'rint')}({f} * 0.5f)",
            f"{self.pick('fmin', 'fmax')}({f}, {a})",
            f"fma({a}, {a}, {f})" if depth == 0 else f"-{f}",
            f"clamp({f}, {self.pick('-100.0f', '0.0f')}, {self.pick(a, '1.0f')} + 1.0f)",
            f"(isless({f}, {a}) ? {a} : -{f})",
            f"mad({a}, 2.0f, {a})",
            f"dot((float2)({a}, {self.pick('1.0f', '-3.0f')}), (float2)(2.0f, {a}))",
            f"dot((float4)({a}, 1.0f, {a}, 5.0f), (float4)({a}, {a}, -2.0f, 0.0f))",
        )

    def real(self, depth: int = 0) -> str:
        """Any float."""
        f = self.variable("real")
        if depth >= MAX_DEPTH or self.chance(0.2):
            return self.pick(f, f, self.pick(*REALS))
        a, b = (lambda: self.real(depth + 1) for _ in range(2))
        return self.random.choice(
            (
                lambda: f"({a()} {self.pick('+', '-', '*')} {b()})",
                lambda: f"({a()} * {self.pick('2.0f', '4.0f', '0.5f')})",
                lambda: f"({f} * {b()} + {a()})",
                lambda: f"fma({a()}, {f}, {b()})",
                lambda: f"(fmin(fmax({a()}, 0.0f), 1.0f) + 0.0f)",
                lambda: f"clamp(definite({a()}), 0.0f, 1.0f)",
                lambda: f"({self.pick('fmin', 'fmax')}({a()}, {b()}) + 0.0f)",
                lambda: f"{self.pick('fabs', '-', 'floor', 'ceil', 'trunc', 'rint', 'round')}({a()})",
                lambda: f"copysign({a()}, definite({b()}))",
                lambda: f"({self.condition(depth + 1)} ? {a()} : {b()})",
                lambda: f"convert_float{self.pick('', '_rtz', '_rtp', '_rtn')}(({self.pick(*INTEGERS)}){self.uint(depth + 1)})",
                lambda: f"ldexp({a()}, (int)({self.uint(depth + 1)} & 63u) - 32)",
                lambda: f"nextafter({a()}, {b()})",
                lambda: f"quiet({self.uint(depth + 1)})",
                lambda: f"select({a()}, {b()}, {self.uint(depth + 1)})",
                lambda: f"{self.pick('fdim', 'fmod', 'remainder')}({a()}, {b()})",
                lambda: f"vload_half({self.uint(depth + 1)} & 31u, (global const half *)input)",
            )
        )()

    def from_real(self, depth: int = 0) -> str:
        """An uint that a real gives."""
        a = self.real(depth + 1)
        kind = self.pick(*INTEGERS)
        return self.pick(
            f"(uint)convert_{kind}_sat{self.pick('', '_rte', '_rtp', '_rtn', '_rtz')}({a})",
            f"bits({a})",
            f"(uint){self.pick('isnan', 'isinf', 'isfinite', 'isnormal')}({a})",
            f"(uint)ilogb(fmax(fabs(definite({a})), 0x1p-149f))",
            f"(uint)signbit(definite({a}))",
        )

    def double(self, depth: int = 0) -> str:
        """Writes an expression of magnitude 2^50 at most."""
        if depth >= MAX_DEPTH:
            return f"(double)({self.variable(self.pick(*INTEGERS))} & 65535)"
        a = f"(double)({self.uint(depth + 1)} & 65535u)"
        d = self.variable("double")
        return self.pick(
            d,
            f"limited({d} {self.pick('+', '-', '*')} {a})",
            f"limited({d} {self.pick('+', '-', '*', '/')} {self.pick('3.0', '-0.125', '10.0')})",
            f"limited({a} / ({self.variable('double')} * {self.variable('double')} + 1.0))",
            f"sqrt(fabs({d}))",
            f"{self.pick('fabs', 'floor', 'ceil', 'trunc', 'rint', 'round')}({d})",
            f"limited(fma({d}, {a}, {d}))",
            f"(double){self.float(depth + 1)}",
            f"limited((double)(float){d})",
        )
