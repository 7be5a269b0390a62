# SPDX-License-Identifier: MIT
"""The type of arrays here."""

from typing import Any

from numpy.typing import NDArray

# The type of the elements follows from the image format, and so is known only at run time.
Array = NDArray[Any]
