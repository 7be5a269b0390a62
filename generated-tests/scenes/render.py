# SPDX-License-Identifier: MIT
"""A scene as a test file, as short as a person would write it."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from imagespec.arrays import Array
from imagespec.formats import ORDERS, TYPES
from imagespec.interval import Interval
from suites.images import FUNCTIONS, VECTORS, WRITERS, image_keys, pixel_type, sampler_line
from suites.samplers import constant
from suites.write import EXTENSION_3D
from testgen import numbers
from testgen.model import Test, TestFile

from . import around
from .model import Picture, Scene, Step, stored
from .play import Outcome, colours_to_store, outcomes
from .statements import comment

KERNEL_STEPS = ("sample", "probe", "store", "query")
UNLIKELY = "12345678"  # as a channel of what a probe reads, so that compilers cannot leave the read out
WRAP = 118


def _words(values: Sequence[int]) -> str:
    return " ".join(map(str, values))


def _repeated(text: str, given: int, count: int) -> str:
    """Values said once where they repeat."""
    words = text.split()
    if given < count:
        return "repeat " + text
    for period in range(1, min(given, 64) // 2 + 1):
        size = period * (len(words) // given)
        if given % period == 0 and words == words[:size] * (given // period):
            return "repeat " + " ".join(words[:size])
    return text


def _texels(texels: Array) -> str:
    return _repeated(numbers.text(texels), len(texels), len(texels))


class _File:
    """Collects what a file consists of."""

    launched: Sequence[str] = KERNEL_STEPS  # steps that are launches
    play: Callable[[Any, bool], list[Outcome]] = staticmethod(outcomes)

    def __init__(self, scene: Scene, strict: bool) -> None:
        self.scene = scene
        self.found = self.play(scene, strict)
        self.arguments: list[str] = []
        self.steps: list[str] = []
        self.kernels: dict[str, str] = {}
        self.constants: dict[str, str] = {}
        self.mixed = ""  # the program of a kernel by chance
        self.extension = False
        first = scene.steps[0]
        self.is_one_launch = len(scene.steps) == 1 and first.op in self.launched and not (scene.buffers or first.queue or first.around)
        self.queue = 0
        self.global_size = 1
        self.image_index: dict[int, int] = {}
        self.buffer_index: dict[int, int] = {}

    def test(self) -> list[str]:
        """The lines of the test."""
        if not self.is_one_launch:
            for number in range(len(self.scene.images)):
                self._image(number)
            for number, data in enumerate(self.scene.buffers):
                self.buffer_index[number] = len(self.arguments)
                text = _texels(np.array(data, dtype=np.uint8))
                self.arguments.append(f"arg_in: {len(self.arguments)} buffer uchar[{len(data)}] {text}")
        for step, outcome in zip(self.scene.steps, self.found, strict=True):
            if step.queue != self.queue:
                self.steps.append(f"queue: {step.queue}")
                self.queue = step.queue
            getattr(self, "_" + step.op.replace("-", "_"))(step, outcome)
        size = [f"global_size: {self.global_size}"] if self.is_one_launch and self.global_size > 1 else []
        return [*size, *self.arguments, *self.steps]

    def _access(self, number: int) -> str:
        """What kernels do with an image; the default where that is it."""
        uses = {step.op for step in self.scene.steps if step.op in KERNEL_STEPS and step.image == number}
        if self.is_one_launch:
            return "" if uses != {"store"} else " image_access write"
        return "" if "store" in uses and len(uses) > 1 else f" image_access {'write' if 'store' in uses else 'read'}"

    def _image(self, number: int) -> int:
        if number in self.image_index:
            return self.image_index[number]
        picture, index = self.scene.images[number], len(self.arguments)
        self.image_index[number] = index
        keys = image_keys(picture.kind, picture.format, picture.extents)
        for name in ("row_pitch", "slice_pitch"):
            keys += f" image_{name} {getattr(picture, name)}" if getattr(picture, name) else ""
        texels, count = picture.given, math.prod(picture.extents)
        values = _repeated(numbers.text(texels[:count]), min(len(texels), count), count)
        line = f"arg_in: {index} image {pixel_type(picture.format)} {values} {keys}{self._access(number)}"
        self.arguments.append(line)
        return index

    # Kernels

    def _kernel(self, name: str, parameters: list[str], body: list[str]) -> str:
        """A kernel's name: that of one that is there already where it does the same."""
        text = f"({', '.join(parameters)})\n{{\n" + "".join(f"    {line}\n" for line in body) + "}\n"
        for known, other in self.kernels.items():
            if other == text:
                return known
        number = sum(known.rstrip("0123456789") == name for known in self.kernels)
        unique = f"{name}{number + 1}" if number else name
        self.kernels[unique] = text
        return unique

    def _launch(self, kernel: str, arguments: list[int], count: int, group: int = 1) -> None:
        self.global_size = count
        if not self.is_one_launch:
            size = f" global_size {count}" if count > 1 else ""
            size += f" local_size {group}" if group > 1 else ""
            self.steps.append(f"launch: {kernel} args {_words(arguments)}{size}")

    def _argument(self, line: str) -> int:
        index = len(self.arguments)
        self.arguments.append(line.format(index))
        return index

    def _result(self, kind: str, count: int, values: Interval) -> int:
        text = numbers.interval_text(values)
        rows = text.split() if "(" not in text else [text]
        given = _repeated(text, count, count) if len(rows) == values.low.size else text
        return self._argument(f"arg_out: {{}} buffer {kind}[{count}] {given}{numbers.sign_of_zero(values)}")

    def _sample(self, step: Step, outcome: Outcome) -> None:
        seen = self.scene.images[step.image].format.type.seen
        self._reads(step, outcome, f"{seen}4", "{}")

    def _probe(self, step: Step, outcome: Outcome) -> None:
        self._reads(step, outcome, "int", f"all({{}} == {UNLIKELY}) ? 1 : 0")

    def _reads(self, step: Step, outcome: Outcome, kind: str, told: str) -> None:
        """A kernel that reads at each place, and what it tells of the colour."""
        picture, values = self.scene.images[step.image], outcome.values
        assert values is not None
        count = len(step.where)
        used = [self._result(kind, count, values), self._image(step.image)]
        parameters = [f"global {kind} *result", f"read_only {picture.kind.cl_name} image"]
        vector = step.coordinate + VECTORS[picture.kind.coordinates]
        where, at, body = "where[i]", "i", ["size_t i = get_global_id(0);"]
        if step.literal and count == 1:
            where, at, body = _literal(step), "0", []
        else:
            text = numbers.text(step.coordinates())
            used.append(self._argument(f"arg_in: {{}} buffer {vector}[{count}] {text}"))
            parameters.append(f"global const {vector} *where")
        middle, before = self._sampler(step, used, parameters)
        if step.around:
            self._around(step, used, parameters, before, f"{FUNCTIONS[picture.format.type.seen]}(image, {middle}place)", vector)
            return
        call = f"{FUNCTIONS[picture.format.type.seen]}(image, {middle}{where})"
        self._launch(self._kernel(step.op, parameters, [*before, *body, f"result[{at}] = {told.format(call)};"]), used, count)

    def _around(self, step: Step, used: list[int], parameters: list[str], before: list[str], call: str, vector: str) -> None:
        """A read in a kernel by chance, which needs the launch that such kernels have."""
        items, group, dwords = around.sizes()
        self.mixed = around.program(step.around, step.statements, parameters, before, f"result[id] = {call};", vector)
        used.append(self._argument(f"arg_in: {{}} uint {len(step.where)}"))
        used.append(self._argument(f"arg_in: {{}} buffer uint[{dwords}] repeat 0"))
        used.append(self._argument(f"arg_in: {{}} buffer uint[{items}] random"))
        used.append(self._argument("arg_in: {} uint 0"))
        self._launch("mixed", used, items, group)

    def _sampler(self, step: Step, used: list[int], parameters: list[str]) -> tuple[str, list[str]]:
        """What stands in the call for the sampler, and declarations in front of it."""
        state = step.state()
        if state is None:
            return "", []
        if step.given == "argument":
            used.append(self._argument(sampler_line(0, state).replace(" 0 ", " {} ", 1)))
            parameters.append("sampler_t texels")
            return "texels, ", []
        if step.given == "kernel":
            return "texels, ", [f"const sampler_t texels = {constant(state)};"]
        number = list(self.constants.values())
        if constant(state) not in number:
            self.constants["texels" + (str(len(number) + 1) if number else "")] = constant(state)
        name = next(name for name, text in self.constants.items() if text == constant(state))
        return f"{name}, ", []

    def _store(self, step: Step, outcome: Outcome) -> None:
        picture = self.scene.images[step.image]
        seen, count = picture.format.type.seen, len(step.where)
        self.extension |= picture.type == "3d"
        coordinate, width = VECTORS[picture.kind.coordinates], picture.kind.coordinates
        where = np.zeros((count, width), dtype=np.int32)
        where[:, : picture.kind.axes] = np.array(step.where)[:, : picture.kind.axes]
        colours = colours_to_store(picture, step)
        used, parameters = [self._image(step.image)], [f"write_only {picture.kind.cl_name} image"]
        if step.literal and count == 1:
            place = _vector(f"int{coordinate}", [str(int(c)) for c in where[0]])
            text = numbers.text(colours).split()
            used.append(self._argument(f"arg_in: {{}} {seen}4 {' '.join(text)}"))
            body = [f"{WRITERS[seen]}(image, {place}, colour);"]
            parameters.append(f"{seen}4 colour")
        else:
            used.append(self._argument(f"arg_in: {{}} buffer {seen}4[{count}] {numbers.text(colours)}"))
            used.append(self._argument(f"arg_in: {{}} buffer int{coordinate}[{count}] {numbers.text(where)}"))
            parameters += [f"global const {seen}4 *colours", f"global const int{coordinate} *where"]
            body = ["size_t i = get_global_id(0);", f"{WRITERS[seen]}(image, where[i], colours[i]);"]
        self._launch(self._kernel("store", parameters, body), used, count)

    def _query(self, step: Step, outcome: Outcome) -> None:
        picture = self.scene.images[step.image]
        assert outcome.values is not None
        answers, body = [], []
        for number, (query, answer) in enumerate(zip(step.queries, outcome.values.low.tolist(), strict=True)):
            call = f"get_image_{query}(image)"
            if query.startswith("channel"):
                names = list(TYPES) if query == "channel_data_type" else list(ORDERS)
                call, answer = f"{call} == CLK_{names[answer]}", 1
            answers.append(answer)
            body.append(f"result[{number}] = {call};")
        result = self._argument(f"arg_out: {{}} buffer int[{len(answers)}] {_words(answers)}")
        parameters = ["global int *result", f"read_only {picture.kind.cl_name} image"]
        self._launch(self._kernel("query", parameters, body), [result, self._image(step.image)], 1)

    # The host

    def _whole(self, step: Step) -> bool:
        extents = self.scene.images[step.image].extents
        return step.region == extents and not any(step.origin)

    def _box(self, step: Step) -> str:
        if self._whole(step):
            return ""
        return (f" origin {_words(step.origin)}" if any(step.origin) else "") + f" region {_words(step.region)}"

    def _pitches(self, step: Step) -> str:
        found = f" host_row_pitch {step.row_pitch}" if step.row_pitch else ""
        return found + (f" host_slice_pitch {step.slice_pitch}" if step.slice_pitch else "")

    def _read(self, step: Step, outcome: Outcome) -> None:
        index = self._image(step.image)
        name, _, mode = step.way.partition(" ")
        words = f"{name}: {index}{' ' + mode if mode else ''}{self._box(step)}{self._pitches(step)}"
        self.steps.append(words + (f" error {outcome.error}" if outcome.error else f" {self._values(outcome)}"))

    def _values(self, outcome: Outcome) -> str:
        values = outcome.values
        assert values is not None
        if len(values.choices) == 1 and (values.low == values.high).all():
            return _texels(values.low)
        return numbers.interval_text(values)

    def _write(self, step: Step, outcome: Outcome) -> None:
        picture, index = self.scene.images[step.image], self._image(step.image)
        name, _, mode = step.way.partition(" ")
        words = f"{name}: {index}{' ' + mode if mode else ''}{self._box(step)}{self._pitches(step)}"
        texels = stored(picture.format, step.texels)
        count = math.prod(step.region)
        values = _repeated(numbers.text(texels[:count]), min(len(texels), count), count)
        self.steps.append(words + (f" error {outcome.error}" if outcome.error else f" {values}"))

    def _fill(self, step: Step, outcome: Outcome) -> None:
        picture = self.scene.images[step.image]
        colour = numbers.text(colours_to_store(picture, step)[:1])
        error = f" error {outcome.error}" if outcome.error else ""
        self.steps.append(f"fill: {self._image(step.image)}{self._box(step)} {colour}{error}")

    def _copied(self, step: Step, source: str, target: str, outcome: Outcome) -> None:
        error = f" error {outcome.error}" if outcome.error else ""
        self.steps.append(f"copy: {source} to {target}{error}")

    def _copy(self, step: Step, outcome: Outcome) -> None:
        to = f" origin {_words(step.to)}" if any(step.to) else ""
        source = f"{self._image(step.image)} {self._at(step)}"
        self._copied(step, source, f"{self._image(step.target)}{to}", outcome)

    @staticmethod
    def _at(step: Step) -> str:
        return (f"origin {_words(step.origin)} " if any(step.origin) else "") + f"region {_words(step.region)}"

    def _to_buffer(self, step: Step, outcome: Outcome) -> None:
        offset = f" offset {step.offset}" if step.offset else ""
        source = f"{self._image(step.image)} {self._at(step)}"
        self._copied(step, source, f"{self.buffer_index[step.target]}{offset}", outcome)

    def _from_buffer(self, step: Step, outcome: Outcome) -> None:
        offset = f" offset {step.offset}" if step.offset else ""
        target = f"{self._image(step.image)} {self._at(step)}"
        self._copied(step, f"{self.buffer_index[step.target]}{offset}", target, outcome)

    def _bytes(self, step: Step) -> str:
        return f"{self.buffer_index[step.target]} offset {step.offset} size {step.size}"

    def _read_buffer(self, step: Step, outcome: Outcome) -> None:
        self.steps.append(f"read: {self._bytes(step)} {self._values(outcome)}")

    def _write_buffer(self, step: Step, outcome: Outcome) -> None:
        data = np.array(step.texels).astype(np.uint8)[: step.size]
        values = _repeated(numbers.text(data), len(data), step.size)
        self.steps.append(f"write: {self._bytes(step)} {values}")


def _vector(kind: str, parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"({kind})({', '.join(parts)})"


def _literal(step: Step) -> str:
    """The one coordinate of a sample, in OpenCL C."""
    words = numbers.text(step.coordinates()).split()
    if step.coordinate == "float":
        words = [f"{word}f" if "." in word or "e" in word else f"{word}.0f" for word in words]
    width = len(words)
    return _vector(step.coordinate + (str(width) if width > 1 else ""), words)


def _folded(line: str) -> str:
    """A long line, gone on with after backslashes."""
    words, found, length = line.split(" "), "", 0
    for word in words:
        if found and length + len(word) + 1 > WRAP:
            found, length = found + " \\\n    ", 3
        found, length = (f"{found} {word}" if length else word), length + len(word) + 1
    return found


def _program(file: _File) -> str:
    """The kernels, which need no more than one empty line between them."""
    parts = [f"#pragma OPENCL EXTENSION {EXTENSION_3D} : enable\n"] if file.extension else []
    if file.constants:
        parts.append("".join(f"constant sampler_t {name} = {text};\n" for name, text in file.constants.items()))
    parts += [f"kernel void {name}{text}" for name, text in file.kernels.items()]
    parts += [file.mixed] if file.mixed else []
    return "\n".join(parts)


def render(scene: Scene, strict: bool, title: str = "", name: str = "") -> str:
    """The test file. SceneError where the scene has no defined outcome."""
    file = _File(scene, strict)
    lines = file.test()
    config = {"clc_version_min": "12", "need_image_support": "true"}
    if file.is_one_launch:
        config["kernel_name"] = next(iter(file.kernels))
    needed = [name for name, is_needed in ((EXTENSION_3D, file.extension), ("cl_khr_fp64", file.mixed)) if is_needed]
    if needed:
        config["require_device_extensions"] = " ".join(needed)
    test = Test(name, [_folded(line) for line in lines])
    whole = TestFile(title or "a scene", _program(file), [test], config).text()
    if not name:
        whole = whole.replace("name: \n", "")
    return whole.replace("/*!\n", f"/*!\n{comment(scene, file.found)}", 1).rstrip("\n") + "\n"


__all__ = ["Picture", "render"]
