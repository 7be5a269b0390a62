# SPDX-License-Identifier: MIT
"""LibreOffice Calc, which makes a kernel of each column of formulas: by OpenCL against its own interpreter."""

import csv
import random
import re
from functools import partial
from pathlib import Path
from xml.sax.saxutils import quoteattr

import numpy
import numpy.typing

from ..bench import Bench
from ..case import Case, Finding, WrongError
from ..compare import Tolerance, apart, digest_of

_ROWS, _GIVEN = 256, 5  # and columns of numbers
# Doubles, as parts of what is greater than one. By OpenCL, Calc takes sines of parts of pi, and sums in another order.
_DOUBLES = Tolerance(most=5e-12, share=1)
# Columns a, b, c: numbers between 0.1 and 9; d: whole numbers from 1 to 12; e: rates; r, s: ten rows of a and b.
_PLACES = {"a": "[.A#]", "b": "[.B#]", "c": "[.C#]", "d": "[.D#]", "e": "[.E#]", "r": "[.A#:.A@]", "s": "[.B#:.B@]"}
_TABLE = {"keys": "[.D1:.D64]", "first": "[.A1:.A64]", "second": "[.B1:.B64]"}
# All functions but RAND that Calc does by OpenCL by default, and more that it does when told to. Functions of the latter have no formula
# as an argument: Calc writes kernels for them that depend on memory that it has not set (docs/applications.md).
_FORMULAS = {
    "arithmetic": "{a}+{b} {a}-{b} {a}*{b}/{c} {a}^{b} -{a} ROUND({a};2) POWER({a};3) INT({a}) MOD({a};{b}) ({a}+{b})*SUM({r})/COUNT({s})",
    "functions": """SIN({a}) COS({a}) TAN({a}) ATAN({a}) EXP({a}) LN({a}) SQRT({a}) LOG10({a}) LOG({a};{b}) SINH({a}) COSH({a}) TANH({a})
    ASINH({a}) ATAN2({a};{b}) SQRTPI({a}) RADIANS({a}) DEGREES({a}) COT({a}) SEC({a}) CSC({a}) FACT({d})""",
    "sums": """SUM({r}) PRODUCT({r}) AVERAGE({r}) MIN({r}) MAX({r}) COUNT({r}) SUMSQ({r}) SUMPRODUCT({r};{s}) SUMXMY2({r};{s})
    SUMX2PY2({r};{s}) SUMIFS({first};{second};">4") COUNTIFS({first};">4";{second};"<6") AVERAGEIFS({first};{second};">4") COUNTIF({r};">4")""",
    "statistics": """VAR({r}) VARP({r}) STDEV({r}) DEVSQ({r}) AVEDEV({r}) HARMEAN({r}) KURT({r}) SKEW({r}) CORREL({r};{s}) COVAR({r};{s})
    PEARSON({r};{s}) SLOPE({r};{s}) INTERCEPT({r};{s}) STEYX({r};{s}) NORMDIST({a};4;2;1) LEGACY.NORMSDIST({a}) LEGACY.NORMSINV({e}) GAMMALN({a})
    WEIBULL({a};2;3;1) LEGACY.TDIST({a};5;2) FTEST({r};{s})""",
    "financial": "PMT({e};{d};1000) PPMT({e};1;{d};1000) ISPMT({e};1;{d};1000) PDURATION({e};100;200)",
    "lookup": "VLOOKUP({d};{keys};1;0) MATCH({d};{keys};0) IF({a}>{b};{a};{b}) IF({a}>5;SUM({r});AVERAGE({s})) MAX(MIN({r});MIN({s}))",
}
_NAMESPACES = {
    "office": "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
    "table": "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
    "of": "urn:oasis:names:tc:opendocument:xmlns:of:1.2",
}
# Fields with commas and quotes, in UTF-8, of whole numbers and not as they are shown.
_FILTER = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false"
# Calc takes all functions by OpenCL, also those that its makers do not.
_SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Office.Calc/Formula/Calculation">
<prop oor:name="OpenCLSubsetOnly" oor:op="fuse"><value>false</value></prop></item></oor:items>
"""


def formulas(group: str) -> list[str]:
    """What a group computes, with places for rows: # of the cell's own, @ of the last of ten."""
    return [word.format(**_PLACES, **_TABLE) for word in _FORMULAS[group].split()]


def _row(number: int, numbers: random.Random, group: str) -> str:
    values = [round(numbers.uniform(0.1, 9), 6) for _ in range(3)]
    values += [numbers.randint(1, 12), round(numbers.uniform(0.001, 0.09), 6)]
    cells = [f'<table:table-cell office:value-type="float" office:value="{value}"/>' for value in values]
    for formula in formulas(group) if number <= _ROWS else ():
        placed = formula.replace("#", str(number)).replace("@", str(number + 9))
        cells.append(f"<table:table-cell table:formula={quoteattr('of:=' + placed)}/>")
    return f"<table:table-row>{''.join(cells)}</table:table-row>"


def spreadsheet(group: str) -> str:
    """A flat OpenDocument file: five columns of numbers, and one for each formula, without results; rows of numbers follow that the last formulas sum."""
    numbers = random.Random(1)
    spaces = " ".join(f'xmlns:{name}="{uri}"' for name, uri in _NAMESPACES.items())
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    rows = "\n".join(_row(number, numbers, group) for number in range(1, _ROWS + 10))
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<office:document {spaces} office:version="1.2" office:mimetype="{kind}">
<office:body><office:spreadsheet><table:table table:name="sheet">
{rows}
</table:table></office:spreadsheet></office:body></office:document>
"""


def results(path: Path, group: str) -> numpy.typing.NDArray[numpy.float64]:
    """The cells with formulas. WrongError where there are others than numbers, or too few."""
    if not path.exists():
        raise WrongError("Calc wrote no results")
    with path.open(encoding="utf-8") as file:
        rows = [row[_GIVEN:] for row in csv.reader(file)][:_ROWS]
    if {len(row) for row in rows} != {len(formulas(group))} or len(rows) != _ROWS:
        raise WrongError(f"Calc wrote {len(rows)} rows, not {_ROWS} of {len(formulas(group))} results")
    try:
        return numpy.array(rows, numpy.float64)
    except ValueError as error:
        raise WrongError(str(error)) from None


def _device(bench: Bench) -> str:
    """The device's name: Calc takes devices of three vendors, and others by name."""
    name = re.search(r"CL_DEVICE_NAME +(.+)", bench.asked("clinfo", "--raw"))
    if name is None:
        raise WrongError("there is no device")
    return name[1].strip()


def _convert(folder: Path) -> tuple[str | Path, ...]:
    profile = folder / "profile"
    (profile / "user").mkdir(parents=True, exist_ok=True)
    (profile / "user" / "registrymodifications.xcu").write_text(_SETTINGS, encoding="utf-8")
    return ("soffice", f"-env:UserInstallation=file://{profile}", "--headless", "--convert-to", _FILTER, "--outdir", folder, "sheet.fods")


def _check(group: str, bench: Bench) -> Finding:
    (bench.folder / "sheet.fods").write_text(spreadsheet(group), encoding="utf-8")
    written = bench.folder / "sheet.csv"
    forced = {"SC_FORCE_CALCULATION": "opencl", "SC_OPENCL_DEVICE_OVERRIDE": _device(bench), "ROOTLE_DEBUG": "dispatch"}
    done = bench.on_driver(*_convert(bench.folder), **forced)
    launched = set(re.findall(r"rootle: launch (DynamicKernel_\w+)", done.text))
    if bench.is_bundled and len(launched) < len(formulas(group)):
        raise WrongError(f"Calc launched {len(launched)} kernels for {len(formulas(group))} formulas")
    actual = results(written, group)
    written.unlink()
    bench.without_driver(*_convert(bench.folder), SC_FORCE_CALCULATION="core")
    expected = results(written, group)
    scale = numpy.maximum(1, abs(expected))
    return Finding(apart(actual / scale, expected / scale, _DOUBLES), digest_of(actual.tobytes()))


CASES = tuple(
    Case(f"calc/{group}", ("libreoffice-calc", "clinfo"), partial(_check, group), "Calc's interpreter", limit=300) for group in _FORMULAS
)
