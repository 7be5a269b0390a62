# SPDX-License-Identifier: MIT
"""Scenes of tests that the host alone carries out, from the lines of their files. What reads must give is
left out: the model says it anew."""

from collections.abc import Iterable

from imagespec.formats import IMAGE_TYPES

from .model import Picture, Scene, SceneError, Step

_EXTENTS = ("image_width", "image_height", "image_depth", "image_array_size")


class _Words:
    """The words behind a key, taken one after the other."""

    def __init__(self, text: str) -> None:
        self.left = text.split()

    def take(self) -> str:
        if not self.left:
            raise SceneError("a line that ends too early")
        return self.left.pop(0)

    def number(self) -> int:
        try:
            return int(self.take())
        except ValueError:
            raise SceneError("a number is missing") from None

    def is_next(self, word: str) -> bool:
        """Takes the word if it is the next one."""
        if self.left[:1] == [word]:
            self.left.pop(0)
            return True
        return False

    def numbers(self) -> tuple[float, ...]:
        """All numbers that come next, behind `repeat` or not."""
        self.is_next("repeat")
        found = []
        while self.left:
            try:
                found.append(float(self.left[0]))
            except ValueError:
                break
            self.left.pop(0)
        return tuple(int(number) if number.is_integer() else number for number in found)


class Lines:
    """Reads the lines of one test, of the forms that the families of boxes and rectangles write."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.images: dict[int, Picture] = {}
        self.buffers: dict[int, tuple[int, ...]] = {}
        self.steps: list[Step] = []
        for line in lines:
            key, _, rest = line.partition(":")
            reader = getattr(self, "_" + key.strip(), None)
            if reader is None:
                raise SceneError(f"{key}: what scenes have not")
            reader(_Words(rest))

    def scene(self) -> Scene:
        found = Scene(tuple(self.images.values()), tuple(self.steps), tuple(self.buffers.values()))
        found.check()
        return found

    def _arg_in(self, words: _Words) -> None:
        index, kind = words.number(), words.take()
        if kind == "buffer":
            room = words.take()
            if not room.startswith("uchar[") or not room.endswith("]"):
                raise SceneError("buffers of scenes are bytes")
            count = int(room[len("uchar[") : -1])
            data = [int(number) for number in words.numbers()]
            self.buffers[index] = tuple((data * count)[:count])
        elif kind == "image":
            words.take()  # its type of texels, which the format says, too
            self.images[index] = self._picture(words.numbers(), words)
        else:
            raise SceneError(f"arguments of scenes are no {kind}")

    @staticmethod
    def _picture(texels: tuple[float, ...], words: _Words) -> Picture:
        keys = dict(zip(words.left[::2], words.left[1::2]))
        kind = IMAGE_TYPES[keys["image_type"]]
        sizes = _EXTENTS[: kind.dimensions] + _EXTENTS[3:] * kind.is_array
        pitches = [int(keys.get(f"image_{name}_pitch", 0)) for name in ("row", "slice")]
        extents = tuple(int(keys.get(name, 1)) for name in sizes)
        return Picture(kind.name, keys["image_channel_order"], keys["image_channel_data_type"], extents, texels, *pitches)

    # Steps

    def _place(self, words: _Words) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
        """An image and a box of it; what is not said reaches from the origin to the end."""
        index = words.number()
        return index, *self._box(index, words)

    def _box(self, index: int, words: _Words) -> tuple[tuple[int, ...], tuple[int, ...]]:
        axes = len(self.images[index].extents)
        origin = tuple(words.number() for _ in range(axes)) if words.is_next("origin") else (0,) * axes
        if words.is_next("region"):
            return origin, tuple(words.number() for _ in range(axes))
        return origin, tuple(e - o for e, o in zip(self.images[index].extents, origin))

    def _number_of(self, index: int, kinds: dict[int, Picture] | dict[int, tuple[int, ...]]) -> int:
        return list(kinds).index(index)

    @staticmethod
    def _bytes(words: _Words) -> tuple[int, int]:
        offset = words.number() if words.is_next("offset") else 0
        return offset, words.number() if words.is_next("size") else 0

    def _transfer(self, words: _Words, op: str, way: str) -> None:
        index = int(words.left[0])
        if index in self.buffers:
            words.take()
            offset, size = self._bytes(words)
            size = size or len(self.buffers[index]) - offset
            texels = words.numbers() if op == "write" else ()
            target = self._number_of(index, self.buffers)
            self.steps.append(Step(f"{op}-buffer", target=target, offset=offset, size=size, texels=texels))
            return
        words.take()
        mode = words.take() if way == "map" else ""
        op = "write" if mode in ("write", "invalidate") else op
        origin, region = self._box(index, words)
        values = words.numbers()
        pitches = [words.number() if words.is_next(f"host_{name}_pitch") else 0 for name in ("row", "slice")]
        step = Step(op, self._number_of(index, self.images), origin=origin, region=region, way=f"{way} {mode}".strip(),
                    row_pitch=pitches[0], slice_pitch=pitches[1], texels=self._written(index, op, values))  # fmt: skip
        self.steps.append(step)

    def _written(self, index: int, op: str, values: tuple[float, ...]) -> tuple[float, ...]:
        """What a write has; where its call must fail, the file has none."""
        return () if op == "read" else values or self.images[index].texels

    def _read(self, words: _Words) -> None:
        self._transfer(words, "read", "read")

    def _write(self, words: _Words) -> None:
        self._transfer(words, "write", "write")

    def _map(self, words: _Words) -> None:
        self._transfer(words, "read", "map")

    def _fill(self, words: _Words) -> None:
        index, origin, region = self._place(words)
        colours = (words.numbers(),)
        self.steps.append(Step("fill", self._number_of(index, self.images), origin=origin, region=region, colours=colours))

    def _copy(self, words: _Words) -> None:
        index = int(words.left[0])
        if index in self.buffers:
            words.take()
            offset, _ = self._bytes(words)
            if not words.is_next("to") or int(words.left[0]) in self.buffers:
                raise SceneError("scenes copy from buffers to images")
            image, origin, region = self._place(words)
            self._add_copy("from-buffer", image, self._number_of(index, self.buffers), origin, region, offset=offset)
            return
        image, origin, region = self._place(words)
        if not words.is_next("to"):
            raise SceneError("a copy to nowhere")
        target = words.number()
        if target in self.buffers:
            offset, _ = self._bytes(words)
            self._add_copy("to-buffer", image, self._number_of(target, self.buffers), origin, region, offset=offset)
        else:
            to, _ = self._box(target, words)
            self._add_copy("copy", image, self._number_of(target, self.images), origin, region, to=to)

    def _add_copy(
        self, op: str, image: int, target: int, origin: tuple[int, ...], region: tuple[int, ...],
        offset: int = 0, to: tuple[int, ...] = (),
    ) -> None:  # fmt: skip
        number = self._number_of(image, self.images)
        self.steps.append(Step(op, number, target, origin, region, to, offset=offset))
