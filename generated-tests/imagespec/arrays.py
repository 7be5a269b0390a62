# SPDX-License-Identifier: MIT
"""The type of arrays here."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

# What the elements are is a matter of the image format, and so known only at run time.
Array = NDArray[Any]
