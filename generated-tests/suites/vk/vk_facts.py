# SPDX-License-Identifier: MIT
"""What follows from the values of a test's axes, for rules of failures: how wide components are, and what a read makes of them."""

from collections.abc import Mapping

from .images import KNOWN_FORMATS
from .vk_formats import VkFormat


def components_of(form: VkFormat) -> str:
    bits = max(c.bits for c in form.components if c.letter in "RGBADS")
    if form.kind in ("float", "ufloat"):
        return "floats of 32 bits" if bits == 32 else "halves and smaller floats"
    if form.is_norm:
        return "numbers of five and six bits" if bits in (5, 6) else f"numbers of {bits} bits"
    return "integers"


def _reads(values: Mapping[str, str]) -> str:
    function = values.get("function", "")
    if function.startswith("textureGather") or values.get("operator") in ("min", "max"):
        return "selects"
    return "blends" if "linear" in (values.get("filter"), values.get("mip")) else "takes one"


def facts_of_cubes(values: Mapping[str, str]) -> Mapping[str, str]:
    """Of tests whose filter is linear."""
    return facts({**values, "filter": "linear"})


def facts_of_robust(values: Mapping[str, str]) -> Mapping[str, str]:
    """Of tests some of which are about buffers, which have no format."""
    return facts(values) if values["format"] in KNOWN_FORMATS else {}


def facts(values: Mapping[str, str]) -> Mapping[str, str]:
    return {"components": components_of(KNOWN_FORMATS[values["format"]]), "read": _reads(values)}
