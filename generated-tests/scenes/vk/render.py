# SPDX-License-Identifier: MIT
"""A scene of Vulkan as a test file. A test has one program: of several launches each has a case of its own, told by the second number of the
work-item, where its launch begins."""

from imagespec.interval import Interval
from suites.gl.images import swizzle
from suites.gl.texture import argument
from suites.images import image_keys, pixel_type
from suites.vk import vulkan
from suites.vk.fetch import qualifier
from suites.vk.images import native_keys, prefix_of, sampler_line
from testgen import numbers
from testgen.model import Test, TestFile

from ..model import Step, stored
from ..play import Outcome
from ..render import _File, _folded, _repeated, _words
from .model import MODES, SHADER_STEPS, VkPicture, VkScene, VkStep
from .play import colours_in, outcomes, sizes_of

# Sections of Vulkan 1.3 that decide what a step gives.
_SECTIONS = {"store": "Texel Output Format Conversion", "query": "Image Query Instructions", "copy": "Copying Data Between Images",
             "read": "Copying Data Between Buffers and Images", "write": "Copying Data Between Buffers and Images",
             "to-buffer": "Copying Data Between Buffers and Images", "from-buffer": "Copying Data Between Buffers and Images",
             "fill": "Clear Commands", "blit": "Image Copies With Scaling", "carry": "Texel Input Operations"}  # fmt: skip


class _VkFile(_File):
    """Collects what a file consists of."""

    scene: VkScene
    launched = SHADER_STEPS
    play = staticmethod(outcomes)

    def __init__(self, scene: VkScene, strict: bool) -> None:
        super().__init__(scene, strict)
        self.sampled = scene.sampled()
        self.stored = scene.stored()
        self.declarations: list[str] = []
        self.cases: list[str] = []

    def _picture(self, number: int) -> VkPicture:
        found = self.scene.images[number]
        assert isinstance(found, VkPicture)
        return found

    def _image(self, number: int) -> int:
        if number in self.image_index:
            return self.image_index[number]
        picture, index = self._picture(number), len(self.arguments)
        self.image_index[number] = index
        keys = image_keys(picture.kind, picture.format, picture.extents) + native_keys(picture.vk)
        texels, count = picture.given, picture.image().count
        values = _repeated(numbers.text(texels[:count]), min(len(texels), count), count)
        self.arguments.append(f"arg_in: {index} image {pixel_type(picture.format)} {values} {keys}")
        self._declare(number, index)
        return index

    def _declare(self, number: int, index: int) -> None:
        """Of an image that programs use, and its sampler."""
        picture, prefix = self._picture(number), prefix_of(self._picture(number).vk)
        if number in self.stored:
            form = qualifier(picture.vk)
            layout = f"binding = {index}" + (f", {form}" if form else "")
            self.declarations.append(f"layout({layout}) writeonly uniform {prefix}image{picture.target.name} image{index};")
            return
        asked = {step.image for step in self.scene.steps if step.op == "query"}
        if number not in self.sampled and number not in asked:
            return
        self.declarations.append(f"layout(binding = {index}) uniform {prefix}sampler{picture.target.name} image{index};")
        if sampler := self.sampled.get(number):
            addressing, filtering, normalized = sampler
            state = vulkan.VkSampler((MODES[addressing],), filtering, "none", normalized)
            self.arguments.append(sampler_line(len(self.arguments), state, picture.vk))

    def _buffer(self, kind: str, direction: str, count: int, values: str) -> str:
        """An element, i, of a new buffer that the program uses."""
        index = self._argument(f"{direction}: {{}} buffer {kind}[{count}] {values}")
        scalar, width = kind.rstrip("4"), kind[-1:] == "4"
        name = {"float": "vec4", "int": "ivec4", "uint": "uvec4"}[scalar] if width else scalar
        access = "" if direction == "arg_out" else "readonly "
        self.declarations.append(f"layout(std430, binding = {index}) {access}buffer Buffer{index} {{ {name} values{index}[]; }};")
        return f"values{index}[{'i' if count > 1 else 0}]"

    def _results(self, kind: str, values: Interval) -> str:
        text, count = numbers.interval_text(values), len(values.low)
        if "(" not in text and len(text.split()) == values.low.size:
            text = _repeated(text, count, count)
        return self._buffer(kind, "arg_out", count, text + numbers.sign_of_zero(values))

    def _run(self, lines: list[str], count: int) -> None:
        """A launch of so many work-items, with what each does."""
        self.global_size = count
        if not self.is_one_launch:
            number = len(self.cases)
            offset = f" global_offset 0 {number}" if number else ""
            self.steps.append(f"launch: main global_size {count} 1{offset}")
        self.cases.append("\n".join(lines))

    def _positions(self, step: VkStep, components: str) -> str:
        """Where a step reads or stores, with so many components as these are."""
        picture = self._picture(step.image)
        kind, vector = ("int", "ivec") if step.coordinate == "int" or step.op != "sample" else ("float", "vec")
        rows = [(*place[: picture.kind.axes], 0, 0, 0)[:4] for place in step.where]
        where = VkStep("sample", where=tuple(rows), coordinate=kind).coordinates()
        if not step.literal or len(rows) > 1:
            return f"{self._buffer(f'{kind}4', 'arg_in', len(rows), numbers.text(where))}.{components}"
        words = numbers.text(where[0, : len(components)]).split()
        words = words if kind == "int" else [word if "." in word or "e" in word else f"{word}.0" for word in words]
        return words[0] if len(words) == 1 else f"{vector}{len(words)}({', '.join(words)})"

    def _sample(self, step: Step, outcome: Outcome) -> None:
        assert isinstance(step, VkStep) and outcome.values is not None
        picture = self._picture(step.image)
        result = self._results(f"{picture.vk.seen}4", outcome.values)
        image = f"image{self._image(step.image)}"
        if step.sampler:
            read = f"textureLod({image}, {self._positions(step, argument(picture.target))}, 0.0)"
        else:
            read = f"texelFetch({image}, {self._positions(step, swizzle(picture.target))}, 0)"
        self._run([f"{result} = {read};"], len(step.where))

    def _store(self, step: Step, outcome: Outcome) -> None:
        assert isinstance(step, VkStep)
        picture = self._picture(step.image)
        image, count = f"image{self._image(step.image)}", len(step.where)
        colours = colours_in(picture.vk, stored(picture.format, step.texels))
        colour = self._buffer(f"{picture.vk.seen}4", "arg_in", count, _repeated(numbers.text(colours), count, count))
        self._run([f"imageStore({image}, {self._positions(step, swizzle(picture.target))}, {colour});"], count)

    def _carry(self, step: Step, outcome: Outcome) -> None:
        assert isinstance(step, VkStep)
        source, target = f"image{self._image(step.image)}", f"image{self._image(step.target)}"
        axes = self._picture(step.image).target, self._picture(step.target).target
        place = self._positions(step, swizzle(axes[0]))
        lines = [f"imageStore({target}, {place}, texelFetch({source}, {place}, 0));"]
        self._run(lines, len(step.where))

    def _query(self, step: Step, outcome: Outcome) -> None:
        assert outcome.values is not None
        picture, index = self._picture(step.image), self._image(step.image)
        size = f"imageSize(image{index})" if step.image in self.stored else f"textureSize(image{index}, 0)"
        size, names = f"ivec4({size}" + ", 0" * (4 - picture.kind.axes) + ")", list(sizes_of(picture))
        result = self._buffer("int", "arg_out", len(step.queries), _words(outcome.values.low.tolist())).partition("[")[0]
        self._run([f"{result}[{n}] = {size}.{'xyz'[names.index(query)]};" for n, query in enumerate(step.queries)], 1)

    # Commands

    def _fill(self, step: Step, outcome: Outcome) -> None:
        picture = self._picture(step.image)
        colour = numbers.text(colours_in(picture.vk, stored(picture.format, step.texels))[0])
        kind = f"{picture.vk.seen}4 " if picture.native else ""
        self.steps.append(f"fill: {self._image(step.image)}{self._box(step)} {kind}{colour}")

    def _blit(self, step: Step, outcome: Outcome) -> None:
        assert isinstance(step, VkStep)
        to = VkStep("read", step.target, origin=step.to, region=step.span)
        words = f"blit: {self._image(step.image)}{self._box(step)} to {self._image(step.target)}{self._box(to)}"
        self.steps.append(words + " linear" * step.linear)

    def program(self) -> str:
        lines = ["#version 450", "layout(local_size_x = 1) in;", *self.declarations, "", "void main()", "{"]
        if any("[i]" in case for case in self.cases):
            lines.append("    uint i = gl_GlobalInvocationID.x;")
        for number, case in enumerate(self.cases):
            inner = case.splitlines()
            if len(self.cases) > 1:
                lines.append(f"    if (gl_GlobalInvocationID.y == {number}u)" + (" {" if len(inner) > 1 else ""))
                lines += [f"        {line}" for line in inner] + (["    }"] if len(inner) > 1 else [])
            else:
                lines += [f"    {line}" for line in inner]
        return "\n".join([*lines, "}"]) + "\n"


def _section(step: Step) -> str:
    if step.op == "sample":
        return "Texel Filtering" if step.sampler else "Texel Input Operations"
    return _SECTIONS.get(step.op, "")


def _comment(scene: VkScene) -> str:
    found = dict.fromkeys(_section(step) for step in reversed(scene.steps))
    return "# Vulkan 1.3: " + ", ".join(f'"{section}"' for section in list(found)[:3] if section) + "\n"


def render(scene: VkScene, strict: bool, title: str = "", name: str = "") -> str:
    """The test file. SceneError where the scene has no defined outcome."""
    file = _VkFile(scene, strict)
    lines = file.test()
    config = {"kernel_name": "main"}
    if any(step.op == "sample" and step.sampler or step.op == "blit" for step in scene.steps):
        config["require_features"] = vulkan.LIMITS.features
    whole = TestFile(title or "a scene", file.program(), [Test(name, [_folded(line) for line in lines])], config).text()
    if not name:
        whole = whole.replace("name: \n", "")
    return whole.replace("/*!\n", f"/*!\n{_comment(scene)}", 1).rstrip("\n") + "\n"
