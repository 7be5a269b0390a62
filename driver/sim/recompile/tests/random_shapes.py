# SPDX-License-Identifier: MIT
"""Random files of tests, of the shapes that the recompiler knows ways for: rows of images, filters, trees and butterflies in local
memory, and buffers that lanes read side by side.

No two work-items of a launch race. Floats are small, so that none becomes a NaN. Nothing is expected of results but that
recompiled and interpreted code agree (ROOTLE_EXEC=both).
"""

import math
import random
from typing import NamedTuple

FORMATS = """RGBA UNORM_INT8 uchar4 f|RGBA UNORM_INT8 uchar4 f|BGRA UNORM_INT8 uchar4 f|R UNORM_INT8 uchar f|RG UNORM_INT8 uchar2 f
R UNORM_INT16 ushort f|RG UNORM_INT16 ushort2 f|RGBA UNORM_INT16 ushort4 f|RGBA SNORM_INT8 char4 f|R SNORM_INT16 short f
R FLOAT float f|RG FLOAT float2 f|RGBA FLOAT float4 f|RGBA FLOAT float4 f|R HALF_FLOAT half f|RGBA HALF_FLOAT half4 f
INTENSITY UNORM_INT8 uchar f|LUMINANCE UNORM_INT8 uchar f|A UNORM_INT8 uchar f|sRGBA UNORM_INT8 uchar4 f
RGBA UNSIGNED_INT8 uchar4 ui|R UNSIGNED_INT8 uchar ui|RG UNSIGNED_INT8 uchar2 ui|RGBA UNSIGNED_INT16 ushort4 ui|R UNSIGNED_INT16 ushort ui
RGBA UNSIGNED_INT32 uint4 ui|R UNSIGNED_INT32 uint ui|RGBA SIGNED_INT8 char4 i|R SIGNED_INT8 char i|RGBA SIGNED_INT16 short4 i
R SIGNED_INT16 short i|RGBA SIGNED_INT32 int4 i|RG SIGNED_INT32 int2 i"""
FORMATS_OF = [row.split() for row in FORMATS.replace("\n", "|").split("|")]
VECTOR = {"f": "float4", "ui": "uint4", "i": "int4"}
ADDRESSING = ("none", "clamp_to_edge", "clamp", "repeat", "mirrored_repeat")


class Source(NamedTuple):
    """An image that is read: by read_imageSORT. A mipmapped one is of the kind "mips"."""

    name: str
    sort: str
    width: int
    height: int
    kind: str


class Sampler(NamedTuple):
    name: str
    normalized: bool
    linear: bool


class Shape:
    """A file being made: its arguments, as the header and as the kernel name them, and the kernel's body."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.header: list[str] = []
        self.parameters: list[str] = []
        self.globals: list[str] = []
        self.lines: list[str] = []
        self.offset = False

    def pick(self, *choices: object) -> str:
        return str(self.random.choice(choices))

    def chance(self, part: float) -> bool:
        return self.random.random() < part

    def line(self, text: str) -> None:
        self.lines.append("    " + text)

    def argument(self, header: str, parameter: str) -> str:
        """A new argument's name."""
        name = f"a{len(self.parameters)}"
        self.header.append(f"arg_in: {len(self.parameters)} {header}")
        self.parameters.append(f"{parameter} {name}")
        return name

    def number(self, value: int) -> str:
        """A number as a constant, or as an argument, which only the launch knows."""
        return str(value) if self.chance(0.5) else self.argument(f"int {value}", "int")

    def buffer(self, kind: str, count: int, *, written: bool = False, filled: bool = False) -> str:
        whole = not kind.startswith(("float", "double", "half"))
        data = "repeat 0" if written and not filled else "random" if whole else "repeat " + " ".join(self.real() for _ in range(97))
        return self.argument(f"buffer {kind}[{count}] {data}", f"global {'' if written else 'const '}{kind} *")

    def real(self) -> str:
        return f"{self.random.randint(-64, 64) / self.random.choice((1, 3, 8, 64)):.6g}"

    def text(self, sizes: list[int], groups: list[int]) -> str:
        join = " ".join
        offset = [f"global_offset: {join(self.pick(0, 0, 1, 64, 100) for _ in sizes)}"] if self.offset else []
        config = ["/*!", "[config]", "clc_version_min: 30", *offset, f"dimensions: {len(sizes)}", f"global_size: {join(map(str, sizes))}",
                  f"local_size: {join(map(str, groups))}", "[test]", "kernel_name: k", "expect: runs", *self.header, "!*/", ""]
        size = f"__attribute__((reqd_work_group_size({', '.join(map(str, [*groups, 1, 1][:3]))}))) " if self.chance(0.3) else ""
        kernel = [*self.globals, f"kernel {size}void k({', '.join(self.parameters)})", "{", *self.lines, "}", ""]
        return "\n".join(config + kernel)


class Image(Shape):
    """Reads of images along rows, with and without filters, in loops and outside of them."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.group = self.random.choice(((64, 4), (64, 4), (16, 16), (8, 8), (32, 8), (128, 1), (256, 1), (64, 1), (16, 4), (7, 5), (1, 1), (4, 64), (20, 3),
                                         (8, 8), (4, 16), (1, 64), (2, 16), (8, 4)))
        columns = self.random.randint(1, 3) if self.group[0] > 8 else self.random.choice((1, 3, 8, 12, 16))
        self.sizes = [self.group[0] * columns, self.group[1] * self.random.randint(1, 3)]
        self.offset = self.chance(0.08)
        self.line("int x = get_global_id(0), y = get_global_id(1);")
        if self.chance(0.15):
            self.line(f"if (x >= {self.number(self.random.randint(1, self.sizes[0]))} || y >= {self.number(self.random.randint(1, self.sizes[1]))}) return;")

    def image(self, formats: list[list[str]]) -> Source:
        order, data, pixel, sort = self.random.choice(formats)
        width = self.random.choice((self.sizes[0], self.sizes[0], 64, 61, 200, 3, 1))
        height = self.random.choice((self.sizes[1], self.sizes[1], 16, 5, 1, 70))
        kind = self.pick("2d", "2d", "2d", "2d", "2d", "2d_array", "3d", "1d")
        values = "random"
        if data in ("FLOAT", "HALF_FLOAT"):
            values = "repeat " + " ".join(self.real() for _ in range(101 * (4 if "4" in pixel else 2 if "2" in pixel else 1)))
        size = {"2d": f"image_height {height}", "1d": "", "2d_array": f"image_height {height} image_array_size 3", "3d": f"image_height {height} image_depth 5"}[kind]
        levels = ""
        if kind == "2d" and self.chance(0.12):
            width = height = 64
            size, levels = "image_height 64", " image_mip_levels 5"
        name = self.argument(f"image {pixel} {values} image_type {kind} image_width {width} {size}{levels} image_channel_order {order} image_channel_data_type {data}",
                             f"read_only image{kind}_t")
        return Source(name, sort, width, height, "mips" if levels else kind)

    def sampler(self, source: Source, filters: float = 0.5) -> Sampler:
        levels, mips = "", source.kind == "mips"
        linear = source.sort == "f" and self.chance(filters)
        normalized = self.chance(0.4 if linear else 0.2)
        mode = self.pick(*(ADDRESSING if normalized or mips else ADDRESSING[:3]))
        if mips:
            normalized, levels = True, f" mip_filter_mode {self.pick('nearest', 'linear')} lod_min 0 lod_max {self.pick('10', '2.5')}"
        if mips or self.chance(0.5):
            return Sampler(self.argument(f"sampler normalized_coords {'true' if normalized else 'false'} addressing_mode {mode} "
                                         f"filter_mode {'linear' if linear else 'nearest'}{levels}", "sampler_t"), normalized, linear)
        name = f"s{len(self.globals)}"
        self.globals.append(f"constant sampler_t {name} = CLK_NORMALIZED_COORDS_{'TRUE' if normalized else 'FALSE'} | CLK_ADDRESS_{mode.upper()} | "
                            f"CLK_FILTER_{'LINEAR' if linear else 'NEAREST'};")
        return Sampler(name, normalized, linear)

    def whole(self, axis: str, size: int, step: str) -> str:
        """A whole coordinate that goes with x or y, by one or another way."""
        other = "y" if axis == "x" else "x"
        term = self.pick(axis, axis, axis, axis, f"{axis} * 2", f"-{axis}", f"{axis} / 2", f"{axis} * 3 - {other}", f"({axis} ^ 1)", f"({axis} & 7)", "3", other)
        term += self.pick("", "", f" + {self.number(self.random.randint(-5, 5))}", " - 1", f" + {size - 3}") + step
        return self.pick(term, term, f"clamp({term}, 0, {size - 1})", f"max({term}, 0)", f"min({term}, {self.number(size - 1)})", f"(int)abs({term})")

    def real_coordinate(self, axis: str, size: int, step: str, normalized: bool) -> str:
        other = "y" if axis == "x" else "x"
        scale = self.pick("1.0f", "1.0f", "0.5f", "0.25f", "0.9f", "1.4f", "2.5f", "-1.0f", "0.37f", "0.0f", "4.0f")
        term = f"({axis} + {self.pick('0.5f', '0.5f', '0.25f', '0.0f', '-3.7f')}) * {scale}"
        term += self.pick("", "", "", f" + {other} * 0.25f", f" - {other} * 0.9f") + (f" + (float)({step[3:]})" if step else "")
        term += self.pick("", "", " + 1.5f", f" + {size - 2}.0f")
        return f"({term}) {self.pick(f'* {1 / size:.8f}f', f'/ {size}.0f')}" if normalized else f"({term})"

    def place(self, kind: str, scalar: str, parts: list[str], third: str) -> str:
        if kind == "1d":
            return f"({scalar})({parts[0]})"
        return f"({scalar}4)({parts[0]}, {parts[1]}, {third}, 0)" if kind in ("2d_array", "3d") else f"({scalar}2)({parts[0]}, {parts[1]})"

    def neighbours(self, source: Source, sort: str) -> None:
        """Reads around the work-item's own texel, without loops, as filters of a few taps do."""
        name, _, width, height, kind = source
        samplers = [None if self.chance(0.15) else self.sampler(source) for _ in range(self.random.choice((1, 1, 1, 2)))]
        far = self.random.choice((1, 1, 1, 2, 2, 9, 20))
        third = self.pick("1", "1", "2", "y % 3")
        for _ in range(self.random.randint(2, 14)):
            sampler = self.random.choice(samplers)
            parts = [f"x + {self.random.randint(-far, far)}", f"y + {self.random.randint(-far, far)}"]
            if not sampler:
                parts = [f"clamp({part}, 0, {size - 1})" for part, size in zip(parts, (width, height))]
            if sampler and (sampler.normalized or sampler.linear):
                parts = [f"({part} + 0.5f) * {1 / size if sampler.normalized else 1:.8f}f" for part, size in zip(parts, (width, height))]
            where = self.place(kind, "float" if "f" in parts[0] else "int", parts, self.pick(third, third, third, "1"))
            value = f"read_image{source.sort}({name}, {sampler.name + ', ' if sampler else ''}{where})"
            value = value if source.sort == sort else f"convert_{VECTOR[sort]}({value})" if sort == "f" else f"as_{VECTOR[sort]}({value})"
            self.line(f"sum = {self.pick('sum + V', 'sum + V', 'sum - V', ('fmax' if sort == 'f' else 'max') + '(sum, V)').replace('V', value)};")

    def fetch(self, source: Source, sampler: Sampler | None, steps: list[str]) -> str:
        name, sort, width, height, kind = source
        step = [f" + {self.pick(*steps)}" if steps and self.chance(0.7) else "" for _ in range(3)]
        if steps and not any(step[:2]):
            step[0] = f" + {steps[0]}"
        if sampler and (sampler.normalized or sampler.linear or self.chance(0.3)):
            parts = [self.real_coordinate("x", width, step[0], sampler.normalized), self.real_coordinate("y", height, step[1], sampler.normalized)]
            third, scalar = (f"({self.pick('1.5f', '0.5f', 'x * 0.1f', '(float)y')}){' / 5.0f' if sampler.normalized and kind == '3d' else ''}", "float")
        else:
            parts = [self.whole("x", width, step[0]), self.whole("y", height, step[1])]
            third, scalar = self.pick("1", "2", "y % 3", f"clamp(1{step[2]}, 0, 2)"), "int"
            if not sampler and self.chance(0.8):  # without a sampler nothing may lie outside
                parts = [f"clamp({part}, 0, {size - 1})" for part, size in zip(parts, (width, height))]
            elif not sampler:
                parts = [f"(int)((uint)({part}) % {size}u)" for part, size in zip(parts, (width, height))]
        where = self.place(kind, scalar, parts, third)
        if kind == "mips":
            scale = self.pick("0.0f", "0.01f", "0.04f", "0.2f")
            level = self.pick("0.0f", "1.0f", "1.3f", "x * 0.05f", f"{self.number(2)} * 0.7f", "(float)(x & 3)")
            where = f"(float2)({parts[0]}, {parts[1]}), {self.pick(level, level, f'(float2)({scale}, 0.0f), (float2)(0.0f, {scale})')}"
        return f"read_image{sort}({name}, {sampler.name + ', ' if sampler else ''}{where})"

    def taken(self, source: Source, sampler: Sampler | None, steps: list[str], sort: str) -> str:
        """A fetch as a vector of the sort of sums."""
        text = self.fetch(source, sampler, steps)
        return text if source.sort == sort else f"convert_{VECTOR[sort]}({text})" if sort == "f" else f"as_{VECTOR[sort]}({text})"

    def loops(self, sources: list[Source], sort: str) -> None:
        depth = self.random.randint(0, 2)
        names = ["i", "j"][:depth]
        vector = VECTOR[sort]
        samplers = [None if source.kind != "mips" and self.chance(0.2) else self.sampler(source) for source in sources]
        weights = None
        if depth and sort == "f" and self.chance(0.4):
            if self.chance(0.5):
                weights = f"w{len(self.globals)}"
                self.globals.append(f"constant float {weights}[16] = {{{', '.join(self.real() for _ in range(16))}}};")
            else:
                weights = self.buffer("float", 16)
        middle = f"middle{len(self.lines)}" if self.chance(0.2) else None
        if middle:
            self.line(f"{vector} {middle} = {self.taken(sources[0], samplers[0], [], sort)};")
        for name in names:
            low, high = self.random.randint(-3, 0), self.random.randint(0, 4)
            high_text = self.number(high)
            if self.chance(0.1):
                high_text = self.pick("(x & 3)", "(y & 1)", "(x >> 5)")
            self.line(f"for (int {name} = {low}; {name} <= {high_text}; {name}++) {{")
        if depth and self.chance(0.15):
            self.line(f"if ({self.pick('i == 1', 'i == x % 3', '(x ^ i) & 1', 'i + x < 2', 'y == i')}) {self.pick('continue', 'continue', 'break')};")
        for source, sampler in zip(sources, samplers):
            value = self.taken(source, sampler, names, sort)
            form = self.random.randint(0, 6)
            if weights and form < 4:
                value = f"{value} * {weights}[({' + '.join(names)} + 8) & 15]"
            elif sort == "f" and form == 4 and middle:
                self.line(f"{vector} d{len(self.lines)} = {value} - {middle};")
                name = self.lines[-1].split()[1]
                value = f"{name} * exp(-dot({name}, {name}) * 0.01f)"
            elif form == 5:
                value = f"({vector}){'fmax' if sort == 'f' else 'max'}(sum, {value}) - sum"
            if self.chance(0.12):
                self.line(f"if ({self.pick('x & 1', 'x > y', 'y > 1', 'x < 17', 'x >= 64')})")
            self.line(f"sum {self.pick('+=', '+=', '+=', '-=')} {value};")
        self.lines += ["    " + "}" * depth]

    def make(self) -> str:
        sources = [self.image(FORMATS_OF) for _ in range(self.random.choice((1, 1, 1, 2)))]
        sort = self.pick(sources[0].sort, sources[0].sort, "f")
        self.line(f"{VECTOR[sort]} sum = ({VECTOR[sort]}){self.pick(0, 1)};")
        for _ in range(self.random.choice((1, 1, 2))):
            if self.chance(0.35):
                self.neighbours(sources[0], sort)
            else:
                self.loops(sources, sort)
        for _ in range(self.random.choice((1, 1, 1, 2))):
            self.store(sort)
        return self.text([*self.sizes], [*self.group])

    def store(self, sort: str) -> None:
        width, height = self.sizes
        if self.chance(0.6):
            order, data, pixel, kind = self.random.choice([row for row in FORMATS_OF if row[3] == sort and row[0] not in ("sRGBA", "INTENSITY", "LUMINANCE")])
            name = self.argument(f"image {pixel} repeat 0 image_access write image_type 2d image_width {width} image_height {height} "
                                 f"image_channel_order {order} image_channel_data_type {data}", "write_only image2d_t")
            where = self.pick("x, y", "x, y", "x, y", f"{width - 1} - x, y", "x ^ 1, y", f"x, {height - 1} - y")
            self.line(f"write_image{kind}({name}, (int2)({where}), sum);")
            return
        element, value = {"f": (("float4", "sum"), ("float", "sum.x + sum.w"), ("uchar4", "convert_uchar4_sat_rte(sum * 255.0f)"), ("float2", "sum.zw"), ("half", ""),
                                ("uchar", "convert_uchar_sat(sum.y)")),
                          "ui": (("uint4", "sum"), ("uint", "sum.x ^ sum.w"), ("uchar4", "convert_uchar4(sum)"), ("ushort", "(ushort)sum.y")),
                          "i": (("int4", "sum"), ("int", "sum.x ^ sum.w"), ("char4", "convert_char4_sat(sum)"), ("short", "(short)sum.y"))}[sort][self.random.randrange(4)]
        name = self.buffer(element, (width + 101) * (height + 101), written=True)  # offsets are up to 100
        self.line(f"{name}[y * {width} + x] = {value};")


class Scaled(Image):
    """One linear filter of an image of four channels, whose texels one store writes: unchanged, or not. Mostly lanes share y."""

    def real_coordinate(self, axis: str, size: int, step: str, normalized: bool) -> str:
        text = super().real_coordinate(axis, size, step, normalized)
        return text.replace("x", "2") if axis == "y" and self.chance(0.9) else text

    def make(self) -> str:
        formats = [row for row in FORMATS_OF if row[2] in ("uchar4", "float4") and row[3] == "f"]
        self.group = self.random.choice(((64, 4), (64, 4), (16, 16), (32, 8), (16, 4), (64, 2), (128, 2)))
        self.sizes = [size * self.random.randint(1, 3) for size in self.group]
        source = self.image(formats)
        sampler = self.sampler(source, 0.9)
        self.line(f"float4 texel = {self.fetch(source, sampler, [])};")
        order, data, pixel, _ = self.random.choice(formats[:-1])  # sRGB is not written
        width, height = self.sizes[0] + int(self.pick(0, 0, 3)), self.sizes[1] + int(self.pick(0, 0, 1))
        name = self.argument(f"image {pixel} repeat 0 image_access write image_type 2d image_width {width} image_height {height} "
                             f"image_channel_order {order} image_channel_data_type {data}", "write_only image2d_t")
        right, down = width - self.sizes[0], height - self.sizes[1]
        self.line(f"write_imagef({name}, (int2)(x + {right}, y + {down}), texel{self.pick('', '', '', '.zyxw', '.wzyx', ' * 0.5f')});")
        return self.text(self.sizes, [*self.group])


class Local(Shape):
    """Groups that work together in local memory, phase by phase."""

    def make(self) -> str:
        group = self.random.choice(((64, 1), (128, 1), (256, 1), (256, 1), (16, 16), (32, 8), (64, 4), (8, 8), (20, 1), (5, 3), (16, 1), (192, 1)))
        size, groups = group[0] * group[1], [self.random.randint(1, 4), self.random.randint(1, 2)]
        sizes = [group[0] * groups[0], group[1] * groups[1]]
        count = sizes[0] * sizes[1]
        kind = self.pick("uint", "uint", "int", "float", "float", "uint2", "float4", "ushort", "uchar")
        start, out = self.buffer(kind, count), self.buffer(kind, count, written=True)
        pad = int(self.pick(0, 0, 1, 4))
        self.line(f"uint lx = get_local_id(0), ly = get_local_id(1), w = {self.pick(group[0], 'get_local_size(0)')}, own = ly * w + lx, size = {self.number(size)};")
        self.line("uint base = (get_group_id(1) * get_num_groups(0) + get_group_id(0)) * size;")
        self.line(f"local {kind} words[{size + pad}], others[{size + pad}];")
        self.line(f"words[own] = {start}[base + own];")
        if pad:
            self.line(f"if (own < {pad}) words[size + own] = {start}[own];")
        self.line(f"{kind} kept = words[own];")
        self.line(f"uint part = {self.part()}, sum = part + {self.part()};")
        for _ in range(self.random.randint(1, 4)):
            self.line("barrier(CLK_LOCAL_MEM_FENCE);")
            self.phase(kind, size, group)
        self.line("barrier(CLK_LOCAL_MEM_FENCE);")
        place = self.pick("own", "own", "size - 1 - own", "0", "(own + 1) % size", "own / 4", f"min(own * 2, {size - 1}u)")
        more = self.pick("", " + kept", f" + ({kind})(part & 7)", f" + ({kind})(sum & 15)")
        self.line(f"{out}[base + {self.pick('own', 'own', 'own', 'size - 1 - own')}] = words[{place}]{more};")
        return self.text(sizes, [*group])

    def part(self) -> str:
        """Of the work-item's number: what lives across barriers, and blocks of lanes compute of their own number."""
        own = self.pick("own", "own", "lx", "ly")
        part = self.pick(own, f"({own} & {self.pick(3, 15, 16, 48, 63, 192, 240, 0x50)})", f"({own} >> {self.pick(1, 4, 5, 6)})", f"({own} * {self.pick(2, 3, 16)})")
        return f"({part} << {self.pick(0, 1, 3)}) + {self.pick(0, 0, 1, 64, 1024)}"

    def phase(self, kind: str, size: int, group: tuple[int, int]) -> None:
        ways = [self.tree, self.scan, self.butterflies, self.move, self.reads, self.some, self.turns, self.own]
        if kind in ("uint", "int"):
            ways += [self.counts, self.whole]
        elif kind == "float":
            ways += [self.whole]
        self.random.choice(ways)(kind, size, group)

    def lines_of(self, text: str) -> None:
        for line in text.strip("\n").split("\n"):
            self.line(line)

    def below(self, size: int) -> str:
        return self.number(self.random.randint(1, max(1, size - 1)))

    def tree(self, kind: str, size: int, group: tuple[int, int]) -> None:
        power = 1 << int(math.log2(size))
        self.lines_of(f"""
for (uint half_size = {self.pick(power // 2, self.number(power // 2))}; half_size > 0; half_size {self.pick('/= 2', '>>= 1')}) {{
    if (own < half_size) words[own] += words[own + half_size];
    barrier(CLK_LOCAL_MEM_FENCE);
}}""")

    def scan(self, kind: str, size: int, group: tuple[int, int]) -> None:
        self.lines_of(f"""
for (uint step = 1; step < {self.number(size)}; step *= 2) {{
    {kind} before = own >= step ? words[own - step] : ({kind})0;
    barrier(CLK_LOCAL_MEM_FENCE);
    words[own] += before;
    barrier(CLK_LOCAL_MEM_FENCE);
}}""")

    def butterflies(self, kind: str, size: int, group: tuple[int, int]) -> None:
        """One of two work-items exchanges."""
        orders = ["words[own] = a + b; words[other] = a - b;", "words[own] = b; words[other] = a;"]
        if kind not in ("uint2", "float4"):
            orders += ["words[own] = min(a, b); words[other] = max(a, b);", "if (a > b) { words[own] = b; words[other] = a; }"]
        self.lines_of(f"""
for (uint step = {self.number((1 << int(math.log2(size))) // 2)}; step > 0; step /= 2) {{
    uint other = own ^ step;
    if ({self.pick('other > own', '(own & step) == 0')} && other < size) {{
        {kind} a = words[own], b = words[other];
        {self.pick(*orders)}
    }}
    barrier(CLK_LOCAL_MEM_FENCE);
}}""")

    def move(self, kind: str, size: int, group: tuple[int, int]) -> None:
        place = self.pick("size - 1 - own", f"(own + {self.below(size)}) % size", "min(own ^ 1, size - 1)", "lx * get_local_size(1) + ly", "(own * 5 + 3) % size",
                          "own / 2", f"own < {self.below(size)} ? own : 0", "ly * w", "lx", "part % size", "sum % size")
        self.lines_of(f"""
others[own] = words[{place}];
barrier(CLK_LOCAL_MEM_FENCE);
words[own] = others[own]{self.pick('', ' + words[own]', ' + kept')};""")

    def reads(self, kind: str, size: int, group: tuple[int, int]) -> None:
        turns, place = self.random.choice(((group[0], "ly * w + i"), (group[1], "i * w + lx"), (size, "i"), (4, "(own & ~3u) + i"), (min(8, size), "(own + i) % size")))
        name = f"sum{len(self.lines)}"
        self.lines_of(f"""
{kind} {name} = 0;
for (uint i = 0; i < {self.pick(turns, self.number(turns))}; i++)
    {name} += words[min((uint)({place}), size - 1)]{self.pick('', '', f' * ({kind})(i + 1)')};
barrier(CLK_LOCAL_MEM_FENCE);
words[own] = {name};""")

    def some(self, kind: str, size: int, group: tuple[int, int]) -> None:
        what = self.pick("words[own] += kept", f"words[own] = words[own] + ({kind})3", f"kept += ({kind})own")
        self.line(f"if (own {self.pick('<', '>=')} {self.below(size)}) {what};")

    def counts(self, kind: str, size: int, group: tuple[int, int]) -> None:
        place = self.pick("(uint)words[own] % size", "own / 3", f"own % {min(8, size)}", "0", "own", "size - 1 - own")
        update = self.pick("inc(&others[PLACE])", "add(&others[PLACE], 3)", "max(&others[PLACE], words[own])", "xor(&others[PLACE], words[own])")
        self.lines_of(f"""
others[own] = 0;
barrier(CLK_LOCAL_MEM_FENCE);
atomic_{update.replace("PLACE", place)};
barrier(CLK_LOCAL_MEM_FENCE);
words[own] {self.pick('=', '+=')} others[own];""")

    def whole(self, kind: str, size: int, group: tuple[int, int]) -> None:
        """Of floats, those that do not depend on an order."""
        sums = () if kind == "float" else ("reduce_add", "scan_inclusive_add", "scan_exclusive_add")
        name = f"whole{len(self.lines)}"
        self.lines_of(f"""
{kind} {name} = {self.pick('sub_group', 'work_group')}_{self.pick('reduce_max', 'reduce_min', *sums)}(words[own]);
barrier(CLK_LOCAL_MEM_FENCE);
words[own] = {name};""")

    def turns(self, kind: str, size: int, group: tuple[int, int]) -> None:
        self.lines_of(f"""
for (uint t = 0; t < {self.number(self.random.randint(0, 3))}; t++) {{
    {kind} next = words[(own + {self.pick('1', 't', self.below(size))}) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
    words[own] = next + kept;
    barrier(CLK_LOCAL_MEM_FENCE);
}}""")

    def own(self, kind: str, size: int, group: tuple[int, int]) -> None:
        self.line(f"words[own] = words[own] {self.pick('+', '-', '*')} {self.pick(f'({kind})(lx & 3)', f'({kind})(ly)', 'kept')};")


class Stream(Shape):
    """Buffers that are read and written side by side, or nearly so."""

    KINDS = ("uint", "int", "float", "float4", "uint2", "uchar", "ushort", "short", "char", "uchar4", "ulong", "double", "int16")

    def make(self) -> str:
        group = self.random.choice(((64, 1), (256, 1), (16, 16), (64, 4), (1, 1), (20, 3), (8, 8), (32, 1), (128, 2)))
        sizes = [group[0] * self.random.randint(1, 5), group[1] * self.random.randint(1, 3)]
        count = sizes[0] * sizes[1]
        kind, stored = self.pick(*self.KINDS), self.pick(*self.KINDS)
        turns = self.random.randint(1, 9)
        sources = [self.buffer(kind, count * 2 + turns * 8 + 64) for _ in range(self.random.choice((1, 1, 2)))]
        out = self.buffer(stored, count, written=True)
        self.line(f"uint x = get_global_id(0), y = get_global_id(1), w = {self.pick(sizes[0], 'get_global_size(0)', self.number(sizes[0]))}, id = y * w + x;")
        if self.chance(0.3):
            self.line(f"if (id {self.pick('<', '>=')} {self.number(self.random.randint(0, count))}) return;")
        if self.chance(0.15):
            self.line(f"if ({self.pick('x & 1', 'x % 3 == 0', 'y == 1', 'x > y')}) return;")
        self.line(f"{kind} sum = 0;")
        self.line(f"for (uint i = 0; i < {self.pick(turns, self.number(turns), f'(x & 3)', f'min(x, {turns}u)')}; i++) {{")
        if self.chance(0.2):
            self.line(f"    if ({self.pick('(x + i) & 1', 'i == 2', 'i > y')}) continue;")
        for source in sources:
            place = self.pick("id", "id + i", "id + i * w % 8", "x * 2 + i", "y * w + i", "i", "id * 2 + (i & 1)", "(id ^ i) & ~64u", "id + 4", "id & ~3u", f"id + {self.number(3)}", "id / 2", f"{count} - 1 - id + i")
            value = f"{source}[{place}]"
            self.line(f"    sum {self.pick('+=', '+=', '-=')} {value}{self.pick('', f' * ({kind})(i + 1)', f' * {sources[-1]}[i]', f' * {sources[-1]}[x]')};")
        self.line("}")
        if kind == stored:
            value = "sum"
        elif kind[-1].isdigit() or stored[-1].isdigit():
            part = "sum.s0" if kind[-1].isdigit() else "sum"
            part = f"(int)clamp({part}, ({kind.rstrip('0123456789')})-99, ({kind.rstrip('0123456789')})99)" if kind.startswith(("float", "double")) else part
            value = f"({stored})(({stored.rstrip('0123456789')})({part}))"
        else:
            value = f"({stored})clamp(sum, ({kind})-99, ({kind})99)" if kind in ("float", "double") else f"({stored})sum"
        place = self.pick("id", "id", "id", f"{count} - 1 - id", "id ^ 1" if count % 2 == 0 else "id")
        self.line(f"{out}[{place}] = {value};")
        if self.chance(0.25):
            total = self.buffer("uint", 64, written=True)
            self.line(f"atomic_{self.pick('inc(&T)', 'add(&T, x)', 'max(&T, id)', 'or(&T, 1u << (x & 31))')};".replace("T", f"{total}[{self.pick('0', 'x & 63', 'id % 7', '(x >> 4) & 63')}]"))
        return self.text(sizes, [*group])


class Butterfly(Shape):
    """Steps of sorts and transforms: each work-item takes two elements, and writes both."""

    def make(self) -> str:
        local, groups = int(self.pick(64, 128, 256, 256, 32)), self.random.choice((1, 2, 4, 8))
        count = local * groups
        power = self.random.randint(0, int(math.log2(count)))
        kind = self.pick("uint", "int", "float", "float2", "uint4")
        there = self.buffer(kind, count * 2, written=True, filled=True)
        other = self.buffer(kind, count * 2, written=True) if self.chance(0.3) else there
        step = self.number(1 << power)
        self.line(f"uint own = get_global_id(0), step = {step};")
        low = self.pick("own & (step - 1)", "own & (step - 1)", "own % step", f"own & {(1 << power) - 1}u")
        self.line(f"uint place = {self.pick(f'2 * own - ({low})', f'own * 2 - ({low})', f'(({low})) + ((own - ({low})) << 1)', f'own + (own & ~(step - 1))')};")
        read = self.random.random() < 0.25 and other != there  # in halves, written apart, as transforms without reordering do
        self.line(f"{kind} a = {there}[{'own' if read else 'place'}], b = {there}[{f'own + {count}u' if read else 'place + step'}];")
        self.line(f"{other}[place] = {self.pick('a + b', 'min(a, b)', 'b', 'up ? a : b', 'a')};")
        self.line(f"{other}[place + step] = {self.pick('a - b', 'max(a, b)', 'a', 'up ? b : a', 'b * a')};")
        if any(" up " in line for line in self.lines):
            self.lines.insert(-2, f"    bool up = {self.pick('(place & step << 1) == 0', '(own & 64) != 0', '(own & step) == 0', 'step > 3')};")
        if self.chance(0.2):
            self.lines[0] += f"\n    if (own >= {self.number(count - 3)}) return;"
        return self.text([count], [local])


class Short(Shape):
    """Programs of few operations without branches, in one, two or three dimensions."""

    def make(self) -> str:
        group = self.random.choice(([64], [256], [128], [20], [64, 4], [16, 16], [8, 8, 4], [4, 4, 4], [1, 1, 64], [64, 1, 2], [1]))
        sizes = [size * self.random.randint(1, 3) for size in group]
        count = math.prod(sizes)
        kind, extra = self.pick("uint", "float", "uint4", "ushort", "uchar", "float2", "int", "char4"), self.random.randint(0, 64)
        start, out = self.buffer(kind, count * 2 + 64), self.buffer(kind, count + 200, written=True)
        place = " + ".join(f"get_global_id({d}) * {math.prod(sizes[:d])}u" for d in range(len(sizes)))
        self.line(f"uint id = {place}{self.pick('', '', f' - get_global_offset(0)')};")
        where = self.pick("id", "id", f"id + {self.number(extra)}", "id * 2", "id / 2", f"{count - 1} - id", "(id & ~15u) + 15 - (id & 15)", "id ^ 5", "0", "id & 31",
                          f"min(id, {count // 2}u)", "(id * 7) & 63", "get_local_id(0)", "get_group_id(0)")
        self.line(f"{kind} a = {start}[({where})];")
        self.line(f"{out}[id{self.pick('', '', ' ^ 1', f' + {self.number(3)}')}] = a{self.pick('', '', ' + a', f' * ({kind})id', f' + {start}[id]')};")
        return self.text(sizes, group)


class Rounded(Shape):
    """Fused sums and roots of any bits, which are rounded once: of halves, or of floats."""

    KINDS = {"half": ("ushort", "0x7e00", ("", "& 0xbfff", "& 0xfe00", "& 0x83ff", "| 0x3c00")),
             "float": ("uint", "0x7fc00000", ("", "& 0xbfffffff", "& 0xfffff000", "& 0x807fffff", "| 0x3f800000"))}

    def make(self) -> str:
        group, kind = self.random.choice((64, 256, 20, 128)), self.pick(*self.KINDS)
        count, (word, nan, masks) = group * self.random.randint(1, 4), self.KINDS[kind]
        self.globals.append("#pragma OPENCL EXTENSION cl_khr_fp16 : enable")
        self.line("uint own = get_global_id(0);")
        for name in "xyz":
            self.line(f"{kind} {name} = as_{kind}(({word})({self.buffer(word, count)}[own] {self.pick(*masks)}));")
        out, names = self.buffer(word, count, written=True), "xyz"
        self.line(f"for (int i = 0; i < {self.number(self.random.randint(1, 6))}; i++) {{")
        for _ in range(self.random.randint(1, 3)):
            a, b, c = (self.pick("", "", "-") + self.pick(*names, "x", f"({kind})({self.real()})") for _ in range(3))
            self.line(f"    {self.pick(*names, 'x')} = {self.pick(f'fma({a}, {b}, {c})', f'fma({a}, {b}, {c})', f'rsqrt({a})', f'fma({a}, {a}, {c})')};")
        self.line("}")
        last = self.lines[-2].split()[0]
        self.line(f"{out}[own] = isnan({last}) ? {nan} : as_{word}({last});")
        return self.text([count], [group])


FAMILIES = (Image, Scaled, Local, Image, Stream, Butterfly, Image, Short, Local, Rounded)


def shape(seed: int) -> str:
    """The file of a seed."""
    return FAMILIES[seed % len(FAMILIES)](seed).make()
