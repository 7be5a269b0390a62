# SPDX-License-Identifier: MIT
"""Opens whatever holds results: a results folder, a journal, a document, or Piglit's."""

import dataclasses
from pathlib import Path

from . import results
from .annexes import find
from .results import Record


@dataclasses.dataclass
class Input:
    """Results with the path they came from."""

    path: Path
    record: Record
    is_piglit: bool = False  # its tests are named as Piglit names them

    @property
    def title(self) -> str:
        """Driver, device, commit and time, as far as they are known."""
        run, device = self.record.run, self.record.device
        commit = str(run.get("commit") or "")[:12] + ("+" if run.get("dirty") else "")
        parts = (run.get("driver"), device.get("name"), commit, run.get("start"))
        return ", ".join(str(part) for part in parts if part) or str(self.path)


def load(path: Path) -> Input:
    """The results there. ResultsError says why there are none."""
    is_ours = path.is_dir() and (path / results.JOURNAL).exists()
    piglit = None if is_ours else find("report.piglit")
    if piglit and piglit.is_piglit(path) and _is_piglit_document(path):
        return Input(path, piglit.load(path), is_piglit=True)
    return Input(path, results.load_some(path))


def _is_piglit_document(path: Path) -> bool:
    """results.json may also be a document of ours, which says "results" where Piglit says
    "tests"."""
    if path.is_dir() or path.name != "results.json":
        return True
    with open(path, encoding="utf-8", errors="replace") as file:
        return "__type__" in file.read(4096)
