# SPDX-License-Identifier: MIT
"""A badge: one line about a run as an SVG picture, for a README or a page of builds."""

from xml.sax.saxutils import escape, quoteattr

from ..status import Look

# White on each has a contrast of 4.5 at least.
_COLOURS = {Look.GOOD: "#1a7f37", Look.ODD: "#6f42c1", Look.BAD: "#b3261e"}
_LABEL_COLOUR = "#444444"
_HEIGHT = 20
_PER_CHARACTER = 6.6  # of 11 pixels high DejaVu Sans and its like, on average
_MARGIN = 12


def _width(text: str) -> int:
    return round(len(text) * _PER_CHARACTER) + _MARGIN


def _word(text: str, left: int) -> str:
    """Text in its part of the badge. textLength keeps it there, whatever font there is."""
    length = _width(text) - _MARGIN
    return (f'<text x="{left + _MARGIN // 2}" y="14" textLength="{length}" lengthAdjust="spacingAndGlyphs">'
            f"{escape(text)}</text>")  # fmt: skip


def svg(label: str, words: str, look: Look) -> str:
    """The picture: the label on the left, what there is to say on the right."""
    left, right = _width(label), _width(words)
    said = quoteattr(f"{label}: {words}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="{_HEIGHT}" role="img" '
        f"aria-label={said}><title>{escape(f'{label}: {words}')}</title>"
        f'<rect width="{left + right}" height="{_HEIGHT}" rx="3" fill="{_LABEL_COLOUR}"/>'
        f'<path d="M{left} 0h{right - 3}a3 3 0 0 1 3 3v{_HEIGHT - 6}a3 3 0 0 1-3 3h-{right - 3}z" fill="{_COLOURS[look]}"/>'
        f'<g fill="#ffffff" font-family="DejaVu Sans,Verdana,sans-serif" font-size="11">'
        f"{_word(label, 0)}{_word(words, left)}</g></svg>\n"
    )
