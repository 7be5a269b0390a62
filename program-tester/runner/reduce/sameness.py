# SPDX-License-Identifier: MIT
"""Whether a test fails as another one does: by the same error of the same call, the same signal, or wrong
values that have the same in common."""

from __future__ import annotations

import dataclasses
import re

from ..explain import symptoms
from ..results import Result
from ..status import Look


_PAIR = re.compile(r"(?P<who>\w+ is )?(?P<actual>\S+) instead of (?P<expected>\S+)")
_LASTING = ("0", "-0", "1", "nan")  # numbers that tell something, while others come of a test's own numbers


def _lasting(relation: str) -> str:
    """What stays of a relation when a test's numbers become others."""
    pair = _PAIR.fullmatch(relation)
    if pair and not (pair["actual"] in _LASTING and pair["expected"] in _LASTING):
        return f"{pair['who']}wrong" if pair["who"] else ""
    return relation


@dataclasses.dataclass(frozen=True)
class Symptom:
    """How a test fails."""

    kind: str
    calls: tuple[str, ...]
    relation: str  # what wrong values have in common; "" where that is nothing
    components: frozenset[str]  # that are wrong

    @classmethod
    def of(cls, result: Result, are_colours: bool) -> Symptom | None:
        """The symptom of a failing test; None when it has passed, or nothing was tested."""
        if result.status.look not in (Look.BAD, Look.KNOWN) or result.status.label == "error":
            return None
        kind = symptoms.kind(result)
        relation = symptoms.relation([result], are_colours) if kind == symptoms.WRONG_VALUES else ""
        return cls(kind, tuple(symptoms.calls([result])), _lasting(relation), symptoms.components(result))

    def is_shown_by(self, other: Symptom | None) -> bool:
        """Whether another test fails the same way: it may be wrong in fewer components, never in others."""
        if other is None or (self.kind, self.calls) != (other.kind, other.calls):
            return False
        if self.relation and self.relation != other.relation and not self._is_a(other):
            return False
        return other.components <= self.components

    def _is_a(self, other: Symptom) -> bool:
        """Whether the other's relation is the same one said more exactly."""
        return self.relation.endswith(" wrong") and other.relation.startswith(self.relation.removesuffix("wrong"))

    def __str__(self) -> str:
        return f"{self.kind}: {self.relation}" if self.relation else self.kind
