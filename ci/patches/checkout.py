# SPDX-License-Identifier: MIT
"""A checkout of another project: whether it has the files that a series begins with, its steps, and its tests and ours."""

import os
import subprocess
import xml.etree.ElementTree as xml
from collections.abc import Sequence
from pathlib import Path

from runner.results import load
from runner.status import Works

from .series import NO_FILE, ROOT, Series


class CheckoutError(RuntimeError):
    """A checkout that a series cannot be tried on."""


def hashes(folder: Path, paths: Sequence[str]) -> dict[str, str]:
    """The hash that git gives each file's content; that of no file where there is none."""
    there = [path for path in paths if (folder / path).is_file()]
    done = subprocess.run(["git", "hash-object", "--no-filters", *there], cwd=folder, capture_output=True, text=True, check=True) if there else None
    found = dict(zip(there, done.stdout.split(), strict=True)) if done else {}
    return {path: found.get(path, NO_FILE) for path in paths}


def state(series: Series, folder: Path) -> str:
    """Whether the patches are "before" or "after" in a checkout. CheckoutError where it has other files."""
    before, after = series.before(), series.after()
    found = hashes(folder, list(before))
    if found == after:
        return "after"
    if found != before:
        other = ", ".join(path for path in found if found[path] != before[path])
        raise CheckoutError(f"{folder} is not {series.project} at {series.commit}: {other}")
    return "before"


def apply(series: Series, folder: Path) -> None:
    """Applies the patches to the files of a checkout, in their order."""
    for patch in series.patches:
        done = subprocess.run(["git", "apply", str(patch.path)], cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            raise CheckoutError(f"{patch.path.name} does not apply: {done.stderr.strip()}")


def _environment(series: Series, out: Path) -> dict[str, str]:
    """What the series asks for, where {out} is the folder of this part."""
    return {**os.environ, **{name: value.replace("{out}", str(out.resolve())) for name, value in series.environment.items()}}


def step(series: Series, folder: Path, name: str, log: Path) -> bool:
    """Runs the commands of a step in the checkout, and keeps what they say."""
    environment = _environment(series, log.parent)
    for command in series.steps.get(name, []):
        words = command.replace("{out}", str(log.parent.resolve()))
        with log.open("ab") as said:
            if subprocess.run(["bash", "-c", words], cwd=folder, env=environment, stdout=said, stderr=said, check=False).returncode:
                return False
    return True


def own_tests(series: Series, folder: Path, out: Path) -> dict[str, bool]:
    """Whether each of the project's own tests passed, of what its step `test` wrote as JUnit; a skipped test is none."""
    step(series, folder, "test", out / "own.log")
    if not (out / "own.xml").is_file():
        raise CheckoutError(f"{out / 'own.log'}: the project's own tests were not run")
    cases = [case for case in xml.parse(out / "own.xml").iter("testcase") if case.find("skipped") is None]
    return {case.get("name", ""): case.find("failure") is None for case in cases}


def our_tests(series: Series, folder: Path, out: Path, name: str, what: Sequence[str]) -> dict[str, bool]:
    """Whether each of our tests passed on what was built; what is skipped is none. Results lie in a folder of that name."""
    icd = out / f"{series.name}.icd"
    icd.write_text(f"{folder.resolve() / series.driver}\n", encoding="utf-8")
    (out / "none").mkdir(exist_ok=True)
    words = ["--driver", str(icd), "--no-build", "--expectations", str(out / "none"), "--retries", "0", "--results", str(out / name), "-q"]
    subprocess.run([str(ROOT / "run-tests"), *words, *what], cwd=ROOT, env=_environment(series, out), stdout=subprocess.DEVNULL, check=False)
    results = load(out / name).results.values()
    return {result.test: result.status.works is Works.YES for result in results if result.status.works is not Works.UNKNOWN}
