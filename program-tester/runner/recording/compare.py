# SPDX-License-Identifier: MIT
"""rootle-record compare: each launch on two drivers, with the inputs that the first had, and as a chain."""

import dataclasses
import math
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from ..drivers import Driver
from ..places import Places
from .answers import Answer, described, differing
from .differences import Allowed, Difference, Verdict, of_states
from .kept import read_kept
from .replaying import RecordError, Replay, replay
from .states import State, states_of
from .types import settle


@dataclasses.dataclass
class Compared:
    """A launch on both."""

    state: State
    verdict: Verdict
    differences: list[Difference]


@dataclasses.dataclass
class Comparison:
    """All launches: each by itself, and the first of the chain that differs."""

    left: Replay
    right: Replay
    launches: list[Compared]
    chain: Compared | None = None
    call: dict[str, Any] | None = None  # the first that goes wrong before any launch of the chain does
    answers: list[tuple[Answer, Answer]] = dataclasses.field(default_factory=list)  # those that differ

    @property
    def cancelled(self) -> int:
        """How many launches are beyond by sums that cancel, and by nothing else."""
        beyond = [one for one in self.launches if one.verdict == Verdict.BEYOND]
        return sum(all(difference.is_cancelled for difference in one.differences if difference.verdict == Verdict.BEYOND) for one in beyond)

    @property
    def first(self) -> Compared | None:
        return next((one for one in self.launches if one.verdict == Verdict.BEYOND), None)

    def counts(self, kernel: str | None = None) -> dict[Verdict, int]:
        verdicts = [one.verdict for one in self.launches if kernel in (None, one.state.kernel)]
        return {verdict: verdicts.count(verdict) for verdict in Verdict}


def _judge(places: Places, left: dict[int, State], right: dict[int, State], allowed: Allowed) -> list[Compared]:
    found = []
    for number, state in left.items():
        other = right.get(number)
        if other and state.told["arguments"] != other.told["arguments"]:
            settle(places, state)
        found.append(Compared(state, *of_states(state, other, allowed)))
    return found


def compare(places: Places, first: Driver | Path, other: Driver, recording: Path, allowed: Allowed, arguments: list[str], has_errors: bool = False) -> Comparison:
    """Runs the recording on both; the first may be a folder of what one left elsewhere. What they leave lies in a folder that goes when all is
    compared. The chain runs beside the others: it needs nothing of them."""
    with tempfile.TemporaryDirectory(prefix="rootle-record-") as name, ThreadPoolExecutor(1) as beside:
        folders = [Path(name) / part for part in ("left", "right", "chain")]
        chained_run = beside.submit(replay, places, other, recording, *arguments, "--states", str(folders[2]))
        if isinstance(first, Path):
            left, folders[0] = read_kept(first), first
        else:
            left = replay(places, first, recording, *arguments, "--states", str(folders[0]))
        if not left.states and left.facts.get("launches"):
            why = left.died or next((str(told["problem"]) for told in left.problems), "none is in the range")
            raise RecordError(f"no launch ran on {first if isinstance(first, Path) else first.name}: {why}")
        right = replay(places, other, recording, *arguments, "--states", str(folders[1]), "--inputs", str(folders[0]))
        chain = chained_run.result()
        ours = states_of(left.states.values(), folders[0])
        apart = _judge(places, ours, states_of(right.states.values(), folders[1]), allowed)
        chained = _judge(places, ours, states_of(chain.states.values(), folders[2]), allowed)
        of_chain = next((one for one in chained if one.verdict == Verdict.BEYOND), None)
        call = _first_call(left, chain, chained)
        if has_errors and isinstance(first, Driver):
            both = [replay(places, driver, recording, *arguments, "--errors") for driver in (first, other)]
            failing = _first_call(both[0], both[1], chained)
            call = failing if failing and (call is None or failing["record"] < call["record"]) else call
        return Comparison(left, right, apart, of_chain, call, differing(left.answers, chain.answers))


def _first_call(left: Replay, chain: Replay, launches: list[Compared]) -> dict[str, Any] | None:
    """The first problem of the chain that the first driver does not have, and no launch before it is the reason of."""
    known = {told["record"] for told in left.problems}
    end = min((one.state.told["record"] for one in launches if one.verdict), default=math.inf)
    return next((told for told in chain.problems if told["record"] not in known and told["record"] < end), None)


def _describe(one: Compared) -> str:
    return f"launch {one.state.number} (record {one.state.told['record']}), kernel {one.state.kernel}"


def _reason(found: Replay, launch: State) -> str:
    """Why a launch did not run: its own error, or the first thing that could not be done before it."""
    record = launch.told["record"]
    error = found.states.get(launch.number, {}).get("error")
    if error:
        return f"record {record}: the launch ended with error {error:.0f}"
    told = next((told for told in found.problems if told["record"] <= record), None)
    return f"record {told['record']}: {told['problem']}" if told else ""


def lines_of(found: Comparison, names: tuple[str, str]) -> list[str]:
    """The comparison for people."""
    counts = found.counts()
    lines = [f"{name}: {one.name}" for name, one in zip(names, (found.left, found.right), strict=True)]
    lines += [f"{names[1]}: {found.right.died}"] if found.right.died else []
    if found.first:
        lines += ["", f"the first launch that differs: {_describe(found.first)}"]
        lines += [f"    {difference}" for difference in found.first.differences]
    not_run = next((one for one in found.launches if one.verdict == Verdict.NOT_RUN), None)
    if not_run:
        lines += ["", f"the first launch that did not run on both: {_describe(not_run)}"]
        reasons = [(name, _reason(one, not_run.state)) for name, one in zip(names, (found.left, found.right), strict=True)]
        lines += [f"    {name}, {reason}" for name, reason in reasons if reason]
    if found.chain:
        lines += [f"as a chain, the first: {_describe(found.chain)}"]
    if found.call:
        lines += [f"before it a call goes wrong that is no launch: record {found.call['record']}: {found.call['problem']}"]
    lines += [described(found.answers, len(found.left.answers))] if found.answers else []
    lines += ["", f"{'kernel':32} {'launches':>8} {'exact':>8} {'within':>8} {'beyond':>8} {'not run':>8}"]
    for kernel in dict.fromkeys(one.state.kernel for one in found.launches):
        of_kernel = found.counts(kernel)
        lines.append(f"{kernel:32} {sum(of_kernel.values()):8} " + " ".join(f"{of_kernel[verdict]:8}" for verdict in Verdict))
    lines.append(f"{'all':32} {sum(counts.values()):8} " + " ".join(f"{counts[verdict]:8}" for verdict in Verdict))
    if found.cancelled:
        lines += ["", f"{found.cancelled} of those beyond differ where sums cancel, by little beside what was there before"]
    return lines
