# SPDX-License-Identifier: MIT
"""run-tests merge: joins the results of shards, or of runs of different tests, into one folder."""

import sys
from pathlib import Path

from .. import sources
from ..asked import joined_roots
from ..command_line import Parser
from ..journal import Journal, write_json
from ..record import summary_document
from ..results import JOURNAL, SUMMARY, Record, ResultsError, load_some
from ..sources import Sources
from ..status import RANK

EXIT_WHOLE = 0
EXIT_LACKS = 1
MOST_SHARDS = 100_000


def _shards(records: list[Record]) -> tuple[int, list[int]]:
    """Of how many parts the runs are shards (0: of none), and which of the parts are missing. What
    was merged before counts with all that it came from."""
    runs = [run for record in records for run in record.run.get("merged") or [record.run]]
    shards = [tuple(run["shard"]) for run in runs if len(run.get("shard") or ()) == 2]
    counts = {count for _, count in shards}
    if not counts:
        return 0, []
    if len(counts) > 1 or len(shards) < len(runs):
        others = len(runs) - len(shards)
        kinds = [f"of {count}" for count in sorted(counts)] + ["whole runs"] * bool(others)
        raise ResultsError(f"shards of different runs: {', '.join(kinds)}")
    count = counts.pop()
    twice = sorted({number for number, _ in shards if shards.count((number, count)) > 1})
    if twice:
        raise ResultsError(f"shard {twice[0]} of {count} is there twice")
    there = {number for number, _ in shards}
    return count, [number for number in range(1, min(count, MOST_SHARDS) + 1) if number not in there]


def merge(records: list[Record]) -> Record:
    """One record of several. Of a test that has several results the worst counts. Runs of different
    drivers are not joined: that is what compare is for."""
    drivers = sorted({str(record.run.get("driver", "")) for record in records})
    if len(drivers) > 1:
        raise ResultsError(f"results of different drivers: {', '.join(drivers)}")
    _, missing = _shards(records)
    whole = Record(run=dict(records[0].run), device=records[0].device)
    for name in ("shard", "asked"):  # those it came from have their own
        whole.run.pop(name, None)
    whole.run["roots"] = joined_roots(records)
    whole.run["merged"] = [
        run for record in records for run in record.run.get("merged") or [record.run]
    ]
    whole.plan = list(dict.fromkeys(test for record in records for test in record.plan))
    for record in records:
        for test, result in record.results.items():
            other = whole.results.get(test)
            if other is None or RANK[result.status] > RANK[other.status]:
                whole.results[test] = result
    have_ended = all(record.end.get("have_ended", record.end.get("complete")) for record in records)
    whole.end = {
        "complete": have_ended and not missing,
        "have_ended": have_ended,
        "seconds": round(sum(record.end.get("seconds", 0) for record in records), 3),
    }
    return whole


def keep_sources(folder: Path, records: list[Record]) -> None:
    """Takes along the copies of tests' files."""
    kept = Sources(folder)
    done: set[str] = set()
    for record in records:
        for result in record.results.values():
            data = sources.read(record.folder, result.kept_source)
            if data is not None and result.kept_source not in done:
                done.add(result.kept_source)
                kept.add(result.kept_source, data)


def write(folder: Path, record: Record) -> None:
    """Makes a results folder of a record."""
    journal = Journal(folder / JOURNAL)
    journal.append({"run": record.run})
    journal.append({"device": record.device})
    journal.append({"plan": record.plan})
    for result in record.results.values():
        journal.append_line(result.to_line())
    journal.append({"end": record.end})
    journal.close()
    write_json(folder / SUMMARY, summary_document(record))


def _lacks(records: list[Record], whole: Record) -> list[str]:
    """What keeps the whole from being one."""
    count, shards = _shards(records)
    lacks = [f"shard {number} of {count} is missing" for number in shards]
    if whole.missing():
        lacks.append(f"{len(whole.missing())} tests have no result")
    elif not whole.end["have_ended"]:
        lacks.append("a run did not end")
    return lacks


def main(arguments: list[str]) -> int:
    parser = Parser(
        prog="run-tests merge",
        description="Join results, as those of shards, in a new folder.",
        epilog="exit status: 0 all tests have a result; 1 shards or results are missing; 2 the "
        "results cannot be joined; 3 they could not be written.",
    )
    parser.add_argument("output", type=Path, metavar="OUT", help="the folder to write")
    parser.add_argument("inputs", type=Path, nargs="+", metavar="RESULTS", help="what to join")
    options = parser.parse_args(arguments)
    if (options.output / JOURNAL).exists():
        raise ResultsError(f"{options.output}: there are results in it already")
    records = [load_some(path) for path in options.inputs]
    whole = merge(records)
    write(options.output, whole)
    keep_sources(options.output, records)
    print(f"{options.output}: {len(whole.results)} results of {len(options.inputs)} runs")
    lacks = _lacks(records, whole)
    if lacks:
        print(f"{parser.prog}: {'; '.join(lacks)}", file=sys.stderr)
    return EXIT_LACKS if lacks else EXIT_WHOLE
