# SPDX-License-Identifier: MIT
"""Test files on disk. What is already there is not written, what is no longer wanted goes."""

import hashlib
import os
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from .model import Case, group

STAMP = ".generated"
ROOT = Path(__file__).resolve().parents[1]


def fingerprint(options: str) -> str:
    """Changes whenever the output may: with the generator's sources and the options."""
    digest = hashlib.sha256(options.encode())
    for path in sorted(ROOT.rglob("*")):
        if path.suffix in (".py", ".mako") or path.name == "generate":
            digest.update(path.read_bytes())
    return digest.hexdigest()


def is_current(folder: Path, mark: str) -> bool:
    """Whether the folder has what the mark stands for. If so its stamp is made new, since the build
    compares times."""
    stamp = folder / STAMP
    current = stamp.exists() and stamp.read_text(encoding="utf-8") == mark
    if current:
        stamp.touch()
    return current


def _write(path: Path, text: str) -> bool:
    """Whether anything changed."""
    content = text.encode()
    if path.exists() and path.read_bytes() == content:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return True


def _write_files(folder: Path, groups: list[list[Case]], strict: bool) -> int:
    from suites import EVERY_SUITE

    return sum(
        _write(folder / cases[0].path, EVERY_SUITE[cases[0].suite].build(cases, strict).text())
        for cases in groups
    )


def _remove_others(folder: Path, wanted: set[Path]) -> None:
    for path in (found for suffix in ("cl", "comp", "frag") for found in [*folder.rglob(f"*.{suffix}")]):
        if path not in wanted:
            path.unlink()
    for path in sorted((p for p in folder.rglob("*") if p.is_dir()), reverse=True):
        if not any(path.iterdir()):
            path.rmdir()


def write_all(folder: Path, cases: Iterable[Case], strict: bool, mark: str, jobs: int) -> int:
    """Writes all files below the folder, and returns how many changed."""
    groups = list(group(cases))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / STAMP).unlink(missing_ok=True)
    if jobs > 1 and len(groups) > 200:
        with ProcessPoolExecutor(jobs) as pool:
            size = -(-len(groups) // (8 * jobs))  # neighbours share what is remembered
            parts = [groups[i : i + size] for i in range(0, len(groups), size)]
            count = len(parts)
            changed = sum(pool.map(_write_files, [folder] * count, parts, [strict] * count))
    else:
        changed = _write_files(folder, groups, strict)
    _remove_others(folder, {folder / cases[0].path for cases in groups})
    (folder / STAMP).write_text(mark, encoding="utf-8")
    return changed


def default_jobs() -> int:
    return len(os.sched_getaffinity(0))
