# SPDX-License-Identifier: MIT
"""Reads ci/annexes.txt: what may be left out of a build, where it lies, and what tests it."""

from dataclasses import dataclass
from pathlib import Path, PurePath

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Annex:
    """A row of the table; `option` is empty where core neither compiles nor runs anything of it."""

    name: str
    option: str
    folders: tuple[str, ...]
    page: str
    tests: tuple[str, ...]

    def has(self, path: PurePath | str) -> bool:
        """Whether a file, or a folder, relative to the tree, is the annex's own."""
        return _is_below(path, self.folders)

    def tests_with(self, path: PurePath | str) -> bool:
        return _is_below(path, self.tests)


def _is_below(path: PurePath | str, folders: tuple[str, ...]) -> bool:
    """Whether a file or folder is one of these, or in one. All files are asked about, and paths are slow to take apart."""
    return f"{path}/".startswith(tuple(f"{folder}/" for folder in folders))


def read_annexes(root: Path = ROOT) -> list[Annex]:
    annexes = []
    for line in (root / "ci" / "annexes.txt").read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        name, option, folders, page, tests = (field.strip() for field in line.split("|"))
        annexes.append(Annex(name, option.strip("-"), tuple(folders.split()), page, tuple(tests.split())))
    return annexes


def annex_of(path: PurePath | str, annexes: list[Annex]) -> Annex | None:
    """The annex that has a file or folder; None: it is core."""
    return next((annex for annex in annexes if annex.has(path)), None)
