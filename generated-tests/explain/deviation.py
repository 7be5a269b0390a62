# SPDX-License-Identifier: MIT
"""One wrong rule of the model."""

import contextlib
import dataclasses
from collections.abc import Callable, Iterator, Mapping
from types import ModuleType
from typing import Any

import numpy as np

from imagespec import formats, sampling
from imagespec.interval import Interval


@dataclasses.dataclass(frozen=True)
class Deviation:
    """One wrong rule: a function of a module that another stands for, or fields of channel orders."""

    name: str
    section: str  # of OpenCL 1.2, that says what is right
    module: ModuleType | None = None
    function: str = ""
    replacement: Callable[..., Any] | None = None
    orders: Mapping[str, Mapping[str, Any]] = dataclasses.field(default_factory=dict)
    families: tuple[str, ...] = ()  # that it is about, of an API that is not OpenCL

    @contextlib.contextmanager
    def applied(self) -> Iterator[None]:
        """The model with this rule, until the context ends. Images that were made before keep what they
        have computed: make them anew."""
        # sampling imports some of the names.
        places = [place for place in (self.module, sampling) if place and hasattr(place, self.function)]
        functions = [(place, getattr(place, self.function)) for place in places]
        tables = [(table, dict(table)) for table in (formats.FORMATS, formats.LATER_FORMATS)]
        try:
            for place in places:
                setattr(place, self.function, self.replacement)
            for table, before in tables:
                for key, item in before.items():
                    change = self.orders.get(item.order.name)
                    if change:
                        table[key] = dataclasses.replace(item, order=dataclasses.replace(item.order, **change))
            yield
        finally:
            for place, function in functions:
                setattr(place, self.function, function)
            for table, before in tables:
                table.update(before)


def outside(result: Interval, allowed: Interval) -> bool:
    """Whether a single result, where the changed rule gives one, is not accepted; of a range the middle is."""
    single = np.asarray(result.low == result.high)
    middle = np.where(single, result.low, (result.low.astype(float) + result.high) / 2)
    return bool((~allowed.contains(middle) & ~np.isnan(middle)).any())
